// advance_on_acquire: the producer has two states. An acquire uses and moves the one,
// which a tail looks at too, a commit the other.
// RUN: pipegroup-opt %s -pipegroup-thread-states > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-thread-states | diff %t.once -
// RUN: pipegroup-opt %t.once -pipegroup-materialize-barriers -o /dev/null

pipegroup.group @merge merge {
  pipegroup.member @x async_async stages(3) producer(thread 32) consumer(thread 32) advance_on_acquire
  pipegroup.member @y async_async stages(3) producer(thread 32) consumer(thread 32) advance_on_acquire
}
pipegroup.group @fused fused_merge {
  pipegroup.member @x async_async stages(4) producer(thread 32) consumer(thread 32) advance_on_acquire
  pipegroup.member @y async_async stages(4) producer(thread 32) consumer(thread 32) advance_on_acquire
}

// Each member has its own two.
// CHECK-LABEL: func @of_merge
func.func @of_merge() {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @merge::@x producer : !pipegroup.state<3>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @merge::@y producer : !pipegroup.state<3>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.start @merge::@x producer : !pipegroup.state<3>
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.start @merge::@y producer : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.init @merge
  // CHECK-NEXT: pipegroup.acquire @merge::@x[%[[V0]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V4:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.acquire @merge::@y[%[[V1]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V6:.*]] = pipegroup.try_acquire @merge::@x[%[[V4]]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.acquire @merge::@x[%[[V4]]] unless %[[V6]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V7:.*]] = pipegroup.advance %[[V4]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.commit @merge::@x[%[[V2]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V8:.*]] = pipegroup.advance %[[V2]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.commit @merge::@y[%[[V3]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V9:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.commit @merge::@x[%[[V8]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V10:.*]] = pipegroup.advance %[[V8]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.tail @merge::@x[%[[V7]]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.acquire @merge::@y[%[[V5]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V11:.*]] = pipegroup.advance %[[V5]] : !pipegroup.state<3>
  // CHECK-NEXT: return
  pipegroup.init @merge
  pipegroup.acquire @merge::@x
  pipegroup.acquire @merge::@y
  %t = pipegroup.try_acquire @merge::@x
  pipegroup.acquire @merge::@x unless %t
  pipegroup.commit @merge::@x
  pipegroup.commit @merge::@y
  pipegroup.commit @merge::@x
  pipegroup.tail @merge::@x
  pipegroup.acquire @merge::@y
  return
}

// CHECK-LABEL: func @looks
func.func @looks() -> (i32, i32) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @merge::@x producer : !pipegroup.state<3>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @merge::@x producer : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.init @merge
  // CHECK-NEXT: pipegroup.acquire @merge::@x[%[[V0]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.index %[[V2]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V4:.*]] = pipegroup.index %[[V1]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.commit @merge::@x[%[[V1]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<3>
  // CHECK-NEXT: return %[[V3]], %[[V4]] : i32, i32
  pipegroup.init @merge
  pipegroup.acquire @merge::@x
  %lead = pipegroup.current @merge::@x producer : !pipegroup.state<3>
  %lag = pipegroup.current @merge::@x producer lagging : !pipegroup.state<3>
  %i = pipegroup.index %lead : !pipegroup.state<3>
  %j = pipegroup.index %lag : !pipegroup.state<3>
  pipegroup.commit @merge::@x
  return %i, %j : i32, i32
}

// The consumer has one state as before, and waits repeat.
// CHECK-LABEL: func @other_side
func.func @other_side() {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @merge consumer : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.init @merge
  // CHECK-NEXT: pipegroup.wait @merge::@x[%[[V0]]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.wait @merge::@y[%[[V0]]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.wait @merge::@x[%[[V0]]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.release @merge[%[[V0]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.wait @merge::@y[%[[V1]]] : !pipegroup.state<3>
  // CHECK-NEXT: return
  pipegroup.init @merge
  pipegroup.wait @merge::@x
  pipegroup.wait @merge::@y
  pipegroup.wait @merge::@x
  pipegroup.release @merge
  pipegroup.wait @merge::@y
  return
}

// CHECK-LABEL: func @of_fused
func.func @of_fused() {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @fused::@x producer : !pipegroup.state<4>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @fused::@y producer : !pipegroup.state<4>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.start @fused::@x producer : !pipegroup.state<4>
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.start @fused::@y producer : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.init @fused
  // CHECK-NEXT: pipegroup.acquire @fused::@x[%[[V0]]] : !pipegroup.state<4>
  // CHECK-NEXT: %[[V4:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.acquire @fused::@x[%[[V4]]] : !pipegroup.state<4>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.advance %[[V4]] : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.acquire @fused::@y[%[[V1]]] : !pipegroup.state<4>
  // CHECK-NEXT: %[[V6:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.commit @fused::@x[%[[V2]]] : !pipegroup.state<4>
  // CHECK-NEXT: %[[V7:.*]] = pipegroup.advance %[[V2]] : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.commit @fused::@y[%[[V3]]] : !pipegroup.state<4>
  // CHECK-NEXT: %[[V8:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.tail @fused::@y[%[[V6]]] : !pipegroup.state<4>
  // CHECK-NEXT: return
  pipegroup.init @fused
  pipegroup.acquire @fused::@x
  pipegroup.acquire @fused::@x
  pipegroup.acquire @fused::@y
  pipegroup.commit @fused::@x
  pipegroup.commit @fused::@y
  pipegroup.tail @fused::@y
  return
}
