// With the warps joined by a named barrier in between, one may answer for both.
// RUN: pipegroup-opt %s -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.barriers @b size(2)
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
      %w = pipegroup.task_warp : i32
      %leads = arith.cmpi eq, %w, %c0 : i32
      %id = arith.constant 1 : i32
      %threads = arith.constant 64 : i32
      scf.for %i = %c0 to %n step %c1 iter_args(%p = %c0) -> (i32) : i32 {
        pipegroup.barrier_wait %full parity(%p)
        nvvm.barrier id = %id number_of_threads = %threads
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

pipegroup.barriers @b size(2)
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
      %id = arith.constant 1 : i32
      %threads = arith.constant 64 : i32
      scf.for %i = %c0 to %n step %c1 iter_args(%p = %c1) -> (i32) : i32 {
        pipegroup.barrier_wait %empty parity(%p)
        nvvm.barrier id = %id number_of_threads = %threads
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
        pipegroup.barrier_arrive %empty
        %q = arith.xori %p, %c1 : i32
        scf.yield %q : i32
      }
    }
  }
  return
}
