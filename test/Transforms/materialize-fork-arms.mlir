// In a fork the last acquire of a round arms, and only that one: the warp then
// converges once after all waits.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -canonicalize | FileCheck %s

pipegroup.group @f fork {
  pipegroup.member @a tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64)
  pipegroup.member @b tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(64)
  pipegroup.member @c tma_async stages(2) producer(warp 1) consumer(warp 2) bytes(64)
}
// The order is that of the program, not that of the declaration.
// CHECK-LABEL: func @order
func.func @order(%n: index, %one: index) {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @f
  %p = pipegroup.start @f producer : !pipegroup.state<2>
  // CHECK: scf.for
  scf.for %i = %one to %n step %one iter_args(%s = %p) -> (!pipegroup.state<2>) {
    // CHECK: offset(6)
    // CHECK-NEXT: pipegroup.barrier_wait
    pipegroup.acquire @f::@c[%s] : !pipegroup.state<2>
    // CHECK-NEXT: offset(2)
    // CHECK-NEXT: pipegroup.barrier_wait
    pipegroup.acquire @f::@a[%s] : !pipegroup.state<2>
    // CHECK-NEXT: offset(4)
    // CHECK-NEXT: pipegroup.barrier_wait
    // CHECK-NEXT: pipegroup.elect {
    // CHECK: pipegroup.barrier_arrive_expect_tx %{{.*}} bytes(64)
    // CHECK-NEXT: }
    pipegroup.acquire @f::@b[%s] : !pipegroup.state<2>
    // CHECK-NOT: expect_tx
    // CHECK: scf.yield
    %next = pipegroup.advance %s : !pipegroup.state<2>
    scf.yield %next : !pipegroup.state<2>
  }
  return
}

// Each state is a slot that is armed.
// CHECK-LABEL: func @two_states
func.func @two_states() {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @f
  %p = pipegroup.start @f producer : !pipegroup.state<2>
  // CHECK-COUNT-3: pipegroup.barrier_wait
  // CHECK: pipegroup.barrier_arrive_expect_tx
  pipegroup.acquire @f::@a[%p] : !pipegroup.state<2>
  pipegroup.acquire @f::@b[%p] : !pipegroup.state<2>
  pipegroup.acquire @f::@c[%p] : !pipegroup.state<2>
  %n = pipegroup.advance %p : !pipegroup.state<2>
  // CHECK: pipegroup.barrier_arrive_expect_tx
  // CHECK-NOT: expect_tx
  pipegroup.acquire @f::@b[%n] : !pipegroup.state<2>
  pipegroup.acquire @f::@a[%n] : !pipegroup.state<2>
  pipegroup.acquire @f::@c[%n] : !pipegroup.state<2>
  return
}

// Either branch is a round of its own, in its own order.
// CHECK-LABEL: func @branches
func.func @branches(%x: i1) {
  // CHECK: pipegroup.sync_cta
  pipegroup.init @f
  %p = pipegroup.start @f producer : !pipegroup.state<2>
  // CHECK: scf.if
  scf.if %x {
    // CHECK-COUNT-3: pipegroup.barrier_wait
    // CHECK: pipegroup.barrier_arrive_expect_tx
    pipegroup.acquire @f::@a[%p] : !pipegroup.state<2>
    pipegroup.acquire @f::@b[%p] : !pipegroup.state<2>
    pipegroup.acquire @f::@c[%p] : !pipegroup.state<2>
  // CHECK: else
  } else {
    // CHECK-COUNT-3: pipegroup.barrier_wait
    // CHECK: pipegroup.barrier_arrive_expect_tx
    // CHECK-NOT: expect_tx
    pipegroup.acquire @f::@c[%p] : !pipegroup.state<2>
    pipegroup.acquire @f::@b[%p] : !pipegroup.state<2>
    pipegroup.acquire @f::@a[%p] : !pipegroup.state<2>
  }
  return
}
