// Every task has its own states, which begin where it begins.
// RUN: pipegroup-opt %s -pipegroup-thread-states > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-thread-states | diff %t.once -
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states -pipegroup-materialize-barriers -o /dev/null

pipegroup.group @g merge {
  pipegroup.member @x async_async stages(2)
  pipegroup.member @y tma_async stages(2) bytes(256)
}

// CHECK-LABEL: func @tasks
// CHECK-SAME: %[[A0:.*]]:
func.func @tasks(%n: index) {
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: pipegroup.specialize threads(192) {
  // CHECK-NEXT:   pipegroup.task @load warps(4, 1) {
  // CHECK-NEXT:     %[[V0:.*]] = pipegroup.start @g::@y producer : !pipegroup.state<2>
  // CHECK-NEXT:     %[[V1:.*]] = scf.for %[[V2:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V3:.*]] = %[[V0]]) -> (!pipegroup.state<2>) {
  // CHECK-NEXT:       pipegroup.acquire @g::@y[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT:       pipegroup.commit @g::@y[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT:       %[[V4:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<2>
  // CHECK-NEXT:       scf.yield %[[V4]] : !pipegroup.state<2>
  // CHECK-NEXT:     }
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @idle warps(5, 1) {
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @math warps(0, 4) {
  // CHECK-NEXT:     %[[V5:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT:     %[[V6:.*]] = pipegroup.start @g::@x producer : !pipegroup.state<2>
  // CHECK-NEXT:     %[[V7:.*]]:2 = scf.for %[[V8:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V9:.*]] = %[[V5]], %[[V10:.*]] = %[[V6]]) -> (!pipegroup.state<2>, !pipegroup.state<2>) {
  // CHECK-NEXT:       pipegroup.wait @g::@x[%[[V9]]] : !pipegroup.state<2>
  // CHECK-NEXT:       pipegroup.wait @g::@y[%[[V9]]] : !pipegroup.state<2>
  // CHECK-NEXT:       pipegroup.release @g[%[[V9]]] : !pipegroup.state<2>
  // CHECK-NEXT:       %[[V11:.*]] = pipegroup.advance %[[V9]] : !pipegroup.state<2>
  // CHECK-NEXT:       pipegroup.acquire @g::@x[%[[V10]]] : !pipegroup.state<2>
  // CHECK-NEXT:       pipegroup.commit @g::@x[%[[V10]]] : !pipegroup.state<2>
  // CHECK-NEXT:       %[[V12:.*]] = pipegroup.advance %[[V10]] : !pipegroup.state<2>
  // CHECK-NEXT:       scf.yield %[[V11]], %[[V12]] : !pipegroup.state<2>, !pipegroup.state<2>
  // CHECK-NEXT:     }
  // CHECK-NEXT:     pipegroup.tail @g::@x[%[[V7]]#1] : !pipegroup.state<2>
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @g
  pipegroup.specialize threads(192) {
    pipegroup.task @load warps(4, 1) {
      scf.for %i = %n to %n step %n {
        pipegroup.acquire @g::@y
        pipegroup.commit @g::@y
      }
    }
    pipegroup.task @idle warps(5, 1) {
    }
    pipegroup.task @math warps(0, 4) {
      scf.for %i = %n to %n step %n {
        pipegroup.wait @g::@x
        pipegroup.wait @g::@y
        pipegroup.release @g
        pipegroup.acquire @g::@x
        pipegroup.commit @g::@x
      }
      pipegroup.tail @g::@x
    }
  }
  return
}

// Tasks under a condition.
// CHECK-LABEL: func @condition
// CHECK-SAME: %[[A0:.*]]: {{[^,]*}}, %[[A1:.*]]:
func.func @condition(%x: i1, %n: index) {
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: scf.if %[[A0]] {
  // CHECK-NEXT:   pipegroup.specialize threads(192) {
  // CHECK-NEXT:     pipegroup.task @load warps(4, 1) {
  // CHECK-NEXT:       %[[V0:.*]] = pipegroup.start @g::@y producer : !pipegroup.state<2>
  // CHECK-NEXT:       pipegroup.acquire @g::@y[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:       pipegroup.commit @g::@y[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:       %[[V1:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT:     }
  // CHECK-NEXT:     pipegroup.task @math warps(0, 4) {
  // CHECK-NEXT:       %[[V2:.*]] = pipegroup.start @g::@x producer : !pipegroup.state<2>
  // CHECK-NEXT:       %[[V3:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT:       pipegroup.acquire @g::@x[%[[V2]]] : !pipegroup.state<2>
  // CHECK-NEXT:       pipegroup.commit @g::@x[%[[V2]]] : !pipegroup.state<2>
  // CHECK-NEXT:       %[[V4:.*]] = pipegroup.advance %[[V2]] : !pipegroup.state<2>
  // CHECK-NEXT:       pipegroup.wait @g::@y[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT:       pipegroup.release @g[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT:       %[[V5:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<2>
  // CHECK-NEXT:     }
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @g
  scf.if %x {
    pipegroup.specialize threads(192) {
      pipegroup.task @load warps(4, 1) {
        pipegroup.acquire @g::@y
        pipegroup.commit @g::@y
      }
      pipegroup.task @math warps(0, 4) {
        pipegroup.acquire @g::@x
        pipegroup.commit @g::@x
        pipegroup.wait @g::@y
        pipegroup.release @g
      }
    }
  }
  return
}
