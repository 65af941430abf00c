// scf.while: both of its regions may end rounds.
// RUN: pipegroup-opt %s -pipegroup-thread-states > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-thread-states | diff %t.once -

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}

// CHECK-LABEL: func @in_before
// CHECK-SAME: %[[A0:.*]]:
func.func @in_before(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V1:.*]] = scf.while (%[[V2:.*]] = %[[V0]]) : (!pipegroup.state<2>) -> !pipegroup.state<2> {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V2]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V2]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V3:.*]] = pipegroup.advance %[[V2]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.condition(%[[A0]]) %[[V3]] : !pipegroup.state<2>
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[V4:.*]]: !pipegroup.state<2>):
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V4]]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V4]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.while : () -> () {
    pipegroup.acquire @g::@m
    pipegroup.commit @g::@m
    scf.condition(%x)
  } do {
    pipegroup.acquire @g::@m
    scf.yield
  }
  pipegroup.acquire @g::@m
  return
}

// CHECK-LABEL: func @in_after
// CHECK-SAME: %[[A0:.*]]:
func.func @in_after(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V1:.*]] = scf.while (%[[V2:.*]] = %[[V0]]) : (!pipegroup.state<2>) -> !pipegroup.state<2> {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V2]]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.condition(%[[A0]]) %[[V2]] : !pipegroup.state<2>
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[V3:.*]]: !pipegroup.state<2>):
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V4:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V4]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.while : () -> () {
    pipegroup.acquire @g::@m
    scf.condition(%x)
  } do {
    pipegroup.acquire @g::@m
    pipegroup.commit @g::@m
    scf.yield
  }
  pipegroup.acquire @g::@m
  return
}

// CHECK-LABEL: func @in_both
// CHECK-SAME: %[[A0:.*]]:
func.func @in_both(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V2:.*]]:2 = scf.while (%[[V3:.*]] = %[[V0]], %[[V4:.*]] = %[[V1]]) : (!pipegroup.state<2>, !pipegroup.state<2>) -> (!pipegroup.state<2>, !pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V5:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.condition(%[[A0]]) %[[V5]], %[[V4]] : !pipegroup.state<2>, !pipegroup.state<2>
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[V6:.*]]: !pipegroup.state<2>, %[[V7:.*]]: !pipegroup.state<2>):
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V6]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V8:.*]] = pipegroup.advance %[[V6]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.release @g[%[[V7]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V9:.*]] = pipegroup.advance %[[V7]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V8]], %[[V9]] : !pipegroup.state<2>, !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V2]]#0] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @g::@m[%[[V2]]#1] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.while : () -> () {
    pipegroup.commit @g::@m
    scf.condition(%x)
  } do {
    pipegroup.commit @g::@m
    pipegroup.release @g
    scf.yield
  }
  pipegroup.acquire @g::@m
  pipegroup.wait @g::@m
  return
}

// CHECK-LABEL: func @in_neither
// CHECK-SAME: %[[A0:.*]]:
func.func @in_neither(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: scf.while : () -> () {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.condition(%[[A0]])
  // CHECK-NEXT: } do {
  // CHECK-NEXT:   pipegroup.wait @g::@m[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.while : () -> () {
    pipegroup.acquire @g::@m
    scf.condition(%x)
  } do {
    pipegroup.wait @g::@m
    scf.yield
  }
  return
}

// The two regions may have other values than each other.
// CHECK-LABEL: func @carried
// CHECK-SAME: %[[A0:.*]]: {{[^,]*}}, %[[A1:.*]]:
func.func @carried(%x: i1, %n: index) -> i32 {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V1:.*]]:2 = scf.while (%[[V2:.*]] = %[[A1]], %[[V3:.*]] = %[[V0]]) : (index, !pipegroup.state<2>) -> (i32, !pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V4:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V5:.*]] = arith.index_cast %[[V2]] : index to i32
  // CHECK-NEXT:   scf.condition(%[[A0]]) %[[V5]], %[[V4]] : i32, !pipegroup.state<2>
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[V6:.*]]: i32, %[[V7:.*]]: !pipegroup.state<2>):
  // CHECK-NEXT:   %[[V8:.*]] = arith.index_cast %[[V6]] : i32 to index
  // CHECK-NEXT:   scf.yield %[[V8]], %[[V7]] : index, !pipegroup.state<2>
  // CHECK-NEXT: } attributes {note}
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V1]]#1] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V9:.*]] = pipegroup.advance %[[V1]]#1 : !pipegroup.state<2>
  // CHECK-NEXT: return %[[V1]]#0 : i32
  pipegroup.init @g
  %r = scf.while (%a = %n) : (index) -> i32 {
    pipegroup.commit @g::@m
    %b = arith.index_cast %a : index to i32
    scf.condition(%x) %b : i32
  } do {
  ^bb0(%c: i32):
    %d = arith.index_cast %c : i32 to index
    scf.yield %d : index
  } attributes {note}
  pipegroup.commit @g::@m
  return %r : i32
}
