// Where the elements of a thread go: in a slot through the swizzle, elsewhere with
// a look at what is inside.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_90a --canonicalize --cse | FileCheck %s \
// RUN:   --implicit-check-not=pipegroup.

// Lane l of warp w has the address of row 16 w + l mod 16, chunk l / 16. The rows
// are 64 bytes, two of them share a number in the swizzle. The next two chunks are
// an xor with 32 away, the next span a box of 4096 bytes.
// CHECK-LABEL: func @matrices(
// CHECK: %[[THREAD:.*]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK-NEXT: %[[T:.*]] = arith.remui %[[THREAD]], %c128_i32 : i32
// CHECK-NEXT: %[[WARP:.*]] = arith.divui %[[T]], %c32_i32 : i32
// CHECK-NEXT: %[[LANE:.*]] = arith.remui %[[T]], %c32_i32 : i32
// CHECK: %[[BASE:.*]] = llvm.ptrtoint %{{.*}} : !llvm.ptr<3> to i32
// CHECK-DAG: %[[FIRST:.*]] = arith.muli %[[WARP]], %c16_i32 : i32
// CHECK-DAG: %[[IN:.*]] = arith.remui %[[LANE]], %c16_i32 : i32
// CHECK-DAG: %[[CHUNK:.*]] = arith.divui %[[LANE]], %c16_i32 : i32
// CHECK-DAG: %[[ROW:.*]] = arith.addi %[[FIRST]], %[[IN]] : i32
// CHECK: %[[START:.*]] = arith.muli %[[ROW]], %c64_i32 : i32
// CHECK-NEXT: %[[LINE:.*]] = arith.divui %[[START]], %c128_i32 : i32
// CHECK-NEXT: %[[NUMBER:.*]] = arith.remui %[[LINE]], %c4_i32 : i32
// CHECK-NEXT: %[[PLACE:.*]] = arith.xori %[[CHUNK]], %[[NUMBER]] : i32
// CHECK-NEXT: %[[BYTES:.*]] = arith.muli %[[PLACE]], %c16_i32 : i32
// CHECK-NEXT: %[[OFFSET:.*]] = arith.addi %[[START]], %[[BYTES]] : i32
// CHECK-NEXT: %[[AT:.*]] = arith.addi %[[BASE]], %[[OFFSET]] : i32
// CHECK-NEXT: %[[P0:.*]] = llvm.inttoptr %[[AT]] : i32 to !llvm.ptr<3>
// CHECK: vector.extract_strided_slice %arg0 {offsets = [0], sizes = [2], strides = [1]}
// CHECK: vector.extract_strided_slice %arg0 {offsets = [2], sizes = [2], strides = [1]}
// CHECK: vector.extract_strided_slice %arg0 {offsets = [4], sizes = [2], strides = [1]}
// CHECK: vector.extract_strided_slice %arg0 {offsets = [6], sizes = [2], strides = [1]}
// CHECK: llvm.call_intrinsic "llvm.nvvm.stmatrix.sync.aligned.m8n8.x4.b16.p3"(%[[P0]], %
// CHECK: %[[OTHER:.*]] = arith.xori %[[OFFSET]], %c32_i32 : i32
// CHECK-NEXT: %[[AT1:.*]] = arith.addi %[[BASE]], %[[OTHER]] : i32
// CHECK: stmatrix.sync.aligned.m8n8.x4.b16.p3
// CHECK: arith.addi %[[AT]], %c4096_i32 : i32
// CHECK: stmatrix.sync.aligned.m8n8.x4.b16.p3
// CHECK: arith.addi %[[AT1]], %c4096_i32 : i32
// CHECK: stmatrix.sync.aligned.m8n8.x4.b16.p3
// CHECK-NOT: stmatrix
func.func @matrices(%v: vector<32xf16>, %out: memref<64x64xf16, 3>) attributes {nvvm.reqntid = array<i32: 128, 1, 1>} {
  pipegroup.fragment_store %v, %out swizzle(64) : vector<32xf16>, memref<64x64xf16, 3>
  return
}

// An odd number of chunks ends in two matrices.
// CHECK-LABEL: func @odd(
// CHECK: stmatrix.sync.aligned.m8n8.x4.b16.p3
// CHECK: stmatrix.sync.aligned.m8n8.x2.b16.p3
// CHECK-NOT: stmatrix
func.func @odd(%v: vector<12xbf16>, %out: memref<64x64xbf16, 3>) {
  pipegroup.fragment_store %v, %out swizzle(128) : vector<12xbf16>, memref<64x64xbf16, 3>
  return
}

// 32-bit elements go in pairs, the second 8 rows below. Without a swizzle a
// span is 16 bytes and a box of 64 rows 1024: 256 for a column.
// CHECK-LABEL: func @pairs(
// CHECK: %[[ROWS:.*]] = arith.muli %arg2, %c16_i32 : i32
// CHECK: %[[COLUMNS:.*]] = arith.muli %arg3, %c256_i32 : i32
// CHECK: %[[BOX:.*]] = arith.muli %{{.*}}, %c1024_i32 : i32
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
// CHECK: arith.addi %{{.*}}, %c128_i32 : i32
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
// CHECK-NOT: llvm.store
func.func @pairs(%v: vector<4xf32>, %out: memref<64x32xf32, 3>, %r: i32, %c: i32) {
  pipegroup.fragment_store %v, %out[%r, %c] : vector<4xf32>, memref<64x32xf32, 3>
  return
}

// Nothing is checked where everything is known to be inside.
// CHECK-LABEL: func @inside(
// CHECK-NOT: scf.if
// CHECK: vector.store %{{.*}}, %arg1[%[[ROW:.*]], %[[COLUMN:.*]]] {alignment = 8 : i64} : memref<64x8xf32>, vector<2xf32>
// CHECK: vector.store %{{.*}}, %arg1[%{{.*}}, %[[COLUMN]]] {alignment = 8 : i64} : memref<64x8xf32>, vector<2xf32>
// CHECK: return
func.func @inside(%v: vector<4xf32>, %out: memref<64x8xf32>) {
  pipegroup.fragment_store %v, %out : vector<4xf32>, memref<64x8xf32>
  return
}

// Rows, then all columns at once, then each element.
// CHECK-LABEL: func @outside(
// CHECK: %[[ISROW:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : i32
// CHECK-NEXT: scf.if %[[ISROW]] {
// CHECK: %[[FITS:.*]] = arith.cmpi sle,
// CHECK-NEXT: scf.if %[[FITS]] {
// CHECK-COUNT-2: memref.store
// CHECK: } else {
// CHECK: scf.if
// CHECK-NOT: scf.if
// CHECK: memref.store
// CHECK: scf.if
// CHECK-NOT: scf.if
// CHECK: memref.store
func.func @outside(%v: vector<4xf32>, %out: memref<?x?xf32>, %r: i32, %c: i32) {
  pipegroup.fragment_store %v, %out[%r, %c] : vector<4xf32>, memref<?x?xf32>
  return
}

// In an even number of columns whole pairs are inside or outside.
// CHECK-LABEL: func @even(
// CHECK-NOT: memref.store
// CHECK: vector.store {{.*}} {alignment = 4 : i64} : memref<?x64xf16>, vector<2xf16>
// CHECK-NOT: memref.store
func.func @even(%v: vector<4xf16>, %out: memref<?x64xf16>, %r: i32, %c: i32) {
  pipegroup.fragment_store %v, %out[%r, %c] : vector<4xf16>, memref<?x64xf16>
  return
}
