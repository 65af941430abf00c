// A TMA kernel compiles for chips with and without the tensor core of sm_100a,
// with every PTX version from the oldest that will do.
// accepts: T1
// RUN: pipegroup-compile --chip=sm_90 --ptx=80 %s -o %t.90 && FileCheck %s -DCHIP=sm_90 -DPTX=8.0 --input-file=%t.90
// RUN: pipegroup-compile --chip=sm_90a --ptx=80 %s -o %t.90a && FileCheck %s -DCHIP=sm_90a -DPTX=8.0 --input-file=%t.90a
// RUN: pipegroup-compile --chip=sm_100 --ptx=86 %s -o %t.100 && FileCheck %s -DCHIP=sm_100 -DPTX=8.6 --input-file=%t.100
// RUN: pipegroup-compile --chip=sm_120a %s -o %t.120a && FileCheck %s -DCHIP=sm_120a -DPTX=8.8 --input-file=%t.120a
// RUN: pipegroup-compile --chip=sm_121 --ptx=90 %s -o %t.121 && FileCheck %s -DCHIP=sm_121 -DPTX=9.0 --input-file=%t.121
// RUN: %if ptxas %{ %ptxas -arch=sm_90 %t.90 -o /dev/null %}
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.90a -o /dev/null %}
// RUN: %if ptxas %{ %ptxas -arch=sm_100 %t.100 -o /dev/null %}
// RUN: %if ptxas %{ %ptxas -arch=sm_120a %t.120a -o /dev/null %}
// RUN: %if ptxas %{ %ptxas -arch=sm_121 %t.121 -o /dev/null %}

// CHECK: .version [[PTX]]
// CHECK: .target [[CHIP]]
// CHECK: mbarrier.arrive.expect_tx.shared.b64 {{%rd[0-9]+}}, [load],
gpu.module @kernels {
  pipegroup.group @load merge {
    pipegroup.member @x tma_async stages(2) producer(warp 1) consumer(warp 4) bytes(256)
  }
  gpu.func @kernel() kernel {
    pipegroup.init @load
    %p = pipegroup.start @load::@x producer : !pipegroup.state<2>
    %c = pipegroup.start @load consumer : !pipegroup.state<2>
    pipegroup.acquire @load::@x[%p] : !pipegroup.state<2>
    pipegroup.commit @load::@x[%p] : !pipegroup.state<2>
    pipegroup.wait @load::@x[%c] : !pipegroup.state<2>
    pipegroup.release @load[%c] : !pipegroup.state<2>
    gpu.return
  }
}
