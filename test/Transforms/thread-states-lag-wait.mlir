// advance_on_wait: the consumer has two states. A wait uses and moves the one, a
// release the other, however far it lags behind.
// RUN: pipegroup-opt %s -pipegroup-thread-states > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-thread-states | diff %t.once -
// RUN: pipegroup-opt %t.once -pipegroup-materialize-barriers -o /dev/null

pipegroup.group @plain merge {
  pipegroup.member @m async_async stages(3) producer(thread 32) consumer(thread 32) advance_on_wait
}
pipegroup.group @fork fork {
  pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32) advance_on_wait
  pipegroup.member @y async_async stages(2) producer(thread 32) consumer(thread 32) advance_on_wait
}
pipegroup.group @fused fused_merge {
  pipegroup.member @x async_async stages(4) producer(thread 32) consumer(thread 32) advance_on_wait
  pipegroup.member @y async_async stages(4) producer(thread 32) consumer(thread 32) advance_on_wait
}

// CHECK-LABEL: func @of_plain
func.func @of_plain() {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @plain consumer : !pipegroup.state<3>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @plain consumer : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.init @plain
  // CHECK-NEXT: pipegroup.wait @plain::@m[%[[V0]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.try_wait @plain::@m[%[[V2]]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.wait @plain::@m[%[[V2]]] unless %[[V3]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V4:.*]] = pipegroup.advance %[[V2]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.release @plain[%[[V1]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.release @plain[%[[V5]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V6:.*]] = pipegroup.advance %[[V5]] : !pipegroup.state<3>
  // CHECK-NEXT: return
  pipegroup.init @plain
  pipegroup.wait @plain::@m
  %t = pipegroup.try_wait @plain::@m
  pipegroup.wait @plain::@m unless %t
  pipegroup.release @plain
  pipegroup.release @plain
  return
}

// `current` gives either, and a try moves nothing.
// CHECK-LABEL: func @looks
func.func @looks() -> (i32, i32) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @plain consumer : !pipegroup.state<3>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @plain consumer : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.init @plain
  // CHECK-NEXT: pipegroup.wait @plain::@m[%[[V0]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.try_wait @plain::@m[%[[V2]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V4:.*]] = pipegroup.index %[[V2]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.index %[[V1]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.release @plain[%[[V1]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V6:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<3>
  // CHECK-NEXT: return %[[V4]], %[[V5]] : i32, i32
  pipegroup.init @plain
  pipegroup.wait @plain::@m
  %t = pipegroup.try_wait @plain::@m
  %lead = pipegroup.current @plain consumer : !pipegroup.state<3>
  %lag = pipegroup.current @plain consumer lagging : !pipegroup.state<3>
  %i = pipegroup.index %lead : !pipegroup.state<3>
  %j = pipegroup.index %lag : !pipegroup.state<3>
  pipegroup.release @plain
  return %i, %j : i32, i32
}

// The producer has one state as before, which its `lagging` is too.
// CHECK-LABEL: func @other_side
func.func @other_side() -> i32 {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @plain::@m producer : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.init @plain
  // CHECK-NEXT: pipegroup.acquire @plain::@m[%[[V0]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.index %[[V0]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.commit @plain::@m[%[[V0]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.tail @plain::@m[%[[V2]]] : !pipegroup.state<3>
  // CHECK-NEXT: return %[[V1]] : i32
  pipegroup.init @plain
  pipegroup.acquire @plain::@m
  %lag = pipegroup.current @plain::@m producer lagging : !pipegroup.state<3>
  %j = pipegroup.index %lag : !pipegroup.state<3>
  pipegroup.commit @plain::@m
  pipegroup.tail @plain::@m
  return %j : i32
}

// Each member of a fork has its own two.
// CHECK-LABEL: func @of_fork
func.func @of_fork() {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @fork::@x consumer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @fork::@y consumer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.start @fork::@y consumer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.start @fork::@x consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @fork
  // CHECK-NEXT: pipegroup.wait @fork::@x[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V4:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @fork::@y[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @fork::@x[%[[V4]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V6:.*]] = pipegroup.advance %[[V4]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.release @fork::@y[%[[V2]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V7:.*]] = pipegroup.advance %[[V2]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.release @fork::@x[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V8:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.release @fork::@x[%[[V8]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V9:.*]] = pipegroup.advance %[[V8]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @fork
  pipegroup.wait @fork::@x
  pipegroup.wait @fork::@y
  pipegroup.wait @fork::@x
  pipegroup.release @fork::@y
  pipegroup.release @fork::@x
  pipegroup.release @fork::@x
  return
}

// A fused group is waited on as one, so that each wait is a round.
// CHECK-LABEL: func @of_fused
func.func @of_fused() {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @fused consumer : !pipegroup.state<4>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @fused consumer : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.init @fused
  // CHECK-NEXT: pipegroup.wait @fused[%[[V0]]] : !pipegroup.state<4>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.wait @fused[%[[V2]]] : !pipegroup.state<4>
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.advance %[[V2]] : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.release @fused[%[[V1]]] : !pipegroup.state<4>
  // CHECK-NEXT: %[[V4:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.wait @fused[%[[V3]]] : !pipegroup.state<4>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<4>
  // CHECK-NEXT: return
  pipegroup.init @fused
  pipegroup.wait @fused
  pipegroup.wait @fused
  pipegroup.release @fused
  pipegroup.wait @fused
  return
}
