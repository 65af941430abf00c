// The warp meets before one lane is elected: elect.sync alone orders no memory,
// and a sibling that still polls could miss the phase. LLVM is told to lay the
// code out for the lane that is elected.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm | FileCheck %s

// CHECK-LABEL: func.func @elect(
// CHECK-SAME:    %[[B:.*]]: !llvm.ptr<3>)
func.func @elect(%b: !llvm.ptr<3>) {
  // CHECK-DAG: %[[TRUE:.*]] = arith.constant true
  // CHECK-DAG: %[[ALL:.*]] = arith.constant -1 : i32
  // CHECK: nvvm.bar.warp.sync %[[ALL]] : i32
  // CHECK-NEXT: %[[ELECTED:.*]] = nvvm.elect.sync -> i1
  // CHECK-NEXT: %[[LIKELY:.*]] = llvm.intr.expect %[[ELECTED]], %[[TRUE]] : i1
  // CHECK-NEXT: scf.if %[[LIKELY]] {
  // CHECK-NEXT:   nvvm.mbarrier.arrive %[[B]] : !llvm.ptr<3>
  // CHECK-NEXT: }
  pipegroup.elect {
    pipegroup.barrier_arrive %b
  }
  // CHECK-NEXT: return
  return
}
