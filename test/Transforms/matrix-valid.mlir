// Near misses of D1: values that are complete, or that only the tensor core touches.
// accepts: D1
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers | FileCheck %s

// CHECK-LABEL: func @loop
// CHECK: pipegroup.wgmma
func.func @loop(%a: memref<64x64xf16, 3>, %n: index, %z: vector<32xf32>) -> vector<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (vector<32xf32>) {
    %v = pipegroup.wgmma %a, %a, %acc : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
    pipegroup.wgmma_wait 1
    scf.yield %v : vector<32xf32>
  }
  %w = pipegroup.wgmma_wait 0, %r : vector<32xf32>
  return %w : vector<32xf32>
}

// The scores of an attention loop are complete while its output is in flight.
// CHECK-LABEL: func @two_products
func.func @two_products(%a: memref<64x64xf16, 3>, %n: index, %z: vector<32xf32>) -> vector<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (vector<32xf32>) {
    %s = pipegroup.wgmma %a, %a : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
    %o = pipegroup.wgmma %a, %a, %acc : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
    %t = pipegroup.wgmma_wait 1, %s : vector<32xf32>
    %p = arith.truncf %t : vector<32xf32> to vector<32xf16>
    %q = pipegroup.wgmma %p, %a, %o : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf32>
    %u = pipegroup.wgmma_wait 0, %q : vector<32xf32>
    scf.yield %u : vector<32xf32>
  }
  return %r : vector<32xf32>
}

// An argument of the block was made before it.
// CHECK-LABEL: func @carried
func.func @carried(%a: memref<64x64xf16, 3>, %n: index, %out: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = pipegroup.wgmma %a, %a : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%before = %f) -> (vector<32xf32>) {
    %v = pipegroup.wgmma %a, %a : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
    %w = pipegroup.wgmma_wait 1, %before : vector<32xf32>
    pipegroup.fragment_store %w, %out : vector<32xf32>, memref<64x64xf32>
    scf.yield %v : vector<32xf32>
  }
  return
}

// One use on each way.
// CHECK-LABEL: func @either
func.func @either(%a: memref<64x64xf16, 3>, %p: i1) -> vector<32xf32> {
  %v = pipegroup.wgmma %a, %a : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  %r = scf.if %p -> (vector<32xf32>) {
    %w = pipegroup.wgmma %a, %a, %v : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
    scf.yield %w : vector<32xf32>
  } else {
    scf.yield %v : vector<32xf32>
  }
  %x = pipegroup.wgmma_wait 0, %r : vector<32xf32>
  return %x : vector<32xf32>
}
