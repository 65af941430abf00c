// Every optimisation level gives what assembles, with the same barriers and the
// same signals.
// RUN: pipegroup-compile -O0 --chip=sm_100a %s -o %t.0 && FileCheck %s --input-file=%t.0
// RUN: pipegroup-compile -O1 --chip=sm_100a %s -o %t.1 && FileCheck %s --input-file=%t.1
// RUN: pipegroup-compile -O2 --chip=sm_100a %s -o %t.2 && FileCheck %s --input-file=%t.2
// RUN: pipegroup-compile -O3 --chip=sm_100a %s -o %t.3 && FileCheck %s --input-file=%t.3
// RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.0 -o /dev/null %}
// RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.1 -o /dev/null %}
// RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.2 -o /dev/null %}
// RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.3 -o /dev/null %}

// CHECK-DAG: .shared .align 8 .b8 ab[48];
// CHECK:     mbarrier.init.shared.b64
// CHECK:     fence.mbarrier_init.release.cluster;
// CHECK:     bar.sync 0;
// CHECK:     mbarrier.try_wait.parity.shared.b64
// CHECK:     fence.proxy.async.shared::cta;
// CHECK:     mbarrier.arrive.shared.b64
// CHECK:     mbarrier.try_wait.parity.shared.b64
// CHECK:     elect.sync
// CHECK:     mbarrier.arrive.expect_tx.shared.b64
// CHECK:     mbarrier.try_wait.parity.shared.b64
// CHECK:     mbarrier.try_wait.parity.shared.b64
// CHECK:     elect.sync
// CHECK:     tcgen05.commit
gpu.module @kernels {
  pipegroup.group @ab merge {
    pipegroup.member @a async_umma stages(2) producer(thread 32) consumer(warp 1)
    pipegroup.member @b tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(2048)
  }
  gpu.func @kernel() kernel {
    pipegroup.init @ab
    %a = pipegroup.start @ab::@a producer : !pipegroup.state<2>
    %b = pipegroup.start @ab::@b producer : !pipegroup.state<2>
    %c = pipegroup.start @ab consumer : !pipegroup.state<2>
    pipegroup.acquire @ab::@a[%a] : !pipegroup.state<2>
    pipegroup.commit @ab::@a[%a] : !pipegroup.state<2>
    pipegroup.acquire @ab::@b[%b] : !pipegroup.state<2>
    pipegroup.commit @ab::@b[%b] : !pipegroup.state<2>
    pipegroup.wait @ab::@a[%c] : !pipegroup.state<2>
    pipegroup.wait @ab::@b[%c] : !pipegroup.state<2>
    pipegroup.release @ab[%c] : !pipegroup.state<2>
    gpu.return
  }
}
