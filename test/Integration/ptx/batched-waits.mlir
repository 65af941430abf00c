// The waits of a merge are tried together, before anything depends on one.
// RUN: pipegroup-compile --chip=sm_90a %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

gpu.module @kernels {
  pipegroup.group @g merge {
    pipegroup.member @a async_async stages(2) producer(thread 32) consumer(thread 32)
    pipegroup.member @b async_async stages(2) producer(thread 32) consumer(thread 32)
    pipegroup.member @c async_async stages(2) producer(thread 32) consumer(thread 32)
  }
  gpu.func @kernel() kernel {
    pipegroup.init @g
    %c = pipegroup.start @g consumer : !pipegroup.state<2>
    pipegroup.wait @g::@a[%c] : !pipegroup.state<2>
    pipegroup.wait @g::@b[%c] : !pipegroup.state<2>
    pipegroup.wait @g::@c[%c] : !pipegroup.state<2>
    pipegroup.release @g[%c] : !pipegroup.state<2>
    gpu.return
  }
}

// CHECK: bar.sync 0;
// CHECK: mbarrier.try_wait.parity.shared.b64 [[A:%p[0-9]+]], [g], [[P:%r[0-9]+]];
// CHECK-NEXT: mbarrier.try_wait.parity.shared.b64 [[B:%p[0-9]+]], [g+16], [[P]];
// CHECK-NEXT: mbarrier.try_wait.parity.shared.b64 [[C:%p[0-9]+]], [g+32], [[P]];
// CHECK-NOT: and.pred
// CHECK: @[[A]] bra
// CHECK: @[[B]] bra
// CHECK: @[[C]] bra
// CHECK: mbarrier.arrive.shared.b64 {{%rd[0-9]+}}, [g+48];
