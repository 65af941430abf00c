// K7: each lane of an interleaved producer drains its own slots: a tail in every task,
// which takes the state that the task has after its last round.
// RUN: pipegroup-opt %s -pipegroup-insert-tails -pipegroup-thread-states | FileCheck %s

pipegroup.group @g merge {
  pipegroup.member @m tma_umma stages(4) producer(warp 1) consumer(warp 1) bytes(64)
      cluster(2, 1, 1, 1) interleave(2, 2, 1, 1)
}

// CHECK-LABEL: func @kernel
func.func @kernel(%n: index) {
  pipegroup.specialize threads(64) {
    // CHECK: pipegroup.task @first
    pipegroup.task @first warps(0, 1) {
      // CHECK-NEXT: %[[S:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<4>
      // CHECK-NEXT: %[[R:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[S]])
      // CHECK: pipegroup.advance %{{.*}} by 2
      // CHECK: pipegroup.tail @g::@m[%[[R]]] : !pipegroup.state<4>
      // CHECK-NEXT: }
      scf.for %i = %n to %n step %n {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    // CHECK: pipegroup.task @second
    pipegroup.task @second warps(1, 1) {
      // CHECK-NEXT: %[[S:.*]] = pipegroup.start @g::@m producer step(1) : !pipegroup.state<4>
      // CHECK: %[[N:.*]] = pipegroup.advance %[[S]] by 2
      // CHECK: pipegroup.tail @g::@m[%[[N]]] : !pipegroup.state<4>
      // CHECK-NEXT: }
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
    }
  }
  return
}
