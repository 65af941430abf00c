// Only arrays of no elements in shared memory are dynamic.
// RUN: pipegroup-opt %s --pipegroup-externalize-dynamic-memory | FileCheck %s

// CHECK: llvm.mlir.global external @dynamic()
llvm.mlir.global internal @dynamic() {addr_space = 3 : i32} : !llvm.array<0 x i8>
// CHECK: llvm.mlir.global internal @static()
llvm.mlir.global internal @static() {addr_space = 3 : i32} : !llvm.array<1 x i8>
// CHECK: llvm.mlir.global internal @elsewhere()
llvm.mlir.global internal @elsewhere() {addr_space = 1 : i32} : !llvm.array<0 x i8>
