// Rules G10 to G16, which are about the barriers that members share.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{'@agents' has different agents on its collapsed consumer side, 'warp 4' (128 threads) and 'thread 64' (64 threads), expected the same threads [G10]}}
pipegroup.group @agents merge {
  // expected-note @below {{member '@a' has 'warp 4' (128 threads)}}
  pipegroup.member @a async_async stages(2) producer(thread 1) consumer(warp 4)
  // expected-note @below {{member '@b' has 'thread 64' (64 threads)}}
  pipegroup.member @b async_async stages(2) producer(thread 1) consumer(thread 64)
}

// -----

// expected-error @below {{collapsed producer side, 'thread 32' (32 threads) and 'thread 64' (64 threads), expected the same threads [G10]}}
pipegroup.group @producers fork {
  // expected-note @below {{member '@a' has 'thread 32'}}
  pipegroup.member @a async_async stages(2) producer(thread 32) consumer(warp 1)
  // expected-note @below {{member '@b' has 'thread 64'}}
  pipegroup.member @b async_umma stages(2) producer(thread 64) consumer(warp 1)
}

// -----

// expected-error @below {{'@bytes' has members that differ in bytes, 16 bytes and 32 bytes, expected the same [G11]}}
pipegroup.group @bytes fork {
  // expected-note @below {{member '@a' has 16 bytes}}
  pipegroup.member @a tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(16)
  // expected-note @below {{member '@b' has 32 bytes}}
  pipegroup.member @b tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(32)
}

// -----

// expected-error @below {{'@signals' has members that differ in signalling policy, 'all' and 'cta_leader', expected the same [G12]}}
pipegroup.group @signals merge {
  // expected-note @below {{member '@a' has 'all'}}
  pipegroup.member @a tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(16)
  // expected-note @below {{member '@b' has 'cta_leader'}}
  pipegroup.member @b tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(16) signal(cta_leader)
}

// -----

// expected-error @below {{'@arms' has members that differ in arming policy, 'each_warp' and 'leader', expected the same [G12]}}
pipegroup.group @arms fork {
  // expected-note @below {{member '@a' has 'each_warp'}}
  pipegroup.member @a tma_async stages(2) producer(warp 2) consumer(warp 1) bytes(32)
  // expected-note @below {{member '@b' has 'leader'}}
  pipegroup.member @b tma_umma stages(2) producer(warp 2) consumer(warp 1) bytes(32) arm(leader)
}

// -----

// expected-error @below {{'@transports' has members that differ in transport, 'generic' and 'cp_async', expected the same [G12]}}
pipegroup.group @transports fork {
  // expected-note @below {{member '@a' has 'generic'}}
  pipegroup.member @a async_async stages(2) producer(thread 32) consumer(warp 1)
  // expected-note @below {{member '@b' has 'cp_async'}}
  pipegroup.member @b async_umma stages(2) producer(thread 32) consumer(warp 1) transport(cp_async)
}

// -----

// expected-error @below {{'@arrivals' sums up to 1048576 arrivals on one full barrier, expected at most 1048575 [G13]}}
pipegroup.group @arrivals fused_merge {
  // expected-note @below {{member '@a' adds 1048575 arrivals}}
  pipegroup.member @a async_async stages(1) producer(thread 1048575) consumer(warp 1)
  // expected-note @below {{member '@b' adds 1 arrivals}}
  pipegroup.member @b async_async stages(1) producer(thread 1) consumer(warp 1)
}

// -----

// expected-error @below {{'@sum' sums up to 1200000 bytes on one full barrier, expected at most 1048575 [G13]}}
pipegroup.group @sum fused_merge {
  // expected-note @below {{member '@a' adds 600000 bytes}}
  pipegroup.member @a tma_async stages(1) producer(warp 1) consumer(warp 1) bytes(600000)
  // expected-note @below {{member '@b' adds 600000 bytes}}
  pipegroup.member @b tma_async stages(1) producer(warp 1) consumer(warp 1) bytes(600000)
}

// -----

// Threads of both CTAs of a pair arrive at one barrier.
// expected-error @below {{'@pair' sums up to 1048576 arrivals on one empty barrier, expected at most 1048575 [G13]}}
pipegroup.group @pair merge {
  // expected-note @below {{member '@a' adds 1048576 arrivals}}
  pipegroup.member @a umma_async stages(1) producer(warp 1) consumer(thread 524288) cluster(2, 1, 1, 1)
}

// -----

// expected-error @below {{'@consumers' has members that differ in the CTAs that their consumers signal, the CTAs that share an operand and its own CTA, expected the same [G14]}}
pipegroup.group @consumers fused_merge {
  // expected-note @below {{member '@a' has the CTAs that share an operand}}
  pipegroup.member @a tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(16) cluster(1, 2, 2, 1)
  // expected-note @below {{member '@b' has its own CTA}}
  pipegroup.member @b async_umma stages(2) producer(thread 1) consumer(warp 1) cluster(1, 2, 2, 1)
}

// -----

// expected-error @below {{'@odd' places its barriers at byte 12 of dynamic shared memory, expected a non-negative multiple of 8 [G16]}}
pipegroup.group @odd merge dynamic(12) {
  pipegroup.member @a async_async stages(2) producer(thread 1) consumer(thread 1)
}

// -----

// expected-error @below {{'@negative' places its barriers at byte -8 of dynamic shared memory, expected a non-negative multiple of 8 [G16]}}
pipegroup.group @negative merge dynamic(-8) {
  pipegroup.member @a async_async stages(2) producer(thread 1) consumer(thread 1)
}

// -----

// expected-error @below {{'@large' has 3073 stages of 16 bytes of barriers, expected at most 3072 stages in 49152 bytes of static shared memory [G16]}}
pipegroup.group @large merge {
  pipegroup.member @a async_async stages(3073) producer(thread 1) consumer(thread 1)
}

// -----

// expected-error @below {{'@end' has 2 stages of 16 bytes of barriers, expected at most 1 stages in 16 bytes of dynamic shared memory [G16]}}
pipegroup.group @end merge dynamic(232432) {
  pipegroup.member @a async_async stages(2) producer(thread 1) consumer(thread 1)
}

// -----

// expected-error @below {{'@beyond' has 1 stages of 16 bytes of barriers, expected at most 0 stages in 0 bytes of dynamic shared memory [G16]}}
pipegroup.group @beyond merge dynamic(9223372036854775800) {
  pipegroup.member @a async_async stages(1) producer(thread 1) consumer(thread 1)
}
