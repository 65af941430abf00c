// No pass drops, merges or moves a barrier op; only addresses may be merged.
// RUN: pipegroup-opt %s -cse -loop-invariant-code-motion -canonicalize -sccp -symbol-dce | FileCheck %s

// CHECK: pipegroup.barriers @ring
pipegroup.barriers @ring size(4) {sym_visibility = "private"}
// CHECK-NOT: @unused
pipegroup.barriers @unused size(4) {sym_visibility = "private"}

// CHECK-LABEL: func @f
func.func @f(%i: i32, %ph: i32, %n: index) {
  %one = arith.constant 1 : index
  // CHECK-COUNT-1: pipegroup.barrier @ring
  // CHECK-NOT: pipegroup.barrier @ring
  %b = pipegroup.barrier @ring[%i] : !llvm.ptr<3>
  %c = pipegroup.barrier @ring[%i] : !llvm.ptr<3>
  // CHECK: scf.for
  scf.for %k = %one to %n step %one {
    // CHECK-NEXT: pipegroup.once {
    // CHECK-NEXT:   pipegroup.barrier_init
    // CHECK-NEXT:   pipegroup.fence_barrier_init
    // CHECK-NEXT: }
    pipegroup.once {
      pipegroup.barrier_init %b count(1)
      pipegroup.fence_barrier_init
    }
    // CHECK-NEXT: pipegroup.sync_cta
    // CHECK-NEXT: pipegroup.sync_cta
    pipegroup.sync_cta
    pipegroup.sync_cta
    // CHECK-NEXT: pipegroup.barrier_wait
    // CHECK-NEXT: pipegroup.barrier_wait
    pipegroup.barrier_wait %b parity(%ph)
    pipegroup.barrier_wait %c parity(%ph)
    // CHECK-NEXT: pipegroup.barrier_try_wait
    // CHECK-NEXT: pipegroup.barrier_try_wait
    %t = pipegroup.barrier_try_wait %b parity(%ph)
    %u = pipegroup.barrier_try_wait %b parity(%ph)
    // CHECK-NEXT: pipegroup.barrier_test_wait
    // CHECK-NEXT: pipegroup.barrier_test_wait
    %v = pipegroup.barrier_test_wait %b parity(%ph)
    %w = pipegroup.barrier_test_wait %b parity(%ph)
    // CHECK-NEXT: pipegroup.elect {
    // CHECK-NEXT:   pipegroup.barrier_arrive_expect_tx
    // CHECK-NEXT:   pipegroup.barrier_umma_commit
    // CHECK-NEXT: }
    // CHECK-NEXT: pipegroup.elect {
    // CHECK-NEXT:   pipegroup.barrier_arrive_expect_tx
    // CHECK-NEXT:   pipegroup.barrier_umma_commit
    // CHECK-NEXT: }
    pipegroup.elect {
      pipegroup.barrier_arrive_expect_tx %b bytes(64)
      pipegroup.barrier_umma_commit %b
    }
    pipegroup.elect {
      pipegroup.barrier_arrive_expect_tx %b bytes(64)
      pipegroup.barrier_umma_commit %b
    }
    // CHECK-NEXT: pipegroup.fence_proxy_async
    // CHECK-NEXT: pipegroup.barrier_arrive
    // CHECK-NEXT: pipegroup.barrier_arrive
    // CHECK-NEXT: pipegroup.barrier_cp_async_arrive
    // CHECK-NEXT: pipegroup.barrier_invalidate
    // CHECK-NEXT: }
    pipegroup.fence_proxy_async
    pipegroup.barrier_arrive %b
    pipegroup.barrier_arrive %b
    pipegroup.barrier_cp_async_arrive %b
    pipegroup.barrier_invalidate %b
  }
  return
}
