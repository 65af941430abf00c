// Rules M1 to M4: stages, counts, bytes and agents, with what was found and expected.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  // expected-error @below {{'pipegroup.member' op '@m' has 0 stages, expected at least 1 [M1]}}
  pipegroup.member @m async_async stages(0) producer(thread 1) consumer(thread 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has -1 stages, expected at least 1 [M1]}}
  pipegroup.member @m async_async stages(-1) producer(thread 1) consumer(thread 1)
}

// -----

// expected-error @below {{state of 0 stages, expected at least 1 [M1]}}
func.func private @f(!pipegroup.state<0>)

// -----

pipegroup.group @g merge {
  // expected-error @below {{has 'producer' 'thread 0', expected a count between 1 and 1048575 [M2]}}
  // expected-error @below {{has 'consumer' 'warp -5', expected a count between 1 and 1048575 [M2]}}
  pipegroup.member @m async_async stages(2) producer(thread 0) consumer(warp -5)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has 'producer' 'thread 1048576', expected a count between 1 and 1048575 [M2]}}
  pipegroup.member @m async_async stages(2) producer(thread 1048576) consumer(thread 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has 'bytes' but its producer kind is 'async', expected 'bytes' only with 'tma' [M3]}}
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1) bytes(16)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has a 'tma' producer but no 'bytes' [M3]}}
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(thread 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has 0 bytes, expected a positive multiple of 16 of at most 1048575 [M3]}}
  pipegroup.member @zero tma_async stages(2) producer(warp 1) consumer(thread 1) bytes(0)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has 24 bytes, expected a positive multiple of 16 of at most 1048575 [M3]}}
  pipegroup.member @odd tma_async stages(2) producer(warp 1) consumer(thread 1) bytes(24)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has 1048576 bytes, expected a positive multiple of 16 of at most 1048575 [M3]}}
  pipegroup.member @big tma_async stages(2) producer(warp 1) consumer(thread 1) bytes(1048576)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has -16 bytes, expected a positive multiple of 16 of at most 1048575 [M3]}}
  pipegroup.member @neg tma_async stages(2) producer(warp 1) consumer(thread 1) bytes(-16)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has 64 bytes, expected a multiple of its 3 arming warps [M3]}}
  pipegroup.member @share tma_async stages(2) producer(warp 3) consumer(thread 1) bytes(64)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has the 'umma' producer 'thread 32', expected 'warp 1' [M4]}}
  pipegroup.member @p umma_async stages(2) producer(thread 32) consumer(thread 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has the 'umma' consumer 'warp 2', expected 'warp 1' [M4]}}
  pipegroup.member @c async_umma stages(2) producer(thread 32) consumer(warp 2)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{has the 'tma' producer 'thread 32', expected a number of warps [M4]}}
  pipegroup.member @t tma_async stages(2) producer(thread 32) consumer(thread 1) bytes(64)
}
