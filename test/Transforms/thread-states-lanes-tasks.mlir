// Slots of an interleaved side fall to as many tasks as it has lanes: the first one in
// the text starts at slot 0, the next one at slot 1, whichever warps they have.
// RUN: pipegroup-opt %s -pipegroup-thread-states > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-thread-states | diff %t.once -
// RUN: pipegroup-opt %t.once -pipegroup-materialize-barriers -o /dev/null

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 32) consumer(thread 128) interleave(1, 1, 2, 2)
}
pipegroup.group @four merge {
  pipegroup.member @m tma_async stages(4) producer(warp 1) consumer(thread 32) bytes(64) interleave(4, 4, 1, 1)
}

// Two warpgroups that take turns.
// CHECK-LABEL: func @two
// CHECK-SAME: %[[A0:.*]]:
func.func @two(%n: index) {
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: pipegroup.specialize threads(288) {
  // CHECK-NEXT:   pipegroup.task @odd warps(4, 4) {
  // CHECK-NEXT:     %[[V0:.*]] = pipegroup.start @g consumer : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V1:.*]] = scf.for %[[V2:.*]] = %[[A0]] to %[[A0]] step %[[A0]] iter_args(%[[V3:.*]] = %[[V0]]) -> (!pipegroup.state<4>) {
  // CHECK-NEXT:       pipegroup.wait @g::@m[%[[V3]]] : !pipegroup.state<4>
  // CHECK-NEXT:       pipegroup.release @g[%[[V3]]] : !pipegroup.state<4>
  // CHECK-NEXT:       %[[V4:.*]] = pipegroup.advance %[[V3]] by 2 : !pipegroup.state<4>
  // CHECK-NEXT:       scf.yield %[[V4]] : !pipegroup.state<4>
  // CHECK-NEXT:     }
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @even warps(0, 4) {
  // CHECK-NEXT:     %[[V5:.*]] = pipegroup.start @g consumer step(1) : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.wait @g::@m[%[[V5]]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.release @g[%[[V5]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V6:.*]] = pipegroup.advance %[[V5]] by 2 : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @fill warps(8, 1) {
  // CHECK-NEXT:     %[[V7:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.acquire @g::@m[%[[V7]]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.commit @g::@m[%[[V7]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V8:.*]] = pipegroup.advance %[[V7]] : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @g
  pipegroup.specialize threads(288) {
    pipegroup.task @odd warps(4, 4) {
      scf.for %i = %n to %n step %n {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
    pipegroup.task @even warps(0, 4) {
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
    pipegroup.task @fill warps(8, 1) {
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
    }
  }
  return
}

// With as many lanes as slots each has one, whose parity changes every time.
// CHECK-LABEL: func @many
func.func @many() {
  // CHECK-NEXT: pipegroup.init @four
  // CHECK-NEXT: pipegroup.specialize threads(160) {
  // CHECK-NEXT:   pipegroup.task @a warps(0, 1) {
  // CHECK-NEXT:     %[[V0:.*]] = pipegroup.start @four::@m producer : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.acquire @four::@m[%[[V0]]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.commit @four::@m[%[[V0]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V1:.*]] = pipegroup.advance %[[V0]] by 4 : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @read warps(4, 1) {
  // CHECK-NEXT:     %[[V2:.*]] = pipegroup.start @four consumer : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.wait @four::@m[%[[V2]]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.release @four[%[[V2]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V3:.*]] = pipegroup.advance %[[V2]] : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @b warps(1, 1) {
  // CHECK-NEXT:     %[[V4:.*]] = pipegroup.start @four::@m producer step(1) : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.acquire @four::@m[%[[V4]]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.commit @four::@m[%[[V4]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V5:.*]] = pipegroup.advance %[[V4]] by 4 : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @c warps(2, 1) {
  // CHECK-NEXT:     %[[V6:.*]] = pipegroup.start @four::@m producer step(2) : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.acquire @four::@m[%[[V6]]] : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.commit @four::@m[%[[V6]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V7:.*]] = pipegroup.advance %[[V6]] by 4 : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.acquire @four::@m[%[[V7]]] : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pipegroup.task @d warps(3, 1) {
  // CHECK-NEXT:     %[[V8:.*]] = pipegroup.start @four::@m producer step(3) : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.commit @four::@m[%[[V8]]] : !pipegroup.state<4>
  // CHECK-NEXT:     %[[V9:.*]] = pipegroup.advance %[[V8]] by 4 : !pipegroup.state<4>
  // CHECK-NEXT:     pipegroup.tail @four::@m[%[[V9]]] : !pipegroup.state<4>
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.init @four
  pipegroup.specialize threads(160) {
    pipegroup.task @a warps(0, 1) {
      pipegroup.acquire @four::@m
      pipegroup.commit @four::@m
    }
    pipegroup.task @read warps(4, 1) {
      pipegroup.wait @four::@m
      pipegroup.release @four
    }
    pipegroup.task @b warps(1, 1) {
      pipegroup.acquire @four::@m
      pipegroup.commit @four::@m
    }
    pipegroup.task @c warps(2, 1) {
      pipegroup.acquire @four::@m
      pipegroup.commit @four::@m
      pipegroup.acquire @four::@m
    }
    pipegroup.task @d warps(3, 1) {
      pipegroup.commit @four::@m
      pipegroup.tail @four::@m
    }
  }
  return
}
