// Bodies may be empty, and may hold waits and other elections.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm | FileCheck %s \
// RUN:   --implicit-check-not=pipegroup.

func.func @nested(%b: !llvm.ptr<3>, %parity: i32) {
  // CHECK:      nvvm.elect.sync
  // CHECK-NEXT: llvm.intr.expect
  // CHECK-NEXT: scf.if %{{.*}} {
  // CHECK-NEXT: }
  pipegroup.elect {
  }
  // CHECK:      nvvm.fence.proxy
  pipegroup.fence_proxy_async
  // CHECK:      nvvm.elect.sync
  // CHECK:      scf.if %{{.*}} {
  // CHECK:        nvvm.read.ptx.sreg.tid.x
  // CHECK:        scf.if %{{.*}} {
  // CHECK-NEXT:     scf.while
  // CHECK-NEXT:       nvvm.mbarrier.try_wait
  // CHECK:          nvvm.mbarrier.arrive
  pipegroup.elect {
    pipegroup.once {
      pipegroup.barrier_wait %b parity(%parity)
      pipegroup.barrier_arrive %b
    }
  }
  return
}
