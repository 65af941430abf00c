// The near misses of K9: barriers of some threads, or outside of the tasks.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -verify-diagnostics | FileCheck %s
// accepts: K9

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
// CHECK-LABEL: func @barriers
func.func @barriers() {
  %id = arith.constant 1 : i32
  %threads = arith.constant 32 : i32
  %mask = arith.constant -1 : i32
  pipegroup.init @g
  // CHECK: gpu.barrier
  gpu.barrier
  // CHECK: pipegroup.specialize
  pipegroup.specialize threads(64) {
    // CHECK-NEXT: pipegroup.task @a
    pipegroup.task @a warps(0, 1) {
      // CHECK-NEXT: nvvm.barrier id = %{{.*}} number_of_threads = %{{.*}}
      nvvm.barrier id = %id number_of_threads = %threads
      // CHECK-NEXT: nvvm.barrier.arrive id = %{{.*}} number_of_threads = %{{.*}}
      nvvm.barrier.arrive id = %id number_of_threads = %threads
      // CHECK-NEXT: nvvm.bar.warp.sync
      nvvm.bar.warp.sync %mask : i32
    }
  }
  // CHECK: nvvm.barrier
  nvvm.barrier
  pipegroup.invalidate @g
  return
}
