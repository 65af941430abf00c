// The life of a barrier and what makes it visible: no proxy fence for an init.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm | FileCheck %s \
// RUN:   --implicit-check-not=predicate --implicit-check-not=pipegroup.

// CHECK-LABEL: func.func @life(
// CHECK-SAME:    %[[B:.*]]: !llvm.ptr<3>)
func.func @life(%b: !llvm.ptr<3>) {
  // CHECK-NEXT: %[[COUNT:.*]] = arith.constant 32 : i32
  // CHECK-NEXT: nvvm.mbarrier.init %[[B]], %[[COUNT]] : !llvm.ptr<3>, i32{{$}}
  pipegroup.barrier_init %b count(32)
  // CHECK-NEXT: nvvm.fence.mbarrier.init
  pipegroup.fence_barrier_init
  // CHECK-NEXT: nvvm.barrier{{$}}
  pipegroup.sync_cta
  // CHECK-NEXT: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  pipegroup.fence_proxy_async
  // CHECK-NEXT: nvvm.mbarrier.inval %[[B]] : !llvm.ptr<3>
  pipegroup.barrier_invalidate %b
  // CHECK-NEXT: return
  return
}
