// All dynamic storage of a module is one external global, which begins where
// dynamic shared memory does; offsets tell the storages apart. It has the
// alignment at which gpu.dynamic_shared_memory shares it.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm | FileCheck %s

// CHECK:      gpu.module @kernels {
// CHECK-NEXT:   llvm.mlir.global external @__pipegroup_dynamic_shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i64>
// CHECK-NOT:    llvm.mlir.global
gpu.module @kernels {
  pipegroup.barriers @early size(4) dynamic(0)
  pipegroup.barriers @late size(4) dynamic(1024)
  // CHECK:      func.func @addresses(
  // CHECK-SAME:   %[[I:.*]]: i32)
  func.func @addresses(%i: i32) {
    // CHECK-NEXT: %[[BASE:.*]] = llvm.mlir.addressof @__pipegroup_dynamic_shared : !llvm.ptr<3>
    // CHECK-NEXT: %[[EARLY:.*]] = llvm.getelementptr %[[BASE]][%[[I]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    // CHECK-NEXT: nvvm.mbarrier.arrive %[[EARLY]]
    %0 = pipegroup.barrier @early[%i] : !llvm.ptr<3>
    pipegroup.barrier_arrive %0
    // CHECK-NEXT: %[[SLOT:.*]] = llvm.getelementptr %[[BASE]][%[[I]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    // CHECK-NEXT: %[[LATE:.*]] = llvm.getelementptr %[[SLOT]][1040] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    // CHECK-NEXT: nvvm.mbarrier.arrive %[[LATE]]
    %1 = pipegroup.barrier @late[%i] offset(2) : !llvm.ptr<3>
    pipegroup.barrier_arrive %1
    return
  }
}
