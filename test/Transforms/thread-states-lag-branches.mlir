// Acquires that run ahead of commits through branches: both states leave an scf.if, a
// switch and blocks together, moved or not.
// RUN: pipegroup-opt %s -pipegroup-thread-states > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-thread-states | diff %t.once -
// RUN: pipegroup-opt %t.once -pipegroup-materialize-barriers -o /dev/null

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(3) producer(thread 32) consumer(thread 32) advance_on_acquire
}

// CHECK-LABEL: func @if_else
// CHECK-SAME: %[[A0:.*]]:
func.func @if_else(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<3>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V0]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V3:.*]]:2 = scf.if %[[A0]] -> (!pipegroup.state<3>, !pipegroup.state<3>) {
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V2]]] : !pipegroup.state<3>
  // CHECK-NEXT:   %[[V4:.*]] = pipegroup.advance %[[V2]] : !pipegroup.state<3>
  // CHECK-NEXT:   scf.yield %[[V4]], %[[V1]] : !pipegroup.state<3>, !pipegroup.state<3>
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V1]]] : !pipegroup.state<3>
  // CHECK-NEXT:   %[[V5:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<3>
  // CHECK-NEXT:   scf.yield %[[V2]], %[[V5]] : !pipegroup.state<3>, !pipegroup.state<3>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V3]]#1] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V6:.*]] = pipegroup.advance %[[V3]]#1 : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V3]]#0] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V7:.*]] = pipegroup.advance %[[V3]]#0 : !pipegroup.state<3>
  // CHECK-NEXT: return
  pipegroup.init @g
  pipegroup.acquire @g::@m
  scf.if %x {
    pipegroup.acquire @g::@m
  } else {
    pipegroup.commit @g::@m
  }
  pipegroup.commit @g::@m
  pipegroup.acquire @g::@m
  return
}

// CHECK-LABEL: func @switch
// CHECK-SAME: %[[A0:.*]]:
func.func @switch(%k: index) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<3>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V0]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V3:.*]]:2 = scf.index_switch %[[A0]] -> !pipegroup.state<3>, !pipegroup.state<3>
  // CHECK-NEXT: case 1 {
  // CHECK-NEXT:   pipegroup.commit @g::@m[%[[V1]]] : !pipegroup.state<3>
  // CHECK-NEXT:   %[[V4:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<3>
  // CHECK-NEXT:   pipegroup.acquire @g::@m[%[[V2]]] : !pipegroup.state<3>
  // CHECK-NEXT:   %[[V5:.*]] = pipegroup.advance %[[V2]] : !pipegroup.state<3>
  // CHECK-NEXT:   scf.yield %[[V4]], %[[V5]] : !pipegroup.state<3>, !pipegroup.state<3>
  // CHECK-NEXT: }
  // CHECK-NEXT: default {
  // CHECK-NEXT:   scf.yield %[[V1]], %[[V2]] : !pipegroup.state<3>, !pipegroup.state<3>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V3]]#0] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V6:.*]] = pipegroup.advance %[[V3]]#0 : !pipegroup.state<3>
  // CHECK-NEXT: return
  pipegroup.init @g
  pipegroup.acquire @g::@m
  scf.index_switch %k
  case 1 {
    pipegroup.commit @g::@m
    pipegroup.acquire @g::@m
    scf.yield
  }
  default {
  }
  pipegroup.commit @g::@m
  return
}

// CHECK-LABEL: func @blocks
// CHECK-SAME: %[[A0:.*]]:
func.func @blocks(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<3>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V0]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<3>
  // CHECK-NEXT: cf.br ^[[B0:bb[0-9]+]](%[[V2]], %[[V1]] : !pipegroup.state<3>, !pipegroup.state<3>)
  // CHECK-NEXT: ^[[B0]](%[[V3:.*]]: !pipegroup.state<3>, %[[V4:.*]]: !pipegroup.state<3>):
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V3]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V4]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V6:.*]] = pipegroup.advance %[[V4]] : !pipegroup.state<3>
  // CHECK-NEXT: cf.cond_br %[[A0]], ^[[B0]](%[[V5]], %[[V6]] : !pipegroup.state<3>, !pipegroup.state<3>), ^[[B1:bb[0-9]+]](%[[V5]], %[[V6]] : !pipegroup.state<3>, !pipegroup.state<3>)
  // CHECK-NEXT: ^[[B1]](%[[V7:.*]]: !pipegroup.state<3>, %[[V8:.*]]: !pipegroup.state<3>):
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V8]]] : !pipegroup.state<3>
  // CHECK-NEXT: %[[V9:.*]] = pipegroup.advance %[[V8]] : !pipegroup.state<3>
  // CHECK-NEXT: pipegroup.tail @g::@m[%[[V7]]] : !pipegroup.state<3>
  // CHECK-NEXT: return
  pipegroup.init @g
  pipegroup.acquire @g::@m
  cf.br ^loop
^loop:
  pipegroup.acquire @g::@m
  pipegroup.commit @g::@m
  cf.cond_br %x, ^loop, ^exit
^exit:
  pipegroup.commit @g::@m
  pipegroup.tail @g::@m
  return
}
