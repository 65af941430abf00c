// The whole way to NVVM in one option, with a chip; on a file and on each
// gpu.module of it alone.
// RUN: pipegroup-opt %s --pipegroup-to-nvvm=chip=sm_100a | FileCheck %s
// RUN: pipegroup-opt %s --pass-pipeline='builtin.module(gpu.module(pipegroup-to-nvvm{chip=sm_100a}))' | FileCheck %s
// RUN: not pipegroup-opt %s --pipegroup-to-nvvm 2>&1 | FileCheck %s --check-prefix=HOPPER
// RUN: not pipegroup-opt %s --pipegroup-to-nvvm=chips=sm_100a 2>&1 | FileCheck %s --check-prefix=OPTION

// HOPPER: error: 'pipegroup.member' op '@tmem' is 'umma_async': tcgen05 needs {{.*}}, found sm_90a [T1]
// OPTION: no such option chips

// CHECK:     llvm.mlir.global internal @acc() {{.*}} : !llvm.array<2 x i64>
// CHECK:     nvvm.mbarrier.init
// CHECK:     nvvm.tcgen05.commit
// CHECK-NOT: pipegroup.
gpu.module @kernels {
  pipegroup.group @acc merge {
    pipegroup.member @tmem umma_async stages(1) producer(warp 1) consumer(thread 128)
  }
  gpu.func @kernel() kernel {
    pipegroup.init @acc
    %p = pipegroup.start @acc::@tmem producer : !pipegroup.state<1>
    pipegroup.acquire @acc::@tmem[%p] : !pipegroup.state<1>
    pipegroup.commit @acc::@tmem[%p] : !pipegroup.state<1>
    gpu.return
  }
}
