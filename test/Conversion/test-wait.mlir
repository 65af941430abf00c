// barrier_test_wait answers at once, in the scope of the arrivals.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm | FileCheck %s \
// RUN:   --implicit-check-not=scf. --implicit-check-not=try_wait

// CHECK-LABEL: func.func @test_wait(
// CHECK-SAME:    %[[B:.*]]: !llvm.ptr<3>, %[[PARITY:.*]]: i32)
func.func @test_wait(%b: !llvm.ptr<3>, %parity: i32) -> (i1, i1) {
  // CHECK-NEXT: %[[ONE:.*]] = nvvm.mbarrier.test.wait %[[B]], %[[PARITY]] : !llvm.ptr<3>, i32 -> i1
  %one = pipegroup.barrier_test_wait %b parity(%parity)
  // CHECK-NEXT: %[[OTHER:.*]] = nvvm.mbarrier.test.wait %[[B]], %[[PARITY]] {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>, i32 -> i1
  %other = pipegroup.barrier_test_wait %b parity(%parity) scope(cluster)
  // CHECK-NEXT: return %[[ONE]], %[[OTHER]]
  return %one, %other : i1, i1
}
