// One op is one piece of PTX: fence, then every K step of every band of 64 rows, with
// nothing between them. Descriptors are a constant, the address in units of 16
// bytes, and how far each step begins.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_90a --canonicalize --cse | FileCheck %s \
// RUN:   --implicit-check-not=pipegroup.

// 128 rows in boxes of 64 bytes: 64 rows are 4096 bytes, 16 of K 32 bytes.
// CHECK-LABEL: func @fresh(
// CHECK-DAG: %[[FIXED:.*]] = arith.constant -9223371899415756800 : i64
// CHECK-DAG: %[[STEP:.*]] = arith.constant 2 : i64
// CHECK-DAG: %[[BAND:.*]] = arith.constant 256 : i64
// CHECK-DAG: %[[BOTH:.*]] = arith.constant 258 : i64
// CHECK-DAG: %[[MASK:.*]] = arith.constant 16383 : i32
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i32
// CHECK: %[[CAST:.*]] = builtin.unrealized_conversion_cast %arg0
// CHECK-NEXT: %[[POINTER:.*]] = llvm.extractvalue %[[CAST]][1]
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.ptrtoint %[[POINTER]] : !llvm.ptr<3> to i32
// CHECK-NEXT: %[[UNITS:.*]] = arith.shrui %[[ADDRESS]], %[[C4]] : i32
// CHECK-NEXT: %[[START:.*]] = arith.andi %[[UNITS]], %[[MASK]] : i32
// CHECK-NEXT: %[[WIDE:.*]] = arith.extui %[[START]] : i32 to i64
// CHECK-NEXT: %[[A:.*]] = arith.ori %[[WIDE]], %[[FIXED]] : i64
// CHECK: %[[B:.*]] = arith.ori %{{.*}}, %[[FIXED]] : i64
// CHECK-DAG: %[[A1:.*]] = arith.addi %[[A]], %[[BAND]] : i64
// CHECK-DAG: %[[BS:.*]] = arith.addi %[[B]], %[[STEP]] : i64
// CHECK-DAG: %[[AS:.*]] = arith.addi %[[A]], %[[STEP]] : i64
// CHECK-DAG: %[[A1S:.*]] = arith.addi %[[A]], %[[BOTH]] : i64
// CHECK: llvm.inline_asm has_side_effects asm_dialect = att "wgmma.fence.sync.aligned;
// CHECK-SAME: \0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $9, $8, 0, 1, 1, 0, 0;
// CHECK-SAME: \0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$4, $5, $6, $7}, $10, $8, 0, 1, 1, 0, 0;
// CHECK-SAME: \0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $12, $11, 1, 1, 1, 0, 0;
// CHECK-SAME: \0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$4, $5, $6, $7}, $13, $11, 1, 1, 1, 0, 0;\0A",
// CHECK-SAME: "=&f,=&f,=&f,=&f,=&f,=&f,=&f,=&f,l,l,l,l,l,l" %[[B]], %[[A]], %[[A1]], %[[BS]], %[[AS]], %[[A1S]] :
// CHECK: llvm.call_intrinsic "llvm.nvvm.wgmma.commit_group.sync.aligned"()
func.func @fresh(%a: memref<128x32xf16, 3>, %b: memref<8x32xf16, 3>) -> vector<8xf32> {
  %v = pipegroup.wgmma %a, %b transpose_b swizzle(64) : memref<128x32xf16, 3>, memref<8x32xf16, 3> -> vector<8xf32>
  // The values come out behind the wait.
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.wgmma.wait_group.sync.aligned"(%c0_i64)
  // CHECK: llvm.inline_asm has_side_effects asm_dialect = att "", "=&f,=&f,=&f,=&f,=&f,=&f,=&f,=&f,0,1,2,3,4,5,6,7"
  %w = pipegroup.wgmma_wait 0, %v : vector<8xf32>
  return %w : vector<8xf32>
}

// The accumulator is in the registers of the result; a predicate says whether the
// first step adds to it. Row r begins r * 64 bytes on. Halves are packed.
// CHECK-LABEL: func @carried(
// CHECK: %[[PACKED:.*]] = llvm.bitcast %arg4 : vector<4xf16> to vector<2xi32>
// CHECK: %[[BYTES:.*]] = arith.muli %arg2, %c64_i32 : i32
// CHECK-NEXT: arith.addi %{{.*}}, %[[BYTES]] : i32
// CHECK: %[[BIT:.*]] = arith.extui %arg3 : i1 to i32
// CHECK: llvm.inline_asm {{.*}} "{\0A.reg .pred p;\0Awgmma.fence.sync.aligned;\0Asetp.ne.b32 p, $4, 0;
// CHECK-SAME: \0Awgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {$0, $1}, $6, $5, p, 1, 1, 0, 0;
// CHECK-SAME: \0Awgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {$0, $1}, $8, $7, 1, 1, 1, 0, 0;\0A}",
// CHECK-SAME: "=&r,=&r,0,1,r,l,l,l,l" %{{[0-9]+}}, %{{[0-9]+}}, %[[BIT]],
func.func @carried(%a: memref<128x32xf16, 3>, %b: memref<8x32xf16, 3>, %r: i32, %p: i1, %z: vector<4xf16>) {
  %v = pipegroup.wgmma %a[%r], %b, %z accumulate(%p) transpose_b swizzle(64) : memref<128x32xf16, 3>, memref<8x32xf16, 3> -> vector<4xf16>
  // CHECK: llvm.call_intrinsic "llvm.nvvm.wgmma.wait_group.sync.aligned"(%c3_i64)
  pipegroup.wgmma_wait 3
  return
}

// A in registers; B is MN-major.
// CHECK-LABEL: func @registers(
// CHECK: llvm.inline_asm {{.*}} "wgmma.fence.sync.aligned;
// CHECK-SAME: \0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, {$4, $5, $6, $7}, $12, 0, 1, 1, 1;
// CHECK-SAME: \0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, {$8, $9, $10, $11}, $13, 1, 1, 1, 1;\0A",
// CHECK-SAME: "=&f,=&f,=&f,=&f,r,r,r,r,r,r,r,r,l,l"
func.func @registers(%a: vector<16xf16>, %b: memref<32x8xf16, 3>) {
  %v = pipegroup.wgmma %a, %b : vector<16xf16>, memref<32x8xf16, 3> -> vector<4xf32>
  return
}

// What follows the factors depends on the types.
// CHECK-LABEL: func @types(
func.func @types(%a: memref<64x64xbf16, 3>, %t: memref<64x8xf32, 3>, %f: memref<64x32xf8E4M3FN, 3>,
                 %g: memref<64x32xf8E5M2, 3>, %i: memref<64x32xi8, 3>, %u: memref<64x32xui8, 3>) {
  // CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {{{[^}]*}}}, $33, $32, 0, 1, 1, 1, 1;
  %0 = pipegroup.wgmma %a, %a transpose_a : memref<64x64xbf16, 3>, memref<64x64xbf16, 3> -> vector<32xf32>
  // CHECK: wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32 {{{[^}]*}}}, $33, $32, 0, 1, 1;
  %1 = pipegroup.wgmma %t, %t transpose_b : memref<64x8xf32, 3>, memref<64x8xf32, 3> -> vector<32xf32>
  // CHECK: wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e5m2 {{{[^}]*}}}, $33, $32, 0, 1, 1;
  %2 = pipegroup.wgmma %f, %g transpose_b : memref<64x32xf8E4M3FN, 3>, memref<64x32xf8E5M2, 3> -> vector<32xf32>
  // CHECK: wgmma.mma_async.sync.aligned.m64n64k32.s32.s8.u8 {{{[^}]*}}}, $33, $32, 0;
  %3 = pipegroup.wgmma %i, %u transpose_b : memref<64x32xi8, 3>, memref<64x32xui8, 3> -> vector<32xi32>
  return
}
