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

// What the same lane does next goes into its branch, and the other lanes wait behind it, as they
// would in front of the second one.
// CHECK-LABEL: func.func @in_a_row(
// CHECK-SAME:    %[[B:.*]]: !llvm.ptr<3>, %[[I:.*]]: i32)
func.func @in_a_row(%b: !llvm.ptr<3>, %i: i32) {
  // CHECK:      nvvm.bar.warp.sync
  // CHECK-NEXT: nvvm.elect.sync -> i1
  // CHECK-NEXT: llvm.intr.expect
  // CHECK-NEXT: %[[C:.*]] = llvm.getelementptr %[[B]][%[[I]]]
  // CHECK-NEXT: scf.if
  // CHECK-NEXT:   nvvm.mbarrier.arrive %[[B]] : !llvm.ptr<3>
  // CHECK-NEXT:   nvvm.mbarrier.arrive %[[C]] : !llvm.ptr<3>
  // CHECK-NEXT: }
  // CHECK-NEXT: nvvm.bar.warp.sync
  // CHECK-NEXT: return
  pipegroup.elect {
    pipegroup.barrier_arrive %b
  }
  %c = llvm.getelementptr %b[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  pipegroup.elect {
    pipegroup.barrier_arrive %c
  }
  return
}

// A branch by hand is left alone: nobody says that the warp has met before it, or met as a whole.
// CHECK-LABEL: func.func @by_hand(
func.func @by_hand(%b: !llvm.ptr<3>) {
  %true = arith.constant true
  %half = arith.constant 65535 : i32
  // CHECK:      nvvm.elect.sync -> i1
  // CHECK-NEXT: llvm.intr.expect
  // CHECK-NEXT: scf.if %{{.*}} {
  // CHECK-NEXT:   nvvm.mbarrier.arrive
  // CHECK-NEXT: }
  // CHECK-NEXT: nvvm.bar.warp.sync %[[ALL:.*]] : i32
  // CHECK-NEXT: nvvm.elect.sync -> i1
  // CHECK-NEXT: llvm.intr.expect
  // CHECK-NEXT: scf.if %{{.*}} {
  // CHECK-NEXT:   nvvm.mbarrier.arrive
  // CHECK-NEXT: }
  %e = nvvm.elect.sync -> i1
  %l = llvm.intr.expect %e, %true : i1
  scf.if %l {
    nvvm.mbarrier.arrive %b : !llvm.ptr<3>
  }
  pipegroup.elect {
    pipegroup.barrier_arrive %b
  }
  // CHECK-NEXT: nvvm.bar.warp.sync %[[HALF:.*]] : i32
  // CHECK-NEXT: nvvm.bar.warp.sync %[[ALL]] : i32
  // CHECK-NEXT: nvvm.elect.sync -> i1
  // CHECK-NEXT: llvm.intr.expect
  // CHECK-NEXT: scf.if %{{.*}} {
  // CHECK-NEXT:   nvvm.mbarrier.arrive
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  nvvm.bar.warp.sync %half : i32
  pipegroup.elect {
    pipegroup.barrier_arrive %b
  }
  return
}
