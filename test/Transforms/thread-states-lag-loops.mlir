// Releases that lag one round behind waits, as where the tensor core still reads: a
// round before the loop, one more of each inside, the last release after it. Both
// states go through each loop, and on to the next one.
// RUN: pipegroup-opt %s -pipegroup-thread-states > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-thread-states | diff %t.once -
// RUN: pipegroup-opt %t.once -pipegroup-materialize-barriers -o /dev/null

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2) producer(thread 32) consumer(thread 32) advance_on_wait
  pipegroup.member @b async_async stages(2) producer(thread 32) consumer(thread 32) advance_on_wait
}

// CHECK-LABEL: func @prologue_and_epilogue
// CHECK-SAME: %[[A0:.*]]:
func.func @prologue_and_epilogue(%n: index) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: pipegroup.wait @g::@a[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @g::@b[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V3:.*]]:2 = scf.for %[[V4:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V5:.*]] = %[[V2]], %[[V6:.*]] = %[[V1]]) -> (!pipegroup.state<2>, !pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.wait @g::@a[%[[V5]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.wait @g::@b[%[[V5]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V7:.*]] = pipegroup.advance %[[V5]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.release @g[%[[V6]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V8:.*]] = pipegroup.advance %[[V6]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V7]], %[[V8]] : !pipegroup.state<2>, !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.release @g[%[[V3]]#1] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V9:.*]] = pipegroup.advance %[[V3]]#1 : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  pipegroup.wait @g::@a
  pipegroup.wait @g::@b
  scf.for %i = %n to %n step %n {
    pipegroup.wait @g::@a
    pipegroup.wait @g::@b
    pipegroup.release @g
  }
  pipegroup.release @g
  return
}

// Where only one of them moves, only that one is carried.
// CHECK-LABEL: func @one_of_them
// CHECK-SAME: %[[A0:.*]]:
func.func @one_of_them(%n: index) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V2:.*]] = scf.for %[[V3:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V4:.*]] = %[[V0]]) -> (!pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.wait @g::@a[%[[V4]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.wait @g::@b[%[[V4]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V5:.*]] = pipegroup.advance %[[V4]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V5]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[V6:.*]] = scf.for %[[V7:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V8:.*]] = %[[V1]]) -> (!pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.release @g[%[[V8]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V9:.*]] = pipegroup.advance %[[V8]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V9]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.for %i = %n to %n step %n {
    pipegroup.wait @g::@a
    pipegroup.wait @g::@b
  }
  scf.for %i = %n to %n step %n {
    pipegroup.release @g
  }
  return
}

// Tiles outside, rounds inside.
// CHECK-LABEL: func @persistent
// CHECK-SAME: %[[A0:.*]]:
func.func @persistent(%n: index) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V2:.*]]:2 = scf.for %[[V3:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V4:.*]] = %[[V0]], %[[V5:.*]] = %[[V1]]) -> (!pipegroup.state<2>, !pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.wait @g::@a[%[[V4]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.wait @g::@b[%[[V4]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V6:.*]] = pipegroup.advance %[[V4]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V7:.*]]:2 = scf.for %[[V8:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V9:.*]] = %[[V6]], %[[V10:.*]] = %[[V5]]) -> (!pipegroup.state<2>, !pipegroup.state<2>) {
  // CHECK-NEXT:     pipegroup.wait @g::@b[%[[V9]]] : !pipegroup.state<2>
  // CHECK-NEXT:     pipegroup.wait @g::@a[%[[V9]]] : !pipegroup.state<2>
  // CHECK-NEXT:     %[[V11:.*]] = pipegroup.advance %[[V9]] : !pipegroup.state<2>
  // CHECK-NEXT:     pipegroup.release @g[%[[V10]]] : !pipegroup.state<2>
  // CHECK-NEXT:     %[[V12:.*]] = pipegroup.advance %[[V10]] : !pipegroup.state<2>
  // CHECK-NEXT:     scf.yield %[[V11]], %[[V12]] : !pipegroup.state<2>, !pipegroup.state<2>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.release @g[%[[V7]]#1] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V13:.*]] = pipegroup.advance %[[V7]]#1 : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V7]]#0, %[[V13]] : !pipegroup.state<2>, !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.for %tile = %n to %n step %n {
    pipegroup.wait @g::@a
    pipegroup.wait @g::@b
    scf.for %i = %n to %n step %n {
      pipegroup.wait @g::@b
      pipegroup.wait @g::@a
      pipegroup.release @g
    }
    pipegroup.release @g
  }
  return
}

// CHECK-LABEL: func @while_loop
// CHECK-SAME: %[[A0:.*]]:
func.func @while_loop(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V2:.*]]:2 = scf.while (%[[V3:.*]] = %[[V0]], %[[V4:.*]] = %[[V1]]) : (!pipegroup.state<2>, !pipegroup.state<2>) -> (!pipegroup.state<2>, !pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.wait @g::@a[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.wait @g::@b[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V5:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.condition(%[[A0]]) %[[V5]], %[[V4]] : !pipegroup.state<2>, !pipegroup.state<2>
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^[[B0:bb[0-9]+]](%[[V6:.*]]: !pipegroup.state<2>, %[[V7:.*]]: !pipegroup.state<2>):
  // CHECK-NEXT:   pipegroup.release @g[%[[V7]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V8:.*]] = pipegroup.advance %[[V7]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V6]], %[[V8]] : !pipegroup.state<2>, !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.release @g[%[[V2]]#1] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V9:.*]] = pipegroup.advance %[[V2]]#1 : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.while : () -> () {
    pipegroup.wait @g::@a
    pipegroup.wait @g::@b
    scf.condition(%x)
  } do {
    pipegroup.release @g
    scf.yield
  }
  pipegroup.release @g
  return
}
