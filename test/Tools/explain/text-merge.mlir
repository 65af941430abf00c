// RUN: pipegroup-explain %s \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace

// Members of different types: each has its own full barriers, with its own
// producer's signal, and one consumer releases for both. Columns line up, and
// the lists of waiters continue below each other.

gpu.module @kernels {
  pipegroup.group @ab merge {
    pipegroup.member @a async_umma stages(4) producer(thread 32) consumer(warp 1)
    pipegroup.member @b tma_umma stages(4) producer(warp 1) consumer(warp 1) bytes(2048)
  }
}

//      CHECK:group @ab in @kernels
// CHECK-NEXT:  mode      merge (written)
// CHECK-NEXT:  type      mixed
// CHECK-NEXT:  stages    4
// CHECK-NEXT:  barriers  12, 3 per stage
// CHECK-NEXT:  storage   96 bytes of static shared memory
// CHECK-EMPTY:
// CHECK-NEXT:  member  type        producer   consumer  bytes
// CHECK-NEXT:  @a      async_umma  thread 32  warp 1        -
// CHECK-NEXT:  @b      tma_umma    warp 1     warp 1     2048
// CHECK-EMPTY:
// CHECK-NEXT:  barriers        numbers  byte offset  arrivals/phase  bytes/phase  waited on by
// CHECK-NEXT:  full @a            0..3            0              32            -  @a consumer
// CHECK-NEXT:  full @b            4..7           32               1         2048  @b consumer
// CHECK-NEXT:  empty (shared)    8..11           64               1            -  @a producer
// CHECK-NEXT:                                                                     @b producer
// CHECK-EMPTY:
// CHECK-NEXT:  signals         by            arrivals  bytes each  instruction
// CHECK-NEXT:  full @a         @a producer         32           -  mbarrier.arrive
// CHECK-NEXT:  full @b         @b producer          1        2048  elected mbarrier.arrive.expect_tx
// CHECK-NEXT:  empty (shared)  @ab consumer         1           -  elected tcgen05.commit
// CHECK-EMPTY:
// CHECK-NEXT:  states    one for      start at (slot, parity)
// CHECK-NEXT:  producer  each member  (0, 1)
// CHECK-NEXT:  consumer  the group    (0, 0)
// CHECK-EMPTY:
// CHECK-NEXT:  address      ops
// CHECK-NEXT:  each member  acquire, try_acquire, commit, tail, wait, try_wait
// CHECK-NEXT:  the group    release
// CHECK-NOT:{{.+}}
