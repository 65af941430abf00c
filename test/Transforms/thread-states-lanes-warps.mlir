// Slots of an interleaved side fall to the warps of its task: with as many warps as
// lanes the warp is the lane, with more some warps in a row share one. States move by
// the stride; the other side has no lanes.
// RUN: pipegroup-opt %s -pipegroup-thread-states > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-thread-states | diff %t.once -
// RUN: pipegroup-opt %t.once -pipegroup-materialize-barriers -o /dev/null

pipegroup.group @merge merge {
  pipegroup.member @x async_async stages(4) producer(thread 32) consumer(thread 64) interleave(1, 1, 2, 2)
  pipegroup.member @y async_async stages(4) producer(thread 32) consumer(thread 64) interleave(1, 1, 2, 2)
}
pipegroup.group @fork fork {
  pipegroup.member @x async_async stages(4) producer(thread 64) consumer(thread 32) interleave(2, 2, 4, 4)
  pipegroup.member @y async_async stages(4) producer(thread 64) consumer(thread 32) interleave(2, 2, 4, 4)
}

// CHECK-LABEL: func @of_merge
// CHECK-SAME: %[[A0:.*]]:
func.func @of_merge(%n: index) {
  // CHECK-NEXT: pipegroup.init @merge
  // CHECK-NEXT: pipegroup.specialize threads(192) {
  // CHECK-NEXT:   pipegroup.task @read warps(0, 4) {
  // CHECK-NEXT:     %[[V0:.*]] = pipegroup.task_warp : i32
  // CHECK-NEXT:     %[[V1:.*]] = arith.constant 2 : i32
  // CHECK-NEXT:     %[[V2:.*]] = arith.divui %[[V0]], %[[V1]] : i32
  // CHECK-NEXT:     %[[V3:.*]] = pipegroup.start @merge consumer lane(%[[V2]]) : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V4:.*]] = scf.for %[[V5:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V6:.*]] = %[[V3]]) -> (!pipegroup.state<4>) {
  // CHECK-NEXT:       pipegroup.wait @merge::@x[%[[V6]]] : !pipegroup.state<4>
  // CHECK-NEXT:       pipegroup.wait @merge::@y[%[[V6]]] : !pipegroup.state<4>
  // CHECK-NEXT:       pipegroup.release @merge[%[[V6]]] : !pipegroup.state<4>
  // CHECK-NEXT:       %[[V7:.*]] = pipegroup.advance %[[V6]] by 2 : !pipegroup.state<4>
  // CHECK-NEXT:       scf.yield %[[V7]] : !pipegroup.state<4>
  // CHECK-NEXT:     }
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @fill_x warps(4, 1) {
  // CHECK-NEXT:     %[[V8:.*]] = pipegroup.start @merge::@x producer : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.acquire @merge::@x[%[[V8]]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.commit @merge::@x[%[[V8]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V9:.*]] = pipegroup.advance %[[V8]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.acquire @merge::@x[%[[V9]]] : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @fill_y warps(5, 1) {
  // CHECK-NEXT:     %[[V10:.*]] = pipegroup.start @merge::@y producer : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.acquire @merge::@y[%[[V10]]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.commit @merge::@y[%[[V10]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V11:.*]] = pipegroup.advance %[[V10]] : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @merge
  pipegroup.specialize threads(192) {
    pipegroup.task @read warps(0, 4) {
      scf.for %i = %n to %n step %n {
        pipegroup.wait @merge::@x
        pipegroup.wait @merge::@y
        pipegroup.release @merge
      }
    }
    pipegroup.task @fill_x warps(4, 1) {
      pipegroup.acquire @merge::@x
      pipegroup.commit @merge::@x
      pipegroup.acquire @merge::@x
    }
    pipegroup.task @fill_y warps(5, 1) {
      pipegroup.acquire @merge::@y
      pipegroup.commit @merge::@y
    }
  }
  return
}

// CHECK-LABEL: func @of_fork
func.func @of_fork() {
  // CHECK-NEXT: pipegroup.init @fork
  // CHECK-NEXT: pipegroup.specialize threads(384) {
  // CHECK-NEXT:   pipegroup.task @fill warps(0, 4) {
  // CHECK-NEXT:     %[[V0:.*]] = pipegroup.task_warp : i32
  // CHECK-NEXT:     %[[V1:.*]] = arith.constant 2 : i32
  // CHECK-NEXT:     %[[V2:.*]] = arith.divui %[[V0]], %[[V1]] : i32
  // CHECK-NEXT:     %[[V3:.*]] = pipegroup.start @fork producer lane(%[[V2]]) : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.acquire @fork::@x[%[[V3]]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.acquire @fork::@y[%[[V3]]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.commit @fork[%[[V3]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V4:.*]] = pipegroup.advance %[[V3]] by 2 : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V5:.*]] = pipegroup.index %[[V4]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.tail @fork[%[[V4]]] : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @read_x warps(4, 4) {
  // CHECK-NEXT:     %[[V6:.*]] = pipegroup.task_warp : i32
  // CHECK-NEXT:     %[[V7:.*]] = pipegroup.start @fork::@x consumer lane(%[[V6]]) : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V8:.*]] = pipegroup.try_wait @fork::@x[%[[V7]]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.wait @fork::@x[%[[V7]]] unless %[[V8]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.release @fork::@x[%[[V7]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V9:.*]] = pipegroup.advance %[[V7]] by 4 : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.wait @fork::@x[%[[V9]]] : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @read_y warps(8, 4) {
  // CHECK-NEXT:     %[[V10:.*]] = pipegroup.task_warp : i32
  // CHECK-NEXT:     %[[V11:.*]] = pipegroup.start @fork::@y consumer lane(%[[V10]]) : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.wait @fork::@y[%[[V11]]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.release @fork::@y[%[[V11]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V12:.*]] = pipegroup.advance %[[V11]] by 4 : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @fork
  pipegroup.specialize threads(384) {
    pipegroup.task @fill warps(0, 4) {
      pipegroup.acquire @fork::@x
      pipegroup.acquire @fork::@y
      pipegroup.commit @fork
      %s = pipegroup.current @fork producer : !pipegroup.state<4>
      %i = pipegroup.index %s : !pipegroup.state<4>
      pipegroup.tail @fork
    }
    pipegroup.task @read_x warps(4, 4) {
      %t = pipegroup.try_wait @fork::@x
      pipegroup.wait @fork::@x unless %t
      pipegroup.release @fork::@x
      pipegroup.wait @fork::@x
    }
    pipegroup.task @read_y warps(8, 4) {
      pipegroup.wait @fork::@y
      pipegroup.release @fork::@y
    }
  }
  return
}

// A tail with a state of its own, wherever it is, makes no lane of its task.
// CHECK-LABEL: func @tail_elsewhere
func.func @tail_elsewhere() {
  // CHECK-NEXT: pipegroup.init @fork
  // CHECK-NEXT: pipegroup.specialize threads(160) {
  // CHECK-NEXT:   pipegroup.task @fill warps(0, 2) {
  // CHECK-NEXT:     %[[V0:.*]] = pipegroup.task_warp : i32
  // CHECK-NEXT:     %[[V1:.*]] = pipegroup.start @fork producer lane(%[[V0]]) : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.acquire @fork::@x[%[[V1]]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.acquire @fork::@y[%[[V1]]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.commit @fork[%[[V1]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V2:.*]] = pipegroup.advance %[[V1]] by 2 : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @last warps(4, 1) {
  // CHECK-NEXT:     %[[V3:.*]] = pipegroup.start @fork producer : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.tail @fork[%[[V3]]] : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @fork
  pipegroup.specialize threads(160) {
    pipegroup.task @fill warps(0, 2) {
      pipegroup.acquire @fork::@x
      pipegroup.acquire @fork::@y
      pipegroup.commit @fork
    }
    pipegroup.task @last warps(4, 1) {
      %s = pipegroup.start @fork producer : !pipegroup.state<4>
      pipegroup.tail @fork[%s] : !pipegroup.state<4>
    }
  }
  return
}
