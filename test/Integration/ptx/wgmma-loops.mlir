// Loops that carry accumulators of every type assemble without spills and without
// warnings about serialized wgmma.
// REQUIRES: ptxas
// RUN: pipegroup-compile --chip=sm_90a %s -o %t.ptx
// RUN: %ptxas -v -arch=sm_90a %t.ptx -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=warning --implicit-check-not='{{[1-9][0-9]* bytes spill}}'

// CHECK-COUNT-7: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads

gpu.module @kernels {
  memref.global "private" @a0 : memref<64x64xf16, 3> {alignment = 1024}
  memref.global "private" @b0 : memref<64x64xf16, 3> {alignment = 1024}
  gpu.func @k0(%out: memref<128x32xf32>, %n: i32, %p: i1) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = memref.get_global @a0 : memref<64x64xf16, 3>
    %b = memref.get_global @b0 : memref<64x64xf16, 3>
    %f = pipegroup.wgmma %a, %b swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %f) -> (vector<32xf32>) : i32 {
      %x = pipegroup.wgmma %a, %b, %acc accumulate(%p) swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
      pipegroup.wgmma_wait 1
      scf.yield %x : vector<32xf32>
    }
    %v = pipegroup.wgmma_wait 0, %s : vector<32xf32>
    %t = gpu.thread_id x
    %z = arith.constant 0 : index
    vector.store %v, %out[%t, %z] : memref<128x32xf32>, vector<32xf32>
    gpu.return
  }
  memref.global "private" @a1 : memref<64x64xf16, 3> {alignment = 1024}
  memref.global "private" @b1 : memref<64x64xf16, 3> {alignment = 1024}
  gpu.func @k1(%out: memref<128x32xf16>, %n: i32, %p: i1) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = memref.get_global @a1 : memref<64x64xf16, 3>
    %b = memref.get_global @b1 : memref<64x64xf16, 3>
    %f = pipegroup.wgmma %a, %b transpose_a transpose_b swizzle(64, 32) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf16>
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %f) -> (vector<32xf16>) : i32 {
      %x = pipegroup.wgmma %a, %b, %acc accumulate(%p) transpose_a transpose_b swizzle(64, 32) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf16>
      pipegroup.wgmma_wait 1
      scf.yield %x : vector<32xf16>
    }
    %v = pipegroup.wgmma_wait 0, %s : vector<32xf16>
    %t = gpu.thread_id x
    %z = arith.constant 0 : index
    vector.store %v, %out[%t, %z] : memref<128x32xf16>, vector<32xf16>
    gpu.return
  }
  memref.global "private" @a2 : memref<128x64xbf16, 3> {alignment = 1024}
  memref.global "private" @b2 : memref<64x128xbf16, 3> {alignment = 1024}
  gpu.func @k2(%out: memref<128x128xf32>, %n: i32, %p: i1) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = memref.get_global @a2 : memref<128x64xbf16, 3>
    %b = memref.get_global @b2 : memref<64x128xbf16, 3>
    %f = pipegroup.wgmma %a, %b swizzle(none) : memref<128x64xbf16, 3>, memref<64x128xbf16, 3> -> vector<128xf32>
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %f) -> (vector<128xf32>) : i32 {
      %x = pipegroup.wgmma %a, %b, %acc accumulate(%p) swizzle(none) : memref<128x64xbf16, 3>, memref<64x128xbf16, 3> -> vector<128xf32>
      pipegroup.wgmma_wait 1
      scf.yield %x : vector<128xf32>
    }
    %v = pipegroup.wgmma_wait 0, %s : vector<128xf32>
    %t = gpu.thread_id x
    %z = arith.constant 0 : index
    vector.store %v, %out[%t, %z] : memref<128x128xf32>, vector<128xf32>
    gpu.return
  }
  memref.global "private" @a3 : memref<64x64xf32, 3> {alignment = 1024}
  memref.global "private" @b3 : memref<24x64xf32, 3> {alignment = 1024}
  gpu.func @k3(%out: memref<128x12xf32>, %n: i32, %p: i1) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = memref.get_global @a3 : memref<64x64xf32, 3>
    %b = memref.get_global @b3 : memref<24x64xf32, 3>
    %f = pipegroup.wgmma %a, %b transpose_b swizzle(128) : memref<64x64xf32, 3>, memref<24x64xf32, 3> -> vector<12xf32>
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %f) -> (vector<12xf32>) : i32 {
      %x = pipegroup.wgmma %a, %b, %acc accumulate(%p) transpose_b swizzle(128) : memref<64x64xf32, 3>, memref<24x64xf32, 3> -> vector<12xf32>
      pipegroup.wgmma_wait 1
      scf.yield %x : vector<12xf32>
    }
    %v = pipegroup.wgmma_wait 0, %s : vector<12xf32>
    %t = gpu.thread_id x
    %z = arith.constant 0 : index
    vector.store %v, %out[%t, %z] : memref<128x12xf32>, vector<12xf32>
    gpu.return
  }
  memref.global "private" @a4 : memref<64x128xf8E4M3FN, 3> {alignment = 1024}
  memref.global "private" @b4 : memref<8x128xf8E5M2, 3> {alignment = 1024}
  gpu.func @k4(%out: memref<128x4xf16>, %n: i32, %p: i1) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = memref.get_global @a4 : memref<64x128xf8E4M3FN, 3>
    %b = memref.get_global @b4 : memref<8x128xf8E5M2, 3>
    %f = pipegroup.wgmma %a, %b transpose_b swizzle(128) : memref<64x128xf8E4M3FN, 3>, memref<8x128xf8E5M2, 3> -> vector<4xf16>
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %f) -> (vector<4xf16>) : i32 {
      %x = pipegroup.wgmma %a, %b, %acc accumulate(%p) transpose_b swizzle(128) : memref<64x128xf8E4M3FN, 3>, memref<8x128xf8E5M2, 3> -> vector<4xf16>
      pipegroup.wgmma_wait 1
      scf.yield %x : vector<4xf16>
    }
    %v = pipegroup.wgmma_wait 0, %s : vector<4xf16>
    %t = gpu.thread_id x
    %z = arith.constant 0 : index
    vector.store %v, %out[%t, %z] : memref<128x4xf16>, vector<4xf16>
    gpu.return
  }
  memref.global "private" @a5 : memref<64x128xi8, 3> {alignment = 1024}
  memref.global "private" @b5 : memref<48x128xui8, 3> {alignment = 1024}
  gpu.func @k5(%out: memref<128x24xi32>, %n: i32, %p: i1) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = memref.get_global @a5 : memref<64x128xi8, 3>
    %b = memref.get_global @b5 : memref<48x128xui8, 3>
    %f = pipegroup.wgmma %a, %b transpose_b swizzle(32) : memref<64x128xi8, 3>, memref<48x128xui8, 3> -> vector<24xi32>
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %f) -> (vector<24xi32>) : i32 {
      %x = pipegroup.wgmma %a, %b, %acc accumulate(%p) transpose_b swizzle(32) : memref<64x128xi8, 3>, memref<48x128xui8, 3> -> vector<24xi32>
      pipegroup.wgmma_wait 1
      scf.yield %x : vector<24xi32>
    }
    %v = pipegroup.wgmma_wait 0, %s : vector<24xi32>
    %t = gpu.thread_id x
    %z = arith.constant 0 : index
    vector.store %v, %out[%t, %z] : memref<128x24xi32>, vector<24xi32>
    gpu.return
  }
  // The probabilities of attention stay in registers as a factor.
  memref.global "private" @q : memref<64x64xf16, 3> {alignment = 1024}
  memref.global "private" @kv : memref<128x64xf16, 3> {alignment = 1024}
  gpu.func @attention(%out: memref<?x?xf32>, %n: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %q = memref.get_global @q : memref<64x64xf16, 3>
    %kv = memref.get_global @kv : memref<128x64xf16, 3>
    %zero = arith.constant dense<0.0> : vector<32xf32>
    %o = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (vector<32xf32>) : i32 {
      %s = pipegroup.wgmma %q, %kv transpose_b swizzle(128) : memref<64x64xf16, 3>, memref<128x64xf16, 3> -> vector<64xf32>
      %t = pipegroup.wgmma_wait 0, %s : vector<64xf32>
      %p = arith.truncf %t : vector<64xf32> to vector<64xf16>
      %x = pipegroup.wgmma %p, %kv, %acc swizzle(none, 128) : vector<64xf16>, memref<128x64xf16, 3> -> vector<32xf32>
      %y = pipegroup.wgmma_wait 0, %x : vector<32xf32>
      scf.yield %y : vector<32xf32>
    }
    pipegroup.fragment_store %o, %out : vector<32xf32>, memref<?x?xf32>
    gpu.return
  }
}
