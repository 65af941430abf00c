// A tensor-core kernel compiles for, and is assembled for, every chip that has
// tcgen05. LLVM's own check of nvvm ops knows fewer chips than its code generator.
// accepts: T1
// RUN: pipegroup-compile --chip=sm_100a %s -o %t.100a && FileCheck %s -DCHIP=sm_100a -DPTX=8.8 --input-file=%t.100a
// RUN: pipegroup-compile --chip=sm_100f %s -o %t.100f && FileCheck %s -DCHIP=sm_100f -DPTX=8.8 --input-file=%t.100f
// RUN: pipegroup-compile --chip=sm_103a %s -o %t.103a && FileCheck %s -DCHIP=sm_103a -DPTX=8.8 --input-file=%t.103a
// RUN: pipegroup-compile --chip=sm_103f %s -o %t.103f && FileCheck %s -DCHIP=sm_103f -DPTX=8.8 --input-file=%t.103f
// RUN: pipegroup-compile --chip=sm_110a %s -o %t.110a && FileCheck %s -DCHIP=sm_110a -DPTX=9.0 --input-file=%t.110a
// RUN: pipegroup-compile --chip=sm_110f %s -o %t.110f && FileCheck %s -DCHIP=sm_110f -DPTX=9.0 --input-file=%t.110f
// RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.100a -o /dev/null %}
// RUN: %if ptxas %{ %ptxas -arch=sm_100f %t.100f -o /dev/null %}
// RUN: %if ptxas %{ %ptxas -arch=sm_103a %t.103a -o /dev/null %}
// RUN: %if ptxas %{ %ptxas -arch=sm_103f %t.103f -o /dev/null %}
// RUN: %if ptxas %{ %ptxas -arch=sm_110a %t.110a -o /dev/null %}
// RUN: %if ptxas %{ %ptxas -arch=sm_110f %t.110f -o /dev/null %}

// CHECK: .version [[PTX]]
// CHECK: .target [[CHIP]]
// CHECK: tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [acc];
gpu.module @kernels {
  pipegroup.group @acc merge {
    pipegroup.member @tmem umma_async stages(1) producer(warp 1) consumer(thread 128)
  }
  gpu.func @kernel() kernel {
    pipegroup.init @acc
    %p = pipegroup.start @acc::@tmem producer : !pipegroup.state<1>
    %c = pipegroup.start @acc consumer : !pipegroup.state<1>
    pipegroup.acquire @acc::@tmem[%p] : !pipegroup.state<1>
    pipegroup.commit @acc::@tmem[%p] : !pipegroup.state<1>
    pipegroup.wait @acc::@tmem[%c] : !pipegroup.state<1>
    pipegroup.release @acc[%c] : !pipegroup.state<1>
    gpu.return
  }
}
