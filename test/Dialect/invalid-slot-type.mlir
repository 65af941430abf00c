// M14: what a slot can be; swizzles; G17: forks fill one slot for all.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  // expected-error @below {{'@m' has slots of type 'memref<64x64xf16>', expected a static shape of elements of whole bytes without a layout map in shared memory, as in memref<64x64xf16, 3> [M14]}}
  pipegroup.member @m async_async stages(2) slot(memref<64x64xf16>)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has slots of type 'memref<?x64xf16, 3>', expected a static shape}}
  pipegroup.member @m async_async stages(2) slot(memref<?x64xf16, 3>)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has slots of type 'memref<64xi4, 3>', expected a static shape of elements of whole bytes}}
  pipegroup.member @m async_async stages(2) slot(memref<64xi4, 3>)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has slots of type 'memref<64xvector<4xf32>, 3>', expected a static shape of elements of whole bytes}}
  pipegroup.member @m async_async stages(2) slot(memref<64xvector<4xf32>, 3>)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has slots of type 'memref<64xindex, 3>', expected a static shape of elements of whole bytes}}
  pipegroup.member @m async_async stages(2) slot(memref<64xindex, 3>)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has slots of type 'memref<0x64xf16, 3>', expected a static shape}}
  pipegroup.member @m async_async stages(2) slot(memref<0x64xf16, 3>)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has slots of type 'memref<64x64xf16, strided<[128, 1]>, 3>', expected a static shape of elements of whole bytes without a layout map}}
  pipegroup.member @m async_async stages(2) slot(memref<64x64xf16, strided<[128, 1]>, 3>)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has slots of type 'memref<64xf16, #gpu.address_space<private>>', expected a static shape}}
  pipegroup.member @m async_async stages(2) slot(memref<64xf16, #gpu.address_space<private>>)
}

// -----

// The number of bytes does not fit 64 bits.
pipegroup.group @g merge {
  // expected-error @below {{[M14]}}
  pipegroup.member @m async_async stages(2) slot(memref<4611686018427387904x4611686018427387904xf64, 3>)
}

// -----

// It fits, but no CTA has as much.
pipegroup.group @g merge {
  // expected-error @below {{'@m' has slots of 4611686018427387904 bytes, expected at most the 232448 bytes of a CTA's shared memory [M14]}}
  pipegroup.member @m async_async stages(2) slot(memref<4611686018427387904xi8, 3>)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has slots of 232456 bytes, expected at most the 232448 bytes of a CTA's shared memory [M14]}}
  pipegroup.member @m async_async stages(1) slot(memref<29057xf64, 3>)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has a slot in shared memory but a producer that writes tensor memory, expected no slot [M14]}}
  pipegroup.member @m umma_async stages(2) producer(warp 1) consumer(warp 4) slot(memref<64x64xf16, 3>)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has swizzle 16, expected 32, 64 or 128 bytes [M14]}}
  pipegroup.member @m async_async stages(2) slot(memref<64x64xf16, 3>) swizzle(16)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has swizzle 256, expected 32, 64 or 128 bytes [M14]}}
  pipegroup.member @m async_async stages(2) slot(memref<64x128xf16, 3>) swizzle(256)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has swizzle 0, expected 32, 64 or 128 bytes, or none [M14]}}
  pipegroup.member @m async_async stages(2) slot(memref<64x128xf16, 3>) swizzle(0)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has swizzle -128, expected 32, 64 or 128 bytes [M14]}}
  pipegroup.member @m async_async stages(2) slot(memref<64x128xf16, 3>) swizzle(-128)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has swizzle 128 but no slot, expected 'slot(...)' [M14]}}
  pipegroup.member @m async_async stages(2) swizzle(128)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has swizzle 128 but slots with rows of 64 bytes, expected a multiple of it [M14]}}
  pipegroup.member @m async_async stages(2) slot(memref<64x32xf16, 3>) swizzle(128)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has swizzle 32 but slots with rows of 8 bytes, expected a multiple of it [M14]}}
  pipegroup.member @m async_async stages(2) slot(memref<f64, 3>) swizzle(32)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{clause 'swizzle' is written twice}}
  pipegroup.member @m async_async stages(2) slot(memref<64x64xf16, 3>) swizzle(128) swizzle(128)
}

// -----

pipegroup.group @g fork {
  // expected-note @below {{'@x' has slots of 4096 bytes with swizzle 128}}
  pipegroup.member @x async_async stages(2) slot(memref<32x64xf16, 3>) swizzle(128)
  // expected-error @below {{'@y' has slots of 8192 bytes with swizzle 128, expected those of '@x', which the producer of the fork fills for both [G17]}}
  pipegroup.member @y async_async stages(2) slot(memref<64x64xf16, 3>) swizzle(128)
}

// -----

pipegroup.group @g fork {
  // expected-note @below {{'@x' has slots of 4096 bytes with swizzle 128}}
  pipegroup.member @x async_async stages(2) slot(memref<32x64xf16, 3>) swizzle(128)
  // expected-error @below {{'@y' has slots of 4096 bytes with swizzle 64, expected those of '@x', which the producer of the fork fills for both [G17]}}
  pipegroup.member @y async_async stages(2) slot(memref<32x64xf16, 3>) swizzle(64)
}

// -----

pipegroup.group @g fork {
  // expected-note @below {{'@x' has slots of 4096 bytes with swizzle 0}}
  pipegroup.member @x async_async stages(2) slot(memref<32x64xf16, 3>)
  // expected-error @below {{'@y' has no slot, expected those of '@x', which the producer of the fork fills for both [G17]}}
  pipegroup.member @y async_async stages(2)
}
