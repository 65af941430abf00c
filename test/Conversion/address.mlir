// An address is the slot, then a constant that becomes part of the instruction;
// the first array has none.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm | FileCheck %s

pipegroup.barriers @ring size(12)
// CHECK-LABEL: func.func @address(
// CHECK-SAME:    %[[I:.*]]: i32)
func.func @address(%i: i32) {
  // CHECK-NEXT: %[[RING:.*]] = llvm.mlir.addressof @ring : !llvm.ptr<3>
  // CHECK-NEXT: %[[SLOT:.*]] = llvm.getelementptr %[[RING]][%[[I]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  // CHECK-NEXT: nvvm.mbarrier.arrive %[[SLOT]]
  %0 = pipegroup.barrier @ring[%i] : !llvm.ptr<3>
  pipegroup.barrier_arrive %0
  // CHECK-NEXT: %[[SLOT:.*]] = llvm.getelementptr %[[RING]][%[[I]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  // CHECK-NEXT: %[[LAST:.*]] = llvm.getelementptr %[[SLOT]][64] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  // CHECK-NEXT: nvvm.mbarrier.arrive %[[LAST]]
  %8 = pipegroup.barrier @ring[%i] offset(8) : !llvm.ptr<3>
  pipegroup.barrier_arrive %8
  return
}
