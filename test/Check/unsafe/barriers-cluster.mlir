// Barriers that other CTAs may signal before they are there.
// RUN: pipegroup-opt %s -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// The fence that shows the initialisation to the cluster is missing.
pipegroup.barriers @b size(1)
func.func @no_fence() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %both = arith.constant 3 : i32
  %own = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  // expected-note @below {{the other side is}}
  pipegroup.once {
    pipegroup.barrier_init %own count(2)
  }
  pipegroup.sync_cluster relaxed
  pipegroup.specialize threads(32) {
    // expected-error @below {{'pipegroup.task' op of task '@meet' in CTA 1 uses the barriers of '@b' of CTA 0, slot 0, which were initialised without 'pipegroup.fence_barrier_init' for the cluster [C7]}}
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

// A fence before the initialisation shows nothing.
pipegroup.barriers @b size(1)
func.func @early_fence() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %both = arith.constant 3 : i32
  %own = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  // expected-note @below {{the other side is}}
  pipegroup.once {
    pipegroup.fence_barrier_init
    pipegroup.barrier_init %own count(2)
  }
  pipegroup.sync_cluster relaxed
  pipegroup.specialize threads(32) {
    // expected-error @below {{'pipegroup.task' op of task '@meet' in CTA 1 uses the barriers of '@b' of CTA 0, slot 0, which were initialised without 'pipegroup.fence_barrier_init' for the cluster [C7]}}
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

// The other CTA need not have come as far.
pipegroup.barriers @b size(1)
func.func @own_cta() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %both = arith.constant 3 : i32
  %own = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  // expected-error @below {{'pipegroup.once' op of task '@meet' in CTA 1 uses the barriers of '@b' of CTA 1, slot 0 while it may still be in use [C6]}}
  pipegroup.once {
    pipegroup.barrier_init %own count(2)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(32) {
    // expected-note @below {{the other side is task '@meet' in CTA 0 here}}
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

// An arrival too many, in the other CTA.
pipegroup.barriers @b size(1)
func.func @count() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %both = arith.constant 3 : i32
  %own = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %own count(1)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cluster relaxed
  pipegroup.specialize threads(32) {
    pipegroup.task @meet warps(0, 1) {
      pipegroup.for_ctas %both {
      ^bb0(%rank: i32):
        %there = pipegroup.barrier @b[%c0] cta(%rank) : !llvm.ptr<7>
        // expected-error @below {{'pipegroup.barrier_arrive' op of task '@meet' in CTA 0 may come in the wrong phase of barriers of '@b' from 0 of CTA 0, slot 0: the phase before need not be complete [C4]}}
        pipegroup.barrier_arrive %there : !llvm.ptr<7>
      }
      pipegroup.barrier_wait %own parity(%c0)
    }
  }
  return
}
