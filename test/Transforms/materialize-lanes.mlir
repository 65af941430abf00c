// A lane is the slot number of the first lap, on either side; step(n) of a task's own
// lane is a constant. Barriers are as many as without lanes, their counts those of
// one lane.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -canonicalize | FileCheck %s

// CHECK: pipegroup.barriers @g size(8)
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 32) consumer(thread 64) interleave(2, 2, 2, 2)
}

// CHECK-LABEL: func @kernel
func.func @kernel() {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i32
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i32
  // CHECK-DAG: %[[C2:.*]] = arith.constant 2 : i32
  // CHECK-DAG: %[[C3:.*]] = arith.constant 3 : i32
  // CHECK: pipegroup.barrier_init %{{.*}} count(32)
  // CHECK: pipegroup.barrier_init %{{.*}} count(64)
  pipegroup.init @g
  pipegroup.specialize threads(192) {
    // CHECK: pipegroup.task @fill
    pipegroup.task @fill warps(0, 2) {
      // CHECK-NEXT: %[[W:.*]] = pipegroup.task_warp : i32
      // CHECK-NEXT: %[[E:.*]] = pipegroup.barrier @g[%[[W]]] offset(4)
      // CHECK-NEXT: pipegroup.barrier_wait %[[E]] parity(%[[C1]])
      // CHECK-NEXT: %[[F:.*]] = pipegroup.barrier @g[%[[W]]] : !llvm.ptr<3>
      // CHECK-NEXT: pipegroup.barrier_arrive %[[F]]
      %w = pipegroup.task_warp : i32
      %s = pipegroup.start @g::@m producer lane(%w) : !pipegroup.state<4>
      pipegroup.acquire @g::@m[%s] : !pipegroup.state<4>
      pipegroup.commit @g::@m[%s] : !pipegroup.state<4>
    }
    // CHECK: pipegroup.task @first
    pipegroup.task @first warps(2, 2) {
      // CHECK-NEXT: %[[F:.*]] = pipegroup.barrier @g[%[[C0]]] : !llvm.ptr<3>
      // CHECK-NEXT: pipegroup.barrier_wait %[[F]] parity(%[[C0]])
      // CHECK-NEXT: %[[G:.*]] = pipegroup.barrier @g[%[[C2]]] : !llvm.ptr<3>
      // CHECK-NEXT: pipegroup.barrier_wait %[[G]] parity(%[[C0]])
      %s = pipegroup.start @g consumer : !pipegroup.state<4>
      pipegroup.wait @g::@m[%s] : !pipegroup.state<4>
      %n = pipegroup.advance %s by 2 : !pipegroup.state<4>
      pipegroup.wait @g::@m[%n] : !pipegroup.state<4>
    }
    // CHECK: pipegroup.task @second
    pipegroup.task @second warps(4, 2) {
      // CHECK-NEXT: %[[F:.*]] = pipegroup.barrier @g[%[[C3]]] : !llvm.ptr<3>
      // CHECK-NEXT: pipegroup.barrier_wait %[[F]] parity(%[[C0]])
      // CHECK-NEXT: %[[G:.*]] = pipegroup.barrier @g[%[[C1]]] : !llvm.ptr<3>
      // CHECK-NEXT: pipegroup.barrier_wait %[[G]] parity(%[[C1]])
      %s = pipegroup.start @g consumer step(1) : !pipegroup.state<4>
      %n = pipegroup.advance %s by 2 : !pipegroup.state<4>
      pipegroup.wait @g::@m[%n] : !pipegroup.state<4>
      %o = pipegroup.advance %n by 2 : !pipegroup.state<4>
      pipegroup.wait @g::@m[%o] : !pipegroup.state<4>
    }
  }
  return
}
