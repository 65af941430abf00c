// On the barriers level nobody says what is loaded in other CTAs, and nothing is known
// of a cluster whose size or whose masks are not.
// RUN: pipegroup-opt %s -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.barriers @b size(1)
func.func @bytes() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %own = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %own count(1)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cluster relaxed
  pipegroup.specialize threads(32) {
    pipegroup.task @fill warps(0, 1) {
      %first = pipegroup.barrier @b[%c0] leader : !llvm.ptr<3>
      pipegroup.elect {
        // expected-remark @below {{not proved: bytes that other CTAs may load are not modelled}}
        pipegroup.barrier_arrive_expect_tx %first bytes(64)
      }
    }
  }
  return
}

// -----

pipegroup.barriers @b size(1)
func.func @size() {
  %c0 = arith.constant 0 : i32
  %both = arith.constant 3 : i32
  %own = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %own count(2)
    pipegroup.fence_barrier_init
  }
  // expected-remark @below {{not proved: a cluster whose size is not known is not modelled}}
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

pipegroup.barriers @b size(1)
func.func @mask(%both: i32) attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %own = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %own count(2)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cluster relaxed
  pipegroup.specialize threads(32) {
    pipegroup.task @meet warps(0, 1) {
      // expected-remark @below {{not proved: which CTAs it acts on is not known}}
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
