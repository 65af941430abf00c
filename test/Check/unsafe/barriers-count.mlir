// Barriers by hand: the count of a barrier is not the number of those who arrive.
// RUN: pipegroup-opt %s -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Every lane arrives where one was counted.
pipegroup.barriers @b size(2)
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
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
      scf.for %i = %c0 to %n step %c1 iter_args(%p = %c0) -> (i32) : i32 {
        pipegroup.barrier_wait %full parity(%p)
        // expected-error @below {{'pipegroup.barrier_arrive' op of task '@use' may come in the wrong phase of barriers of '@b' from 1, slot 0: the phase before need not be complete [C4]}}
        pipegroup.barrier_arrive %empty
        %q = arith.xori %p, %c1 : i32
        scf.yield %q : i32
      }
    }
  }
  return
}

// -----

// One lane arrives where every one was counted.
pipegroup.barriers @b size(2)
// expected-note @below {{it happens when loops over this value have 1 trips}}
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
      scf.for %i = %c0 to %n step %c1 iter_args(%p = %c0) -> (i32) : i32 {
        pipegroup.barrier_wait %full parity(%p)
        pipegroup.elect {
          // expected-error @below {{'pipegroup.barrier_arrive' op of task '@use' leaves a phase of barriers of '@b' from 1, slot 0 unfinished: it lacks 31 arrivals [C8]}}
          pipegroup.barrier_arrive %empty
        }
        %q = arith.xori %p, %c1 : i32
        scf.yield %q : i32
      }
    }
  }
  return
}

// -----

// One of two warps that were counted.
pipegroup.barriers @b size(2)
// expected-note @below {{it happens when loops over this value have 1 trips}}
func.func @kernel(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %full = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  %empty = pipegroup.barrier @b[%c0] offset(1) : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %full count(32)
    pipegroup.barrier_init %empty count(2)
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
      scf.for %i = %c0 to %n step %c1 iter_args(%p = %c0) -> (i32) : i32 {
        pipegroup.barrier_wait %full parity(%p)
        pipegroup.elect {
          // expected-error @below {{'pipegroup.barrier_arrive' op of task '@use' leaves a phase of barriers of '@b' from 1, slot 0 unfinished: it lacks 1 arrival [C8]}}
          pipegroup.barrier_arrive %empty
        }
        %q = arith.xori %p, %c1 : i32
        scf.yield %q : i32
      }
    }
  }
  return
}

// -----

// Two warps where one was counted.
pipegroup.barriers @b size(2)
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
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
        pipegroup.barrier_arrive %full
        %q = arith.xori %p, %c1 : i32
        scf.yield %q : i32
      }
    }
    pipegroup.task @use warps(1, 2) {
      scf.for %i = %c0 to %n step %c1 iter_args(%p = %c0) -> (i32) : i32 {
        pipegroup.barrier_wait %full parity(%p)
        pipegroup.elect {
          // expected-error @below {{'pipegroup.barrier_arrive' op of warp 1 of task '@use' may come in the wrong phase of barriers of '@b' from 1, slot 0: the phase before need not be complete [C4]}}
          pipegroup.barrier_arrive %empty
        }
        %q = arith.xori %p, %c1 : i32
        scf.yield %q : i32
      }
    }
  }
  return
}
