// The near misses of the group rules: each stays quiet.
// RUN: pipegroup-opt %s -verify-diagnostics | FileCheck %s
// CHECK: @alone

// A group of one member, whose mode nothing but the author can tell.
// accepts: G1, G9
pipegroup.group @alone merge {
  pipegroup.member @m async_async stages(1) producer(thread 1) consumer(thread 1)
}

// Everything that must be equal is equal, written or left to its default.
// accepts: G2, G3, G4, G5, G6
pipegroup.group @equal merge {
  pipegroup.member @a tma_async stages(4) producer(warp 1) consumer(warp 1) bytes(16)
      cluster(1, 1, 1, 1) multicast(1, 1) interleave(1, 1, 1, 1)
  pipegroup.member @b tma_async stages(4) producer(warp 1) consumer(warp 1) bytes(16)
}
pipegroup.group @set merge {
  pipegroup.member @a tma_async stages(4) producer(warp 1) consumer(warp 1) bytes(16)
      cluster(1, 2, 1, 1) multicast(1, 0) interleave(1, 2, 1, 4) advance_on_wait advance_on_acquire
  pipegroup.member @b tma_async stages(4) producer(warp 1) consumer(warp 1) bytes(16)
      cluster(1, 2, 1, 1) multicast(1, 0) interleave(1, 2, 1, 4) advance_on_wait advance_on_acquire
}

// One side of one kind; the mode agrees, or is derived.
// accepts: G7, G8
pipegroup.group @three merge {
  pipegroup.member @a tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(16)
  pipegroup.member @b async_umma stages(2) producer(thread 1) consumer(warp 1)
  pipegroup.member @c umma_umma stages(2) producer(warp 1) consumer(warp 1)
}
pipegroup.group @three_fused fused_merge {
  pipegroup.member @a tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(16)
  pipegroup.member @b async_umma stages(2) producer(thread 1) consumer(warp 1)
}
pipegroup.group @derived_fork {
  pipegroup.member @a umma_async stages(2) producer(warp 1) consumer(warp 1)
  pipegroup.member @b umma_umma stages(2) producer(warp 1) consumer(warp 1)
}
// Same types on both sides may be either.
pipegroup.group @homogeneous fork {
  pipegroup.member @a umma_umma stages(2)
  pipegroup.member @b umma_umma stages(2)
}

// The same 128 threads, counted in two ways; an agent may be open.
// accepts: G10
pipegroup.group @threads merge {
  pipegroup.member @a async_async stages(2) producer(thread 1) consumer(warp 4)
  pipegroup.member @b async_async stages(2) producer(thread 2) consumer(thread 128)
  pipegroup.member @c async_async stages(2)
}
