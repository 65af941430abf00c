// A tail waits on the empty barrier of one lap of slots, in a fork on those of
// every member, starting where the producer stands. It never arms.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -canonicalize | FileCheck %s

pipegroup.group @m merge {
  pipegroup.member @a tma_async stages(3) producer(warp 1) consumer(thread 32) bytes(64)
  pipegroup.member @b tma_async stages(3) producer(warp 1) consumer(thread 32) bytes(64)
}
// CHECK-LABEL: func @merge
func.func @merge() {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @m
  // CHECK-NEXT: scf.for %{{.*}} = %c0_i32 to %c3_i32 step %c1_i32 iter_args(%[[I:.*]] = %c1_i32, %[[P:.*]] = %c1_i32) -> (i32, i32)
  // CHECK-NEXT:   %[[B:.*]] = pipegroup.barrier @m[%[[I]]] offset(6)
  // CHECK-NEXT:   pipegroup.barrier_wait %[[B]] parity(%[[P]])
  // CHECK-NEXT:   %[[ADD:.*]] = arith.addi %[[I]], %c1_i32
  // CHECK-NEXT:   %[[WRAP:.*]] = arith.cmpi eq, %[[ADD]], %c3_i32
  // CHECK-NEXT:   %[[FLIP:.*]] = arith.extui %[[WRAP]] : i1 to i32
  // CHECK-NEXT:   %[[NEXT:.*]] = arith.select %[[WRAP]], %c0_i32, %[[ADD]]
  // CHECK-NEXT:   %[[PHASE:.*]] = arith.xori %[[P]], %[[FLIP]]
  // CHECK-NEXT:   scf.yield %[[NEXT]], %[[PHASE]]
  // CHECK-NOT: expect_tx
  %p = pipegroup.start @m::@b producer step(1) : !pipegroup.state<3>
  pipegroup.tail @m::@b[%p] : !pipegroup.state<3>
  return
}

pipegroup.group @f fork {
  pipegroup.member @a tma_async stages(3) producer(warp 1) consumer(thread 32) bytes(64)
  pipegroup.member @b tma_umma stages(3) producer(warp 1) consumer(warp 1) bytes(64)
}
// CHECK-LABEL: func @fork
func.func @fork() {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @f
  // CHECK-NEXT: scf.for %{{.*}} iter_args(%[[I:.*]] = %c0_i32, %[[P:.*]] = %c1_i32)
  // CHECK-NEXT:   %[[A:.*]] = pipegroup.barrier @f[%[[I]]] offset(3)
  // CHECK-NEXT:   pipegroup.barrier_wait %[[A]] parity(%[[P]])
  // CHECK-NEXT:   %[[B:.*]] = pipegroup.barrier @f[%[[I]]] offset(6)
  // CHECK-NEXT:   pipegroup.barrier_wait %[[B]] parity(%[[P]])
  // CHECK-NEXT:   arith.addi
  %p = pipegroup.start @f producer : !pipegroup.state<3>
  pipegroup.tail @f[%p] : !pipegroup.state<3>
  return
}
