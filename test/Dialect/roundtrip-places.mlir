// A group lives in any symbol table; its users are ops of any function there.
// RUN: pipegroup-opt %s --verify-roundtrip | FileCheck %s
// RUN: pipegroup-opt %s -mlir-print-op-generic | pipegroup-opt | FileCheck %s
// accepts: P4, P5

// CHECK: pipegroup.group @g merge
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
// CHECK: func.func @in_func
func.func @in_func() {
  pipegroup.init @g
  return
}

gpu.module @kernels {
  // Its own group of the same name.
  pipegroup.group @g fork {
    pipegroup.member @m async_async stages(3) producer(thread 1) consumer(thread 1)
  }
  // CHECK: gpu.func @in_gpu_func
  gpu.func @in_gpu_func() kernel {
    pipegroup.init @g
    %p = pipegroup.start @g producer : !pipegroup.state<3>
    gpu.return
  }
  // CHECK: llvm.func @in_llvm_func
  llvm.func @in_llvm_func() {
    pipegroup.init @g
    llvm.return
  }
  // CHECK: func.func @in_gpu_module
  func.func @in_gpu_module(%c: i1) {
    // A function however deep.
    scf.if %c {
      pipegroup.init @g
    }
    return
  }
}

module @nested {
  pipegroup.group @other merge {
    pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
  }
  // CHECK: func.func @in_module
  func.func @in_module() {
    pipegroup.init @other
    return
  }
}
