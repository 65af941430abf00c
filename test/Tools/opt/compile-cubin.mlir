// The pipeline finds ptxas by itself and makes a cubin.
// REQUIRES: ptxas
// RUN: pipegroup-opt %s --pipegroup-compile='chip=sm_90a format=bin' | FileCheck %s

// CHECK:      gpu.binary @kernels
// CHECK-SAME: bin = "\7FELF
gpu.module @kernels {
  pipegroup.group @copy merge {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32)
  }
  gpu.func @kernel() kernel {
    pipegroup.init @copy
    gpu.return
  }
}
