// Barriers by hand: an empty tile leaves the barriers alone but changes the parity.
// RUN: pipegroup-opt %s -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.barriers @b size(2)
func.func @kernel() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
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
      %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%p = %c1) -> (i32) : i32 {
        // expected-error @below {{'pipegroup.barrier_wait' op of task '@fill' may be lapped or pass too early at barriers of '@b' from 1, slot 0, phase 0 [C5]}}
        pipegroup.barrier_wait %empty parity(%p)
        pipegroup.barrier_arrive %full
        %q = arith.xori %p, %c1 : i32
        scf.yield %q : i32
      }
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.barrier_wait %full parity(%c0)
      pipegroup.barrier_arrive %empty
      // An empty tile: parity 0 again.
      pipegroup.barrier_wait %full parity(%c0)
      pipegroup.barrier_arrive %empty
    }
  }
  return
}
