// The near misses of P9 and K3: states that are written start where they like, and a
// side without lanes needs no task and any number of warps.
// RUN: pipegroup-opt %s -pipegroup-thread-states -verify-diagnostics | FileCheck %s
// accepts: P9, K3

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) interleave(1, 1, 2, 2)
}

// CHECK-LABEL: func @written
func.func @written(%l: i32) {
  pipegroup.init @g
  // CHECK: %[[S:.*]] = pipegroup.start @g consumer lane(%{{.*}}) : !pipegroup.state<4>
  %s = pipegroup.start @g consumer lane(%l) : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.wait @g::@m[%[[S]]] : !pipegroup.state<4>
  pipegroup.wait @g::@m[%s] : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.advance %[[S]] by 2 : !pipegroup.state<4>
  %n = pipegroup.advance %s by 2 : !pipegroup.state<4>
  return
}

// CHECK-LABEL: func @other_side
func.func @other_side() {
  // CHECK-NEXT: %[[S:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.init @g
  pipegroup.init @g
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[S]]] : !pipegroup.state<4>
  pipegroup.acquire @g::@m
  // CHECK-NEXT: pipegroup.specialize
  pipegroup.specialize threads(96) {
    // CHECK-NEXT: pipegroup.task @fill warps(0, 3)
    pipegroup.task @fill warps(0, 3) {
      // CHECK-NEXT: %[[F:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<4>
      // CHECK-NEXT: pipegroup.commit @g::@m[%[[F]]] : !pipegroup.state<4>
      // CHECK-NEXT: pipegroup.advance %[[F]] : !pipegroup.state<4>
      pipegroup.commit @g::@m
    }
  }
  return
}
