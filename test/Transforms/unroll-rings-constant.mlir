// Known numbers of iterations: laps in a loop, the rest after it without one where it
// is one iteration, nothing where there is none.
// RUN: pipegroup-opt %s -pipegroup-unroll-rings | FileCheck %s

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(3) producer(thread 32) consumer(thread 32)
}

// CHECK-LABEL: func @two_laps_and_one
func.func @two_laps_and_one() {
  // CHECK-NEXT: %[[V0:.*]] = arith.constant 0 : index
  // CHECK-NEXT: %[[V1:.*]] = arith.constant 1 : index
  // CHECK-NEXT: %[[V2:.*]] = arith.constant 7 : index
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<3>
  // CHECK-NEXT: %[[V4:.*]] = arith.constant 6 : index
  // CHECK-NEXT: %[[V5:.*]] = arith.constant 3 : index
  // CHECK-NEXT: %[[V6:.*]] = scf.for %[[V7:.*]] = %[[V0]] to %[[V4]] step %[[V5]] iter_args(%[[V8:.*]] = %[[V3]]) -> (!pipegroup.state<3>) {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V8]]] : !pipegroup.state<3>
  // CHECK-NEXT:   %[[V9:.*]] = pipegroup.advance %[[V8]] : !pipegroup.state<3>
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V9]]] : !pipegroup.state<3>
  // CHECK-NEXT:   %[[V10:.*]] = pipegroup.advance %[[V9]] : !pipegroup.state<3>
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V10]]] : !pipegroup.state<3>
  // CHECK-NEXT:   %[[V11:.*]] = pipegroup.advance %[[V10]] : !pipegroup.state<3>
  // CHECK-NEXT:   scf.yield %[[V11]] : !pipegroup.state<3>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V6]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V12:.*]] = pipegroup.advance %[[V6]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.tail @g::@m[%[[V12]]] : !pipegroup.state<3>
  // CHECK-NEXT: return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %p = pipegroup.start @g::@m producer : !pipegroup.state<3>
  %r = scf.for %i = %c0 to %c7 step %c1 iter_args(%s = %p) -> (!pipegroup.state<3>) {
    pipegroup.acquire @g::@m[%s] : !pipegroup.state<3>
    %n = pipegroup.advance %s : !pipegroup.state<3>
    scf.yield %n : !pipegroup.state<3>
  }
  pipegroup.tail @g::@m[%r] : !pipegroup.state<3>
  return
}

// CHECK-LABEL: func @one_lap
func.func @one_lap() {
  // CHECK-NEXT: %[[V0:.*]] = arith.constant 0 : index
  // CHECK-NEXT: %[[V1:.*]] = arith.constant 2 : index
  // CHECK-NEXT: %[[V2:.*]] = arith.constant 6 : index
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<3>
  // CHECK-NEXT: %[[V4:.*]] = arith.constant 6 : index
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V3]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V5]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V6:.*]] = pipegroup.advance %[[V5]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V6]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V7:.*]] = pipegroup.advance %[[V6]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.tail @g::@m[%[[V7]]] : !pipegroup.state<3>
  // CHECK-NEXT: return
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %p = pipegroup.start @g::@m producer : !pipegroup.state<3>
  %r = scf.for %i = %c0 to %c6 step %c2 iter_args(%s = %p) -> (!pipegroup.state<3>) {
    pipegroup.acquire @g::@m[%s] : !pipegroup.state<3>
    %n = pipegroup.advance %s : !pipegroup.state<3>
    scf.yield %n : !pipegroup.state<3>
  }
  pipegroup.tail @g::@m[%r] : !pipegroup.state<3>
  return
}

// Less than a lap: the loop stays as it was.
// CHECK-LABEL: func @two
func.func @two() {
  // CHECK-NEXT: %[[V0:.*]] = arith.constant 0 : index
  // CHECK-NEXT: %[[V1:.*]] = arith.constant 1 : index
  // CHECK-NEXT: %[[V2:.*]] = arith.constant 2 : index
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<3>
  // CHECK-NEXT: %[[V4:.*]] = arith.constant 0 : index
  // CHECK-NEXT: %[[V5:.*]] = arith.constant 3 : index
  // CHECK-NEXT: %[[V6:.*]] = scf.for %[[V7:.*]] = %[[V4]] to %[[V2]] step %[[V1]] iter_args(%[[V8:.*]] = %[[V3]]) -> (!pipegroup.state<3>) {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V8]]] : !pipegroup.state<3>
  // CHECK-NEXT:   %[[V9:.*]] = pipegroup.advance %[[V8]] : !pipegroup.state<3>
  // CHECK-NEXT:   scf.yield %[[V9]] : !pipegroup.state<3>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.tail @g::@m[%[[V6]]] : !pipegroup.state<3>
  // CHECK-NEXT: return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p = pipegroup.start @g::@m producer : !pipegroup.state<3>
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%s = %p) -> (!pipegroup.state<3>) {
    pipegroup.acquire @g::@m[%s] : !pipegroup.state<3>
    %n = pipegroup.advance %s : !pipegroup.state<3>
    scf.yield %n : !pipegroup.state<3>
  }
  pipegroup.tail @g::@m[%r] : !pipegroup.state<3>
  return
}

// CHECK-LABEL: func @none
func.func @none() {
  // CHECK-NEXT: %[[V0:.*]] = arith.constant 0 : index
  // CHECK-NEXT: %[[V1:.*]] = arith.constant 1 : index
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<3>
  // CHECK-NEXT: %[[V3:.*]] = arith.constant 3 : index
  // CHECK-NEXT: pipegroup.tail @g::@m[%[[V2]]] : !pipegroup.state<3>
  // CHECK-NEXT: return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = pipegroup.start @g::@m producer : !pipegroup.state<3>
  %r = scf.for %i = %c1 to %c0 step %c1 iter_args(%s = %p) -> (!pipegroup.state<3>) {
    pipegroup.acquire @g::@m[%s] : !pipegroup.state<3>
    %n = pipegroup.advance %s : !pipegroup.state<3>
    scf.yield %n : !pipegroup.state<3>
  }
  pipegroup.tail @g::@m[%r] : !pipegroup.state<3>
  return
}
