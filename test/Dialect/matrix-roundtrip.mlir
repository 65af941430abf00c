// Every op on matrices survives each form of the IR, with all clauses and none.
// RUN: pipegroup-opt %s --verify-roundtrip | FileCheck %s
// RUN: pipegroup-opt %s -mlir-print-op-generic | pipegroup-opt | FileCheck %s
// RUN: pipegroup-opt %s --emit-bytecode | pipegroup-opt | FileCheck %s

// CHECK-LABEL: func @hopper(
// CHECK-SAME: %[[A:.*]]: memref<128x64xf16, 3>, %[[B:.*]]: memref<64x64xf16, 3>,
// CHECK-SAME: %[[W:.*]]: memref<64x64xf16, #gpu.address_space<workgroup>>,
// CHECK-SAME: %[[R:.*]]: i32, %[[P:.*]]: i1, %[[OUT:.*]]: memref<?x?xf16>)
func.func @hopper(%a: memref<128x64xf16, 3>, %b: memref<64x64xf16, 3>,
                  %w: memref<64x64xf16, #gpu.address_space<workgroup>>,
                  %r: i32, %p: i1, %out: memref<?x?xf16>) {
  // CHECK-NEXT: %[[V:.*]] = pipegroup.wgmma %[[A]], %[[B]] : memref<128x64xf16, 3>, memref<64x64xf16, 3> -> vector<64xf32>
  %v = pipegroup.wgmma %a, %b : memref<128x64xf16, 3>, memref<64x64xf16, 3> -> vector<64xf32>
  // CHECK-NEXT: %[[H:.*]] = pipegroup.wgmma %[[A]][%[[R]]], %[[B]] transpose_b swizzle(128) : memref<128x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf16>
  %h = pipegroup.wgmma %a[%r], %b transpose_b swizzle(128) : memref<128x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf16>
  // CHECK-NEXT: %[[I:.*]] = pipegroup.wgmma %[[W]], %[[B]], %[[H]] accumulate(%[[P]]) transpose_a transpose_b swizzle(none, 64) : memref<64x64xf16, #gpu.address_space<workgroup>>, memref<64x64xf16, 3> -> vector<32xf16>
  %i = pipegroup.wgmma %w, %b, %h accumulate(%p) transpose_a transpose_b swizzle(none, 64) : memref<64x64xf16, #gpu.address_space<workgroup>>, memref<64x64xf16, 3> -> vector<32xf16>
  // CHECK-NEXT: pipegroup.wgmma_wait 1{{$}}
  pipegroup.wgmma_wait 1
  // CHECK-NEXT: %[[D:.*]]:2 = pipegroup.wgmma_wait 0, %[[V]], %[[I]] : vector<64xf32>, vector<32xf16>
  %d:2 = pipegroup.wgmma_wait 0, %v, %i : vector<64xf32>, vector<32xf16>
  // CHECK-NEXT: %[[X:.*]] = pipegroup.wgmma %[[D]]#1, %[[B]], %[[D]]#1 swizzle(none, 128) : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf16>
  %x = pipegroup.wgmma %d#1, %b, %d#1 swizzle(none, 128) : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf16>
  // CHECK-NEXT: pipegroup.fragment_store %[[D]]#1, %[[B]] swizzle(32) : vector<32xf16>, memref<64x64xf16, 3>
  pipegroup.fragment_store %d#1, %b swizzle(32) : vector<32xf16>, memref<64x64xf16, 3>
  // CHECK-NEXT: pipegroup.fragment_store %[[D]]#1, %[[OUT]][%[[R]], %[[R]]] columns(32) : vector<32xf16>, memref<?x?xf16>
  pipegroup.fragment_store %d#1, %out[%r, %r] columns(32) : vector<32xf16>, memref<?x?xf16>
  // CHECK-NEXT: pipegroup.fragment_store %[[D]]#1, %[[OUT]] : vector<32xf16>, memref<?x?xf16>
  pipegroup.fragment_store %d#1, %out : vector<32xf16>, memref<?x?xf16>
  return
}

// CHECK-LABEL: func @blackwell(
// CHECK-SAME: %[[A:.*]]: memref<128x64xf16, 3>, %[[B:.*]]: memref<256x64xf16, 3>,
// CHECK-SAME: %[[F:.*]]: memref<128x128xf8E4M3FN, 3>, %[[I:.*]]: i32, %[[P:.*]]: i1)
func.func @blackwell(%a: memref<128x64xf16, 3>, %b: memref<256x64xf16, 3>,
                     %f: memref<128x128xf8E4M3FN, 3>, %i: i32, %p: i1) {
  // CHECK-NEXT: %[[T:.*]] = pipegroup.tmem_alloc columns(256) cta_group(2)
  %t = pipegroup.tmem_alloc columns(256) cta_group(2)
  // CHECK-NEXT: pipegroup.elect {
  pipegroup.elect {
    // CHECK-NEXT: pipegroup.umma %[[T]], %[[A]], %[[B]] accumulate(%[[P]]) transpose_b swizzle(128) : memref<128x64xf16, 3>, memref<256x64xf16, 3> -> f32
    pipegroup.umma %t, %a, %b accumulate(%p) transpose_b swizzle(128) : memref<128x64xf16, 3>, memref<256x64xf16, 3> -> f32
    // CHECK-NEXT: pipegroup.umma %[[T]], %[[F]], %[[F]] accumulate(%[[P]]) scales(%[[T]], %[[T]] : f8E8M0FNU, 32) transpose_a cta_group(2) : memref<128x128xf8E4M3FN, 3>, memref<128x128xf8E4M3FN, 3> -> f32
    pipegroup.umma %t, %f, %f accumulate(%p) scales(%t, %t : f8E8M0FNU, 32) transpose_a cta_group(2) : memref<128x128xf8E4M3FN, 3>, memref<128x128xf8E4M3FN, 3> -> f32
  }
  // CHECK: %[[V:.*]] = pipegroup.tmem_load %[[T]] : vector<128xf32>
  %v = pipegroup.tmem_load %t : vector<128xf32>
  // CHECK-NEXT: %[[W:.*]] = pipegroup.tmem_load %[[T]][%[[I]]] : vector<1xi32>
  %w = pipegroup.tmem_load %t[%i] : vector<1xi32>
  // CHECK-NEXT: pipegroup.tmem_store %[[V]], %[[T]] : vector<128xf32>
  pipegroup.tmem_store %v, %t : vector<128xf32>
  // CHECK-NEXT: pipegroup.tmem_store %[[W]], %[[T]][%[[I]]] : vector<1xi32>
  pipegroup.tmem_store %w, %t[%i] : vector<1xi32>
  // CHECK-NEXT: pipegroup.tmem_free %[[T]] columns(256) cta_group(2)
  pipegroup.tmem_free %t columns(256) cta_group(2)
  // CHECK-NEXT: pipegroup.tensor_fence_before
  pipegroup.tensor_fence_before
  // CHECK-NEXT: pipegroup.tensor_fence_after
  pipegroup.tensor_fence_after
  return
}
