// advance_on_wait in a merge: members are waited on one by one, but the state that
// they share moves on once, when all of them have been.
// RUN: pipegroup-opt %s -pipegroup-thread-states > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-thread-states | diff %t.once -
// RUN: pipegroup-opt %t.once -pipegroup-materialize-barriers -o /dev/null
// accepts: P6

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2) producer(thread 32) consumer(thread 32) advance_on_wait
  pipegroup.member @b async_async stages(2) producer(thread 32) consumer(thread 32) advance_on_wait
  pipegroup.member @c async_async stages(2) producer(thread 32) consumer(thread 32) advance_on_wait
}

// In any order, with tries and other ops between.
// CHECK-LABEL: func @order
func.func @order() {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.try_wait @g::@b[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @g::@b[%[[V0]]] unless %[[V2]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @g::@a[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.index %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @g::@c[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V4:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @g::@c[%[[V4]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @g::@b[%[[V4]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.release @g[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @g::@a[%[[V4]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V6:.*]] = pipegroup.advance %[[V4]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.release @g[%[[V5]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V7:.*]] = pipegroup.advance %[[V5]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  %t = pipegroup.try_wait @g::@b
  pipegroup.wait @g::@b unless %t
  pipegroup.wait @g::@a
  %s = pipegroup.current @g consumer : !pipegroup.state<2>
  %i = pipegroup.index %s : !pipegroup.state<2>
  pipegroup.wait @g::@c
  pipegroup.wait @g::@c
  pipegroup.wait @g::@b
  pipegroup.release @g
  pipegroup.wait @g::@a
  pipegroup.release @g
  return
}

// A round in each branch.
// CHECK-LABEL: func @branches
// CHECK-SAME: %[[A0:.*]]:
func.func @branches(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V2:.*]] = scf.if %[[A0]] -> (!pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.wait @g::@a[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.wait @g::@b[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.wait @g::@c[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V3:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V3]] : !pipegroup.state<2>
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   pipegroup.wait @g::@c[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.wait @g::@b[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.wait @g::@a[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V4:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V4]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.release @g[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.if %x {
    pipegroup.wait @g::@a
    pipegroup.wait @g::@b
    pipegroup.wait @g::@c
  } else {
    pipegroup.wait @g::@c
    pipegroup.wait @g::@b
    pipegroup.wait @g::@a
  }
  pipegroup.release @g
  return
}

// Each member has one producer state, whose round it ends alone.
// CHECK-LABEL: func @producers
func.func @producers() {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@a producer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g::@b producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: pipegroup.acquire @g::@a[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.commit @g::@a[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.acquire @g::@b[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.acquire @g::@a[%[[V2]]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  pipegroup.acquire @g::@a
  pipegroup.commit @g::@a
  pipegroup.acquire @g::@b
  pipegroup.acquire @g::@a
  return
}

// What stays behind may move within a round, also in a branch, and the state that the
// round has may be looked at there.
// CHECK-LABEL: func @between
// CHECK-SAME: %[[A0:.*]]:
func.func @between(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: pipegroup.wait @g::@a[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @g::@b[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V2:.*]] = scf.if %[[A0]] -> (!pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.release @g[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V3:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V4:.*]] = pipegroup.index %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V3]] : !pipegroup.state<2>
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   scf.yield %[[V1]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.wait @g::@c[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  pipegroup.wait @g::@a
  pipegroup.wait @g::@b
  scf.if %x {
    pipegroup.release @g
    %s = pipegroup.current @g consumer : !pipegroup.state<2>
    %i = pipegroup.index %s : !pipegroup.state<2>
  }
  pipegroup.wait @g::@c
  return
}
