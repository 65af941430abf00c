// Each wait has a branch of its own; of many in a ring of one slot one branch asks
// whether all are over.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -pipegroup-batch-waits | FileCheck %s

pipegroup.group @three merge {
  pipegroup.member @m0 async_async stages(2) producer(warp 1) consumer(warp 1)
  pipegroup.member @m1 async_async stages(2) producer(warp 1) consumer(warp 1)
  pipegroup.member @m2 async_async stages(2) producer(warp 1) consumer(warp 1)
}

// CHECK-LABEL: func @use_three
// CHECK-COUNT-3: pipegroup.barrier_try_wait
// CHECK-NOT: arith.andi
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
func.func @use_three() {
  pipegroup.init @three
  %c = pipegroup.start @three consumer : !pipegroup.state<2>
  pipegroup.wait @three::@m0[%c] : !pipegroup.state<2>
  pipegroup.wait @three::@m1[%c] : !pipegroup.state<2>
  pipegroup.wait @three::@m2[%c] : !pipegroup.state<2>
  pipegroup.release @three[%c] : !pipegroup.state<2>
  return
}

pipegroup.group @eight_of_one_slot merge {
  pipegroup.member @m0 async_async stages(1) producer(warp 1) consumer(warp 1)
  pipegroup.member @m1 async_async stages(1) producer(warp 1) consumer(warp 1)
  pipegroup.member @m2 async_async stages(1) producer(warp 1) consumer(warp 1)
  pipegroup.member @m3 async_async stages(1) producer(warp 1) consumer(warp 1)
  pipegroup.member @m4 async_async stages(1) producer(warp 1) consumer(warp 1)
  pipegroup.member @m5 async_async stages(1) producer(warp 1) consumer(warp 1)
  pipegroup.member @m6 async_async stages(1) producer(warp 1) consumer(warp 1)
  pipegroup.member @m7 async_async stages(1) producer(warp 1) consumer(warp 1)
}

// CHECK-LABEL: func @use_eight_of_one_slot
// CHECK-COUNT-8: pipegroup.barrier_try_wait
// CHECK: arith.andi
// CHECK: scf.if
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @use_eight_of_one_slot() {
  pipegroup.init @eight_of_one_slot
  %c = pipegroup.start @eight_of_one_slot consumer : !pipegroup.state<1>
  pipegroup.wait @eight_of_one_slot::@m0[%c] : !pipegroup.state<1>
  pipegroup.wait @eight_of_one_slot::@m1[%c] : !pipegroup.state<1>
  pipegroup.wait @eight_of_one_slot::@m2[%c] : !pipegroup.state<1>
  pipegroup.wait @eight_of_one_slot::@m3[%c] : !pipegroup.state<1>
  pipegroup.wait @eight_of_one_slot::@m4[%c] : !pipegroup.state<1>
  pipegroup.wait @eight_of_one_slot::@m5[%c] : !pipegroup.state<1>
  pipegroup.wait @eight_of_one_slot::@m6[%c] : !pipegroup.state<1>
  pipegroup.wait @eight_of_one_slot::@m7[%c] : !pipegroup.state<1>
  pipegroup.release @eight_of_one_slot[%c] : !pipegroup.state<1>
  return
}

pipegroup.group @four_of_one_slot merge {
  pipegroup.member @m0 async_async stages(1) producer(warp 1) consumer(warp 1)
  pipegroup.member @m1 async_async stages(1) producer(warp 1) consumer(warp 1)
  pipegroup.member @m2 async_async stages(1) producer(warp 1) consumer(warp 1)
  pipegroup.member @m3 async_async stages(1) producer(warp 1) consumer(warp 1)
}

// CHECK-LABEL: func @use_four_of_one_slot
// CHECK-COUNT-4: pipegroup.barrier_try_wait
// CHECK-NOT: arith.andi
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
func.func @use_four_of_one_slot() {
  pipegroup.init @four_of_one_slot
  %c = pipegroup.start @four_of_one_slot consumer : !pipegroup.state<1>
  pipegroup.wait @four_of_one_slot::@m0[%c] : !pipegroup.state<1>
  pipegroup.wait @four_of_one_slot::@m1[%c] : !pipegroup.state<1>
  pipegroup.wait @four_of_one_slot::@m2[%c] : !pipegroup.state<1>
  pipegroup.wait @four_of_one_slot::@m3[%c] : !pipegroup.state<1>
  pipegroup.release @four_of_one_slot[%c] : !pipegroup.state<1>
  return
}

pipegroup.group @eight_of_two_slots merge {
  pipegroup.member @m0 async_async stages(2) producer(warp 1) consumer(warp 1)
  pipegroup.member @m1 async_async stages(2) producer(warp 1) consumer(warp 1)
  pipegroup.member @m2 async_async stages(2) producer(warp 1) consumer(warp 1)
  pipegroup.member @m3 async_async stages(2) producer(warp 1) consumer(warp 1)
  pipegroup.member @m4 async_async stages(2) producer(warp 1) consumer(warp 1)
  pipegroup.member @m5 async_async stages(2) producer(warp 1) consumer(warp 1)
  pipegroup.member @m6 async_async stages(2) producer(warp 1) consumer(warp 1)
  pipegroup.member @m7 async_async stages(2) producer(warp 1) consumer(warp 1)
}

// CHECK-LABEL: func @use_eight_of_two_slots
// CHECK-COUNT-8: pipegroup.barrier_try_wait
// CHECK-NOT: arith.andi
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
// CHECK: scf.if
// CHECK-NEXT: pipegroup.barrier_wait {{.*}} : i64}
// CHECK-NEXT: }
func.func @use_eight_of_two_slots() {
  pipegroup.init @eight_of_two_slots
  %c = pipegroup.start @eight_of_two_slots consumer : !pipegroup.state<2>
  pipegroup.wait @eight_of_two_slots::@m0[%c] : !pipegroup.state<2>
  pipegroup.wait @eight_of_two_slots::@m1[%c] : !pipegroup.state<2>
  pipegroup.wait @eight_of_two_slots::@m2[%c] : !pipegroup.state<2>
  pipegroup.wait @eight_of_two_slots::@m3[%c] : !pipegroup.state<2>
  pipegroup.wait @eight_of_two_slots::@m4[%c] : !pipegroup.state<2>
  pipegroup.wait @eight_of_two_slots::@m5[%c] : !pipegroup.state<2>
  pipegroup.wait @eight_of_two_slots::@m6[%c] : !pipegroup.state<2>
  pipegroup.wait @eight_of_two_slots::@m7[%c] : !pipegroup.state<2>
  pipegroup.release @eight_of_two_slots[%c] : !pipegroup.state<2>
  return
}
