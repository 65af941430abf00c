// A tail waits once for each slot; a fork's tail for each slot of each member.
// RUN: pipegroup-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx --implicit-check-not=arrive
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

gpu.module @kernels {
  pipegroup.group @one merge {
    pipegroup.member @x tma_async stages(2) producer(warp 1) consumer(warp 4) bytes(256)
  }
  pipegroup.group @two fork {
    pipegroup.member @a tma_async stages(1) producer(warp 1) consumer(warp 4) bytes(256)
    pipegroup.member @b tma_async stages(1) producer(warp 1) consumer(warp 4) bytes(256)
  }
  // full, full, empty, empty; nothing was filled yet, so that nothing blocks.
  // CHECK-LABEL: .entry member(
  // CHECK:       bar.sync 0;
  // CHECK:       mov.b32 [[ONE:%r[0-9]+]], 1;
  // CHECK-NEXT:  mbarrier.try_wait.parity.shared.b64 {{%p[0-9]+}}, [one+16], [[ONE]];
  // CHECK:       mov.b32 [[ONE:%r[0-9]+]], 1;
  // CHECK-NEXT:  mbarrier.try_wait.parity.shared.b64 {{%p[0-9]+}}, [one+24], [[ONE]];
  // CHECK:       ret;
  gpu.func @member() kernel {
    pipegroup.init @one
    %p = pipegroup.start @one::@x producer : !pipegroup.state<2>
    pipegroup.tail @one::@x[%p] : !pipegroup.state<2>
    gpu.return
  }
  // full, empty of @a, empty of @b
  // CHECK-LABEL: .entry group(
  // CHECK:       bar.sync 0;
  // CHECK:       mbarrier.try_wait.parity.shared.b64 {{%p[0-9]+}}, [two+8],
  // CHECK:       mbarrier.try_wait.parity.shared.b64 {{%p[0-9]+}}, [two+16],
  // CHECK:       ret;
  gpu.func @group() kernel {
    pipegroup.init @two
    %p = pipegroup.start @two producer : !pipegroup.state<1>
    pipegroup.tail @two[%p] : !pipegroup.state<1>
    gpu.return
  }
}
