// Near misses of D1: values that are complete, or that only the tensor core touches. And
// of D3 and D5: what is aligned and what is allocated.
// accepts: D1, D3, D5
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

// A in registers that is made before the loop, and A that is waited for before the loop
// makes it again.
// CHECK-LABEL: func @factors
func.func @factors(%b: memref<64x64xf16, 3>, %in: memref<?x32xf16>, %f: vector<32xf16>, %n: index, %z: vector<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (vector<32xf32>) {
    %v = pipegroup.wgmma %f, %b, %acc : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf32>
    scf.yield %v : vector<32xf32>
  }
  %s:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %f, %acc = %r) -> (vector<32xf16>, vector<32xf32>) {
    %v = pipegroup.wgmma %a, %b, %acc : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf32>
    pipegroup.wgmma_wait 0
    %next = vector.load %in[%i, %c0] : memref<?x32xf16>, vector<32xf16>
    scf.yield %next, %v : vector<32xf16>, vector<32xf32>
  }
  %t = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %s#1) -> (vector<32xf32>) {
    pipegroup.wgmma_wait 0
    %a = vector.load %in[%i, %c0] : memref<?x32xf16>, vector<32xf16>
    %v = pipegroup.wgmma %a, %b, %acc : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf32>
    scf.yield %v : vector<32xf32>
  }
  // A later op stands between this one and its wait.
  scf.for %i = %c0 to %n step %c1 {
    %a = vector.load %in[%i, %c0] : memref<?x32xf16>, vector<32xf16>
    %v = pipegroup.wgmma %a, %b : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf32>
    %w = pipegroup.wgmma %b, %b : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
    pipegroup.wgmma_wait 1
  }
  return
}

memref.global "private" @bytes : memref<16384xi8, 3> {alignment = 512}
memref.global "private" @any : memref<64x64xf32, 3> {alignment = 16}

// CHECK-LABEL: func @places
func.func @places(%v: vector<32xf32>, %at: index) {
  %c512 = arith.constant 512 : index
  %c32 = arith.constant 32 : i32
  %s = memref.get_global @bytes : memref<16384xi8, 3>
  %a = memref.view %s[%c512][] : memref<16384xi8, 3> to memref<64x64xf16, 3>
  %b = memref.view %s[%at][] : memref<16384xi8, 3> to memref<64x64xf16, 3>
  %w = pipegroup.wgmma %a, %b swizzle(64) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  %out = memref.get_global @any : memref<64x64xf32, 3>
  pipegroup.fragment_store %v, %out : vector<32xf32>, memref<64x64xf32, 3>
  %t = pipegroup.tmem_alloc columns(64) cta_group(2)
  pipegroup.tmem_store %v, %t[%c32] : vector<32xf32>
  pipegroup.elect {
    %k = arith.constant false
    pipegroup.umma %t, %a, %b accumulate(%k) transpose_b swizzle(64) cta_group(2) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> f32
  }
  pipegroup.tmem_free %t columns(64) cta_group(2)
  return
}

// CHECK-LABEL: func @pairs
func.func @pairs() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %t = pipegroup.tmem_alloc columns(64) cta_group(2)
  pipegroup.tmem_free %t columns(64) cta_group(2)
  return
}

// A in registers: waits in both branches.
func.func @factor_branches_wait(%b: memref<64x64xf16, 3>, %in: memref<?x32xf16>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = vector.load %in[%i, %c0] : memref<?x32xf16>, vector<32xf16>
    %v = pipegroup.wgmma %a, %b : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf32>
    scf.if %p {
      pipegroup.wgmma_wait 0
    } else {
      pipegroup.wgmma_wait 0
    }
  }
  return
}

// A later op inside a branch, a wait behind it that leaves that one.
func.func @factor_later_op(%b: memref<64x64xf16, 3>, %in: memref<?x32xf16>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = vector.load %in[%i, %c0] : memref<?x32xf16>, vector<32xf16>
    scf.execute_region {
      %v = pipegroup.wgmma %a, %b : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf32>
      %w = pipegroup.wgmma %b, %b : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
      scf.yield
    }
    pipegroup.wgmma_wait 1
  }
  pipegroup.wgmma_wait 0
  return
}

// A that a loop hands on as it is.
func.func @factor_handed_on(%b: memref<64x64xf16, 3>, %a: vector<32xf16>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (vector<32xf16>) {
    %v = pipegroup.wgmma %x, %b : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf32>
    scf.yield %x : vector<32xf16>
  }
  pipegroup.wgmma_wait 0
  return
}

gpu.module @kernels {
  gpu.func @workgroup() workgroup(%a : memref<64x64xf16, 3> {llvm.align = 1024 : i64}) kernel {
    %v = pipegroup.wgmma %a, %a swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
    %w = pipegroup.wgmma_wait 0, %v : vector<32xf32>
    gpu.return
  }
}

// Each CTA of a pair with 64 rows has the sum in half of the columns.
func.func @sum_of_a_pair(%a: memref<64x64xf16, 3>, %b: memref<32x64xf16, 3>) {
  %no = arith.constant false
  %t = pipegroup.tmem_alloc columns(32) cta_group(2)
  pipegroup.elect {
    pipegroup.umma %t, %a, %b accumulate(%no) transpose_b swizzle(128) cta_group(2) : memref<64x64xf16, 3>, memref<32x64xf16, 3> -> f32
  }
  pipegroup.tmem_free %t columns(32) cta_group(2)
  return
}

func.func @part_used_in_time() {
  %t = pipegroup.tmem_alloc columns(64)
  %u = llvm.getelementptr %t[32] : (!llvm.ptr<6>) -> !llvm.ptr<6>, i8
  %v = pipegroup.tmem_load %u : vector<32xf32>
  pipegroup.tmem_free %t columns(64)
  %w = llvm.getelementptr %t[0] : (!llvm.ptr<6>) -> !llvm.ptr<6>, i8
  return
}

pipegroup.group @swizzled merge {
  pipegroup.member @m async_async stages(2) producer(warp 1) consumer(warp 4) slot(memref<64x64xf16, 3>) swizzle(64)
}

func.func @same_swizzle() {
  %c0 = arith.constant 0 : index
  pipegroup.init @swizzled
  %c = pipegroup.start @swizzled consumer : !pipegroup.state<2>
  %a = pipegroup.slot @swizzled::@m[%c] : !pipegroup.state<2> -> memref<64x64xf16, 3>
  pipegroup.wait @swizzled::@m[%c] : !pipegroup.state<2>
  %v = pipegroup.wgmma %a, %a swizzle(64) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  %w = pipegroup.wgmma_wait 0, %v : vector<32xf32>
  pipegroup.release @swizzled[%c] : !pipegroup.state<2>
  return
}
