// A mistake in the text is shown where it is; so is one against a rule.
// RUN: rm -rf %t && split-file %s %t
// RUN: not pipegroup-compile %t/text.mlir -o %t/out.ptx 2>&1 | FileCheck %t/text.mlir
// RUN: not pipegroup-compile %t/rule.mlir -o %t/out.ptx 2>&1 | FileCheck %t/rule.mlir
// RUN: not pipegroup-compile %t/kernel.mlir -o %t/out.ptx 2>&1 | FileCheck %t/kernel.mlir
// RUN: not ls %t/out.ptx

//--- text.mlir
gpu.module @kernels {
  // CHECK: text.mlir:[[#@LINE+1]]:22: error: expected '{' to begin a region
  pipegroup.group @ab mrege {
  }
}
//--- rule.mlir
gpu.module @kernels {
  pipegroup.group @ab merge {
    // CHECK: rule.mlir:[[#@LINE+1]]:5: error: {{.*}} [M1]
    pipegroup.member @a async_async stages(0) producer(thread 32) consumer(thread 32)
  }
}
//--- kernel.mlir
gpu.module @kernels {
  pipegroup.group @ab merge {
    pipegroup.member @a async_async stages(1) producer(thread 32) consumer(thread 32)
  }
  gpu.func @kernel() kernel {
    %p = pipegroup.start @ab::@a producer : !pipegroup.state<1>
    // CHECK: kernel.mlir:[[#@LINE+1]]:5: error: {{.*}} [K1]
    pipegroup.acquire @ab::@a[%p] : !pipegroup.state<1>
    gpu.return
  }
}
