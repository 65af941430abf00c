// TMA stores are from shared memory, and by whole warps.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

func.func @no_coordinates(%t: memref<64xf16, 3>, %d: !llvm.ptr) {
  // expected-error @below {{has 0 coordinates, expected 1 to 5 [D8]}}
  pipegroup.tma_store %t to %d[] : memref<64xf16, 3>, !llvm.ptr
  return
}

// -----

func.func @six(%t: memref<64xf16, 3>, %d: !llvm.ptr, %x: i32) {
  // expected-error @below {{has 6 coordinates, expected 1 to 5 [D8]}}
  pipegroup.tma_store %t to %d[%x, %x, %x, %x, %x, %x] : memref<64xf16, 3>, !llvm.ptr
  return
}

// -----

func.func @global(%t: memref<64xf16>, %d: !llvm.ptr, %x: i32) {
  // expected-error @below {{stores from 'memref<64xf16>', expected consecutive elements of whole bytes in shared memory}}
  pipegroup.tma_store %t to %d[%x] : memref<64xf16>, !llvm.ptr
  return
}

// -----

func.func @private(%t: memref<64xf16, #gpu.address_space<private>>, %d: !llvm.ptr, %x: i32) {
  // expected-error @below {{expected consecutive elements of whole bytes in shared memory}}
  pipegroup.tma_store %t to %d[%x] : memref<64xf16, #gpu.address_space<private>>, !llvm.ptr
  return
}

// -----

// The box lies in memory without gaps.
func.func @rows(%t: memref<8x32xf16, strided<[64, 1], offset: ?>, 3>, %d: !llvm.ptr, %x: i32) {
  // expected-error @below {{expected consecutive elements of whole bytes in shared memory}}
  pipegroup.tma_store %t to %d[%x] : memref<8x32xf16, strided<[64, 1], offset: ?>, 3>, !llvm.ptr
  return
}

// -----

func.func @columns(%t: memref<8x8xf32, affine_map<(i, j) -> (j, i)>, 3>, %d: !llvm.ptr, %x: i32) {
  // expected-error @below {{expected consecutive elements of whole bytes in shared memory}}
  pipegroup.tma_store %t to %d[%x] : memref<8x8xf32, affine_map<(i, j) -> (j, i)>, 3>, !llvm.ptr
  return
}

// -----

func.func @stride(%t: memref<8xf32, strided<[?]>, 3>, %d: !llvm.ptr, %x: i32) {
  // expected-error @below {{expected consecutive elements of whole bytes in shared memory}}
  pipegroup.tma_store %t to %d[%x] : memref<8xf32, strided<[?]>, 3>, !llvm.ptr
  return
}

// -----

func.func @rows_of_any_length(%t: memref<8x?xf32, strided<[?, 1]>, 3>, %d: !llvm.ptr, %x: i32) {
  // expected-error @below {{expected consecutive elements of whole bytes in shared memory}}
  pipegroup.tma_store %t to %d[%x] : memref<8x?xf32, strided<[?, 1]>, 3>, !llvm.ptr
  return
}

// -----

func.func @index(%t: memref<8xindex, strided<[1], offset: ?>, 3>, %d: !llvm.ptr, %x: i32) {
  // expected-error @below {{expected consecutive elements of whole bytes in shared memory}}
  pipegroup.tma_store %t to %d[%x] : memref<8xindex, strided<[1], offset: ?>, 3>, !llvm.ptr
  return
}

// -----

func.func @bits(%t: memref<8x8xi4, 3>, %d: !llvm.ptr, %x: i32) {
  // expected-error @below {{expected consecutive elements of whole bytes in shared memory}}
  pipegroup.tma_store %t to %d[%x] : memref<8x8xi4, 3>, !llvm.ptr
  return
}

// -----

func.func @elected(%t: memref<64xf16, 3>, %d: !llvm.ptr, %x: i32) {
  // expected-note @below {{only one thread executes this}}
  pipegroup.elect {
    // expected-error @below {{'pipegroup.tma_store' op is inside 'pipegroup.elect', expected all lanes of the warp to execute it}}
    pipegroup.tma_store %t to %d[%x] : memref<64xf16, 3>, !llvm.ptr
  }
  return
}

// -----

func.func @wait() {
  // expected-note @below {{only one thread executes this}}
  pipegroup.once {
    // expected-error @below {{'pipegroup.tma_store_wait' op is inside 'pipegroup.once', expected all lanes of the warp to execute it}}
    pipegroup.tma_store_wait 0
  }
  return
}

// -----

func.func @negative() {
  // expected-error @below {{leaves -1 stores, expected 0 to 2147483647}}
  pipegroup.tma_store_wait -1 read
  return
}

// -----

// More than the instruction can say; it would wait for other stores.
func.func @many() {
  // expected-error @below {{leaves 4294967296 stores, expected 0 to 2147483647}}
  pipegroup.tma_store_wait 4294967296 read
  return
}

// -----

func.func @prefetch(%d: !llvm.ptr) {
  // expected-note @below {{only one thread executes this}}
  pipegroup.elect {
    // expected-error @below {{'pipegroup.tma_prefetch' op is inside 'pipegroup.elect', expected all lanes of the warp to execute it}}
    pipegroup.tma_prefetch %d : !llvm.ptr
  }
  return
}

// -----

%d = llvm.mlir.zero : !llvm.ptr
// expected-error @below {{is outside a function, expected it inside one [P4]}}
pipegroup.tma_prefetch %d : !llvm.ptr

// -----

// expected-error @below {{is outside a function, expected it inside one [P4]}}
pipegroup.tma_store_wait 0

// -----

%d = llvm.mlir.zero : !llvm.ptr
%b = llvm.mlir.zero : !llvm.ptr<3>
%x = arith.constant 0 : i32
// expected-error @below {{is outside a function, expected it inside one [P4]}}
pipegroup.tma_store %b to %d[%x] : !llvm.ptr<3>, !llvm.ptr
