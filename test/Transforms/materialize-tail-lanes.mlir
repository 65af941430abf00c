// The tail of an interleaved side waits for the slots of its lane, each once, and for
// one slot without a loop. With acquires of their own stride it is theirs.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -canonicalize | FileCheck %s

pipegroup.group @two merge {
  pipegroup.member @m async_async stages(6) producer(thread 32) consumer(thread 32) interleave(2, 2, 1, 1)
}
// CHECK-LABEL: func @half
// CHECK-SAME: %[[L:.*]]: i32
func.func @half(%l: i32) {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @two
  // CHECK-NEXT: scf.for %{{.*}} = %c0_i32 to %c3_i32 step %c1_i32 iter_args(%[[I:.*]] = %[[L]], %[[P:.*]] = %c1_i32) -> (i32, i32)
  // CHECK-NEXT:   %[[B:.*]] = pipegroup.barrier @two[%[[I]]] offset(6)
  // CHECK-NEXT:   pipegroup.barrier_wait %[[B]] parity(%[[P]])
  // CHECK-NEXT:   %[[ADD:.*]] = arith.addi %[[I]], %c2_i32
  // CHECK-NEXT:   %[[WRAP:.*]] = arith.cmpi uge, %[[ADD]], %c6_i32
  // CHECK-NEXT:   %[[SUB:.*]] = arith.addi %[[I]], %c-4_i32
  // CHECK-NEXT:   %[[FLIP:.*]] = arith.extui %[[WRAP]] : i1 to i32
  // CHECK-NEXT:   %[[NEXT:.*]] = arith.select %[[WRAP]], %[[SUB]], %[[ADD]]
  // CHECK-NEXT:   %[[PHASE:.*]] = arith.xori %[[P]], %[[FLIP]]
  // CHECK-NEXT:   scf.yield %[[NEXT]], %[[PHASE]]
  // CHECK-NEXT: }
  %p = pipegroup.start @two::@m producer lane(%l) : !pipegroup.state<6>
  pipegroup.tail @two::@m[%p] : !pipegroup.state<6>
  // CHECK-NEXT: return
  return
}

pipegroup.group @each fork {
  pipegroup.member @a async_async stages(4) producer(thread 32) consumer(thread 32) interleave(4, 4, 1, 1)
  pipegroup.member @b async_async stages(4) producer(thread 32) consumer(thread 32) interleave(4, 4, 1, 1)
}
// CHECK-LABEL: func @one_slot
// CHECK-SAME: %[[L:.*]]: i32
func.func @one_slot(%l: i32) {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @each
  // CHECK-NEXT: %[[A:.*]] = pipegroup.barrier @each[%[[L]]] offset(4)
  // CHECK-NEXT: pipegroup.barrier_wait %[[A]] parity(%c0_i32)
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @each[%[[L]]] offset(8)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c0_i32)
  %p = pipegroup.start @each producer lane(%l) : !pipegroup.state<4>
  %n = pipegroup.advance %p by 4 : !pipegroup.state<4>
  pipegroup.tail @each[%n] : !pipegroup.state<4>
  // CHECK-NEXT: return
  return
}

pipegroup.group @all merge {
  pipegroup.member @m async_async stages(4) producer(thread 32) consumer(thread 32)
      interleave(1, 2, 1, 1) advance_on_acquire
}
// CHECK-LABEL: func @all_slots
func.func @all_slots() {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @all
  // CHECK-NEXT: scf.for %{{.*}} = %c0_i32 to %c4_i32 step %c1_i32
  // CHECK: arith.addi %{{.*}}, %c1_i32
  %p = pipegroup.start @all::@m producer : !pipegroup.state<4>
  pipegroup.tail @all::@m[%p] : !pipegroup.state<4>
  return
}
