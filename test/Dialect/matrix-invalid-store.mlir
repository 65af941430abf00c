// A fragment goes only to a matrix of its type that has whole spans for it.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

func.func @type(%v: vector<32xf16>, %out: memref<?x?xf32>) {
  // expected-error @below {{stores 'f16' to 'memref<?x?xf32>', expected a matrix of the same type [D6]}}
  pipegroup.fragment_store %v, %out : vector<32xf16>, memref<?x?xf32>
  return
}

// -----

func.func @rank(%v: vector<32xf16>, %out: memref<?xf16>) {
  // expected-error @below {{stores 'f16' to 'memref<?xf16>', expected a matrix of the same type [D6]}}
  pipegroup.fragment_store %v, %out : vector<32xf16>, memref<?xf16>
  return
}

// -----

func.func @columns(%v: vector<32xf16>, %out: memref<?x?xf16>) {
  // expected-error @below {{has 4096 elements in 48 columns, expected a multiple of 8 columns and of 64 rows [D6]}}
  pipegroup.fragment_store %v, %out columns(48) : vector<32xf16>, memref<?x?xf16>
  return
}

// -----

func.func @swizzle(%v: vector<32xf16>, %out: memref<?x?xf16>) {
  // expected-error @below {{has a swizzle, expected a target in shared memory [D6]}}
  pipegroup.fragment_store %v, %out swizzle(128) : vector<32xf16>, memref<?x?xf16>
  return
}

// -----

func.func @room(%v: vector<32xf16>, %out: memref<64x128xf16, 3>) {
  %c0 = arith.constant 0 : i32
  %c96 = arith.constant 96 : i32
  // expected-error @below {{begins at column 96 and has 64 of 128, expected a multiple of 64 with room for all [D6]}}
  pipegroup.fragment_store %v, %out[%c0, %c96] swizzle(128) : vector<32xf16>, memref<64x128xf16, 3>
  return
}

// -----

func.func @rows(%v: vector<64xf16>, %out: memref<64x64xf16, 3>) {
  // expected-error @below {{begins at row 0 and has 128 of 64, expected a multiple of 8 with room for all [D6]}}
  pipegroup.fragment_store %v, %out columns(64) swizzle(128) : vector<64xf16>, memref<64x64xf16, 3>
  return
}

// -----

func.func @span(%v: vector<16xf16>, %out: memref<64x32xf16, 3>) {
  // expected-error @below {{the target has lines of 64 bytes, expected a positive multiple of the 128 bytes of swizzle(128) [D3]}}
  pipegroup.fragment_store %v, %out swizzle(128) : vector<16xf16>, memref<64x32xf16, 3>
  return
}

// -----

func.func @more_columns(%v: vector<8xf16>, %out: memref<?x?xf16>) {
  // expected-error @below {{has 1024 elements in 288230376151711744 columns, expected a multiple of 8 columns and of 64 rows [D6]}}
  pipegroup.fragment_store %v, %out columns(288230376151711744) : vector<8xf16>, memref<?x?xf16>
  return
}

// -----

func.func @row_alone(%v: vector<32xf16>, %out: memref<?x?xf16>, %r: i32) {
  // expected-error @below {{has a row or a column alone, expected both or neither [D6]}}
  "pipegroup.fragment_store"(%v, %out, %r) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (vector<32xf16>, memref<?x?xf16>, i32) -> ()
  return
}
