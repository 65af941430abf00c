// A loop over a ring runs a lap an iteration, then what is left of the iterations one by
// one, from where the first loop stopped. A range that is negative is one of no
// iteration, which the division would take for a large one.
// RUN: pipegroup-opt %s -pipegroup-unroll-rings | FileCheck %s

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(3) producer(thread 32) consumer(thread 32)
}

// CHECK-LABEL: func @unknown_step
// CHECK-SAME: %[[A0:.*]]:{{.*}}%[[A1:.*]]:{{.*}}%[[A2:.*]]:
func.func @unknown_step(%lower: index, %upper: index, %step: index) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<3>
  // CHECK-NEXT: %[[V1:.*]] = arith.maxsi %[[A0]], %[[A1]] : index
  // CHECK-NEXT: %[[V2:.*]] = arith.subi %[[V1]], %[[A0]] : index
  // CHECK-NEXT: %[[V3:.*]] = arith.constant 1 : index
  // CHECK-NEXT: %[[V4:.*]] = arith.subi %[[A2]], %[[V3]] : index
  // CHECK-NEXT: %[[V5:.*]] = arith.addi %[[V2]], %[[V4]] : index
  // CHECK-NEXT: %[[V6:.*]] = arith.divui %[[V5]], %[[A2]] : index
  // CHECK-NEXT: %[[V7:.*]] = arith.constant 3 : index
  // CHECK-NEXT: %[[V8:.*]] = arith.remsi %[[V6]], %[[V7]] : index
  // CHECK-NEXT: %[[V9:.*]] = arith.subi %[[V6]], %[[V8]] : index
  // CHECK-NEXT: %[[V10:.*]] = arith.muli %[[V9]], %[[A2]] : index
  // CHECK-NEXT: %[[V11:.*]] = arith.addi %[[A0]], %[[V10]] : index
  // CHECK-NEXT: %[[V12:.*]] = arith.muli %[[A2]], %[[V7]] : index
  // CHECK-NEXT: %[[V13:.*]] = scf.for %[[V14:.*]] = %[[A0]] to %[[V11]] step %[[V12]] iter_args(%[[V15:.*]] = %[[V0]]) -> (!pipegroup.state<3>) {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V15]]] : !pipegroup.state<3>
  // CHECK-NEXT:   %[[V16:.*]] = pipegroup.advance %[[V15]] : !pipegroup.state<3>
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V16]]] : !pipegroup.state<3>
  // CHECK-NEXT:   %[[V17:.*]] = pipegroup.advance %[[V16]] : !pipegroup.state<3>
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V17]]] : !pipegroup.state<3>
  // CHECK-NEXT:   %[[V18:.*]] = pipegroup.advance %[[V17]] : !pipegroup.state<3>
  // CHECK-NEXT:   scf.yield %[[V18]] : !pipegroup.state<3>
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[V19:.*]] = scf.for %[[V20:.*]] = %[[V11]] to %[[V1]] step %[[A2]] iter_args(%[[V21:.*]] = %[[V13]]) -> (!pipegroup.state<3>) {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V21]]] : !pipegroup.state<3>
  // CHECK-NEXT:   %[[V22:.*]] = pipegroup.advance %[[V21]] : !pipegroup.state<3>
  // CHECK-NEXT:   scf.yield %[[V22]] : !pipegroup.state<3>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.tail @g::@m[%[[V19]]] : !pipegroup.state<3>
  // CHECK-NEXT: return
  %p = pipegroup.start @g::@m producer : !pipegroup.state<3>
  %r = scf.for %i = %lower to %upper step %step iter_args(%s = %p) -> (!pipegroup.state<3>) {
    pipegroup.acquire @g::@m[%s] : !pipegroup.state<3>
    %n = pipegroup.advance %s : !pipegroup.state<3>
    scf.yield %n : !pipegroup.state<3>
  }
  pipegroup.tail @g::@m[%r] : !pipegroup.state<3>
  return
}

// With a step of one nothing is divided; the counter is the iteration's own.
// CHECK-LABEL: func @by_one
// CHECK-SAME: %[[A0:.*]]:{{.*}}%[[A1:.*]]:
func.func @by_one(%lower: i32, %upper: i32) {
  // CHECK-NEXT: %[[V0:.*]] = arith.constant 1 : i32
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<3>
  // CHECK-NEXT: %[[V2:.*]] = arith.maxsi %[[A0]], %[[A1]] : i32
  // CHECK-NEXT: %[[V3:.*]] = arith.subi %[[V2]], %[[A0]] : i32
  // CHECK-NEXT: %[[V4:.*]] = arith.constant 1 : i32
  // CHECK-NEXT: %[[V5:.*]] = arith.subi %[[V0]], %[[V4]] : i32
  // CHECK-NEXT: %[[V6:.*]] = arith.addi %[[V3]], %[[V5]] : i32
  // CHECK-NEXT: %[[V7:.*]] = arith.divui %[[V6]], %[[V0]] : i32
  // CHECK-NEXT: %[[V8:.*]] = arith.constant 3 : i32
  // CHECK-NEXT: %[[V9:.*]] = arith.remsi %[[V7]], %[[V8]] : i32
  // CHECK-NEXT: %[[V10:.*]] = arith.subi %[[V7]], %[[V9]] : i32
  // CHECK-NEXT: %[[V11:.*]] = arith.muli %[[V10]], %[[V0]] : i32
  // CHECK-NEXT: %[[V12:.*]] = arith.addi %[[A0]], %[[V11]] : i32
  // CHECK-NEXT: %[[V13:.*]] = arith.muli %[[V0]], %[[V8]] : i32
  // CHECK-NEXT: %[[V14:.*]] = scf.for %[[V15:.*]] = %[[A0]] to %[[V12]] step %[[V13]] iter_args(%[[V16:.*]] = %[[V1]]) -> (!pipegroup.state<3>)  : i32 {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V16]]] : !pipegroup.state<3>
  // CHECK-NEXT:   func.call @use(%[[V15]]) : (i32) -> ()
  // CHECK-NEXT:   %[[V17:.*]] = pipegroup.advance %[[V16]] : !pipegroup.state<3>
  // CHECK-NEXT:   %[[V18:.*]] = arith.constant 1 : i32
  // CHECK-NEXT:   %[[V19:.*]] = arith.muli %[[V0]], %[[V18]] : i32
  // CHECK-NEXT:   %[[V20:.*]] = arith.addi %[[V15]], %[[V19]] : i32
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V17]]] : !pipegroup.state<3>
  // CHECK-NEXT:   func.call @use(%[[V20]]) : (i32) -> ()
  // CHECK-NEXT:   %[[V21:.*]] = pipegroup.advance %[[V17]] : !pipegroup.state<3>
  // CHECK-NEXT:   %[[V22:.*]] = arith.constant 2 : i32
  // CHECK-NEXT:   %[[V23:.*]] = arith.muli %[[V0]], %[[V22]] : i32
  // CHECK-NEXT:   %[[V24:.*]] = arith.addi %[[V15]], %[[V23]] : i32
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V21]]] : !pipegroup.state<3>
  // CHECK-NEXT:   func.call @use(%[[V24]]) : (i32) -> ()
  // CHECK-NEXT:   %[[V25:.*]] = pipegroup.advance %[[V21]] : !pipegroup.state<3>
  // CHECK-NEXT:   scf.yield %[[V25]] : !pipegroup.state<3>
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[V26:.*]] = scf.for %[[V27:.*]] = %[[V12]] to %[[V2]] step %[[V0]] iter_args(%[[V28:.*]] = %[[V14]]) -> (!pipegroup.state<3>)  : i32 {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V28]]] : !pipegroup.state<3>
  // CHECK-NEXT:   func.call @use(%[[V27]]) : (i32) -> ()
  // CHECK-NEXT:   %[[V29:.*]] = pipegroup.advance %[[V28]] : !pipegroup.state<3>
  // CHECK-NEXT:   scf.yield %[[V29]] : !pipegroup.state<3>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.tail @g::@m[%[[V26]]] : !pipegroup.state<3>
  // CHECK-NEXT: return
  %c1 = arith.constant 1 : i32
  %p = pipegroup.start @g::@m producer : !pipegroup.state<3>
  %r = scf.for %i = %lower to %upper step %c1 iter_args(%s = %p) -> (!pipegroup.state<3>) : i32 {
    pipegroup.acquire @g::@m[%s] : !pipegroup.state<3>
    func.call @use(%i) : (i32) -> ()
    %n = pipegroup.advance %s : !pipegroup.state<3>
    scf.yield %n : !pipegroup.state<3>
  }
  pipegroup.tail @g::@m[%r] : !pipegroup.state<3>
  return
}
func.func private @use(i32)
