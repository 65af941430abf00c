// No kernel, or none that uses a group, is no mistake; the PTX is empty then.
// RUN: rm -rf %t && split-file %s %t
// RUN: pipegroup-compile %t/empty.mlir | FileCheck %s --implicit-check-not=.entry --implicit-check-not=mbarrier
// RUN: pipegroup-compile %t/group.mlir | FileCheck %s --implicit-check-not=.entry --implicit-check-not=mbarrier
// RUN: pipegroup-compile %t/unused.mlir | FileCheck %s --implicit-check-not=mbarrier
// CHECK: .target sm_90a

//--- empty.mlir
gpu.module @kernels {
}
//--- group.mlir
gpu.module @kernels {
  pipegroup.group @copy merge {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32)
  }
}
//--- unused.mlir
gpu.module @kernels {
  pipegroup.group @copy merge {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32)
  }
  gpu.func @kernel() kernel {
    gpu.return
  }
}
