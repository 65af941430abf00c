// States that are written are left alone, also beside those that are left out.
// RUN: pipegroup-opt %s -pipegroup-thread-states > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-thread-states | diff %t.once -
// RUN: pipegroup-opt %s -pipegroup-thread-states | pipegroup-opt -pipegroup-materialize-barriers -o /dev/null
// accepts: P3

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}

// CHECK-LABEL: func @all
// CHECK-SAME: %[[A0:.*]]:
func.func @all(%n: index) {
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer step(1) : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = scf.for %[[V2:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V3:.*]] = %[[V0]]) -> (!pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V4:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V4]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.tail @g::@m[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  %s = pipegroup.start @g::@m producer step(1) : !pipegroup.state<2>
  %r = scf.for %i = %n to %n step %n iter_args(%p = %s) -> (!pipegroup.state<2>) {
    pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
    pipegroup.commit @g::@m[%p] : !pipegroup.state<2>
    %next = pipegroup.advance %p : !pipegroup.state<2>
    scf.yield %next : !pipegroup.state<2>
  }
  pipegroup.tail @g::@m[%r] : !pipegroup.state<2>
  return
}

// One side is written, the other is not.
// CHECK-LABEL: func @one_side
// CHECK-SAME: %[[A0:.*]]:
func.func @one_side(%n: index) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V2:.*]]:2 = scf.for %[[V3:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V4:.*]] = %[[V1]], %[[V5:.*]] = %[[V0]]) -> (!pipegroup.state<2>, !pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V4]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.wait @g::@m[%[[V5]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.release @g[%[[V5]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V6:.*]] = pipegroup.advance %[[V5]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V7:.*]] = pipegroup.advance %[[V4]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V7]], %[[V6]] : !pipegroup.state<2>, !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @g
  %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
  %r = scf.for %i = %n to %n step %n iter_args(%p = %s) -> (!pipegroup.state<2>) {
    pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
    pipegroup.wait @g::@m
    pipegroup.release @g
    %next = pipegroup.advance %p : !pipegroup.state<2>
    scf.yield %next : !pipegroup.state<2>
  }
  return
}

// An explicit commit ends no round of the implicit form.
// CHECK-LABEL: func @same_side
func.func @same_side() {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: %{{.*}} = pipegroup.try_acquire @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  pipegroup.acquire @g::@m
  %s = pipegroup.current @g::@m producer : !pipegroup.state<2>
  pipegroup.commit @g::@m[%s] : !pipegroup.state<2>
  %t = pipegroup.try_acquire @g::@m
  %next = pipegroup.advance %s : !pipegroup.state<2>
  pipegroup.acquire @g::@m[%next] : !pipegroup.state<2>
  return
}
