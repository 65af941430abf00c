// Groups whose members differ in type: each signals and counts as its own type
// says, on the barriers that the mode shares out.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -canonicalize | FileCheck %s

// The mode is derived: full_p at 0, full_q at 2, the shared empty at 4.
pipegroup.group @derived {
  pipegroup.member @p tma_async stages(2) producer(warp 1) consumer(thread 128) bytes(256)
  pipegroup.member @q async_async stages(2) producer(thread 32) consumer(warp 4) transport(cp_async)
}
// CHECK: pipegroup.barriers @derived size(6)
// CHECK-LABEL: func @use_merge
func.func @use_merge() {
  // CHECK: pipegroup.barrier_init %{{.*}} count(1)
  // CHECK: pipegroup.barrier_init %{{.*}} count(32)
  // The finer granularity wins: 128 threads, not 4 warps.
  // CHECK: pipegroup.barrier_init %{{.*}} count(128)
  pipegroup.init @derived
  // CHECK: pipegroup.sync_cta
  %p = pipegroup.start @derived::@p producer : !pipegroup.state<2>
  %q = pipegroup.start @derived::@q producer : !pipegroup.state<2>
  %c = pipegroup.start @derived consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.barrier @derived[%c0_i32] offset(4)
  // CHECK-NEXT: pipegroup.barrier_wait %{{.*}} parity(%c1_i32)
  // CHECK-NEXT: pipegroup.elect {
  // CHECK-NEXT:   pipegroup.barrier @derived[%c0_i32] :
  // CHECK-NEXT:   pipegroup.barrier_arrive_expect_tx %{{.*}} bytes(256)
  // CHECK-NEXT: }
  pipegroup.acquire @derived::@p[%p] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.barrier @derived[%c0_i32] offset(4)
  // CHECK-NEXT: pipegroup.barrier_wait %{{.*}} parity(%c1_i32)
  pipegroup.acquire @derived::@q[%q] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.barrier @derived[%c0_i32] offset(2)
  // CHECK-NEXT: pipegroup.barrier_cp_async_arrive
  pipegroup.commit @derived::@q[%q] : !pipegroup.state<2>
  // Every thread arrives, also where warps were written.
  // CHECK-NEXT: pipegroup.barrier @derived[%c0_i32] offset(4)
  // CHECK-NEXT: pipegroup.barrier_arrive %
  // CHECK-NEXT: return
  pipegroup.release @derived[%c] : !pipegroup.state<2>
  return
}

// One fence for all members whose stores the tensor core reads.
pipegroup.group @fork {
  pipegroup.member @m async_umma stages(2) producer(thread 64) consumer(warp 1)
  pipegroup.member @e async_async stages(2) producer(warp 2) consumer(thread 32)
}
// CHECK: pipegroup.barriers @fork size(6)
// CHECK-LABEL: func @use_fork
func.func @use_fork() {
  // CHECK: pipegroup.barrier_init %{{.*}} count(64)
  // CHECK: pipegroup.barrier_init %{{.*}} count(1)
  // CHECK: pipegroup.barrier_init %{{.*}} count(32)
  pipegroup.init @fork
  // CHECK: pipegroup.sync_cta
  %p = pipegroup.start @fork producer : !pipegroup.state<2>
  %e = pipegroup.start @fork::@e consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.fence_proxy_async
  // CHECK-NEXT: pipegroup.barrier @fork[%c0_i32] :
  // CHECK-NEXT: pipegroup.barrier_arrive %
  pipegroup.commit @fork[%p] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.barrier @fork[%c0_i32] :
  // CHECK-NEXT: pipegroup.barrier_wait
  // CHECK-NEXT: return
  pipegroup.wait @fork::@e[%e] : !pipegroup.state<2>
  return
}

// Sums on the shared full barrier; copies in flight are fenced after the wait.
pipegroup.group @fused fused_merge {
  pipegroup.member @x tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(64)
  pipegroup.member @y async_umma stages(2) producer(thread 32) consumer(warp 1) transport(cp_async)
}
// CHECK: pipegroup.barriers @fused size(4)
// CHECK-LABEL: func @use_fused
func.func @use_fused() {
  // CHECK: pipegroup.barrier_init %{{.*}} count(33)
  // CHECK: pipegroup.barrier_init %{{.*}} count(1)
  pipegroup.init @fused
  // CHECK: pipegroup.sync_cta
  %y = pipegroup.start @fused::@y producer : !pipegroup.state<2>
  %c = pipegroup.start @fused consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.barrier @fused[%c0_i32] :
  // CHECK-NEXT: pipegroup.barrier_cp_async_arrive
  pipegroup.commit @fused::@y[%y] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.barrier @fused[%c0_i32] :
  // CHECK-NEXT: pipegroup.barrier_wait
  // CHECK-NEXT: pipegroup.fence_proxy_async
  // CHECK-NEXT: return
  pipegroup.wait @fused[%c] : !pipegroup.state<2>
  return
}
