// nvgpu's own arrive on the empty barrier of a group.
// RUN: pipegroup-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

!barrier = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>

gpu.module @kernels {
  pipegroup.group @copy merge {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32)
  }
  gpu.func @kernel() kernel {
    %zero = arith.constant 0 : index
    pipegroup.init @copy
    %c = pipegroup.start @copy consumer : !pipegroup.state<2>
    pipegroup.wait @copy::@x[%c] : !pipegroup.state<2>
    %empty = pipegroup.empty_barrier @copy[%c] : !pipegroup.state<2> -> !barrier
    // CHECK: mbarrier.arrive.shared.b64 {{%rd[0-9]+}}, [copy+16];
    %token = nvgpu.mbarrier.arrive %empty[%zero] : !barrier -> !nvgpu.mbarrier.token
    gpu.return
  }
}
