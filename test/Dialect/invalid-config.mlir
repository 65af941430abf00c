// G15: a config written by hand says what would be derived, field by field.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{'@stages' has 'stages(3)' in its config, expected 'stages(2)' [G15]}}
pipegroup.group @stages merge config(stages(3)) {
  pipegroup.member @a async_umma stages(2) producer(thread 32) consumer(warp 1)
  pipegroup.member @b tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(64)
}

// -----

// The order is that of the members, and every array has its number.
// expected-error @below {{'@full' has 'full(1, 32)' in its config, expected 'full(32, 1)' [G15]}}
// expected-error @below {{'@full' has 'empty(2)' in its config, expected 'empty(1)' [G15]}}
// expected-error @below {{'@full' has 'bytes(64)' in its config, expected 'bytes(0, 64)' [G15]}}
pipegroup.group @full merge config(full(1, 32) empty(2) bytes(64)) {
  pipegroup.member @a async_umma stages(2) producer(thread 32) consumer(warp 1)
  pipegroup.member @b tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(64)
}

// -----

// A fork arms its equal bytes once, not once per member.
// expected-error @below {{'@fork' has 'bytes(128)' in its config, expected 'bytes(64)' [G15]}}
pipegroup.group @fork fork config(bytes(128)) {
  pipegroup.member @a tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64)
  pipegroup.member @b tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(64)
}

// -----

// A shared full barrier counts the producers of all members.
// expected-error @below {{'@fused' has 'full(1)' in its config, expected 'full(2)' [G15]}}
pipegroup.group @fused fused_merge config(full(1)) {
  pipegroup.member @a tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64)
  pipegroup.member @b tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64)
}

// -----

// expected-error @below {{'@type' has type 'umma_async' in its config, expected the type of a member [G15]}}
pipegroup.group @type merge config(umma_async) {
  // expected-note @below {{member '@a' is 'async_umma'}}
  pipegroup.member @a async_umma stages(2) producer(thread 32) consumer(warp 1)
  // expected-note @below {{member '@b' is 'tma_umma'}}
  pipegroup.member @b tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(64)
}

// -----

// expected-error @below {{has 'full()' in its config, expected 'full(1)' [G15]}}
// expected-error @below {{has 'empty(1, 1)' in its config, expected 'empty(1)' [G15]}}
pipegroup.group @lengths merge config(full() empty(1, 1)) {
  pipegroup.member @a umma_umma stages(2)
}

// -----

// expected-error @below {{has 'stages(-9223372036854775808)' in its config, expected 'stages(2)' [G15]}}
pipegroup.group @least merge config(stages(-9223372036854775808)) {
  pipegroup.member @a umma_umma stages(2)
}
