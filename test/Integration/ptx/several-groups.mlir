// One init for several groups: one thread, one fence, one meeting. Two kernels of
// a module that name the same group have storage of their own.
// RUN: pipegroup-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx --implicit-check-not='{{mbarrier|sync|fence}}'
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

gpu.module @kernels {
  pipegroup.group @first merge {
    pipegroup.member @x async_async stages(1) producer(thread 32) consumer(thread 64)
  }
  pipegroup.group @second merge {
    pipegroup.member @y async_async stages(1) producer(thread 96) consumer(thread 128)
  }
  // CHECK-LABEL: .entry both(
  // CHECK: mbarrier.init.shared.b64 [first], %r
  // CHECK: mbarrier.init.shared.b64 [first+8], %r
  // CHECK: mbarrier.init.shared.b64 [second], %r
  // CHECK: mbarrier.init.shared.b64 [second+8], %r
  // CHECK: fence.mbarrier_init.release.cluster;
  // CHECK: bar.sync 0;
  // CHECK: ret;
  gpu.func @both() kernel {
    pipegroup.init @first, @second
    gpu.return
  }
  // CHECK-LABEL: .entry again(
  // CHECK: mbarrier.init.shared.b64 [first], %r
  // CHECK: mbarrier.init.shared.b64 [first+8], %r
  // CHECK: fence.mbarrier_init.release.cluster;
  // CHECK: bar.sync 0;
  // CHECK: ret;
  gpu.func @again() kernel {
    pipegroup.init @first
    gpu.return
  }
}
