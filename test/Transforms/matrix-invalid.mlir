// D1 and D5: registers in flight and tensor memory belong to the tensor core until a
// wait, or the free, on every way.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file -verify-diagnostics

func.func @at_once(%a: memref<64x64xf16, 3>) -> vector<32xf32> {
  // expected-note @below {{the value is made here}}
  %v = pipegroup.wgmma %a, %a : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  // expected-error @below {{'arith.addf' uses a value that may be in flight, expected 'pipegroup.wgmma_wait' on the way to it [D1]}}
  %w = arith.addf %v, %v : vector<32xf32>
  return %w : vector<32xf32>
}

// -----

func.func @beside_the_wait(%a: memref<64x64xf16, 3>) -> vector<32xf32> {
  // expected-note @below {{the value is made here}}
  %v = pipegroup.wgmma %a, %a : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  pipegroup.wgmma_wait 0
  // expected-error @below {{'func.return' uses a value that may be in flight}}
  return %v : vector<32xf32>
}

// -----

func.func @too_few(%a: memref<64x64xf16, 3>) -> vector<32xf32> {
  // expected-note @below {{the value is made here}}
  %v = pipegroup.wgmma %a, %a : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  %w = pipegroup.wgmma_wait 1, %v : vector<32xf32>
  // expected-error @below {{'arith.negf' uses a value that may be in flight}}
  %x = arith.negf %w : vector<32xf32>
  return %x : vector<32xf32>
}

// -----

func.func @loop(%a: memref<64x64xf16, 3>, %n: index, %z: vector<32xf32>, %out: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (vector<32xf32>) {
    // expected-note @below {{the value is made here}}
    %v = pipegroup.wgmma %a, %a, %acc : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
    pipegroup.wgmma_wait 0
    scf.yield %v : vector<32xf32>
  }
  // expected-error @below {{'pipegroup.fragment_store' uses a value that may be in flight}}
  pipegroup.fragment_store %r, %out : vector<32xf32>, memref<64x64xf32>
  return
}

// -----

func.func @factor(%a: memref<64x64xf16, 3>) {
  // expected-note @below {{the value is made here}}
  %v = pipegroup.wgmma %a, %a : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf16>
  // expected-error @below {{'pipegroup.wgmma' uses a value that may be in flight}}
  %w = pipegroup.wgmma %v, %a : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf16>
  return
}

// -----

func.func @chosen(%a: memref<64x64xf16, 3>, %z: vector<32xf16>, %p: i1) {
  // expected-note @below {{the value is made here}}
  %v = pipegroup.wgmma %a, %a : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf16>
  // expected-error @below {{'arith.select' uses a value that may be in flight}}
  %w = arith.select %p, %v, %z : vector<32xf16>
  return
}

// -----

func.func @taken_twice(%a: memref<64x64xf16, 3>) {
  %v = pipegroup.wgmma %a, %a : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  // expected-note @below {{the other use is here}}
  %w = pipegroup.wgmma %a, %a, %v : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  // expected-error @below {{'pipegroup.wgmma_wait' uses a value in flight that may have been used, expected one use on each way [D1]}}
  %x:2 = pipegroup.wgmma_wait 0, %v, %w : vector<32xf32>, vector<32xf32>
  return
}

// -----

func.func @taken_again(%a: memref<64x64xf16, 3>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{the value is made here}}
  %v = pipegroup.wgmma %a, %a : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @below {{'pipegroup.wgmma' uses a value in flight that may have been used}}
    %w = pipegroup.wgmma %a, %a, %v : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  }
  return
}

// -----

func.func @not_freed() {
  // expected-error @below {{is not freed in its block, expected one 'pipegroup.tmem_free' [D5]}}
  %t = pipegroup.tmem_alloc columns(64)
  return
}

// -----

func.func @freed_sometimes(%p: i1) {
  // expected-error @below {{is not freed in its block, expected one 'pipegroup.tmem_free' [D5]}}
  %t = pipegroup.tmem_alloc columns(64)
  scf.if %p {
    pipegroup.tmem_free %t columns(64)
  }
  return
}

// -----

func.func @freed_twice() {
  %t = pipegroup.tmem_alloc columns(64)
  // expected-error @below {{frees what another one frees, expected one [D5]}}
  pipegroup.tmem_free %t columns(64)
  // expected-note @below {{the other one is here}}
  pipegroup.tmem_free %t columns(64)
  return
}

// -----

func.func @in_part() {
  // expected-note @below {{they are allocated here}}
  %t = pipegroup.tmem_alloc columns(64)
  // expected-error @below {{frees 32 columns in cta_group(1), expected 64 in cta_group(1) [D5]}}
  pipegroup.tmem_free %t columns(32)
  return
}

// -----

func.func @used_late() -> vector<32xf32> {
  %t = pipegroup.tmem_alloc columns(64)
  // expected-note @below {{it is freed here}}
  pipegroup.tmem_free %t columns(64)
  // expected-error @below {{'pipegroup.tmem_load' may use tensor memory that is free, expected it before the free [D5]}}
  %v = pipegroup.tmem_load %t : vector<32xf32>
  return %v : vector<32xf32>
}

// -----

func.func @two() {
  // expected-note @below {{the first one is here}}
  %t = pipegroup.tmem_alloc columns(64)
  // expected-error @below {{is the second of a kernel, expected one for all columns [D5]}}
  %u = pipegroup.tmem_alloc columns(64)
  pipegroup.tmem_free %u columns(64)
  pipegroup.tmem_free %t columns(64)
  return
}

// -----

func.func @whose(%t: !llvm.ptr<6>) {
  // expected-error @below {{frees what is not known to be allocated, expected the result of 'pipegroup.tmem_alloc' [D5]}}
  pipegroup.tmem_free %t columns(64)
  return
}

// -----

// The next elements may be loaded to the registers that the tensor core still reads.
func.func @factor_carried(%b: memref<64x64xf16, 3>, %in: memref<?x32xf16>, %f: vector<32xf16>, %n: index, %z: vector<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %f, %acc = %z) -> (vector<32xf16>, vector<32xf32>) {
    // expected-error @below {{may still read A in registers when they are made again, expected 'pipegroup.wgmma_wait' on the way [D1]}}
    %v = pipegroup.wgmma %a, %b, %acc : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf32>
    // expected-note @below {{they are made here}}
    %next = vector.load %in[%i, %c0] : memref<?x32xf16>, vector<32xf16>
    pipegroup.wgmma_wait 0
    scf.yield %next, %v : vector<32xf16>, vector<32xf32>
  }
  %w = pipegroup.wgmma_wait 0, %r#1 : vector<32xf32>
  return
}

// -----

func.func @factor_made(%b: memref<64x64xf16, 3>, %x: vector<32xf32>, %n: index, %z: vector<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (vector<32xf32>) {
    // expected-note @below {{they are made here}}
    %a = arith.truncf %x : vector<32xf32> to vector<32xf16>
    // expected-error @below {{may still read A in registers when they are made again}}
    %v = pipegroup.wgmma %a, %b, %acc : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf32>
    pipegroup.wgmma_wait 1
    scf.yield %v : vector<32xf32>
  }
  %w = pipegroup.wgmma_wait 0, %r : vector<32xf32>
  return
}

// -----

func.func @factor_branches(%b: memref<64x64xf16, 3>, %f: vector<32xf16>, %g: vector<32xf16>, %p: i1) {
  cf.br ^loop(%f : vector<32xf16>)
// expected-note @below {{they are made here}}
^loop(%a: vector<32xf16>):
  // expected-error @below {{may still read A in registers when they are made again}}
  %v = pipegroup.wgmma %a, %b : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf32>
  cf.cond_br %p, ^loop(%g : vector<32xf16>), ^done
^done:
  return
}

// -----

// expected-note @below {{the variable is here}}
memref.global "private" @anywhere : memref<64x64xf16, 3>

func.func @unaligned() {
  %a = memref.get_global @anywhere : memref<64x64xf16, 3>
  // expected-error @below {{has A at a multiple of 2 bytes, expected one of 1024 [D3]}}
  // expected-error @below {{has B at a multiple of 2 bytes, expected one of 1024 [D3]}}
  %v = pipegroup.wgmma %a, %a swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  return
}

// -----

// expected-note @below {{the variable is here}}
memref.global "private" @bytes : memref<16384xi8, 3> {alignment = 1024}

func.func @shifted(%v: vector<32xf16>) {
  %c512 = arith.constant 512 : index
  %s = memref.get_global @bytes : memref<16384xi8, 3>
  %a = memref.view %s[%c512][] : memref<16384xi8, 3> to memref<64x64xf16, 3>
  // expected-error @below {{has the target at a multiple of 512 bytes, expected one of 1024 [D3]}}
  pipegroup.fragment_store %v, %a swizzle(128) : vector<32xf16>, memref<64x64xf16, 3>
  return
}

// -----

func.func @outside_columns() {
  %c16 = arith.constant 16 : i32
  // expected-note @below {{they are allocated here}}
  %t = pipegroup.tmem_alloc columns(64)
  %v = pipegroup.tmem_load %t : vector<64xf32>
  // expected-error @below {{begins at column 16 and has 64 of 64, expected room for all [D5]}}
  pipegroup.tmem_store %v, %t[%c16] : vector<64xf32>
  pipegroup.tmem_free %t columns(64)
  return
}

// -----

func.func @other_group(%a: memref<128x64xf16, 3>, %k: i1) {
  // expected-note @below {{the first of them is here}}
  %t = pipegroup.tmem_alloc columns(256)
  pipegroup.elect {
    // expected-error @below {{has cta_group(2), expected cta_group(1) as the others of its kernel [D5]}}
    pipegroup.umma %t, %a, %a accumulate(%k) transpose_b swizzle(128) cta_group(2) : memref<128x64xf16, 3>, memref<128x64xf16, 3> -> f32
  }
  pipegroup.tmem_free %t columns(256)
  return
}

// -----

func.func @no_pair() attributes {nvvm.cluster_dim = array<i32: 1, 2, 1>} {
  // expected-error @below {{has cta_group(2) in clusters of 1 CTAs along x, expected an even number [D5]}}
  %t = pipegroup.tmem_alloc columns(64) cta_group(2)
  pipegroup.tmem_free %t columns(64) cta_group(2)
  return
}

// -----

// A is made in a region that a later trip comes back to.
func.func @factor_made_in_branch(%b: memref<64x64xf16, 3>, %in: memref<?x32xf16>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : vector<32xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (vector<32xf32>) {
    %x = scf.if %p -> (vector<32xf32>) {
      // expected-note @below {{they are made here}}
      %a = vector.load %in[%i, %c0] : memref<?x32xf16>, vector<32xf16>
      // expected-error @below {{may still read A in registers when they are made again, expected 'pipegroup.wgmma_wait' on the way [D1]}}
      %v = pipegroup.wgmma %a, %b, %acc : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf32>
      scf.yield %v : vector<32xf32>
    } else {
      scf.yield %acc : vector<32xf32>
    }
    scf.yield %x : vector<32xf32>
  }
  pipegroup.wgmma_wait 0
  return
}

// -----

// Waits in one of two branches only.
func.func @factor_one_branch_waits(%b: memref<64x64xf16, 3>, %in: memref<?x32xf16>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-note @below {{they are made here}}
    %a = vector.load %in[%i, %c0] : memref<?x32xf16>, vector<32xf16>
    // expected-error @below {{may still read A in registers when they are made again}}
    %v = pipegroup.wgmma %a, %b : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf32>
    scf.if %p {
      pipegroup.wgmma_wait 0
    }
  }
  return
}

// -----

// A kernel's own variable has the alignment of its elements.
gpu.module @kernels {
  // expected-note @below {{the variable is here}}
  gpu.func @workgroup() workgroup(%a : memref<64x64xf16, 3>) kernel {
    // expected-error @below {{has B at a multiple of 2 bytes, expected one of 1024 [D3]}}
    // expected-error @below {{has A at a multiple of 2 bytes, expected one of 1024 [D3]}}
    %v = pipegroup.wgmma %a, %a swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
    %w = pipegroup.wgmma_wait 0, %v : vector<32xf32>
    gpu.return
  }
}

// -----

// expected-note @below {{the variable is here}}
memref.global "private" @tile : memref<64x64xf16, 3> {alignment = 16}
func.func @cast_variable() {
  %t = memref.get_global @tile : memref<64x64xf16, 3>
  %d = memref.cast %t : memref<64x64xf16, 3> to memref<?x64xf16, 3>
  %a = memref.cast %d : memref<?x64xf16, 3> to memref<64x64xf16, 3>
  // expected-error @below {{has B at a multiple of 16 bytes}}
  // expected-error @below {{has A at a multiple of 16 bytes}}
  %v = pipegroup.wgmma %a, %a swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  %w = pipegroup.wgmma_wait 0, %v : vector<32xf32>
  return
}

// -----

// A sum of 64 columns.
func.func @sum_too_wide(%a: memref<128x64xf16, 3>, %b: memref<64x64xf16, 3>) {
  %no = arith.constant false
  // expected-note @below {{they are allocated here}}
  %t = pipegroup.tmem_alloc columns(32)
  pipegroup.elect {
    // expected-error @below {{begins at column 0 and has 64 of 32, expected room for all [D5]}}
    pipegroup.umma %t, %a, %b accumulate(%no) swizzle(128) : memref<128x64xf16, 3>, memref<64x64xf16, 3> -> f32
  }
  pipegroup.tmem_free %t columns(32)
  return
}

// -----

// Part of it, by an address of its own.
func.func @part_used_late() {
  %t = pipegroup.tmem_alloc columns(64)
  %u = llvm.getelementptr %t[32] : (!llvm.ptr<6>) -> !llvm.ptr<6>, i8
  // expected-note @below {{it is freed here}}
  pipegroup.tmem_free %t columns(64)
  // expected-error @below {{'pipegroup.tmem_load' may use tensor memory that is free, expected it before the free [D5]}}
  %v = pipegroup.tmem_load %u : vector<32xf32>
  return
}

// -----

// Laid out with one swizzle, read with another.
pipegroup.group @swizzled merge {
  // expected-note @below {{the member is here}}
  pipegroup.member @m async_async stages(2) producer(warp 1) consumer(warp 4) slot(memref<64x64xf16, 3>) swizzle(64)
}
func.func @other_swizzle() {
  %c0 = arith.constant 0 : index
  pipegroup.init @swizzled
  %c = pipegroup.start @swizzled consumer : !pipegroup.state<2>
  %a = pipegroup.slot @swizzled::@m[%c] : !pipegroup.state<2> -> memref<64x64xf16, 3>
  pipegroup.wait @swizzled::@m[%c] : !pipegroup.state<2>
  // expected-error @below {{takes B with a swizzle of 128, expected 64 as its slots have [D3]}}
  // expected-error @below {{takes A with a swizzle of 128, expected 64 as its slots have [D3]}}
  %v = pipegroup.wgmma %a, %a swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  %w = pipegroup.wgmma_wait 0, %v : vector<32xf32>
  pipegroup.release @swizzled[%c] : !pipegroup.state<2>
  return
}
