// With arm(leader) one warp arms all bytes, and the full barrier counts one arrival:
// the first warp of the task, or the first of each lane. All of them wait.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -canonicalize | FileCheck %s
// accepts: M11

pipegroup.group @one merge {
  pipegroup.member @m tma_async stages(2) producer(warp 4) consumer(thread 32) bytes(64) arm(leader)
}
// CHECK-LABEL: func @task
func.func @task() {
  // CHECK: pipegroup.barrier_init %{{.*}} count(1)
  // CHECK: pipegroup.barrier_init %{{.*}} count(32)
  pipegroup.init @one
  pipegroup.specialize threads(192) {
    // CHECK: pipegroup.task @fill
    pipegroup.task @fill warps(2, 4) {
      // CHECK-NEXT: %[[E:.*]] = pipegroup.barrier @one[%c0_i32] offset(2)
      // CHECK-NEXT: pipegroup.barrier_wait %[[E]] parity(%c1_i32)
      // CHECK-NEXT: %[[W:.*]] = pipegroup.task_warp : i32
      // CHECK-NEXT: %[[IS:.*]] = arith.cmpi eq, %[[W]], %c0_i32 : i32
      // CHECK-NEXT: scf.if %[[IS]] {
      // CHECK-NEXT:   pipegroup.elect {
      // CHECK-NEXT:     %[[F:.*]] = pipegroup.barrier @one[%c0_i32] : !llvm.ptr<3>
      // CHECK-NEXT:     pipegroup.barrier_arrive_expect_tx %[[F]] bytes(64)
      // CHECK-NEXT:   }
      // CHECK-NEXT: }
      %s = pipegroup.start @one::@m producer : !pipegroup.state<2>
      pipegroup.acquire @one::@m[%s] : !pipegroup.state<2>
      // CHECK-NEXT: }
      pipegroup.commit @one::@m[%s] : !pipegroup.state<2>
    }
  }
  return
}

pipegroup.group @lanes fork {
  pipegroup.member @a tma_async stages(4) producer(warp 2) consumer(thread 32) bytes(64) arm(leader) interleave(2, 2, 1, 1)
  pipegroup.member @b tma_umma stages(4) producer(warp 2) consumer(warp 1) bytes(64) arm(leader) interleave(2, 2, 1, 1)
}
// The lanes of four warps have two each; of a fork's acquires the last one arms.
// CHECK-LABEL: func @in_lanes
func.func @in_lanes(%l: i32) {
  pipegroup.init @lanes
  pipegroup.specialize threads(128) {
    // CHECK: pipegroup.task @fill
    pipegroup.task @fill warps(0, 4) {
      // CHECK-NEXT: pipegroup.barrier @lanes
      // CHECK-NEXT: pipegroup.barrier_wait
      // CHECK-NEXT: pipegroup.barrier @lanes
      // CHECK-NEXT: pipegroup.barrier_wait
      // CHECK-NEXT: %[[W:.*]] = pipegroup.task_warp : i32
      // CHECK-NEXT: %[[IN:.*]] = arith.remui %[[W]], %c2_i32 : i32
      // CHECK-NEXT: %[[IS:.*]] = arith.cmpi eq, %[[IN]], %c0_i32 : i32
      // CHECK-NEXT: scf.if %[[IS]] {
      // CHECK-NEXT:   pipegroup.elect {
      // CHECK-NOT: expect_tx
      // CHECK:         pipegroup.barrier_arrive_expect_tx %{{.*}} bytes(64)
      // CHECK-NOT: expect_tx
      // CHECK: return
      %s = pipegroup.start @lanes producer lane(%l) : !pipegroup.state<4>
      pipegroup.acquire @lanes::@a[%s] : !pipegroup.state<4>
      pipegroup.acquire @lanes::@b[%s] : !pipegroup.state<4>
    }
  }
  return
}

// A task for each lane has a leader each; one warp needs no branch.
// CHECK-LABEL: func @tasks
func.func @tasks() {
  pipegroup.init @lanes
  pipegroup.specialize threads(64) {
    // CHECK: pipegroup.task @fill
    pipegroup.task @fill warps(0, 2) {
      // CHECK: %[[W:.*]] = pipegroup.task_warp : i32
      // CHECK-NEXT: %[[IS:.*]] = arith.cmpi eq, %[[W]], %c0_i32 : i32
      // CHECK-NEXT: scf.if %[[IS]] {
      %s = pipegroup.start @lanes producer step(1) : !pipegroup.state<4>
      pipegroup.acquire @lanes::@a[%s] : !pipegroup.state<4>
      pipegroup.acquire @lanes::@b[%s] : !pipegroup.state<4>
    }
  }
  return
}

pipegroup.group @alone merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(thread 32) bytes(64) arm(leader)
}
// CHECK-LABEL: func @one_warp
func.func @one_warp() {
  pipegroup.init @alone
  // CHECK-NOT: scf.if
  // CHECK: pipegroup.barrier_arrive_expect_tx
  %s = pipegroup.start @alone::@m producer : !pipegroup.state<2>
  pipegroup.acquire @alone::@m[%s] : !pipegroup.state<2>
  return
}
