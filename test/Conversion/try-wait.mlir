// barrier_try_wait tests once: the caller decides what to do with the outcome.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm | FileCheck %s \
// RUN:   --implicit-check-not=scf.while --implicit-check-not=cf.

// CHECK-LABEL: func.func @try_wait(
// CHECK-SAME:    %[[B:.*]]: !llvm.ptr<3>, %[[PARITY:.*]]: i32)
func.func @try_wait(%b: !llvm.ptr<3>, %parity: i32) -> i1 {
  // CHECK-NEXT: %[[DONE:.*]] = nvvm.mbarrier.try_wait %[[B]], %[[PARITY]] : !llvm.ptr<3>, i32 -> i1
  %done = pipegroup.barrier_try_wait %b parity(%parity)
  // CHECK-NEXT: return %[[DONE]] : i1
  return %done : i1
}
