// RUN: pipegroup-explain %s \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace

// The mode comes from the kinds, the storage is dynamic, and 'warp 4' counts as 128
// threads beside 'thread 128'. Offsets stay relative to the group's storage.

pipegroup.group @derived dynamic(1024) {
  pipegroup.member @p tma_async stages(2) producer(warp 2) consumer(thread 128) bytes(256)
  pipegroup.member @q async_async stages(2) producer(thread 32) consumer(warp 4)
}

//      CHECK:group @derived
// CHECK-NEXT:  mode      merge (derived from the kinds)
// CHECK-NEXT:  type      mixed
// CHECK-NEXT:  stages    2
// CHECK-NEXT:  barriers  6, 3 per stage
// CHECK-NEXT:  storage   48 bytes of dynamic shared memory, from byte 1024
// CHECK-EMPTY:
// CHECK-NEXT:  member  type         producer   consumer    bytes
// CHECK-NEXT:  @p      tma_async    warp 2     thread 128    256
// CHECK-NEXT:  @q      async_async  thread 32  warp 4          -
// CHECK-EMPTY:
// CHECK-NEXT:  barriers        numbers  byte offset  arrivals/phase  bytes/phase  waited on by
// CHECK-NEXT:  full @p            0..1            0               2          256  @p consumer
// CHECK-NEXT:  full @q            2..3           16              32            -  @q consumer
// CHECK-NEXT:  empty (shared)     4..5           32             128            -  @p producer
// CHECK-NEXT:                                                                     @q producer
// CHECK-EMPTY:
// CHECK-NEXT:  signals         by                 arrivals  bytes each  instruction
// CHECK-NEXT:  full @p         @p producer               2         128  elected mbarrier.arrive.expect_tx
// CHECK-NEXT:  full @q         @q producer              32           -  mbarrier.arrive
// CHECK-NEXT:  empty (shared)  @derived consumer       128           -  mbarrier.arrive
// CHECK-EMPTY:
// CHECK-NEXT:  states    one for      start at (slot, parity)
// CHECK-NEXT:  producer  each member  (0, 1)
// CHECK-NEXT:  consumer  the group    (0, 0)
// CHECK-EMPTY:
// CHECK-NEXT:  address      ops
// CHECK-NEXT:  each member  acquire, try_acquire, commit, tail, wait, try_wait
// CHECK-NEXT:  the group    release
// CHECK-NOT:{{.+}}
