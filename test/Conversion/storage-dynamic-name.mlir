// Somebody's own symbol of the name that dynamic storage gets stays apart from
// it: the static storage below is too small to hold the dynamic one.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm | FileCheck %s

// CHECK: llvm.mlir.global internal @__pipegroup_dynamic_shared() {{.*}} : !llvm.array<2 x i64>
pipegroup.barriers @__pipegroup_dynamic_shared size(2)
// CHECK: llvm.mlir.global external @__pipegroup_dynamic_shared_() {{.*}} : !llvm.array<0 x i64>
pipegroup.barriers @late size(2) dynamic(64)

func.func @addresses(%i: i32) {
  // CHECK-DAG: %[[STATIC:.*]] = llvm.mlir.addressof @__pipegroup_dynamic_shared : !llvm.ptr<3>
  // CHECK-DAG: %[[DYNAMIC:.*]] = llvm.mlir.addressof @__pipegroup_dynamic_shared_ : !llvm.ptr<3>
  // CHECK: llvm.getelementptr %[[STATIC]][%{{.*}}]
  %0 = pipegroup.barrier @__pipegroup_dynamic_shared[%i] : !llvm.ptr<3>
  pipegroup.barrier_arrive %0
  // CHECK: llvm.getelementptr %[[DYNAMIC]][%{{.*}}]
  %1 = pipegroup.barrier @late[%i] : !llvm.ptr<3>
  pipegroup.barrier_arrive %1
  return
}
