// A state goes through scf.for if a round ends inside, and on to what follows.
// RUN: pipegroup-opt %s -pipegroup-thread-states > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-thread-states | diff %t.once -

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}

// CHECK-LABEL: func @one_loop
// CHECK-SAME: %[[A0:.*]]:
func.func @one_loop(%n: index) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V1:.*]] = scf.for %[[V2:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V3:.*]] = %[[V0]]) -> (!pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V4:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V4]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.for %i = %n to %n step %n {
    pipegroup.acquire @g::@m
    pipegroup.commit @g::@m
  }
  pipegroup.acquire @g::@m
  return
}

// The second loop goes on where the first one stopped.
// CHECK-LABEL: func @two_loops
// CHECK-SAME: %[[A0:.*]]:
func.func @two_loops(%n: index) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V1:.*]] = scf.for %[[V2:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V3:.*]] = %[[V0]]) -> (!pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V4:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V4]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[V5:.*]] = scf.for %[[V6:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V7:.*]] = %[[V1]]) -> (!pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V7]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V7]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V8:.*]] = pipegroup.advance %[[V7]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V8]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.tail @g::@m[%[[V5]]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.for %i = %n to %n step %n {
    pipegroup.acquire @g::@m
    pipegroup.commit @g::@m
  }
  scf.for %i = %n to %n step %n {
    pipegroup.acquire @g::@m
    pipegroup.commit @g::@m
  }
  pipegroup.tail @g::@m
  return
}

// So does the next round of an outer loop.
// CHECK-LABEL: func @persistent
// CHECK-SAME: %[[A0:.*]]:
func.func @persistent(%n: index) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V2:.*]]:2 = scf.for %[[V3:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V4:.*]] = %[[V0]], %[[V5:.*]] = %[[V1]]) -> (!pipegroup.state<2>, !pipegroup.state<2>) {
  // CHECK-NEXT:   %[[V6:.*]] = scf.for %[[V7:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V8:.*]] = %[[V4]]) -> (!pipegroup.state<2>) {
  // CHECK-NEXT:     %[[V9:.*]] = scf.for %[[V10:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V11:.*]] = %[[V8]]) -> (!pipegroup.state<2>) {
  // CHECK-NEXT:       pipegroup.acquire @g::@m[%[[V11]]] : !pipegroup.state<2>
  // CHECK-NEXT:       pipegroup.commit @g::@m[%[[V11]]] : !pipegroup.state<2>
  // CHECK-NEXT:       %[[V12:.*]] = pipegroup.advance %[[V11]] : !pipegroup.state<2>
  // CHECK-NEXT:       scf.yield %[[V12]] : !pipegroup.state<2>
  // CHECK-NEXT:     }
  // CHECK-NEXT:     scf.yield %[[V9]] : !pipegroup.state<2>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.wait @g::@m[%[[V5]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.release @g[%[[V5]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V13:.*]] = pipegroup.advance %[[V5]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V6]], %[[V13]] : !pipegroup.state<2>, !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.for %tile = %n to %n step %n {
    scf.for %part = %n to %n step %n {
      scf.for %i = %n to %n step %n {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.wait @g::@m
    pipegroup.release @g
  }
  return
}

// Nothing ends inside: the state comes from outside.
// CHECK-LABEL: func @only_waits
// CHECK-SAME: %[[A0:.*]]:
func.func @only_waits(%n: index) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: scf.for %[[V1:.*]] = %[[A0]] to %[[A0]] step %[[A0]] {
  // CHECK-NEXT:   pipegroup.wait @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V2:.*]] = pipegroup.index %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.for %i = %n to %n step %n {
    pipegroup.wait @g::@m
    %s = pipegroup.current @g consumer : !pipegroup.state<2>
    %k = pipegroup.index %s : !pipegroup.state<2>
  }
  return
}

// What the loop carries besides, and what it is called, stays.
// CHECK-LABEL: func @carried
// CHECK-SAME: %[[A0:.*]]:
func.func @carried(%n: index) -> index {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V1:.*]]:3 = scf.for %[[V2:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V3:.*]] = %[[A0]], %[[V4:.*]] = %[[A0]], %[[V5:.*]] = %[[V0]]) -> (index, index, !pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V5]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V6:.*]] = pipegroup.advance %[[V5]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V7:.*]] = arith.addi %[[V3]], %[[V2]] : index
  // CHECK-NEXT:   scf.yield %[[V4]], %[[V7]], %[[V6]] : index, index, !pipegroup.state<2>
  // CHECK-NEXT: } {note}
  // CHECK-NEXT: %[[V8:.*]] = arith.addi %[[V1]]#0, %[[V1]]#1 : index
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V1]]#2] : !pipegroup.state<2>
  // CHECK-NEXT: return %[[V8]] : index
  pipegroup.init @g
  %r:2 = scf.for %i = %n to %n step %n iter_args(%a = %n, %b = %n) -> (index, index) {
    pipegroup.commit @g::@m
    %c = arith.addi %a, %i : index
    scf.yield %b, %c : index, index
  } {note}
  %s = arith.addi %r#0, %r#1 : index
  pipegroup.acquire @g::@m
  return %s : index
}

// Two rounds per trip, and one more behind.
// CHECK-LABEL: func @unrolled
// CHECK-SAME: %[[A0:.*]]:
func.func @unrolled(%n: i32) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V2:.*]]:2 = scf.for %[[V3:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V4:.*]] = %[[V0]], %[[V5:.*]] = %[[V1]]) -> (!pipegroup.state<2>, !pipegroup.state<2>)  : i32 {
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V4]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V6:.*]] = pipegroup.advance %[[V4]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.release @g[%[[V5]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V7:.*]] = pipegroup.advance %[[V5]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V6]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V8:.*]] = pipegroup.advance %[[V6]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V8]], %[[V7]] : !pipegroup.state<2>, !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V2]]#0] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V9:.*]] = pipegroup.advance %[[V2]]#0 : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.for %i = %n to %n step %n : i32 {
    pipegroup.commit @g::@m
    pipegroup.release @g
    pipegroup.commit @g::@m
  }
  pipegroup.commit @g::@m
  return
}
