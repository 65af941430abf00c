// Either of them, or both where both are counted.
// RUN: pipegroup-opt %s -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.barriers @b size(2)
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
        pipegroup.barrier_cp_async_arrive %full
        %q = arith.xori %p, %c1 : i32
        scf.yield %q : i32
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 iter_args(%p = %c0) -> (i32) : i32 {
        pipegroup.barrier_wait %full parity(%p)
        pipegroup.barrier_arrive %empty
        %q = arith.xori %p, %c1 : i32
        scf.yield %q : i32
      }
    }
  }
  return
}

// -----

pipegroup.barriers @b size(2)
func.func @kernel(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %full = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  %empty = pipegroup.barrier @b[%c0] offset(1) : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %full count(64)
    pipegroup.barrier_init %empty count(32)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 iter_args(%p = %c1) -> (i32) : i32 {
        pipegroup.barrier_wait %empty parity(%p)
        pipegroup.barrier_cp_async_arrive %full
        pipegroup.barrier_arrive %full
        %q = arith.xori %p, %c1 : i32
        scf.yield %q : i32
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 iter_args(%p = %c0) -> (i32) : i32 {
        pipegroup.barrier_wait %full parity(%p)
        pipegroup.barrier_arrive %empty
        %q = arith.xori %p, %c1 : i32
        scf.yield %q : i32
      }
    }
  }
  return
}
