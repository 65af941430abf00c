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
