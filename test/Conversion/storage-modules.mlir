// Storage belongs to its symbol table: two modules have a ring and dynamic
// shared memory each.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm | FileCheck %s

// CHECK-LABEL: gpu.module @first {
// CHECK-DAG:     llvm.mlir.global internal @ring() {{.*}} : !llvm.array<2 x i64>
// CHECK-DAG:     llvm.mlir.global external @__pipegroup_dynamic_shared()
gpu.module @first {
  pipegroup.barriers @ring size(2)
  pipegroup.barriers @late size(2) dynamic(8)
}
// CHECK-LABEL: gpu.module @second {
// CHECK-DAG:     llvm.mlir.global internal @ring() {{.*}} : !llvm.array<5 x i64>
// CHECK-DAG:     llvm.mlir.global external @__pipegroup_dynamic_shared()
gpu.module @second {
  pipegroup.barriers @ring size(5)
  pipegroup.barriers @late size(2) dynamic(16)
}
