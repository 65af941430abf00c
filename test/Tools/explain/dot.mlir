// RUN: pipegroup-explain --dot %s \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace

// One cluster per group, and identifiers that two groups of the same name do not
// share. One task drives a collapsed side, so its members are one agent: the
// consumer of a merge, the producer of a fork.

gpu.module @first {
  pipegroup.group @g merge {
    pipegroup.member @a async_umma stages(4) producer(thread 32) consumer(warp 1)
    pipegroup.member @b tma_umma stages(4) producer(warp 2) consumer(warp 1) bytes(2048)
  }
}
gpu.module @second {
  pipegroup.group @g fork {
    pipegroup.member @a tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(512)
    pipegroup.member @b tma_async stages(2) producer(warp 1) consumer(warp 4) bytes(512)
  }
}

//      CHECK:digraph pipegroup {
// CHECK-NEXT:  rankdir=LR;
// CHECK-NEXT:  subgraph cluster_g0 {
// CHECK-NEXT:    label="group @g in @first\nmerge, stages 4, barriers 12, bytes 96";
// CHECK-NEXT:    g0_producer0 [label="@a producer", shape=ellipse];
// CHECK-NEXT:    g0_producer1 [label="@b producer", shape=ellipse];
// CHECK-NEXT:    g0_consumer [label="@g consumer", shape=ellipse];
// CHECK-NEXT:    g0_array0 [label="full @a\nbarriers 0..3 at byte 0\narrivals 32, bytes 0", shape=box];
// CHECK-NEXT:    g0_array1 [label="full @b\nbarriers 4..7 at byte 32\narrivals 2, bytes 2048", shape=box];
// CHECK-NEXT:    g0_array2 [label="empty (shared)\nbarriers 8..11 at byte 64\narrivals 1, bytes 0", shape=box];
// CHECK-NEXT:    g0_producer0 -> g0_array0 [label="32 x mbarrier.arrive"];
// CHECK-NEXT:    g0_array0 -> g0_consumer [label="waits", style=dashed];
// CHECK-NEXT:    g0_producer1 -> g0_array1 [label="2 x elected mbarrier.arrive.expect_tx\n1024 bytes each"];
// CHECK-NEXT:    g0_array1 -> g0_consumer [label="waits", style=dashed];
// CHECK-NEXT:    g0_consumer -> g0_array2 [label="1 x elected tcgen05.commit"];
// CHECK-NEXT:    g0_array2 -> g0_producer0 [label="waits", style=dashed, constraint=false];
// CHECK-NEXT:    g0_array2 -> g0_producer1 [label="waits", style=dashed, constraint=false];
// CHECK-NEXT:  }
// CHECK-NEXT:  subgraph cluster_g1 {
// CHECK-NEXT:    label="group @g in @second\nfork, stages 2, barriers 6, bytes 48";
// CHECK-NEXT:    g1_producer [label="@g producer", shape=ellipse];
// CHECK-NEXT:    g1_consumer0 [label="@a consumer", shape=ellipse];
// CHECK-NEXT:    g1_consumer1 [label="@b consumer", shape=ellipse];
// CHECK-NEXT:    g1_array0 [label="full (shared)\nbarriers 0..1 at byte 0\narrivals 1, bytes 512", shape=box];
// CHECK-NEXT:    g1_array1 [label="empty @a\nbarriers 2..3 at byte 16\narrivals 1, bytes 0", shape=box];
// CHECK-NEXT:    g1_array2 [label="empty @b\nbarriers 4..5 at byte 32\narrivals 4, bytes 0", shape=box];
// CHECK-NEXT:    g1_producer -> g1_array0 [label="1 x elected mbarrier.arrive.expect_tx\n512 bytes each"];
// CHECK-NEXT:    g1_array0 -> g1_consumer0 [label="waits", style=dashed];
// CHECK-NEXT:    g1_array0 -> g1_consumer1 [label="waits", style=dashed];
// CHECK-NEXT:    g1_consumer0 -> g1_array1 [label="1 x elected tcgen05.commit"];
// CHECK-NEXT:    g1_array1 -> g1_producer [label="waits", style=dashed, constraint=false];
// CHECK-NEXT:    g1_consumer1 -> g1_array2 [label="4 x elected mbarrier.arrive"];
// CHECK-NEXT:    g1_array2 -> g1_producer [label="waits", style=dashed, constraint=false];
// CHECK-NEXT:  }
// CHECK-NEXT:}
// CHECK-NOT:{{.+}}
