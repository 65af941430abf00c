// The pass runs on any op that holds the groups and their users, and a second
// time changes nothing.
// RUN: pipegroup-opt %s -pass-pipeline='builtin.module(pipegroup-materialize-barriers)' > %t.once
// RUN: FileCheck %s --check-prefixes=CHECK,ALL < %t.once
// RUN: pipegroup-opt %t.once -pipegroup-materialize-barriers | diff %t.once -
// RUN: pipegroup-opt %s -pass-pipeline='builtin.module(pipegroup-materialize-barriers,pipegroup-materialize-barriers)' | diff %t.once -
// RUN: pipegroup-opt %s -pass-pipeline='builtin.module(gpu.module(pipegroup-materialize-barriers))' | FileCheck %s --check-prefixes=CHECK,INNER

module {
  // Another module's group of the same name is another group.
  // ALL: pipegroup.barriers @g size(10)
  // INNER: pipegroup.group @g
  pipegroup.group @g merge {
    pipegroup.member @m async_async stages(5) producer(thread 1) consumer(thread 1)
  }
  func.func @host() {
    %c = pipegroup.start @g consumer : !pipegroup.state<5>
    return
  }
  gpu.module @kernels {
    // CHECK: pipegroup.barriers @g size(4)
    pipegroup.group @g merge {
      pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
    }
    // CHECK: gpu.func @kernel
    gpu.func @kernel() kernel {
      // CHECK: pipegroup.barrier_init %{{.*}} count(1)
      // CHECK: pipegroup.barrier_wait
      pipegroup.init @g
      %c = pipegroup.start @g consumer : !pipegroup.state<2>
      pipegroup.wait @g::@m[%c] : !pipegroup.state<2>
      gpu.return
    }
    // CHECK: llvm.func @device
    llvm.func @device() {
      // CHECK: pipegroup.barrier_arrive
      pipegroup.init @g
      %c = pipegroup.start @g consumer : !pipegroup.state<2>
      pipegroup.release @g[%c] : !pipegroup.state<2>
      llvm.return
    }
  }
  gpu.module @empty {
  }
}
