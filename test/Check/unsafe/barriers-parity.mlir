// Barriers by hand: the parity of a ring of three slots, at a barrier that stands alone and
// changes every round.
// RUN: pipegroup-opt %s -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.barriers @b size(2)
func.func @kernel() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c5 = arith.constant 5 : i32
  %full = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  %empty = pipegroup.barrier @b[%c0] offset(1) : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %full count(32)
    pipegroup.barrier_init %empty count(32)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %c5 step %c1 iter_args(%p = %c1) -> (i32) : i32 {
        // expected-error @below {{'pipegroup.barrier_wait' op of task '@fill' may be lapped or pass too early at barriers of '@b' from 1, slot 0, phase 0 [C5]}}
        pipegroup.barrier_wait %empty parity(%p)
        pipegroup.barrier_arrive %full
        %q = arith.xori %p, %c1 : i32
        scf.yield %q : i32
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %c5 step %c1 : i32 {
        %lap = arith.divui %i, %c3 : i32
        %p = arith.andi %lap, %c1 : i32
        pipegroup.barrier_wait %full parity(%p)
        pipegroup.barrier_arrive %empty
      }
    }
  }
  return
}

// -----

// A parity that stays as it is.
pipegroup.barriers @b size(2)
// expected-note @below {{it happens when loops over this value have at least 2 trips}}
func.func @kernel(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %full = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  %empty = pipegroup.barrier @b[%c0] offset(1) : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %full count(32)
    pipegroup.barrier_init %empty count(32)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 iter_args(%p = %c1) -> (i32) : i32 {
        pipegroup.barrier_wait %empty parity(%p)
        pipegroup.barrier_arrive %full
        %q = arith.xori %p, %c1 : i32
        scf.yield %q : i32
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 : i32 {
        // expected-error @below {{'pipegroup.barrier_wait' op of task '@use' may be lapped or pass too early at barriers of '@b' from 0, slot 0, phase 0 [C5]}}
        pipegroup.barrier_wait %full parity(%c0)
        pipegroup.barrier_arrive %empty
      }
    }
  }
  return
}
