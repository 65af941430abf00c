// Waits for what tensor cores have written to tensor memory are tried together; one
// fence after the last of them does for all.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -pipegroup-batch-waits | FileCheck %s

pipegroup.group @g merge {
  pipegroup.member @a umma_async stages(2) producer(warp 1) consumer(thread 128)
  pipegroup.member @b umma_async stages(2) producer(warp 1) consumer(thread 128)
  pipegroup.member @c tma_async stages(2) producer(warp 1) consumer(thread 128) bytes(256)
}

// CHECK-LABEL: func @fence_last
// CHECK-COUNT-2: pipegroup.barrier_try_wait
// CHECK: scf.if
// CHECK-NOT: pipegroup.tensor_fence
// CHECK: pipegroup.barrier_wait
// CHECK-NOT: pipegroup.tensor_fence
// CHECK: pipegroup.barrier_wait
// CHECK: pipegroup.tensor_fence_after
// CHECK-NOT: pipegroup.tensor_fence_after
// CHECK: pipegroup.tensor_fence_before
// CHECK-NEXT: pipegroup.barrier
// CHECK-NEXT: pipegroup.barrier_arrive
func.func @fence_last() {
  pipegroup.init @g
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  pipegroup.wait @g::@a[%c] : !pipegroup.state<2>
  pipegroup.wait @g::@b[%c] : !pipegroup.state<2>
  pipegroup.release @g[%c] : !pipegroup.state<2>
  return
}

// CHECK-LABEL: func @fence_first
// CHECK-COUNT-2: pipegroup.barrier_try_wait
// CHECK: scf.if
// CHECK: pipegroup.barrier_wait
// CHECK-NOT: pipegroup.tensor_fence
// CHECK: pipegroup.barrier_wait
// CHECK: pipegroup.tensor_fence_after
// CHECK-NOT: pipegroup.tensor_fence_after
// CHECK: return
func.func @fence_first() {
  pipegroup.init @g
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  pipegroup.wait @g::@a[%c] : !pipegroup.state<2>
  pipegroup.wait @g::@c[%c] : !pipegroup.state<2>
  pipegroup.release @g[%c] : !pipegroup.state<2>
  return
}
