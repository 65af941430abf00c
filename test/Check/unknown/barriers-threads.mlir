// Barriers by hand under a condition that threads see differently: which warps do what is not
// calculated from the number of a thread.
// RUN: pipegroup-opt %s -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.barriers @b size(2)
func.func @kernel() {
  %c0 = arith.constant 0 : i32
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
      %tid = nvvm.read.ptx.sreg.tid.x : i32
      %c32 = arith.constant 32 : i32
      // expected-remark @below {{not proved: a condition that threads can see differently is not modelled}}
      %x = arith.cmpi ult, %tid, %c32 : i32
      scf.if %x {
        pipegroup.barrier_arrive %full
        pipegroup.barrier_wait %empty parity(%c0)
      }
    }
    pipegroup.task @use warps(1, 1) {
      %tid = nvvm.read.ptx.sreg.tid.x : i32
      %c32 = arith.constant 32 : i32
      %x = arith.cmpi ult, %tid, %c32 : i32
      scf.if %x {
        pipegroup.barrier_wait %full parity(%c0)
        pipegroup.barrier_arrive %empty
      }
    }
  }
  return
}
