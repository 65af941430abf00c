// Static storage is a private global in shared memory of exactly 8 bytes a
// barrier, where the storage was.
// accepts: G16
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm | FileCheck %s

// CHECK:      gpu.module @kernels {
// CHECK-NEXT:   llvm.mlir.global internal @ring() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<12 x i64>
// CHECK-NEXT:   llvm.mlir.global internal @most() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<6144 x i64>
// CHECK-NEXT: }
gpu.module @kernels {
  pipegroup.barriers @ring size(12)
  pipegroup.barriers @most size(6144)
}
