// Rules M5 to M9: the further clauses of a member, with what was found and expected.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  // expected-error @below {{has transport 'cp_async' but its producer kind is 'umma', expected 'async' [M5]}}
  pipegroup.member @u umma_async stages(2) producer(warp 1) consumer(thread 1) transport(cp_async)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has transport 'cp_async' and producer 'warp 1', expected a number of threads [M5]}}
  pipegroup.member @w async_async stages(2) producer(warp 1) consumer(thread 1) transport(cp_async)
}

// -----

// Copies can arrive at their own CTA only, and its leader would not hear of a peer's.
pipegroup.group @g merge {
  // expected-error @below {{has transport 'cp_async' in a pair of CTAs, whose leader cannot learn of its peer's copies, expected 'generic' or a cluster with v = 1 [M5]}}
  pipegroup.member @w async_umma stages(2) producer(thread 32) consumer(warp 1) transport(cp_async) cluster(2, 1, 1, 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has an interleave stride of 3, expected a divisor of its 4 stages [M6]}}
  pipegroup.member @a async_async stages(4) producer(warp 1) consumer(thread 1) interleave(1, 1, 3, 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has an interleave stride of 0, expected a divisor of its 4 stages [M6]}}
  pipegroup.member @b async_async stages(4) producer(warp 1) consumer(thread 1) interleave(0, 1, 1, 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has an interleave stride of 8, expected a divisor of its 4 stages [M6]}}
  pipegroup.member @c async_async stages(4) producer(warp 1) consumer(thread 1) interleave(8, 8, 8, 8)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has unequal acquire and commit strides, 1 and 2, expected 'advance_on_acquire' [M6]}}
  // expected-error @below {{has unequal wait and release strides, 4 and 2, expected 'advance_on_wait' [M6]}}
  pipegroup.member @d async_async stages(4) producer(warp 1) consumer(thread 1) interleave(1, 2, 4, 2)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has consumer strides 2 and 3, expected one to divide the other [M6]}}
  pipegroup.member @e async_async stages(6) interleave(1, 1, 2, 3) advance_on_wait
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has cluster layout (1, 0, 1, 1), expected sizes between 1 and 16 [M7]}}
  pipegroup.member @a async_async stages(4) producer(warp 1) consumer(thread 1) cluster(1, 0, 1, 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has cluster layout (1, 9223372036854775807, 2, 1), expected sizes between 1 and 16 [M7]}}
  pipegroup.member @b async_async stages(4) producer(warp 1) consumer(thread 1) cluster(1, 9223372036854775807, 2, 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has cluster layout (1, 4, 5, 1) of 20 CTAs, expected at most 16 [M7]}}
  pipegroup.member @c async_async stages(4) producer(warp 1) consumer(thread 1) cluster(1, 4, 5, 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has 3 CTAs along v, expected 1 or 2 [M7]}}
  pipegroup.member @d async_async stages(4) producer(warp 1) consumer(thread 1) cluster(3, 1, 1, 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has 2 CTAs along v but is 'async_async', expected a 'umma' side [M7]}}
  pipegroup.member @e async_async stages(4) producer(warp 1) consumer(thread 1) cluster(2, 1, 1, 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has multicast mode (0, 0), expected (1, 0), (0, 1) or (1, 1) [M8]}}
  pipegroup.member @a tma_async stages(4) producer(warp 1) consumer(warp 1) bytes(16) multicast(0, 0)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has multicast mode (2, 1), expected (1, 0), (0, 1) or (1, 1) [M8]}}
  pipegroup.member @b tma_async stages(4) producer(warp 1) consumer(warp 1) bytes(16) multicast(2, 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has 4096 bytes but a slot of 8192 bytes, expected equal sizes or 'partial' [M9]}}
  pipegroup.member @a tma_async stages(4) producer(warp 1) consumer(warp 1) bytes(4096) slot(memref<64x64xf16, 3>)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has 8192 bytes but a slot of 16384 bytes, expected equal sizes or 'partial' [M9]}}
  pipegroup.member @b tma_umma stages(4) producer(warp 1) consumer(warp 1) bytes(8192) slot(memref<64x64xf16, 3>) cluster(2, 1, 1, 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has consumer 'thread 100' across 2 CTAs, expected whole warps of 32 threads [M12]}}
  pipegroup.member @a tma_async stages(4) producer(warp 1) consumer(thread 100) bytes(16) cluster(1, 2, 1, 1)
}
