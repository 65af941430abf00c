// Buffers become variables of bytes, or lie in the one array of dynamic shared memory, which
// is as aligned as any of them; a memref is built as the conversion of memrefs expects it.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm -split-input-file | FileCheck %s

// CHECK:      llvm.mlir.global internal @tiles() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<24576 x i8>
// CHECK-NEXT: llvm.mlir.global external @__pipegroup_dynamic_shared() {addr_space = 3 : i32, alignment = 512 : i64} : !llvm.array<0 x i64>
// CHECK-NEXT: llvm.mlir.global internal @buffers_2_b() {addr_space = 3 : i32, alignment = 64 : i64} : !llvm.array<64 x i8>
pipegroup.buffers @tiles size(24576) align(1024)
pipegroup.barriers @ring size(4) dynamic(0)
pipegroup.buffers @more size(65536) align(512) dynamic(1024)
pipegroup.buffers @last size(64) align(64) dynamic(66560)
pipegroup.buffers @"2 b" size(64) align(64)

// CHECK-LABEL: func.func @pointers(
// CHECK-SAME:    %[[I:.*]]: i32)
// CHECK-NEXT:  %[[TILES:.*]] = llvm.mlir.addressof @tiles : !llvm.ptr<3>
// CHECK-NEXT:  %[[DYNAMIC:.*]] = llvm.mlir.addressof @__pipegroup_dynamic_shared : !llvm.ptr<3>
func.func @pointers(%i: i32) -> (!llvm.ptr<3>, !llvm.ptr<3>, !llvm.ptr<3>, !llvm.ptr<3>) {
  // CHECK-NEXT: llvm.getelementptr %[[TILES]][%[[I]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<8192 x i8>
  %0 = pipegroup.buffer @tiles[%i] stride(8192) : !llvm.ptr<3>
  // CHECK-NEXT: %[[MORE:.*]] = llvm.getelementptr %[[DYNAMIC]][1024] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  // CHECK-NEXT: llvm.getelementptr %[[MORE]][%[[I]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<32768 x i8>
  %1 = pipegroup.buffer @more[%i] stride(32768) : !llvm.ptr<3>
  // CHECK-NEXT: %[[LAST:.*]] = llvm.getelementptr %[[DYNAMIC]][66560]
  // CHECK-NEXT: llvm.getelementptr %[[LAST]][%[[I]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<1 x i8>
  %2 = pipegroup.buffer @last[%i] stride(1) : !llvm.ptr<3>
  // CHECK-NEXT: llvm.getelementptr %[[DYNAMIC]][%[[I]]]
  %3 = pipegroup.barrier @ring[%i] offset(2) : !llvm.ptr<3>
  return %0, %1, %2, %3 : !llvm.ptr<3>, !llvm.ptr<3>, !llvm.ptr<3>, !llvm.ptr<3>
}

// CHECK-LABEL: func.func @rank_0(
func.func @rank_0(%i: i32) -> memref<f64, 3> {
  // CHECK:      %[[P:.*]] = llvm.getelementptr
  // CHECK-NEXT: %[[D0:.*]] = llvm.mlir.poison : !llvm.struct<(ptr<3>, ptr<3>, i64)>
  // CHECK-NEXT: %[[D1:.*]] = llvm.insertvalue %[[P]], %[[D0]][0]
  // CHECK-NEXT: %[[D2:.*]] = llvm.insertvalue %[[P]], %[[D1]][1]
  // CHECK-NEXT: %[[C0:.*]] = llvm.mlir.constant(0 : i64) : i64
  // CHECK-NEXT: %[[D3:.*]] = llvm.insertvalue %[[C0]], %[[D2]][2]
  // CHECK-NEXT: builtin.unrealized_conversion_cast %[[D3]] : !llvm.struct<(ptr<3>, ptr<3>, i64)> to memref<f64, 3>
  %0 = pipegroup.buffer @tiles[%i] stride(8) : memref<f64, 3>
  return %0 : memref<f64, 3>
}

// CHECK-LABEL: func.func @rank_1(
func.func @rank_1(%i: i32) -> memref<64xf16, #gpu.address_space<workgroup>> {
  // CHECK:      %[[C64:.*]] = llvm.mlir.constant(64 : i64) : i64
  // CHECK-NEXT: %[[D1:.*]] = llvm.insertvalue %[[C64]], %{{.*}}[3, 0]
  // CHECK-NEXT: %[[C1:.*]] = llvm.mlir.constant(1 : i64) : i64
  // CHECK-NEXT: %[[D2:.*]] = llvm.insertvalue %[[C1]], %[[D1]][4, 0]
  // CHECK-NEXT: builtin.unrealized_conversion_cast %[[D2]] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)> to memref<64xf16, #gpu.address_space<workgroup>>
  %0 = pipegroup.buffer @tiles[%i] stride(128) : memref<64xf16, #gpu.address_space<workgroup>>
  return %0 : memref<64xf16, #gpu.address_space<workgroup>>
}

// CHECK-LABEL: func.func @rank_3(
func.func @rank_3(%i: i32) -> memref<2x3x5xi8, 3> {
  // CHECK:      %[[SIZE2:.*]] = llvm.mlir.constant(5 : i64)
  // CHECK-NEXT: llvm.insertvalue %[[SIZE2]], %{{.*}}[3, 2]
  // CHECK-NEXT: %[[STRIDE2:.*]] = llvm.mlir.constant(1 : i64)
  // CHECK-NEXT: llvm.insertvalue %[[STRIDE2]], %{{.*}}[4, 2]
  // CHECK-NEXT: %[[SIZE1:.*]] = llvm.mlir.constant(3 : i64)
  // CHECK-NEXT: llvm.insertvalue %[[SIZE1]], %{{.*}}[3, 1]
  // CHECK-NEXT: %[[STRIDE1:.*]] = llvm.mlir.constant(5 : i64)
  // CHECK-NEXT: llvm.insertvalue %[[STRIDE1]], %{{.*}}[4, 1]
  // CHECK-NEXT: %[[SIZE0:.*]] = llvm.mlir.constant(2 : i64)
  // CHECK-NEXT: llvm.insertvalue %[[SIZE0]], %{{.*}}[3, 0]
  // CHECK-NEXT: %[[STRIDE0:.*]] = llvm.mlir.constant(15 : i64)
  // CHECK-NEXT: llvm.insertvalue %[[STRIDE0]], %{{.*}}[4, 0]
  %0 = pipegroup.buffer @tiles[%i] stride(128) : memref<2x3x5xi8, 3>
  return %0 : memref<2x3x5xi8, 3>
}

// One slot in a loop: its address is made once, out of ptxas's sight.
// CHECK-LABEL: func.func @constant(
// CHECK:       %[[BASE:.*]] = nvvm.inline_ptx "mov.b32 $0, $1;" ro(%{{.*}} : !llvm.ptr<3>) -> !llvm.ptr<3>
// CHECK:       scf.for
// CHECK-NEXT:  llvm.getelementptr %[[BASE]]
func.func @constant(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  scf.for %i = %c0 to %n step %c1 {
    %0 = pipegroup.buffer @tiles[%z] stride(8192) : memref<64x64xf16, 3>
    %1 = memref.load %0[%i, %i] : memref<64x64xf16, 3>
  }
  return
}
