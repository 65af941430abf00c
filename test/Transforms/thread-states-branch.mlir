// scf.if and scf.index_switch: the sides meet, also with one that is missing.
// RUN: pipegroup-opt %s -pipegroup-thread-states > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-thread-states | diff %t.once -

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}

// CHECK-LABEL: func @both
// CHECK-SAME: %[[A0:.*]]:
func.func @both(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V1:.*]] = scf.if %[[A0]] -> (!pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V2:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V2]] : !pipegroup.state<2>
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V3:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V4:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V4]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.if %x {
    pipegroup.acquire @g::@m
    pipegroup.commit @g::@m
  } else {
    pipegroup.commit @g::@m
    pipegroup.commit @g::@m
  }
  pipegroup.acquire @g::@m
  return
}

// CHECK-LABEL: func @first
// CHECK-SAME: %[[A0:.*]]:
func.func @first(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V1:.*]] = scf.if %[[A0]] -> (!pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V2:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V2]] : !pipegroup.state<2>
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   scf.yield %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[V3:.*]] = scf.if %[[A0]] -> (!pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V4:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V4]] : !pipegroup.state<2>
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   scf.yield %[[V1]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.if %x {
    pipegroup.commit @g::@m
  }
  scf.if %x {
    pipegroup.commit @g::@m
  } else {
  }
  pipegroup.acquire @g::@m
  return
}

// CHECK-LABEL: func @second
// CHECK-SAME: %[[A0:.*]]:
func.func @second(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V1:.*]] = scf.if %[[A0]] -> (!pipegroup.state<2>) {
  // CHECK-NEXT:   scf.yield %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V2:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V2]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.if %x {
  } else {
    pipegroup.commit @g::@m
  }
  pipegroup.acquire @g::@m
  return
}

// CHECK-LABEL: func @neither
// CHECK-SAME: %[[A0:.*]]:
func.func @neither(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: scf.if %[[A0]] {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   pipegroup.wait @g::@m[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.if %[[A0]] {
  // CHECK-NEXT:   pipegroup.tail @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.if %x {
    pipegroup.acquire @g::@m
  } else {
    pipegroup.wait @g::@m
  }
  scf.if %x {
    pipegroup.tail @g::@m
  }
  return
}

// Each variable on its own side.
// CHECK-LABEL: func @crossed
// CHECK-SAME: %[[A0:.*]]:
func.func @crossed(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V2:.*]]:2 = scf.if %[[A0]] -> (!pipegroup.state<2>, !pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V3:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V3]], %[[V1]] : !pipegroup.state<2>, !pipegroup.state<2>
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   pipegroup.release @g[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V4:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V0]], %[[V4]] : !pipegroup.state<2>, !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V2]]#0] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @g::@m[%[[V2]]#1] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.if %x {
    pipegroup.commit @g::@m
  } else {
    pipegroup.release @g
  }
  pipegroup.acquire @g::@m
  pipegroup.wait @g::@m
  return
}

// CHECK-LABEL: func @results
// CHECK-SAME: %[[A0:.*]]: {{[^,]*}}, %[[A1:.*]]:
func.func @results(%x: i1, %n: index) -> index {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V1:.*]]:2 = scf.if %[[A0]] -> (index, !pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V2:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[A1]], %[[V2]] : index, !pipegroup.state<2>
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %[[V3:.*]] = arith.addi %[[A1]], %[[A1]] : index
  // CHECK-NEXT:   scf.yield %[[V3]], %[[V0]] : index, !pipegroup.state<2>
  // CHECK-NEXT: } {note}
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V1]]#1] : !pipegroup.state<2>
  // CHECK-NEXT: return %[[V1]]#0 : index
  pipegroup.init @g
  %r = scf.if %x -> index {
    pipegroup.commit @g::@m
    scf.yield %n : index
  } else {
    %m = arith.addi %n, %n : index
    scf.yield %m : index
  } {note}
  pipegroup.acquire @g::@m
  return %r : index
}

// CHECK-LABEL: func @nested
// CHECK-SAME: %[[A0:.*]]: {{[^,]*}}, %[[A1:.*]]: {{[^,]*}}, %[[A2:.*]]:
func.func @nested(%x: i1, %y: i1, %n: index) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V1:.*]] = scf.for %[[V2:.*]] = %[[A2]] to %[[A2]] step %[[A2]] iter_args(%[[V3:.*]] = %[[V0]]) -> (!pipegroup.state<2>) {
  // CHECK-NEXT:   %[[V4:.*]] = scf.if %[[A0]] -> (!pipegroup.state<2>) {
  // CHECK-NEXT:     %[[V5:.*]] = scf.if %[[A1]] -> (!pipegroup.state<2>) {
  // CHECK-NEXT:       pipegroup.commit @g::@m[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT:       %[[V6:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<2>
  // CHECK-NEXT:       scf.yield %[[V6]] : !pipegroup.state<2>
  // CHECK-NEXT:     } else {
  // CHECK-NEXT:       scf.yield %[[V3]] : !pipegroup.state<2>
  // CHECK-NEXT:     }
  // CHECK-NEXT:     scf.yield %[[V5]] : !pipegroup.state<2>
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     %[[V7:.*]] = scf.for %[[V8:.*]] = %[[A2]] to %[[A2]] step %[[A2]] iter_args(%[[V9:.*]] = %[[V3]]) -> (!pipegroup.state<2>) {
  // CHECK-NEXT:       pipegroup.commit @g::@m[%[[V9]]] : !pipegroup.state<2>
  // CHECK-NEXT:       %[[V10:.*]] = pipegroup.advance %[[V9]] : !pipegroup.state<2>
  // CHECK-NEXT:       scf.yield %[[V10]] : !pipegroup.state<2>
  // CHECK-NEXT:     }
  // CHECK-NEXT:     scf.yield %[[V7]] : !pipegroup.state<2>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   scf.yield %[[V4]] : !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.for %i = %n to %n step %n {
    scf.if %x {
      scf.if %y {
        pipegroup.commit @g::@m
      }
    } else {
      scf.for %j = %n to %n step %n {
        pipegroup.commit @g::@m
      }
    }
  }
  return
}

// CHECK-LABEL: func @switch
// CHECK-SAME: %[[A0:.*]]:
func.func @switch(%n: index) -> index {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V1:.*]]:2 = scf.index_switch %[[A0]] -> index, !pipegroup.state<2>
  // CHECK-NEXT: case 2 {
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V2:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[A0]], %[[V2]] : index, !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: case 5 {
  // CHECK-NEXT:   scf.yield %[[A0]], %[[V0]] : index, !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: default {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V3:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V4:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[A0]], %[[V4]] : index, !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V1]]#1] : !pipegroup.state<2>
  // CHECK-NEXT: return %[[V1]]#0 : index
  pipegroup.init @g
  %r = scf.index_switch %n -> index
  case 2 {
    pipegroup.commit @g::@m
    scf.yield %n : index
  }
  case 5 {
    scf.yield %n : index
  }
  default {
    pipegroup.acquire @g::@m
    pipegroup.commit @g::@m
    pipegroup.commit @g::@m
    scf.yield %n : index
  }
  pipegroup.acquire @g::@m
  return %r : index
}

// CHECK-LABEL: func @switch_waits
// CHECK-SAME: %[[A0:.*]]:
func.func @switch_waits(%n: index) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: scf.index_switch %[[A0]]
  // CHECK-NEXT: case 2 {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: default {
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.index_switch %n
  case 2 {
    pipegroup.acquire @g::@m
    scf.yield
  }
  default {
  }
  return
}
