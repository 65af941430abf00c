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

// A target may be one chunk wide.
// CHECK-LABEL: func @narrow(
// CHECK: stmatrix.sync.aligned.m8n8.x2.b16.p3
// CHECK-NOT: stmatrix
func.func @narrow(%v: vector<4xf16>, %out: memref<64x8xf16, 3>) {
  pipegroup.fragment_store %v, %out : vector<4xf16>, memref<64x8xf16, 3>
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

// All columns at once, then rows, then each element. Comparisons are unsigned: what
// is negative is outside. A column is compared with the size less 8, so that the sum
// of column and width does not wrap.
// CHECK-LABEL: func @outside(
// CHECK-DAG: %[[LIMIT:.*]] = arith.constant 2147483648 : index
// CHECK: %[[DIM:.*]] = memref.dim %arg1, %c1 :
// CHECK-NEXT: %[[MIN:.*]] = arith.minui %[[DIM]], %[[LIMIT]] : index
// CHECK-NEXT: %[[COLUMNS:.*]] = arith.index_cast %[[MIN]] : index to i32
// CHECK-NEXT: %[[LAST:.*]] = arith.subi %[[COLUMNS]], %c8_i32 : i32
// CHECK-NEXT: %[[BEFORE:.*]] = arith.cmpi ule, %arg3, %[[LAST]] : i32
// CHECK-NEXT: %[[ROOM:.*]] = arith.cmpi uge, %[[COLUMNS]], %c8_i32 : i32
// CHECK-NEXT: %[[FITS:.*]] = arith.andi %[[ROOM]], %[[BEFORE]] : i1
// CHECK-NEXT: scf.if %[[FITS]] {
// CHECK: %[[ISROW:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : i32
// CHECK-NEXT: scf.if %[[ISROW]] {
// CHECK-COUNT-2: memref.store
// CHECK: } else {
// CHECK: arith.cmpi ult,
// CHECK-NEXT: scf.if
// CHECK: arith.cmpi ult, %{{.*}}, %[[COLUMNS]]
// CHECK-NEXT: scf.if
// CHECK-NOT: scf.if
// CHECK: memref.store
// CHECK: scf.if
// CHECK-NOT: scf.if
// CHECK: memref.store
func.func @outside(%v: vector<4xf32>, %out: memref<?x?xf32, strided<[?, 2]>>, %r: i32, %c: i32) {
  pipegroup.fragment_store %v, %out[%r, %c] : vector<4xf32>, memref<?x?xf32, strided<[?, 2]>>
  return
}

// Pairs go where stride, offset and column are even, which is asked once.
// CHECK-LABEL: func @asked(
// CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %arg1
// CHECK-DAG: %[[STRIDE:.*]] = arith.index_cast %[[STRIDES]]#0 : index to i32
// CHECK-DAG: %[[FIRST:.*]] = arith.index_cast %[[OFFSET]] : index to i32
// CHECK: %[[BOTH:.*]] = arith.ori %[[STRIDE]], %[[FIRST]] : i32
// CHECK: %[[ALL:.*]] = arith.ori %[[BOTH]], %arg3 : i32
// CHECK: %[[BIT:.*]] = arith.andi %[[ALL]], %c1_i32 : i32
// CHECK: %[[ARE:.*]] = arith.cmpi eq, %[[BIT]], %c0_i32 : i32
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: scf.if %[[ARE]] {
// CHECK-NOT: memref.store
// CHECK-COUNT-2: vector.store {{.*}} {alignment = 4 : i64} : memref<?x?xf16, strided<[?, 1], offset: ?>>, vector<2xf16>
// CHECK-NOT: vector.store
// CHECK: } else {
// CHECK-COUNT-4: memref.store
// CHECK: } else {
// CHECK-NOT: scf.if %[[ARE]]
// CHECK-COUNT-4: memref.store
func.func @asked(%v: vector<4xf16>, %out: memref<?x?xf16, strided<[?, 1], offset: ?>>, %r: i32, %c: i32) {
  pipegroup.fragment_store %v, %out[%r, %c] : vector<4xf16>, memref<?x?xf16, strided<[?, 1], offset: ?>>
  return
}

// In an even number of columns whole pairs are inside or outside.
// CHECK-LABEL: func @even(
// CHECK-NOT: memref.store
// CHECK: arith.cmpi ult, %{{.*}}, %c64_i32 : i32
// CHECK-NEXT: scf.if
// CHECK: vector.store {{.*}} {alignment = 4 : i64} : memref<?x64xf16>, vector<2xf16>
// CHECK-NOT: memref.store
func.func @even(%v: vector<4xf16>, %out: memref<?x64xf16>) {
  %r = arith.constant 0 : i32
  %c60 = arith.constant 60 : i32
  pipegroup.fragment_store %v, %out[%r, %c60] : vector<4xf16>, memref<?x64xf16>
  return
}

// From an odd column on no pair is aligned, nor in a matrix of odd rows or one that
// begins in the middle of a pair.
// CHECK-LABEL: func @uneven(
// CHECK-NOT: vector.store
// CHECK: return
func.func @uneven(%v: vector<4xf16>, %out: memref<64x64xf16>, %rows: memref<64x63xf16>,
                  %late: memref<64x62xf16, strided<[64, 1], offset: 1>>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  pipegroup.fragment_store %v, %out[%c0, %c1] : vector<4xf16>, memref<64x64xf16>
  pipegroup.fragment_store %v, %rows : vector<4xf16>, memref<64x63xf16>
  pipegroup.fragment_store %v, %late : vector<4xf16>, memref<64x62xf16, strided<[64, 1], offset: 1>>
  return
}

// The same from column 2 on: everything is known to be inside and even.
// CHECK-LABEL: func @moved(
// CHECK-NOT: scf.if
// CHECK-COUNT-2: vector.store
// CHECK-NOT: vector.store
// CHECK: return
func.func @moved(%v: vector<4xf16>, %out: memref<64x64xf16>) {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  pipegroup.fragment_store %v, %out[%c0, %c2] : vector<4xf16>, memref<64x64xf16>
  return
}

// What begins above or left of the matrix is outside as far as it is negative.
// CHECK-LABEL: func @negative(
// CHECK-DAG: %[[ROWS:.*]] = arith.constant 64 : i32
// CHECK: arith.cmpi ult, %{{.*}}, %[[ROWS]] : i32
// CHECK: return
func.func @negative(%v: vector<4xf16>, %out: memref<64x64xf16>) {
  %c0 = arith.constant 0 : i32
  %m8 = arith.constant -8 : i32
  pipegroup.fragment_store %v, %out[%m8, %c0] : vector<4xf16>, memref<64x64xf16>
  return
}
