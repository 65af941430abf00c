// Barriers that other CTAs signal: initialised, fenced, and known to the cluster.
// RUN: pipegroup-opt %s -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.barriers @b size(1)
func.func @fenced() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %both = arith.constant 3 : i32
  %own = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %own count(2)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cluster relaxed
  pipegroup.specialize threads(32) {
    pipegroup.task @meet warps(0, 1) {
      pipegroup.for_ctas %both {
      ^bb0(%rank: i32):
        %there = pipegroup.barrier @b[%c0] cta(%rank) : !llvm.ptr<7>
        pipegroup.barrier_arrive %there : !llvm.ptr<7>
      }
      pipegroup.barrier_wait %own parity(%c0)
    }
  }
  return
}

// -----

// The leader of a pair, by its address or by a commit to both.
pipegroup.barriers @b size(2)
func.func @pair() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %mask = arith.constant 3 : i16
  %full = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  %empty = pipegroup.barrier @b[%c0] offset(1) : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %full count(64)
    pipegroup.barrier_init %empty count(1)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cluster relaxed
  %rank = pipegroup.cta_rank
  %leads = arith.cmpi eq, %rank, %c0 : i32
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %first = pipegroup.barrier @b[%c0] leader : !llvm.ptr<7>
      pipegroup.barrier_arrive %first scope(cluster) : !llvm.ptr<7>
      pipegroup.barrier_wait %empty parity(%c0)
    }
    pipegroup.task @mma warps(1, 1) {
      scf.if %leads {
        pipegroup.barrier_wait %full parity(%c0) scope(cluster)
        pipegroup.elect {
          pipegroup.barrier_umma_commit %empty pair multicast(%mask)
        }
      }
    }
  }
  return
}
