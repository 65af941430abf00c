// RUN: pipegroup-explain %s \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace

// A group of one member is a plain pipeline; without TMA no bytes are expected, and
// agents that can only be 'warp 1' are listed though nobody wrote them.

pipegroup.group @acc merge {
  pipegroup.member @tmem umma_async stages(1) consumer(thread 128)
}

//      CHECK:group @acc
// CHECK-NEXT:  mode      merge (written)
// CHECK-NEXT:  type      umma_async
// CHECK-NEXT:  stages    1
// CHECK-NEXT:  barriers  2, 2 per stage
// CHECK-NEXT:  storage   16 bytes of static shared memory
// CHECK-EMPTY:
// CHECK-NEXT:  member  type        producer  consumer    bytes
// CHECK-NEXT:  @tmem   umma_async  warp 1    thread 128      -
// CHECK-EMPTY:
// CHECK-NEXT:  barriers        numbers  byte offset  arrivals/phase  bytes/phase  waited on by
// CHECK-NEXT:  full @tmem         0..0            0               1            -  @tmem consumer
// CHECK-NEXT:  empty (shared)     1..1            8             128            -  @tmem producer
// CHECK-EMPTY:
// CHECK-NEXT:  signals         by              arrivals  bytes each  instruction
// CHECK-NEXT:  full @tmem      @tmem producer         1           -  elected tcgen05.commit
// CHECK-NEXT:  empty (shared)  @acc consumer        128           -  mbarrier.arrive
// CHECK-EMPTY:
// CHECK-NEXT:  states    one for      start at (slot, parity)
// CHECK-NEXT:  producer  each member  (0, 1)
// CHECK-NEXT:  consumer  the group    (0, 0)
// CHECK-EMPTY:
// CHECK-NEXT:  address      ops
// CHECK-NEXT:  each member  acquire, try_acquire, commit, tail, wait, try_wait
// CHECK-NEXT:  the group    release
// CHECK-NOT:{{.+}}
