// M10, M11 and G17: what needs tasks or several CTAs is told, not guessed.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  // expected-error @below {{'@a' has no 'producer' agent, expected one, as in 'producer(warp 1)' [M10]}}
  pipegroup.member @a async_async stages(2) consumer(thread 1)
  // expected-error @below {{'@b' has no 'producer' agent}}
  // expected-error @below {{'@b' has no 'consumer' agent, expected one, as in 'consumer(warp 1)' [M10]}}
  pipegroup.member @b tma_async stages(2) bytes(64)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has 'arm(leader)' with 2 warps, which is not lowered, expected none [M11]}}
  pipegroup.member @m tma_async stages(2) producer(warp 2) consumer(thread 1) bytes(64) arm(leader)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has interleave strides (2, 2, 1, 1), which is not lowered, expected none [M11]}}
  pipegroup.member @m async_async stages(2) producer(warp 2) consumer(thread 1) interleave(2, 2, 1, 1)
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has 'advance_on_wait', which is not lowered, expected none [M11]}}
  pipegroup.member @m async_async stages(2) producer(warp 2) consumer(thread 1) advance_on_wait
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has 'advance_on_acquire', which is not lowered, expected none [M11]}}
  pipegroup.member @m async_async stages(2) producer(warp 2) consumer(thread 1) advance_on_acquire
}

// -----

// expected-error @below {{'@g' spans 2 CTAs, expected 1: counts across CTAs are not derived [G17]}}
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(warp 2) consumer(thread 1) cluster(1, 2, 1, 1)
}

// -----

// Where it would run is told, too.
// expected-error @below {{'@g' spans 16 CTAs, expected 1}}
pipegroup.group @g merge {
  // expected-warning @below {{'@m' spans 16 CTAs; more than 8 are not portable [M7]}}
  pipegroup.member @m async_async stages(2) producer(warp 2) consumer(thread 1) cluster(1, 4, 4, 1)
}
