// Rules G1 to G9, each broken in the IR: found, expected, and who is involved.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{'pipegroup.group' op '@empty' has no members, expected at least one [G1]}}
pipegroup.group @empty merge {
}

// -----

// expected-error @below {{'@stages' has members that differ in stages, 2 stages and 3 stages, expected the same [G2]}}
pipegroup.group @stages merge {
  // expected-note @below {{member '@a' has 2 stages}}
  pipegroup.member @a async_async stages(2) producer(thread 1) consumer(thread 1)
  pipegroup.member @b async_async stages(2) producer(thread 1) consumer(thread 1)
  // expected-note @below {{member '@c' has 3 stages}}
  pipegroup.member @c async_async stages(3) producer(thread 1) consumer(thread 1)
  // expected-note @below {{member '@d' has 4 stages}}
  pipegroup.member @d async_async stages(4) producer(thread 1) consumer(thread 1)
}

// -----

// expected-error @below {{'@layout' has members that differ in cluster layout, (1, 1, 1, 1) and (1, 2, 1, 1), expected the same [G3]}}
pipegroup.group @layout merge {
  // expected-note @below {{member '@a' has (1, 1, 1, 1)}}
  pipegroup.member @a async_async stages(2) producer(thread 1) consumer(thread 1)
  // expected-note @below {{member '@b' has (1, 2, 1, 1)}}
  pipegroup.member @b async_async stages(2) producer(thread 1) consumer(thread 1) cluster(1, 2, 1, 1)
}

// -----

// expected-error @below {{'@multicast' has members that differ in multicast mode, (1, 0) and (1, 1), expected the same [G4]}}
pipegroup.group @multicast merge {
  // expected-note @below {{member '@a' has (1, 0)}}
  pipegroup.member @a tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(16) multicast(1, 0)
  // expected-note @below {{member '@b' has (1, 1)}}
  pipegroup.member @b tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(16)
}

// -----

// expected-error @below {{'@strides' has members that differ in interleave strides, (1, 1, 1, 1) and (2, 2, 1, 1), expected the same [G5]}}
pipegroup.group @strides merge {
  // expected-note @below {{member '@a' has (1, 1, 1, 1)}}
  pipegroup.member @a async_async stages(2) producer(thread 1) consumer(thread 1)
  // expected-note @below {{member '@b' has (2, 2, 1, 1)}}
  pipegroup.member @b async_async stages(2) producer(thread 1) consumer(thread 1) interleave(2, 2, 1, 1)
}

// -----

// expected-error @below {{'@wait' has members that differ in 'advance_on_wait', set and unset, expected the same [G6]}}
pipegroup.group @wait merge {
  // expected-note @below {{member '@a' has set}}
  pipegroup.member @a async_async stages(2) producer(thread 1) consumer(thread 1) advance_on_wait
  // expected-note @below {{member '@b' has unset}}
  pipegroup.member @b async_async stages(2) producer(thread 1) consumer(thread 1)
}

// -----

// expected-error @below {{'@acquire' has members that differ in 'advance_on_acquire', unset and set, expected the same [G6]}}
pipegroup.group @acquire merge {
  // expected-note @below {{member '@a' has unset}}
  pipegroup.member @a async_async stages(2) producer(thread 1) consumer(thread 1)
  // expected-note @below {{member '@b' has set}}
  pipegroup.member @b async_async stages(2) producer(thread 1) consumer(thread 1) advance_on_acquire
}

// -----

// expected-error @below {{'@both' has producers of kinds 'tma' and 'async' and consumers of kinds 'async' and 'umma', expected one side to be of one kind [G7]}}
pipegroup.group @both merge {
  // expected-note @below {{member '@a' is 'tma_async'}}
  pipegroup.member @a tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(16)
  // expected-note @below {{member '@b' is 'async_umma'}}
  pipegroup.member @b async_umma stages(2) producer(thread 1) consumer(warp 1)
}

// -----

// expected-error @below {{'@fork' is written 'fork' but its producers are of kinds 'async' and 'tma', expected 'merge' or 'fused_merge' [G8]}}
pipegroup.group @fork fork {
  // expected-note @below {{member '@a' is 'async_async'}}
  pipegroup.member @a async_async stages(2) producer(thread 1) consumer(warp 1)
  // expected-note @below {{member '@b' is 'tma_async'}}
  pipegroup.member @b tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(16)
}

// -----

// expected-error @below {{'@fused' is written 'fused_merge' but its consumers are of kinds 'async' and 'umma', expected 'fork' [G8]}}
pipegroup.group @fused fused_merge {
  // expected-note @below {{member '@a' is 'async_async'}}
  pipegroup.member @a async_async stages(2) producer(thread 1) consumer(warp 1)
  // expected-note @below {{member '@b' is 'async_umma'}}
  pipegroup.member @b async_umma stages(2) producer(thread 1) consumer(warp 1)
}

// -----

// expected-error @below {{'@open' has members of one type, 'async_async', and no mode, expected one of 'merge', 'fork', 'fused_merge' [G9]}}
pipegroup.group @open {
  pipegroup.member @a async_async stages(2) producer(thread 1) consumer(thread 1)
  pipegroup.member @b async_async stages(2) producer(thread 1) consumer(thread 1)
}

// -----

// Two broken rules are both told.
// expected-error @below {{differ in stages, 2 stages and 3 stages, expected the same [G2]}}
// expected-error @below {{has members of one type, 'async_async', and no mode}}
pipegroup.group @two {
  // expected-note @below {{has 2 stages}}
  pipegroup.member @a async_async stages(2) producer(thread 1) consumer(thread 1)
  // expected-note @below {{has 3 stages}}
  pipegroup.member @b async_async stages(3) producer(thread 1) consumer(thread 1)
}
