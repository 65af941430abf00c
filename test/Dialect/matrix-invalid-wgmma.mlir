// What wgmma lacks is refused with what was found and expected: types, sizes, places
// and layouts.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

func.func @types(%a: memref<64x64xf64, 3>, %b: memref<64x64xf64, 3>) {
  // expected-error @below {{multiplies 'f64' by 'f64' into 'f32', expected types that wgmma has, f32 for tf32 [D2]}}
  %v = pipegroup.wgmma %a, %b : memref<64x64xf64, 3>, memref<64x64xf64, 3> -> vector<32xf32>
  return
}

// -----

func.func @mixed(%a: memref<64x64xf16, 3>, %b: memref<64x64xbf16, 3>) {
  // expected-error @below {{has A of 'f16' and B of 'bf16', expected B of 'f16' [D2]}}
  %v = pipegroup.wgmma %a, %b : memref<64x64xf16, 3>, memref<64x64xbf16, 3> -> vector<32xf32>
  return
}

// -----

func.func @size(%a: memref<64x64xf16, 3>, %b: memref<64x256xf16, 3>) {
  // expected-error @below {{has 127 elements of the result in each thread, expected 128 for every 64 rows [D2]}}
  %v = pipegroup.wgmma %a, %b : memref<64x64xf16, 3>, memref<64x256xf16, 3> -> vector<127xf32>
  return
}

// -----

func.func @rows(%a: memref<64x64xf16, 3>, %b: memref<64x64xf16, 3>) {
  // expected-error @below {{has M = 32, expected a positive multiple of 64 [D2]}}
  %v = pipegroup.wgmma %a, %b : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<16xf32>
  return
}

// -----

func.func @which_rows(%a: memref<128x64xf16, 3>, %b: memref<64x64xf16, 3>) {
  // expected-error @below {{has 128 rows in A and 64 in the result, expected the same, or a first row [D2]}}
  %v = pipegroup.wgmma %a, %b : memref<128x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  return
}

// -----

func.func @last_rows(%a: memref<128x64xf16, 3>, %b: memref<64x64xf16, 3>) {
  %c128 = arith.constant 128 : i32
  // expected-error @below {{begins at row 128 and has 64 of 128, expected a multiple of 64 with room for all [D2]}}
  %v = pipegroup.wgmma %a[%c128], %b : memref<128x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  return
}

// -----

func.func @odd_row(%a: memref<128x64xf16, 3>, %b: memref<64x64xf16, 3>) {
  %c32 = arith.constant 32 : i32
  // expected-error @below {{begins at row 32 and has 64 of 128, expected a multiple of 64 with room for all [D2]}}
  %v = pipegroup.wgmma %a[%c32], %b : memref<128x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  return
}

// -----

func.func @depth(%a: memref<64x64xf16, 3>, %b: memref<128x64xf16, 3>) {
  // expected-error @below {{has K = 64 in A and 128 in B, expected the same [D2]}}
  %v = pipegroup.wgmma %a, %b : memref<64x64xf16, 3>, memref<128x64xf16, 3> -> vector<32xf32>
  return
}

// -----

func.func @major(%a: memref<64x128xi8, 3>, %b: memref<128x64xi8, 3>) {
  // expected-error @below {{B of 's8' is MN-major, expected K-major: only 16-bit types may be either [D2]}}
  %v = pipegroup.wgmma %a, %b : memref<64x128xi8, 3>, memref<128x64xi8, 3> -> vector<32xi32>
  return
}

// -----

func.func @registers(%a: vector<16xf16>, %b: memref<64x64xf16, 3>) {
  // expected-error @below {{has A of 'vector<16xf16>', expected 32 elements for 64 x 64 [D2]}}
  %v = pipegroup.wgmma %a, %b : vector<16xf16>, memref<64x64xf16, 3> -> vector<32xf32>
  return
}

// -----

func.func @registers_swizzled(%a: vector<32xf16>, %b: memref<64x64xf16, 3>) {
  // expected-error @below {{has A in registers, expected no row, no swizzle of it and no 'transpose_a' [D2]}}
  %v = pipegroup.wgmma %a, %b swizzle(128) : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf32>
  return
}

// -----

func.func @registers_narrow(%a: vector<32xf8E4M3FN>, %b: memref<64x64xf8E4M3FN, 3>) {
  // expected-error @below {{has A of 'e4m3' in registers, expected 'f16' or 'bf16' [D2]}}
  %v = pipegroup.wgmma %a, %b transpose_b : vector<32xf8E4M3FN>, memref<64x64xf8E4M3FN, 3> -> vector<32xf32>
  return
}

// -----

func.func @kernel() attributes {known_block_size = array<i32: 256, 1, 1>} {
  %a = memref.alloc() : memref<64x64xf16, 3>
  pipegroup.specialize {
    // expected-note @below {{the task is here}}
    pipegroup.task @math warps(2, 4) {
      // expected-error @below {{is executed by the warps 2 to 5, expected whole warpgroups of four warps [D2]}}
      %v = pipegroup.wgmma %a, %a : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
    }
  }
  return
}

// -----

func.func @elected(%a: memref<64x64xf16, 3>) {
  // expected-note @below {{only one thread executes this}}
  pipegroup.elect {
    // expected-error @below {{is inside 'pipegroup.elect', expected all threads of a warpgroup to execute it}}
    %v = pipegroup.wgmma %a, %a : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  }
  return
}

// -----

func.func @pending() {
  // expected-error @below {{leaves 8 pending, expected 0 to 7 [D1]}}
  pipegroup.wgmma_wait 8
  return
}

// -----

func.func @space(%a: memref<64x64xf16>, %b: memref<64x64xf16, 3>) {
  // expected-error @below {{has A of 'memref<64x64xf16>', expected a matrix of known size in shared memory [D3]}}
  %v = pipegroup.wgmma %a, %b : memref<64x64xf16>, memref<64x64xf16, 3> -> vector<32xf32>
  return
}

// -----

func.func @strided(%a: memref<64x64xf16, strided<[128, 1]>, 3>, %b: memref<64x64xf16, 3>) {
  // expected-error @below {{expected a matrix of known size in shared memory [D3]}}
  %v = pipegroup.wgmma %a, %b : memref<64x64xf16, strided<[128, 1]>, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  return
}

// -----

func.func @swizzle(%a: memref<64x64xf16, 3>, %b: memref<64x64xf16, 3>) {
  // expected-error @below {{has swizzle(256) of B, expected none, 32, 64 or 128 [D3]}}
  %v = pipegroup.wgmma %a, %b swizzle(128, 256) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  return
}

// -----

func.func @span(%a: memref<64x32xf16, 3>, %b: memref<32x64xf16, 3>) {
  // expected-error @below {{A has lines of 64 bytes, expected a positive multiple of the 128 bytes of swizzle(128) [D3]}}
  %v = pipegroup.wgmma %a, %b swizzle(128) : memref<64x32xf16, 3>, memref<32x64xf16, 3> -> vector<32xf32>
  return
}

// -----

func.func @span_of_b(%a: memref<64x64xf16, 3>, %b: memref<64x24xf16, 3>) {
  // expected-error @below {{B has lines of 48 bytes, expected a positive multiple of the 32 bytes of swizzle(32) [D3]}}
  %v = pipegroup.wgmma %a, %b swizzle(32) : memref<64x64xf16, 3>, memref<64x24xf16, 3> -> vector<12xf32>
  return
}

// -----

func.func @narrow(%a: memref<64x64xtf32, 3>) {
  // expected-error @below {{multiplies 'tf32' by 'tf32' into 'f32', expected types that wgmma has, f32 for tf32 [D2]}}
  %v = pipegroup.wgmma %a, %a transpose_b : memref<64x64xtf32, 3>, memref<64x64xtf32, 3> -> vector<32xf32>
  return
}

// -----

func.func @alone(%a: memref<64x64xf16, 3>, %p: i1) {
  // expected-error @below {{has a condition to accumulate and no accumulator, expected both or neither [D2]}}
  %v = "pipegroup.wgmma"(%a, %a, %p) <{operandSegmentSizes = array<i32: 1, 1, 0, 1, 0>}>
      : (memref<64x64xf16, 3>, memref<64x64xf16, 3>, i1) -> vector<32xf32>
  return
}

// -----

func.func @large(%a: memref<64x2048xf16, 3>) {
  // expected-error @below {{has A of 'memref<64x2048xf16, 3>', expected one of at most 232448 bytes [D3]}}
  %v = pipegroup.wgmma %a, %a transpose_b swizzle(128) : memref<64x2048xf16, 3>, memref<64x2048xf16, 3> -> vector<32xf32>
  return
}

// -----

func.func @huge(%a: memref<64x9223372036854775744xf16, 3>) {
  // expected-error @below {{expected one of at most 232448 bytes [D3]}}
  %v = pipegroup.wgmma %a, %a transpose_b swizzle(128)
      : memref<64x9223372036854775744xf16, 3>, memref<64x9223372036854775744xf16, 3> -> vector<32xf32>
  return
}

// -----

func.func @block(%a: memref<64x64xf16, 3>) attributes {known_block_size = array<i32: 32, 5, 1>} {
  // expected-error @below {{is executed by a CTA of 160 threads, expected whole warpgroups of 128 threads [D2]}}
  %v = pipegroup.wgmma %a, %a : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  return
}
