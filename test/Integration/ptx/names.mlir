// Names that PTX does not take for variables get others.
// RUN: pipegroup-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

gpu.module @kernels {
  pipegroup.group @WARP_SZ merge {
    pipegroup.member @m async_async stages(1) producer(thread 1) consumer(thread 1)
  }
  pipegroup.group @"1" merge {
    pipegroup.member @m async_async stages(1) producer(thread 1) consumer(thread 1)
  }
  pipegroup.group @_ merge {
    pipegroup.member @m async_async stages(1) producer(thread 1) consumer(thread 1)
  }
  pipegroup.group @llvm.used merge {
    pipegroup.member @m async_async stages(1) producer(thread 1) consumer(thread 1)
  }
  // CHECK-DAG: .b8 barriers_WARP_SZ[16];
  // CHECK-DAG: .b8 barriers_1[16];
  // CHECK-DAG: .b8 barriers__[16];
  // CHECK-DAG: .b8 barriers_llvm_used[16];
  gpu.func @kernel() kernel {
    pipegroup.init @WARP_SZ, @"1", @_, @llvm.used
    gpu.return
  }
}
