// RUN: pipegroup-explain %s \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace

// In a cluster the counts are those of one CTA's barriers, whoever signals them,
// and a signal says which CTAs it tells.

pipegroup.group @pairs merge {
  pipegroup.member @a async_umma stages(2) producer(thread 32) cluster(2, 2, 2, 1)
  pipegroup.member @b tma_umma stages(2) producer(warp 1) bytes(2048) cluster(2, 2, 2, 1)
}

//      CHECK:group @pairs
// CHECK-NEXT:  mode      merge (written)
// CHECK-NEXT:  type      mixed
// CHECK-NEXT:  stages    2
// CHECK-NEXT:  cluster   (2, 2, 2, 1), multicast (1, 1)
// CHECK-NEXT:  barriers  6, 3 per stage
// CHECK-NEXT:  storage   48 bytes of static shared memory
//      CHECK:  barriers        numbers  byte offset  arrivals/phase  bytes/phase  waited on by
// CHECK-NEXT:  full @a            0..1            0              64            -  @a consumer
// CHECK-NEXT:  full @b            2..3           16               1         2048  @b consumer
// CHECK-NEXT:  empty (shared)     4..5           32               3            -  @a producer
// CHECK-NEXT:                                                                     @b producer
// CHECK-EMPTY:
// CHECK-NEXT:  signals         by               arrivals  bytes each  instruction
// CHECK-NEXT:  full @a         @a producer            64           -  mbarrier.arrive, to the leader CTA of the pair
// CHECK-NEXT:  full @b         @b producer             1        2048  elected mbarrier.arrive.expect_tx, to the leader CTA of the pair
// CHECK-NEXT:  empty (shared)  @pairs consumer         3           -  elected tcgen05.commit, to the CTAs that share an operand
