// Storage of buffers entered by hand fits what shared memory is.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{has size 0, expected 1 to 49152 bytes [K11]}}
pipegroup.buffers @none size(0) align(128)

// -----

// expected-error @below {{has size 49153, expected 1 to 49152 bytes [K11]}}
pipegroup.buffers @many size(49153) align(128)

// -----

// expected-error @below {{has size 129, expected 1 to 128 bytes [K11]}}
pipegroup.buffers @end size(129) align(128) dynamic(232320)

// -----

// expected-error @below {{has size 128, expected 1 to 0 bytes [K11]}}
pipegroup.buffers @behind size(128) align(128) dynamic(1073741824)

// -----

// expected-error @below {{has alignment 96, expected a power of two up to 131072 [K11]}}
pipegroup.buffers @odd size(128) align(96)

// -----

// expected-error @below {{has alignment 0, expected a power of two up to 131072 [K11]}}
pipegroup.buffers @zero size(128) align(0)

// -----

// expected-error @below {{has alignment 9223372036854775807, expected a power of two up to 131072 [K11]}}
pipegroup.buffers @huge size(128) align(9223372036854775807)

// -----

// More than LLVM can align a variable to.
// expected-error @below {{has alignment 4611686018427387904, expected a power of two up to 131072 [K11]}}
pipegroup.buffers @large size(128) align(4611686018427387904)

// -----

// expected-error @below {{is at byte 64 of dynamic shared memory, expected a non-negative multiple of its alignment 128 [K11]}}
pipegroup.buffers @apart size(128) align(128) dynamic(64)

// -----

// expected-error @below {{is at byte -128 of dynamic shared memory, expected a non-negative multiple of its alignment 128 [K11]}}
pipegroup.buffers @before size(128) align(128) dynamic(-128)

// -----

func.func @unknown(%i: i32) {
  // expected-error @below {{names @tiles, expected a 'pipegroup.buffers' in the nearest symbol table}}
  %0 = pipegroup.buffer @tiles[%i] stride(128) : !llvm.ptr<3>
  return
}

// -----

pipegroup.barriers @tiles size(4)
func.func @barriers(%i: i32) {
  // expected-error @below {{names @tiles, expected a 'pipegroup.buffers' in the nearest symbol table}}
  %0 = pipegroup.buffer @tiles[%i] stride(128) : !llvm.ptr<3>
  return
}

// -----

// expected-note @below {{the storage is here}}
pipegroup.buffers @tiles size(512) align(128)
func.func @large(%i: i32) {
  // expected-error @below {{addresses 1024 bytes from buffer 0 on, expected them inside the 512 bytes of its storage}}
  %0 = pipegroup.buffer @tiles[%i] stride(1024) : memref<256xf32, 3>
  return
}

// -----

// expected-note @below {{the storage is here}}
pipegroup.buffers @tiles size(512) align(128)
func.func @last() {
  %c4 = arith.constant 4 : i32
  // expected-error @below {{addresses 128 bytes from buffer 4 on, expected them inside the 512 bytes of its storage}}
  %0 = pipegroup.buffer @tiles[%c4] stride(128) : memref<32xf32, 3>
  return
}

// -----

// expected-note @below {{the storage is here}}
pipegroup.buffers @tiles size(512) align(128)
func.func @negative() {
  %c = arith.constant -1 : i32
  // expected-error @below {{addresses 1 bytes from buffer -1 on}}
  %0 = pipegroup.buffer @tiles[%c] stride(128) : !llvm.ptr<3>
  return
}

// -----

// Their product would be small again.
// expected-note @below {{the storage is here}}
pipegroup.buffers @tiles size(512) align(128)
func.func @product() {
  %c2 = arith.constant 2 : i32
  // expected-error @below {{addresses 1 bytes from buffer 2 on}}
  %0 = pipegroup.buffer @tiles[%c2] stride(9223372036854775807) : !llvm.ptr<3>
  return
}

// -----

pipegroup.buffers @tiles size(512) align(128)
func.func @stride(%i: i32) {
  // expected-error @below {{attribute 'stride' failed to satisfy constraint}}
  %0 = pipegroup.buffer @tiles[%i] stride(0) : !llvm.ptr<3>
  return
}

// -----

pipegroup.buffers @tiles size(512) align(128)
func.func @shape(%i: i32) {
  // expected-error @below {{gives 'memref<?xf32, 3>', expected a static shape of elements of whole bytes in shared memory [M14]}}
  %0 = pipegroup.buffer @tiles[%i] stride(128) : memref<?xf32, 3>
  return
}

// -----

pipegroup.buffers @tiles size(512) align(128)
func.func @space(%i: i32) {
  // expected-error @below {{gives 'memref<32xf32>', expected a static shape of elements of whole bytes in shared memory [M14]}}
  %0 = pipegroup.buffer @tiles[%i] stride(128) : memref<32xf32>
  return
}

// -----

pipegroup.buffers @tiles size(512) align(128)
%i = arith.constant 0 : i32
// expected-error @below {{is outside a function, expected it inside one [P4]}}
%0 = pipegroup.buffer @tiles[%i] stride(128) : !llvm.ptr<3>
