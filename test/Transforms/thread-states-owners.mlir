// Who owns a state: the group on the side that it collapses, else each member.
// RUN: pipegroup-opt %s -pipegroup-thread-states > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-thread-states | diff %t.once -
// RUN: pipegroup-opt %s -pipegroup-thread-states | pipegroup-opt -pipegroup-materialize-barriers -o /dev/null

pipegroup.group @merge merge {
  pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32)
  pipegroup.member @y async_async stages(2) producer(thread 32) consumer(thread 32)
}
pipegroup.group @fork fork {
  pipegroup.member @x async_async stages(3) producer(thread 32) consumer(thread 32)
  pipegroup.member @y async_async stages(3) producer(thread 32) consumer(thread 32)
}
pipegroup.group @fused fused_merge {
  pipegroup.member @x async_async stages(4) producer(thread 32) consumer(thread 32)
  pipegroup.member @y async_async stages(4) producer(thread 32) consumer(thread 32)
}

// Each member has a producer state, the group a consumer state.
// CHECK-LABEL: func @of_merge
func.func @of_merge() {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @merge::@x producer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @merge::@y producer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.start @merge consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @merge
  // CHECK-NEXT: pipegroup.acquire @merge::@x[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.commit @merge::@x[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.acquire @merge::@y[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.acquire @merge::@x[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.commit @merge::@y[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V4:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.tail @merge::@y[%[[V4]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @merge::@x[%[[V2]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @merge::@y[%[[V2]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.release @merge[%[[V2]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.advance %[[V2]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @merge::@y[%[[V5]]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @merge
  pipegroup.acquire @merge::@x
  pipegroup.commit @merge::@x
  pipegroup.acquire @merge::@y
  pipegroup.acquire @merge::@x
  pipegroup.commit @merge::@y
  pipegroup.tail @merge::@y
  pipegroup.wait @merge::@x
  pipegroup.wait @merge::@y
  pipegroup.release @merge
  pipegroup.wait @merge::@y
  return
}

// The group has a producer state, each member a consumer state.
// CHECK-LABEL: func @of_fork
func.func @of_fork() {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @fork producer : !pipegroup.state<3>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @fork::@x consumer : !pipegroup.state<3>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.start @fork::@y consumer : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.init @fork
  // CHECK-NEXT: pipegroup.acquire @fork::@x[%[[V0]]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.acquire @fork::@y[%[[V0]]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.commit @fork[%[[V0]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V4:.*]] = pipegroup.try_acquire @fork::@y[%[[V3]]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.acquire @fork::@x[%[[V3]]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.acquire @fork::@y[%[[V3]]] unless %[[V4]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.index %[[V3]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.tail @fork[%[[V3]]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.wait @fork::@x[%[[V1]]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.release @fork::@x[%[[V1]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V6:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.wait @fork::@y[%[[V2]]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.wait @fork::@x[%[[V6]]] : !pipegroup.state<3>
  // CHECK-NEXT: return
  pipegroup.init @fork
  pipegroup.acquire @fork::@x
  pipegroup.acquire @fork::@y
  pipegroup.commit @fork
  %t = pipegroup.try_acquire @fork::@y
  pipegroup.acquire @fork::@x
  pipegroup.acquire @fork::@y unless %t
  %s = pipegroup.current @fork producer : !pipegroup.state<3>
  %i = pipegroup.index %s : !pipegroup.state<3>
  pipegroup.tail @fork
  pipegroup.wait @fork::@x
  pipegroup.release @fork::@x
  pipegroup.wait @fork::@y
  pipegroup.wait @fork::@x
  return
}

// CHECK-LABEL: func @of_fused
func.func @of_fused() {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @fused::@x producer : !pipegroup.state<4>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @fused::@y producer : !pipegroup.state<4>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.start @fused consumer : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.init @fused
  // CHECK-NEXT: pipegroup.acquire @fused::@x[%[[V0]]] : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.commit @fused::@x[%[[V0]]] : !pipegroup.state<4>
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.acquire @fused::@y[%[[V1]]] : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.commit @fused::@y[%[[V1]]] : !pipegroup.state<4>
  // CHECK-NEXT: %[[V4:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.acquire @fused::@x[%[[V3]]] : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.wait @fused[%[[V2]]] : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.release @fused[%[[V2]]] : !pipegroup.state<4>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.advance %[[V2]] : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.wait @fused[%[[V5]]] : !pipegroup.state<4>
  // CHECK-NEXT: return
  pipegroup.init @fused
  pipegroup.acquire @fused::@x
  pipegroup.commit @fused::@x
  pipegroup.acquire @fused::@y
  pipegroup.commit @fused::@y
  pipegroup.acquire @fused::@x
  pipegroup.wait @fused
  pipegroup.release @fused
  pipegroup.wait @fused
  return
}

// Several groups at once, each with its own number of stages.
// CHECK-LABEL: func @several
// CHECK-SAME: %[[A0:.*]]:
func.func @several(%n: index) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @fork::@y consumer : !pipegroup.state<3>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @merge::@y producer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.start @fused consumer : !pipegroup.state<4>
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.start @merge::@x producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @merge, @fork, @fused
  // CHECK-NEXT: %[[V4:.*]]:2 = scf.for %[[V5:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V6:.*]] = %[[V1]], %[[V7:.*]] = %[[V0]]) -> (!pipegroup.state<2>, !pipegroup.state<3>) {
  // CHECK-NEXT:   pipegroup.wait @fork::@y[%[[V7]]] : !pipegroup.state<3>
  // CHECK-NEXT:   pipegroup.acquire @merge::@y[%[[V6]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.commit @merge::@y[%[[V6]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V8:.*]] = pipegroup.advance %[[V6]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.release @fork::@y[%[[V7]]] : !pipegroup.state<3>
  // CHECK-NEXT:   %[[V9:.*]] = pipegroup.advance %[[V7]] : !pipegroup.state<3>
  // CHECK-NEXT:   pipegroup.wait @fused[%[[V2]]] : !pipegroup.state<4>
  // CHECK-NEXT:   scf.yield %[[V8]], %[[V9]] : !pipegroup.state<2>, !pipegroup.state<3>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.acquire @merge::@y[%[[V4]]#0] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.acquire @merge::@x[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @fork::@y[%[[V4]]#1] : !pipegroup.state<3>
  // CHECK-NEXT: return
  pipegroup.init @merge, @fork, @fused
  scf.for %i = %n to %n step %n {
    pipegroup.wait @fork::@y
    pipegroup.acquire @merge::@y
    pipegroup.commit @merge::@y
    pipegroup.release @fork::@y
    pipegroup.wait @fused
  }
  pipegroup.acquire @merge::@y
  pipegroup.acquire @merge::@x
  pipegroup.wait @fork::@y
  return
}
