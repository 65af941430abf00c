// RUN: pipegroup-explain %s \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace

// Two members of one type still have full barriers of their own in a merge. With
// cp.async every thread arrives, with 'arm(leader)' one of the warps does.

pipegroup.group @copy merge {
  pipegroup.member @k async_async stages(2) producer(thread 64) consumer(warp 4) transport(cp_async)
  pipegroup.member @v async_async stages(2) producer(warp 2) consumer(warp 4)
}
pipegroup.group @tma merge {
  pipegroup.member @k tma_umma stages(2) producer(warp 2) consumer(warp 1) bytes(64)
  pipegroup.member @v tma_umma stages(2) producer(warp 2) consumer(warp 1) bytes(64) arm(leader)
}

//      CHECK:group @copy
// CHECK-NEXT:  mode      merge (written)
// CHECK-NEXT:  type      async_async
// CHECK-NEXT:  stages    2
// CHECK-NEXT:  barriers  6, 3 per stage
// CHECK-NEXT:  storage   48 bytes of static shared memory
// CHECK-EMPTY:
// CHECK-NEXT:  member  type         producer   consumer  bytes
// CHECK-NEXT:  @k      async_async  thread 64  warp 4        -
// CHECK-NEXT:  @v      async_async  warp 2     warp 4        -
// CHECK-EMPTY:
// CHECK-NEXT:  barriers        numbers  byte offset  arrivals/phase  bytes/phase  waited on by
// CHECK-NEXT:  full @k            0..1            0              64            -  @k consumer
// CHECK-NEXT:  full @v            2..3           16               2            -  @v consumer
// CHECK-NEXT:  empty (shared)     4..5           32               4            -  @k producer
// CHECK-NEXT:                                                                     @v producer
// CHECK-EMPTY:
// CHECK-NEXT:  signals         by              arrivals  bytes each  instruction
// CHECK-NEXT:  full @k         @k producer           64           -  cp.async.mbarrier.arrive.noinc
// CHECK-NEXT:  full @v         @v producer            2           -  elected mbarrier.arrive
// CHECK-NEXT:  empty (shared)  @copy consumer         4           -  elected mbarrier.arrive
// CHECK-EMPTY:
// CHECK-NEXT:  states    one for      start at (slot, parity)
// CHECK-NEXT:  producer  each member  (0, 1)
// CHECK-NEXT:  consumer  the group    (0, 0)
// CHECK-EMPTY:
// CHECK-NEXT:  address      ops
// CHECK-NEXT:  each member  acquire, try_acquire, commit, tail, wait, try_wait
// CHECK-NEXT:  the group    release
// CHECK-EMPTY:
// CHECK-NEXT:group @tma
// CHECK-NEXT:  mode      merge (written)
// CHECK-NEXT:  type      tma_umma
// CHECK-NEXT:  stages    2
// CHECK-NEXT:  barriers  6, 3 per stage
// CHECK-NEXT:  storage   48 bytes of static shared memory
// CHECK-EMPTY:
// CHECK-NEXT:  member  type      producer  consumer  bytes
// CHECK-NEXT:  @k      tma_umma  warp 2    warp 1       64
// CHECK-NEXT:  @v      tma_umma  warp 2    warp 1       64
// CHECK-EMPTY:
// CHECK-NEXT:  barriers        numbers  byte offset  arrivals/phase  bytes/phase  waited on by
// CHECK-NEXT:  full @k            0..1            0               2           64  @k consumer
// CHECK-NEXT:  full @v            2..3           16               1           64  @v consumer
// CHECK-NEXT:  empty (shared)     4..5           32               1            -  @k producer
// CHECK-NEXT:                                                                     @v producer
// CHECK-EMPTY:
// CHECK-NEXT:  signals         by             arrivals  bytes each  instruction
// CHECK-NEXT:  full @k         @k producer           2          32  elected mbarrier.arrive.expect_tx
// CHECK-NEXT:  full @v         @v producer           1          64  elected mbarrier.arrive.expect_tx
// CHECK-NEXT:  empty (shared)  @tma consumer         1           -  elected tcgen05.commit
// CHECK-EMPTY:
// CHECK-NEXT:  states    one for      start at (slot, parity)
// CHECK-NEXT:  producer  each member  (0, 1)
// CHECK-NEXT:  consumer  the group    (0, 0)
// CHECK-EMPTY:
// CHECK-NEXT:  address      ops
// CHECK-NEXT:  each member  acquire, try_acquire, commit, tail, wait, try_wait
// CHECK-NEXT:  the group    release
// CHECK-NOT:{{.+}}
