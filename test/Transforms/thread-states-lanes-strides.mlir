// Strides of one side may differ where its states do. The larger one says how many lanes
// there are; the state of the smaller one starts at the lane modulo its stride, so that
// it meets the slots of the other one.
// RUN: pipegroup-opt %s -pipegroup-thread-states > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-thread-states | diff %t.once -
// RUN: pipegroup-opt %t.once -pipegroup-materialize-barriers -o /dev/null

pipegroup.group @commits merge {
  pipegroup.member @m async_async stages(4) producer(thread 32) consumer(thread 32) interleave(1, 2, 1, 1) advance_on_acquire
}
pipegroup.group @waits merge {
  pipegroup.member @m async_async stages(4) producer(thread 32) consumer(thread 64) interleave(1, 1, 2, 1) advance_on_wait
}
pipegroup.group @both merge {
  pipegroup.member @m async_async stages(4) producer(thread 32) consumer(thread 64) interleave(2, 4, 4, 2) advance_on_acquire advance_on_wait
}

// By warps of one task: acquires begin at slot 0 in each.
// CHECK-LABEL: func @by_warps
// CHECK-SAME: %[[A0:.*]]:
func.func @by_warps(%n: index) {
  // CHECK-NEXT: pipegroup.init @commits
  // CHECK-NEXT: pipegroup.specialize threads(96) {
  // CHECK-NEXT:   pipegroup.task @fill warps(0, 2) {
  // CHECK-NEXT:     %[[V0:.*]] = pipegroup.start @commits::@m producer : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V1:.*]] = pipegroup.task_warp : i32
  // CHECK-NEXT:     %[[V2:.*]] = pipegroup.start @commits::@m producer lane(%[[V1]]) : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V3:.*]]:2 = scf.for %[[V4:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V5:.*]] = %[[V0]], %[[V6:.*]] = %[[V2]]) -> (!pipegroup.state<4>, !pipegroup.state<4>) {
  // CHECK-NEXT:       pipegroup.acquire @commits::@m[%[[V5]]] : !pipegroup.state<4>
  // CHECK-NEXT:       %[[V7:.*]] = pipegroup.advance %[[V5]] : !pipegroup.state<4>
  // CHECK-NEXT:       pipegroup.acquire @commits::@m[%[[V7]]] : !pipegroup.state<4>
  // CHECK-NEXT:       %[[V8:.*]] = pipegroup.advance %[[V7]] : !pipegroup.state<4>
  // CHECK-NEXT:       pipegroup.commit @commits::@m[%[[V6]]] : !pipegroup.state<4>
  // CHECK-NEXT:       %[[V9:.*]] = pipegroup.advance %[[V6]] by 2 : !pipegroup.state<4>
  // CHECK-NEXT:       scf.yield %[[V8]], %[[V9]] : !pipegroup.state<4>, !pipegroup.state<4>
  // CHECK-NEXT:     }
  // CHECK-NEXT:     pipegroup.tail @commits::@m[%[[V3]]#0] : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @read warps(2, 1) {
  // CHECK-NEXT:     %[[V10:.*]] = pipegroup.start @commits consumer : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.wait @commits::@m[%[[V10]]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.release @commits[%[[V10]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V11:.*]] = pipegroup.advance %[[V10]] : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @commits
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 2) {
      scf.for %i = %n to %n step %n {
        pipegroup.acquire @commits::@m
        pipegroup.acquire @commits::@m
        pipegroup.commit @commits::@m
      }
      pipegroup.tail @commits::@m
    }
    pipegroup.task @read warps(2, 1) {
      pipegroup.wait @commits::@m
      pipegroup.release @commits
    }
  }
  return
}

// CHECK-LABEL: func @by_tasks
func.func @by_tasks() {
  // CHECK-NEXT: pipegroup.init @commits
  // CHECK-NEXT: pipegroup.specialize threads(96) {
  // CHECK-NEXT:   pipegroup.task @first warps(0, 1) {
  // CHECK-NEXT:     %[[V0:.*]] = pipegroup.start @commits::@m producer : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V1:.*]] = pipegroup.start @commits::@m producer : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.acquire @commits::@m[%[[V0]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V2:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.commit @commits::@m[%[[V1]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V3:.*]] = pipegroup.advance %[[V1]] by 2 : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @second warps(1, 1) {
  // CHECK-NEXT:     %[[V4:.*]] = pipegroup.start @commits::@m producer : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V5:.*]] = pipegroup.start @commits::@m producer step(1) : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.acquire @commits::@m[%[[V4]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V6:.*]] = pipegroup.advance %[[V4]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.commit @commits::@m[%[[V5]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V7:.*]] = pipegroup.advance %[[V5]] by 2 : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @read warps(2, 1) {
  // CHECK-NEXT:     %[[V8:.*]] = pipegroup.start @commits consumer : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.wait @commits::@m[%[[V8]]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.release @commits[%[[V8]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V9:.*]] = pipegroup.advance %[[V8]] : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @commits
  pipegroup.specialize threads(96) {
    pipegroup.task @first warps(0, 1) {
      pipegroup.acquire @commits::@m
      pipegroup.commit @commits::@m
    }
    pipegroup.task @second warps(1, 1) {
      pipegroup.acquire @commits::@m
      pipegroup.commit @commits::@m
    }
    pipegroup.task @read warps(2, 1) {
      pipegroup.wait @commits::@m
      pipegroup.release @commits
    }
  }
  return
}

// Each waits for its slots, all release all.
// CHECK-LABEL: func @of_consumer
func.func @of_consumer() {
  // CHECK-NEXT: pipegroup.init @waits
  // CHECK-NEXT: pipegroup.specialize threads(96) {
  // CHECK-NEXT:   pipegroup.task @read warps(0, 2) {
  // CHECK-NEXT:     %[[V0:.*]] = pipegroup.task_warp : i32
  // CHECK-NEXT:     %[[V1:.*]] = pipegroup.start @waits consumer lane(%[[V0]]) : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V2:.*]] = pipegroup.start @waits consumer : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.wait @waits::@m[%[[V1]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V3:.*]] = pipegroup.advance %[[V1]] by 2 : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.release @waits[%[[V2]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V4:.*]] = pipegroup.advance %[[V2]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.release @waits[%[[V4]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V5:.*]] = pipegroup.advance %[[V4]] : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @fill warps(2, 1) {
  // CHECK-NEXT:     %[[V6:.*]] = pipegroup.start @waits::@m producer : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.acquire @waits::@m[%[[V6]]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.commit @waits::@m[%[[V6]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V7:.*]] = pipegroup.advance %[[V6]] : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @waits
  pipegroup.specialize threads(96) {
    pipegroup.task @read warps(0, 2) {
      pipegroup.wait @waits::@m
      pipegroup.release @waits
      pipegroup.release @waits
    }
    pipegroup.task @fill warps(2, 1) {
      pipegroup.acquire @waits::@m
      pipegroup.commit @waits::@m
    }
  }
  return
}

// Warps and tasks alike: of four lanes, two meet in each of the smaller stride.
// CHECK-LABEL: func @of_two
func.func @of_two() {
  // CHECK-NEXT: pipegroup.init @both
  // CHECK-NEXT: pipegroup.specialize threads(384) {
  // CHECK-NEXT:   pipegroup.task @fill warps(0, 4) {
  // CHECK-NEXT:     %[[V0:.*]] = pipegroup.task_warp : i32
  // CHECK-NEXT:     %[[V1:.*]] = arith.constant 2 : i32
  // CHECK-NEXT:     %[[V2:.*]] = arith.remui %[[V0]], %[[V1]] : i32
  // CHECK-NEXT:     %[[V3:.*]] = pipegroup.start @both::@m producer lane(%[[V2]]) : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V4:.*]] = pipegroup.task_warp : i32
  // CHECK-NEXT:     %[[V5:.*]] = pipegroup.start @both::@m producer lane(%[[V4]]) : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.acquire @both::@m[%[[V3]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V6:.*]] = pipegroup.advance %[[V3]] by 2 : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.commit @both::@m[%[[V5]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V7:.*]] = pipegroup.advance %[[V5]] by 4 : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @r0 warps(4, 2) {
  // CHECK-NEXT:     %[[V8:.*]] = pipegroup.start @both consumer : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.wait @both::@m[%[[V8]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V9:.*]] = pipegroup.advance %[[V8]] by 4 : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @r1 warps(6, 2) {
  // CHECK-NEXT:     %[[V10:.*]] = pipegroup.start @both consumer step(1) : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V11:.*]] = pipegroup.start @both consumer step(1) : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.wait @both::@m[%[[V10]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V12:.*]] = pipegroup.advance %[[V10]] by 4 : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.release @both[%[[V11]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V13:.*]] = pipegroup.advance %[[V11]] by 2 : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @r2 warps(8, 2) {
  // CHECK-NEXT:     %[[V14:.*]] = pipegroup.start @both consumer : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.release @both[%[[V14]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V15:.*]] = pipegroup.advance %[[V14]] by 2 : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @r3 warps(10, 2) {
  // CHECK-NEXT:     %[[V16:.*]] = pipegroup.start @both consumer step(3) : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V17:.*]] = pipegroup.start @both consumer step(1) : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.wait @both::@m[%[[V16]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V18:.*]] = pipegroup.advance %[[V16]] by 4 : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.release @both[%[[V17]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V19:.*]] = pipegroup.advance %[[V17]] by 2 : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.release @both[%[[V19]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V20:.*]] = pipegroup.advance %[[V19]] by 2 : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @both
  pipegroup.specialize threads(384) {
    pipegroup.task @fill warps(0, 4) {
      pipegroup.acquire @both::@m
      pipegroup.commit @both::@m
    }
    pipegroup.task @r0 warps(4, 2) {
      pipegroup.wait @both::@m
    }
    pipegroup.task @r1 warps(6, 2) {
      pipegroup.wait @both::@m
      pipegroup.release @both
    }
    pipegroup.task @r2 warps(8, 2) {
      pipegroup.release @both
    }
    pipegroup.task @r3 warps(10, 2) {
      pipegroup.wait @both::@m
      pipegroup.release @both
      pipegroup.release @both
    }
  }
  return
}
