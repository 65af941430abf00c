// Before storage is used again the CTA meets, one thread ends every barrier, and
// the CTA meets again.
// RUN: pipegroup-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx --implicit-check-not='{{mbarrier|sync|fence}}'
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

gpu.module @kernels {
  pipegroup.group @copy merge {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 64)
  }
  gpu.func @kernel() kernel {
    // CHECK-COUNT-4: mbarrier.init.shared.b64
    // CHECK:         fence.mbarrier_init.release.cluster;
    // CHECK:         bar.sync 0;
    pipegroup.init @copy
    // CHECK:         bar.sync 0;
    // CHECK:         mbarrier.inval.shared.b64 [copy];
    // CHECK:         mbarrier.inval.shared.b64 [copy+8];
    // CHECK:         mbarrier.inval.shared.b64 [copy+16];
    // CHECK:         mbarrier.inval.shared.b64 [copy+24];
    // CHECK:         bar.sync 0;
    pipegroup.invalidate @copy
    gpu.return
  }
}
