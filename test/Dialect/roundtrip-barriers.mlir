// Every barrier op survives each form of the IR.
// RUN: pipegroup-opt %s --verify-roundtrip | FileCheck %s
// RUN: pipegroup-opt %s -mlir-print-op-generic | pipegroup-opt | FileCheck %s
// RUN: pipegroup-opt %s --emit-bytecode | pipegroup-opt | FileCheck %s

// CHECK: pipegroup.barriers @ring size(12)
pipegroup.barriers @ring size(12)
// CHECK: pipegroup.barriers @late size(4) dynamic(1024) {sym_visibility = "private"}
pipegroup.barriers @late size(4) dynamic(1024) {sym_visibility = "private"}

// CHECK-LABEL: func @f
func.func @f(%i: i32, %ph: i32) -> i1 {
  // CHECK: %[[B:.*]] = pipegroup.barrier @ring[%{{.*}}] offset(4) : !llvm.ptr<3>
  %b = pipegroup.barrier @ring[%i] offset(4) : !llvm.ptr<3>
  // CHECK: pipegroup.barrier @late[%{{.*}}] : !nvgpu.mbarrier.group
  %0 = pipegroup.barrier @late[%i] : !nvgpu.mbarrier.group<memorySpace = 3>
  // CHECK: pipegroup.once {
  pipegroup.once {
    // CHECK: pipegroup.barrier_init %[[B]] count(32)
    pipegroup.barrier_init %b count(32)
    // CHECK: pipegroup.fence_barrier_init
    pipegroup.fence_barrier_init
  }
  // CHECK: pipegroup.sync_cta
  pipegroup.sync_cta
  // CHECK: pipegroup.elect {
  pipegroup.elect {
    // CHECK: pipegroup.barrier_arrive_expect_tx %[[B]] bytes(2048)
    pipegroup.barrier_arrive_expect_tx %b bytes(2048)
    // CHECK: pipegroup.barrier_umma_commit %[[B]]
    pipegroup.barrier_umma_commit %b
  }
  // CHECK: pipegroup.fence_proxy_async
  pipegroup.fence_proxy_async
  // CHECK: pipegroup.barrier_arrive %[[B]]
  pipegroup.barrier_arrive %b
  // CHECK: pipegroup.barrier_cp_async_arrive %[[B]]
  pipegroup.barrier_cp_async_arrive %b
  // CHECK: pipegroup.barrier_wait %[[B]] parity(%{{.*}})
  pipegroup.barrier_wait %b parity(%ph)
  // CHECK: pipegroup.barrier_try_wait %[[B]] parity(%{{.*}})
  %done = pipegroup.barrier_try_wait %b parity(%ph)
  // CHECK: pipegroup.barrier_test_wait %[[B]] parity(%{{.*}})
  %now = pipegroup.barrier_test_wait %b parity(%ph)
  // CHECK: pipegroup.barrier_invalidate %[[B]]
  pipegroup.barrier_invalidate %b
  return %done : i1
}
