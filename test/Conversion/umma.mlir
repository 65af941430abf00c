// K steps with their descriptors; only the first one may start a new sum.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_100a --canonicalize --cse | FileCheck %s \
// RUN:   --implicit-check-not=pipegroup.

// Boxes of 64 bytes: two steps in a box, 128 rows of A and 16 of B to the next one.
// CHECK-LABEL: func @steps(
// CHECK-DAG: %[[SHAPE:.*]] = arith.constant 134479888 : i32
// CHECK-DAG: %[[FIXED:.*]] = arith.constant -9223301530671579136 : i64
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : i64
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : i64
// CHECK-DAG: %[[C512:.*]] = arith.constant 512 : i64
// CHECK: nvvm.elect.sync
// CHECK: %[[A:.*]] = arith.ori %{{.*}}, %[[FIXED]] : i64
// CHECK: %[[B:.*]] = arith.ori %{{.*}}, %[[FIXED]] : i64
// CHECK: nvvm.tcgen05.mma %arg0, %[[A]], %[[B]], %[[SHAPE]], %arg3 {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f16>}
// CHECK-DAG: %[[A1:.*]] = arith.addi %[[A]], %[[C2]] : i64
// CHECK-DAG: %[[B1:.*]] = arith.addi %[[B]], %[[C2]] : i64
// CHECK: nvvm.tcgen05.mma %arg0, %[[A1]], %[[B1]], %[[SHAPE]], %true {
// CHECK-DAG: %[[A2:.*]] = arith.addi %[[A]], %[[C512]] : i64
// CHECK-DAG: %[[B2:.*]] = arith.addi %[[B]], %[[C64]] : i64
// CHECK: nvvm.tcgen05.mma %arg0, %[[A2]], %[[B2]], %[[SHAPE]], %true {
// CHECK: nvvm.tcgen05.mma %arg0, {{.*}}, %[[SHAPE]], %true {
// CHECK-NOT: nvvm.tcgen05.mma
func.func @steps(%t: !llvm.ptr<6>, %a: memref<128x64xf16, 3>, %b: memref<16x64xf16, 3>, %p: i1) {
  pipegroup.elect {
    pipegroup.umma %t, %a, %b accumulate(%p) transpose_b swizzle(64) : memref<128x64xf16, 3>, memref<16x64xf16, 3> -> f32
  }
  return
}

// CHECK-LABEL: func @kinds(
func.func @kinds(%t: !llvm.ptr<6>, %tf: memref<128x8xf32, 3>, %f8: memref<128x32xf8E4M3FN, 3>,
                 %f6: memref<128x32xf6E2M3FN, 3>, %i8: memref<128x32xi8, 3>, %h: memref<64x16xf16, 3>, %p: i1) {
  pipegroup.elect {
    // CHECK: nvvm.tcgen05.mma {{.*}} {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<tf32>}
    pipegroup.umma %t, %tf, %tf accumulate(%p) transpose_b : memref<128x8xf32, 3>, memref<128x8xf32, 3> -> f32
    // CHECK: nvvm.tcgen05.mma {{.*}} {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f8f6f4>}
    pipegroup.umma %t, %f8, %f6 accumulate(%p) transpose_b : memref<128x32xf8E4M3FN, 3>, memref<128x32xf6E2M3FN, 3> -> f32
    // CHECK: nvvm.tcgen05.mma {{.*}} {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<i8>}
    pipegroup.umma %t, %i8, %i8 accumulate(%p) transpose_b : memref<128x32xi8, 3>, memref<128x32xi8, 3> -> i32
    // CHECK: nvvm.tcgen05.mma {{.*}} {ctaGroup = #nvvm.cta_group<cta_2>, kind = #nvvm.tcgen05_mma_kind<f16>}
    pipegroup.umma %t, %h, %h accumulate(%p) transpose_b cta_group(2) : memref<64x16xf16, 3>, memref<64x16xf16, 3> -> f32
  }
  return
}

// Scales: four steps of 32 share a column of four bytes, then come the next 4
// columns for 128 rows, and 8 for 256.
// CHECK-LABEL: func @scaled(
// CHECK: nvvm.tcgen05.mma.block_scale %arg0, {{.*}}, %arg4, %arg1, %arg2 {blockScale = #nvvm.tcgen05_mma_block_scale<block32>, ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf8f6f4>}
// CHECK-COUNT-3: nvvm.tcgen05.mma.block_scale %arg0, {{.*}}, %true, %arg1, %arg2 {
// CHECK: %[[SA:.*]] = llvm.ptrtoint %arg1 : !llvm.ptr<6> to i32
// CHECK-NEXT: %[[NA:.*]] = arith.addi %[[SA]], %c4_i32 : i32
// CHECK-NEXT: %[[PA:.*]] = llvm.inttoptr %[[NA]] : i32 to !llvm.ptr<6>
// CHECK: %[[SB:.*]] = llvm.ptrtoint %arg2 : !llvm.ptr<6> to i32
// CHECK-NEXT: %[[NB:.*]] = arith.addi %[[SB]], %c8_i32 : i32
// CHECK-NEXT: %[[PB:.*]] = llvm.inttoptr %[[NB]] : i32 to !llvm.ptr<6>
// CHECK: nvvm.tcgen05.mma.block_scale %arg0, {{.*}}, %true, %[[PA]], %[[PB]] {
func.func @scaled(%t: !llvm.ptr<6>, %sa: !llvm.ptr<6>, %sb: !llvm.ptr<6>, %a: memref<128x256xf8E4M3FN, 3>, %p: i1,
                  %b: memref<256x256xf8E4M3FN, 3>) {
  pipegroup.elect {
    pipegroup.umma %t, %a, %b accumulate(%p) scales(%sa, %sb : f8E8M0FNU, 32) transpose_b swizzle(128)
        : memref<128x256xf8E4M3FN, 3>, memref<256x256xf8E4M3FN, 3> -> f32
  }
  return
}
