// RUN: pipegroup-explain %s \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace

// One producer arms the shared full barriers once for all members; each member
// releases, and is waited for, on its own. The producer's state, commit and tail
// are the group's.

pipegroup.group @load fork {
  pipegroup.member @gemm tma_umma stages(4) producer(warp 1) consumer(warp 1) bytes(16384)
  pipegroup.member @act tma_async stages(4) producer(warp 1) consumer(warp 4) bytes(16384)
}

//      CHECK:group @load
// CHECK-NEXT:  mode      fork (written)
// CHECK-NEXT:  type      mixed
// CHECK-NEXT:  stages    4
// CHECK-NEXT:  barriers  12, 3 per stage
// CHECK-NEXT:  storage   96 bytes of static shared memory
// CHECK-EMPTY:
// CHECK-NEXT:  member  type       producer  consumer  bytes
// CHECK-NEXT:  @gemm   tma_umma   warp 1    warp 1    16384
// CHECK-NEXT:  @act    tma_async  warp 1    warp 4    16384
// CHECK-EMPTY:
// CHECK-NEXT:  barriers       numbers  byte offset  arrivals/phase  bytes/phase  waited on by
// CHECK-NEXT:  full (shared)     0..3            0               1        16384  @gemm consumer
// CHECK-NEXT:                                                                    @act consumer
// CHECK-NEXT:  empty @gemm       4..7           32               1            -  @gemm producer
// CHECK-NEXT:  empty @act       8..11           64               4            -  @act producer
// CHECK-EMPTY:
// CHECK-NEXT:  signals        by              arrivals  bytes each  instruction
// CHECK-NEXT:  full (shared)  @load producer         1       16384  elected mbarrier.arrive.expect_tx
// CHECK-NEXT:  empty @gemm    @gemm consumer         1           -  elected tcgen05.commit
// CHECK-NEXT:  empty @act     @act consumer          4           -  elected mbarrier.arrive
// CHECK-EMPTY:
// CHECK-NEXT:  states    one for      start at (slot, parity)
// CHECK-NEXT:  producer  the group    (0, 1)
// CHECK-NEXT:  consumer  each member  (0, 0)
// CHECK-EMPTY:
// CHECK-NEXT:  address      ops
// CHECK-NEXT:  each member  acquire, try_acquire, wait, try_wait, release
// CHECK-NEXT:  the group    commit, tail
// CHECK-NOT:{{.+}}
