// RUN: pipegroup-explain %s \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace

// Members of one type on one full barrier: the phase's arrivals and bytes are the
// sums of what its signallers are listed with, and the group is what waits.

pipegroup.group @fused fused_merge {
  pipegroup.member @x tma_async stages(3) producer(warp 2) consumer(thread 128) bytes(8192)
  pipegroup.member @y tma_async stages(3) producer(warp 1) consumer(thread 128) bytes(2048)
}

//      CHECK:group @fused
// CHECK-NEXT:  mode      fused_merge (written)
// CHECK-NEXT:  type      tma_async
// CHECK-NEXT:  stages    3
// CHECK-NEXT:  barriers  6, 2 per stage
// CHECK-NEXT:  storage   48 bytes of static shared memory
// CHECK-EMPTY:
// CHECK-NEXT:  member  type       producer  consumer    bytes
// CHECK-NEXT:  @x      tma_async  warp 2    thread 128   8192
// CHECK-NEXT:  @y      tma_async  warp 1    thread 128   2048
// CHECK-EMPTY:
// CHECK-NEXT:  barriers        numbers  byte offset  arrivals/phase  bytes/phase  waited on by
// CHECK-NEXT:  full (shared)      0..2            0               3        10240  @fused consumer
// CHECK-NEXT:  empty (shared)     3..5           24             128            -  @x producer
// CHECK-NEXT:                                                                     @y producer
// CHECK-EMPTY:
// CHECK-NEXT:  signals         by               arrivals  bytes each  instruction
// CHECK-NEXT:  full (shared)   @x producer             2        4096  elected mbarrier.arrive.expect_tx
// CHECK-NEXT:                  @y producer             1        2048  elected mbarrier.arrive.expect_tx
// CHECK-NEXT:  empty (shared)  @fused consumer       128           -  mbarrier.arrive
// CHECK-EMPTY:
// CHECK-NEXT:  states    one for      start at (slot, parity)
// CHECK-NEXT:  producer  each member  (0, 1)
// CHECK-NEXT:  consumer  the group    (0, 0)
// CHECK-EMPTY:
// CHECK-NEXT:  address      ops
// CHECK-NEXT:  each member  acquire, try_acquire, commit, tail
// CHECK-NEXT:  the group    wait, try_wait, release
// CHECK-NOT:{{.+}}
