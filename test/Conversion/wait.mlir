// A wait loops in the IR around a try_wait, which LLVM can duplicate without
// labels clashing; it reads the parity as given and carries nothing round.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm | FileCheck %s

// CHECK-LABEL: func.func @wait(
// CHECK-SAME:    %[[B:.*]]: !llvm.ptr<3>, %[[PARITY:.*]]: i32)
func.func @wait(%b: !llvm.ptr<3>, %parity: i32) {
  // CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
  // CHECK-NEXT: scf.while : () -> () {
  // CHECK-NEXT:   %[[DONE:.*]] = nvvm.mbarrier.try_wait %[[B]], %[[PARITY]] : !llvm.ptr<3>, i32 -> i1
  // CHECK-NEXT:   %[[AGAIN:.*]] = arith.xori %[[DONE]], %[[TRUE]] : i1
  // CHECK-NEXT:   scf.condition(%[[AGAIN]])
  // CHECK-NEXT: } do {
  // CHECK-NEXT:   scf.yield
  // CHECK-NEXT: }
  pipegroup.barrier_wait %b parity(%parity)
  // CHECK-NEXT: return
  return
}
