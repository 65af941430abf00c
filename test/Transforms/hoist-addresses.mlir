// The address of a barrier leaves every loop that does not change its slot number, and
// nothing else does.
// RUN: pipegroup-opt %s -pipegroup-hoist-addresses > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-hoist-addresses | diff %t.once -

pipegroup.barriers @g size(8)

// CHECK-LABEL: func @one_loop
// CHECK-SAME: %[[S:[a-z0-9]+]]: i32
func.func @one_loop(%s: i32, %p: i32, %n: index) {
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g[%[[S]]] offset(4) : !llvm.ptr<3>
  // CHECK-NEXT: scf.for
  // CHECK-NEXT:   pipegroup.barrier_wait %[[B]]
  // CHECK-NEXT:   arith.addi
  // CHECK-NEXT: }
  scf.for %i = %n to %n step %n {
    %b = pipegroup.barrier @g[%s] offset(4) : !llvm.ptr<3>
    pipegroup.barrier_wait %b parity(%p)
    %other = arith.addi %s, %p : i32
  }
  return
}

// As far as it can: here out of both, there out of the inner one only.
// CHECK-LABEL: func @nested
// CHECK-SAME: %[[S:[a-z0-9]+]]: i32
func.func @nested(%s: i32, %p: i32, %n: i32) {
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g[%[[S]]] : !llvm.ptr<3>
  // CHECK-NEXT: scf.for %[[I:.*]] = {{.*}} : i32 {
  // CHECK-NEXT:   %[[C:.*]] = pipegroup.barrier @g[%[[I]]] : !llvm.ptr<3>
  // CHECK-NEXT:   scf.for %[[J:.*]] = {{.*}} : i32 {
  // CHECK-NEXT:     pipegroup.barrier_wait %[[B]]
  // CHECK-NEXT:     pipegroup.barrier_wait %[[C]]
  // CHECK-NEXT:     %[[D:.*]] = pipegroup.barrier @g[%[[J]]] : !llvm.ptr<3>
  // CHECK-NEXT:     pipegroup.barrier_wait %[[D]]
  scf.for %i = %p to %n step %s : i32 {
    scf.for %j = %p to %n step %s : i32 {
      %b = pipegroup.barrier @g[%s] : !llvm.ptr<3>
      pipegroup.barrier_wait %b parity(%p)
      %c = pipegroup.barrier @g[%i] : !llvm.ptr<3>
      pipegroup.barrier_wait %c parity(%p)
      %d = pipegroup.barrier @g[%j] : !llvm.ptr<3>
      pipegroup.barrier_wait %d parity(%p)
    }
  }
  return
}

// CHECK-LABEL: func @while_loop
// CHECK-SAME: %[[S:[a-z0-9]+]]: i32
func.func @while_loop(%s: i32, %p: i32) {
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g[%[[S]]] : !llvm.ptr<3>
  // CHECK-NEXT: %[[C:.*]] = pipegroup.barrier @g[%[[S]]] offset(4) : !llvm.ptr<3>
  // CHECK-NEXT: scf.while
  // CHECK-NEXT:   %[[T:.*]] = pipegroup.barrier_try_wait %[[B]]
  scf.while : () -> () {
    %b = pipegroup.barrier @g[%s] : !llvm.ptr<3>
    %t = pipegroup.barrier_try_wait %b parity(%p)
    scf.condition(%t)
  } do {
    // CHECK: } do {
    // CHECK-NEXT: pipegroup.barrier_arrive %[[C]]
    %c = pipegroup.barrier @g[%s] offset(4) : !llvm.ptr<3>
    pipegroup.barrier_arrive %c
    scf.yield
  }
  return
}

// What the loop carries stays.
// CHECK-LABEL: func @carried
func.func @carried(%s: i32, %p: i32, %n: index) {
  // CHECK-NEXT: scf.for {{.*}} iter_args(%[[K:.*]] = %{{.*}}) -> (i32) {
  // CHECK-NEXT:   %[[B:.*]] = pipegroup.barrier @g[%[[K]]] : !llvm.ptr<3>
  // CHECK-NEXT:   pipegroup.barrier_wait %[[B]]
  scf.for %i = %n to %n step %n iter_args(%k = %s) -> (i32) {
    %b = pipegroup.barrier @g[%k] : !llvm.ptr<3>
    pipegroup.barrier_wait %b parity(%p)
    %next = arith.addi %k, %p : i32
    scf.yield %next : i32
  }
  return
}

// Out of what runs only in one lane or on one way, too: an address has no effect.
// CHECK-LABEL: func @under_conditions
// CHECK-SAME: %[[S:[a-z0-9]+]]: i32
func.func @under_conditions(%s: i32, %n: index, %x: i1) {
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g[%[[S]]] : !llvm.ptr<3>
  // CHECK-NEXT: scf.for
  // CHECK-NEXT:   scf.if
  // CHECK-NEXT:     pipegroup.elect
  // CHECK-NEXT:       pipegroup.barrier_arrive_expect_tx %[[B]]
  scf.for %i = %n to %n step %n {
    scf.if %x {
      pipegroup.elect {
        %b = pipegroup.barrier @g[%s] : !llvm.ptr<3>
        pipegroup.barrier_arrive_expect_tx %b bytes(64)
      }
    }
  }
  return
}

// Where there is no loop nothing moves.
// CHECK-LABEL: func @no_loop
func.func @no_loop(%s: i32, %x: i1) {
  // CHECK-NEXT: scf.if
  // CHECK-NEXT:   pipegroup.barrier @g
  scf.if %x {
    %b = pipegroup.barrier @g[%s] : !llvm.ptr<3>
    pipegroup.barrier_arrive %b
  }
  return
}
