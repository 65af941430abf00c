// Each signal becomes one instruction: the token of an arrive is not asked for,
// cp.async arrivals count against the barrier (noinc), and nothing is predicated.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_100a | FileCheck %s \
// RUN:   --implicit-check-not=predicate --implicit-check-not=pipegroup.

// CHECK-LABEL: func.func @signals(
// CHECK-SAME:    %[[B:.*]]: !llvm.ptr<3>)
func.func @signals(%b: !llvm.ptr<3>) {
  // CHECK-NEXT: {{^ *}}nvvm.mbarrier.arrive %[[B]] : !llvm.ptr<3>{{$}}
  pipegroup.barrier_arrive %b
  // CHECK-NEXT: %[[BYTES:.*]] = arith.constant 2048 : i32
  // CHECK-NEXT: {{^ *}}nvvm.mbarrier.arrive.expect_tx %[[B]], %[[BYTES]] : !llvm.ptr<3>, i32{{$}}
  pipegroup.barrier_arrive_expect_tx %b bytes(2048)
  // CHECK-NEXT: nvvm.cp.async.mbarrier.arrive %[[B]] {noinc = true} : !llvm.ptr<3>
  pipegroup.barrier_cp_async_arrive %b
  // CHECK-NEXT: nvvm.tcgen05.commit %[[B]] : !llvm.ptr<3>
  pipegroup.barrier_umma_commit %b
  // CHECK-NEXT: return
  return
}
