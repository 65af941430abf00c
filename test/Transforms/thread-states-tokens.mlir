// Tokens keep to the state that they were made for [P7].
// RUN: pipegroup-opt %s -pipegroup-thread-states > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-thread-states | diff %t.once -
// RUN: pipegroup-opt %s -pipegroup-thread-states | pipegroup-opt -pipegroup-materialize-barriers -o /dev/null
// accepts: P7

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}

// CHECK-LABEL: func @straight
func.func @straight() {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.try_acquire @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V0]]] unless %[[V2]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V4:.*]] = pipegroup.try_wait @g::@m[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @g::@m[%[[V1]]] unless %[[V4]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.release @g[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  %t = pipegroup.try_acquire @g::@m
  pipegroup.acquire @g::@m unless %t
  pipegroup.commit @g::@m
  %u = pipegroup.try_wait @g::@m
  pipegroup.wait @g::@m unless %u
  pipegroup.release @g
  return
}

// Tried one trip ahead.
// CHECK-LABEL: func @ahead
// CHECK-SAME: %[[A0:.*]]:
func.func @ahead(%n: index) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.try_acquire @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V2:.*]]:2 = scf.for %[[V3:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V4:.*]] = %[[V1]], %[[V5:.*]] = %[[V0]]) -> (i1, !pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V5]]] unless %[[V4]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V5]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V6:.*]] = pipegroup.advance %[[V5]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V7:.*]] = pipegroup.try_acquire @g::@m[%[[V6]]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V7]], %[[V6]] : i1, !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V2]]#1] unless %[[V2]]#0 : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  %first = pipegroup.try_acquire @g::@m
  %last = scf.for %i = %n to %n step %n iter_args(%t = %first) -> (i1) {
    pipegroup.acquire @g::@m unless %t
    pipegroup.commit @g::@m
    %next = pipegroup.try_acquire @g::@m
    scf.yield %next : i1
  }
  pipegroup.acquire @g::@m unless %last
  return
}

// The last trip does not try.
// CHECK-LABEL: func @not_in_the_last
// CHECK-SAME: %[[A0:.*]]: {{[^,]*}}, %[[A1:.*]]:
func.func @not_in_the_last(%n: index, %x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = arith.constant false
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.try_wait @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V3:.*]]:2 = scf.for %[[V4:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V5:.*]] = %[[V2]], %[[V6:.*]] = %[[V0]]) -> (i1, !pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.wait @g::@m[%[[V6]]] unless %[[V5]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.release @g[%[[V6]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V7:.*]] = pipegroup.advance %[[V6]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V8:.*]] = scf.if %[[A1]] -> (i1) {
  // CHECK-NEXT:     %[[V9:.*]] = pipegroup.try_wait @g::@m[%[[V7]]] : !pipegroup.state<2>
  // CHECK-NEXT:     scf.yield %[[V9]] : i1
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %[[V1]] : i1
  // CHECK-NEXT:   }
  // CHECK-NEXT:   scf.yield %[[V8]], %[[V7]] : i1, !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  %false = arith.constant false
  pipegroup.init @g
  %first = pipegroup.try_wait @g::@m
  %last = scf.for %i = %n to %n step %n iter_args(%t = %first) -> (i1) {
    pipegroup.wait @g::@m unless %t
    pipegroup.release @g
    %next = scf.if %x -> i1 {
      %u = pipegroup.try_wait @g::@m
      scf.yield %u : i1
    } else {
      scf.yield %false : i1
    }
    scf.yield %next : i1
  }
  return
}

// CHECK-LABEL: func @blocks
// CHECK-SAME: %[[A0:.*]]:
func.func @blocks(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.try_acquire @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: cf.br ^bb1(%[[V1]], %[[V0]] : i1, !pipegroup.state<2>)
  // CHECK-NEXT: ^bb1(%[[V2:.*]]: i1, %[[V3:.*]]: !pipegroup.state<2>):
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V3]]] unless %[[V2]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V4:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.try_acquire @g::@m[%[[V4]]] : !pipegroup.state<2>
  // CHECK-NEXT: cf.cond_br %[[A0]], ^bb1(%[[V5]], %[[V4]] : i1, !pipegroup.state<2>), ^bb2(%[[V4]] : !pipegroup.state<2>)
  // CHECK-NEXT: ^bb2(%[[V6:.*]]: !pipegroup.state<2>):
  // CHECK-NEXT: return
  pipegroup.init @g
  %first = pipegroup.try_acquire @g::@m
  cf.br ^loop(%first : i1)
^loop(%t: i1):
  pipegroup.acquire @g::@m unless %t
  pipegroup.commit @g::@m
  %next = pipegroup.try_acquire @g::@m
  cf.cond_br %x, ^loop(%next : i1), ^exit
^exit:
  return
}
