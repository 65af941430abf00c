// Barriers by hand: one warp of two answers for both. The other one may still stand at its wait
// when the barrier goes on, and again.
// RUN: pipegroup-opt %s -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// The first consumer warp releases for both.
pipegroup.barriers @b size(2)
// expected-note @below {{it happens when loops over this value have at least 2 trips}}
func.func @kernel(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %full = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  %empty = pipegroup.barrier @b[%c0] offset(1) : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %full count(32)
    pipegroup.barrier_init %empty count(1)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 iter_args(%p = %c1) -> (i32) : i32 {
        pipegroup.barrier_wait %empty parity(%p)
        // expected-note @below {{the other side is task '@fill' here}}
        pipegroup.barrier_arrive %full
        %q = arith.xori %p, %c1 : i32
        scf.yield %q : i32
      }
    }
    pipegroup.task @use warps(1, 2) {
      %w = pipegroup.task_warp : i32
      %leads = arith.cmpi eq, %w, %c0 : i32
      scf.for %i = %c0 to %n step %c1 iter_args(%p = %c0) -> (i32) : i32 {
        // expected-error @below {{'pipegroup.barrier_wait' op of warp 1 of task '@use' may be lapped or pass too early at barriers of '@b' from 0, slot 0, phase 0 [C5]}}
        pipegroup.barrier_wait %full parity(%p)
        scf.if %leads {
          pipegroup.elect {
            pipegroup.barrier_arrive %empty
          }
        }
        %q = arith.xori %p, %c1 : i32
        scf.yield %q : i32
      }
    }
  }
  return
}

// -----

// The first producer warp arms for both.
pipegroup.barriers @b size(2)
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %full = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  %empty = pipegroup.barrier @b[%c0] offset(1) : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %full count(1)
    pipegroup.barrier_init %empty count(32)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 2) {
      %w = pipegroup.task_warp : i32
      %leads = arith.cmpi eq, %w, %c0 : i32
      scf.for %i = %c0 to %n step %c1 iter_args(%p = %c1) -> (i32) : i32 {
        // expected-error @below {{'pipegroup.barrier_wait' op of warp 1 of task '@fill' may be lapped or pass too early at barriers of '@b' from 1, slot 0, which is fresh [C5]}}
        pipegroup.barrier_wait %empty parity(%p)
        scf.if %leads {
          pipegroup.elect {
            pipegroup.barrier_arrive_expect_tx %full bytes(64)
          }
        }
        %q = arith.xori %p, %c1 : i32
        scf.yield %q : i32
      }
    }
    pipegroup.task @use warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 iter_args(%p = %c0) -> (i32) : i32 {
        pipegroup.barrier_wait %full parity(%p)
        // expected-note @below {{the other side is task '@use' here}}
        pipegroup.barrier_arrive %empty
        %q = arith.xori %p, %c1 : i32
        scf.yield %q : i32
      }
    }
  }
  return
}
