// The first thread of the CTA, whatever the shape of the CTA; nobody waits.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm | FileCheck %s

// CHECK-LABEL: func.func @once(
// CHECK-SAME:    %[[B:.*]]: !llvm.ptr<3>)
func.func @once(%b: !llvm.ptr<3>) {
  // CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK-NEXT: %[[X:.*]] = nvvm.read.ptx.sreg.tid.x : i32
  // CHECK-NEXT: %[[Y:.*]] = nvvm.read.ptx.sreg.tid.y : i32
  // CHECK-NEXT: %[[Z:.*]] = nvvm.read.ptx.sreg.tid.z : i32
  // CHECK-NEXT: %[[YZ:.*]] = arith.ori %[[Y]], %[[Z]] : i32
  // CHECK-NEXT: %[[XYZ:.*]] = arith.ori %[[X]], %[[YZ]] : i32
  // CHECK-NEXT: %[[FIRST:.*]] = arith.cmpi eq, %[[XYZ]], %[[ZERO]] : i32
  // CHECK-NEXT: scf.if %[[FIRST]] {
  // CHECK-NEXT:   nvvm.mbarrier.inval %[[B]] : !llvm.ptr<3>
  // CHECK-NEXT: }
  pipegroup.once {
    pipegroup.barrier_invalidate %b
  }
  // CHECK-NEXT: return
  return
}
