// The barriers and the signals of 'umma_async', in every mode: one full and one empty
// array each that is shared or a member's own, its counts, and who acts how.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -canonicalize | FileCheck %s

pipegroup.group @merge merge {
  pipegroup.member @a umma_async stages(2) producer(warp 1) consumer(warp 4)
  pipegroup.member @b umma_async stages(2) producer(warp 1) consumer(warp 4)
}
// CHECK: pipegroup.barriers @merge size(6)
// CHECK-LABEL: func @use_merge
func.func @use_merge() {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i32
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i32
  // CHECK: pipegroup.once {
  // CHECK: %[[B:.*]] = pipegroup.barrier @merge[%{{.*}}] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_init %[[B]] count(1)
  // CHECK: %[[B:.*]] = pipegroup.barrier @merge[%{{.*}}] offset(2) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_init %[[B]] count(1)
  // CHECK: %[[B:.*]] = pipegroup.barrier @merge[%{{.*}}] offset(4) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_init %[[B]] count(4)
  pipegroup.init @merge
  %pa = pipegroup.start @merge::@a producer : !pipegroup.state<2>
  %pb = pipegroup.start @merge::@b producer : !pipegroup.state<2>
  %c = pipegroup.start @merge consumer : !pipegroup.state<2>
  // CHECK: pipegroup.sync_cta
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @merge[%[[C0]]] offset(4) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%[[C1]])
  // CHECK-NEXT: pipegroup.tensor_fence_after
  pipegroup.acquire @merge::@a[%pa] : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @merge[%[[C0]]] offset(4) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%[[C1]])
  // CHECK-NEXT: pipegroup.tensor_fence_after
  pipegroup.acquire @merge::@b[%pb] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.elect {
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @merge[%[[C0]]] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_umma_commit %[[B]]
  // CHECK-NEXT: }
  pipegroup.commit @merge::@a[%pa] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.elect {
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @merge[%[[C0]]] offset(2) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_umma_commit %[[B]]
  // CHECK-NEXT: }
  pipegroup.commit @merge::@b[%pb] : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @merge[%[[C0]]] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%[[C0]])
  // CHECK-NEXT: pipegroup.tensor_fence_after
  pipegroup.wait @merge::@a[%c] : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @merge[%[[C0]]] offset(2) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%[[C0]])
  // CHECK-NEXT: pipegroup.tensor_fence_after
  pipegroup.wait @merge::@b[%c] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.tensor_fence_before
  // CHECK-NEXT: pipegroup.elect {
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @merge[%[[C0]]] offset(4) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_arrive %[[B]]
  // CHECK-NEXT: }
  pipegroup.release @merge[%c] : !pipegroup.state<2>
  // CHECK-NEXT: return
  return
}

pipegroup.group @fork fork {
  pipegroup.member @a umma_async stages(2) producer(warp 1) consumer(thread 32)
  pipegroup.member @b umma_async stages(2) producer(warp 1) consumer(warp 2)
}
// CHECK: pipegroup.barriers @fork size(6)
// CHECK-LABEL: func @use_fork
func.func @use_fork() {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i32
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i32
  // CHECK: pipegroup.once {
  // CHECK: %[[B:.*]] = pipegroup.barrier @fork[%{{.*}}] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_init %[[B]] count(1)
  // CHECK: %[[B:.*]] = pipegroup.barrier @fork[%{{.*}}] offset(2) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_init %[[B]] count(32)
  // CHECK: %[[B:.*]] = pipegroup.barrier @fork[%{{.*}}] offset(4) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_init %[[B]] count(2)
  pipegroup.init @fork
  %p = pipegroup.start @fork producer : !pipegroup.state<2>
  %ca = pipegroup.start @fork::@a consumer : !pipegroup.state<2>
  %cb = pipegroup.start @fork::@b consumer : !pipegroup.state<2>
  // CHECK: pipegroup.sync_cta
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @fork[%[[C0]]] offset(2) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%[[C1]])
  // CHECK-NEXT: pipegroup.tensor_fence_after
  pipegroup.acquire @fork::@a[%p] : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @fork[%[[C0]]] offset(4) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%[[C1]])
  // CHECK-NEXT: pipegroup.tensor_fence_after
  pipegroup.acquire @fork::@b[%p] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.elect {
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @fork[%[[C0]]] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_umma_commit %[[B]]
  // CHECK-NEXT: }
  pipegroup.commit @fork[%p] : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @fork[%[[C0]]] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%[[C0]])
  // CHECK-NEXT: pipegroup.tensor_fence_after
  pipegroup.wait @fork::@a[%ca] : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @fork[%[[C0]]] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%[[C0]])
  // CHECK-NEXT: pipegroup.tensor_fence_after
  pipegroup.wait @fork::@b[%cb] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.tensor_fence_before
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @fork[%[[C0]]] offset(2) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_arrive %[[B]]
  pipegroup.release @fork::@a[%ca] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.tensor_fence_before
  // CHECK-NEXT: pipegroup.elect {
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @fork[%[[C0]]] offset(4) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_arrive %[[B]]
  // CHECK-NEXT: }
  pipegroup.release @fork::@b[%cb] : !pipegroup.state<2>
  // CHECK-NEXT: return
  return
}

pipegroup.group @fused_merge fused_merge {
  pipegroup.member @a umma_async stages(2) producer(warp 1) consumer(warp 4)
  pipegroup.member @b umma_async stages(2) producer(warp 1) consumer(warp 4)
}
// CHECK: pipegroup.barriers @fused_merge size(4)
// CHECK-LABEL: func @use_fused_merge
func.func @use_fused_merge() {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i32
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i32
  // CHECK: pipegroup.once {
  // CHECK: %[[B:.*]] = pipegroup.barrier @fused_merge[%{{.*}}] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_init %[[B]] count(2)
  // CHECK: %[[B:.*]] = pipegroup.barrier @fused_merge[%{{.*}}] offset(2) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_init %[[B]] count(4)
  pipegroup.init @fused_merge
  %pa = pipegroup.start @fused_merge::@a producer : !pipegroup.state<2>
  %pb = pipegroup.start @fused_merge::@b producer : !pipegroup.state<2>
  %c = pipegroup.start @fused_merge consumer : !pipegroup.state<2>
  // CHECK: pipegroup.sync_cta
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @fused_merge[%[[C0]]] offset(2) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%[[C1]])
  // CHECK-NEXT: pipegroup.tensor_fence_after
  pipegroup.acquire @fused_merge::@a[%pa] : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @fused_merge[%[[C0]]] offset(2) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%[[C1]])
  // CHECK-NEXT: pipegroup.tensor_fence_after
  pipegroup.acquire @fused_merge::@b[%pb] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.elect {
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @fused_merge[%[[C0]]] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_umma_commit %[[B]]
  // CHECK-NEXT: }
  pipegroup.commit @fused_merge::@a[%pa] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.elect {
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @fused_merge[%[[C0]]] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_umma_commit %[[B]]
  // CHECK-NEXT: }
  pipegroup.commit @fused_merge::@b[%pb] : !pipegroup.state<2>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @fused_merge[%[[C0]]] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%[[C0]])
  // CHECK-NEXT: pipegroup.tensor_fence_after
  pipegroup.wait @fused_merge[%c] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.tensor_fence_before
  // CHECK-NEXT: pipegroup.elect {
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @fused_merge[%[[C0]]] offset(2) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_arrive %[[B]]
  // CHECK-NEXT: }
  pipegroup.release @fused_merge[%c] : !pipegroup.state<2>
  // CHECK-NEXT: return
  return
}
