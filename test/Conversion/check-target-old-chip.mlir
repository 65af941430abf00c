// What every chip has needs no sm_90: to PTX for sm_80, and assembled.
// accepts: T1
// RUN: pipegroup-compile %s --chip=sm_80 -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_80 %t.ptx -o /dev/null %}

gpu.module @kernels {
  gpu.func @kernel(%b: !llvm.ptr<3>) kernel {
    pipegroup.sync_cta
    pipegroup.once {
      pipegroup.barrier_invalidate %b
    }
    gpu.return
  }
}
// CHECK: .target sm_80
// CHECK: bar.sync 0;
// CHECK: mbarrier.inval.shared.b64
