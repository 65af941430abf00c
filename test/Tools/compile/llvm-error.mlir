// What LLVM's code generator gives up on, here a wait on a chip that has none, is
// an error of the input: no abort, no crash report, no output.
// RUN: rm -f %t.ptx
// RUN: not pipegroup-compile %s --chip=sm_80 -o %t.ptx > %t.log 2>&1
// RUN: FileCheck %s --input-file=%t.log --implicit-check-not='Stack dump'
// RUN: not ls %t.ptx
// RUN: not pipegroup-opt %s --pipegroup-compile=chip=sm_80 2>&1 | FileCheck %s

// CHECK: error: LLVM cannot compile this: Cannot select: intrinsic %llvm.nvvm.mbarrier.try.wait.parity
gpu.module @kernels {
  llvm.func @kernel(%b: !llvm.ptr<3>, %parity: i32) attributes {gpu.kernel, nvvm.kernel} {
    %done = nvvm.mbarrier.try_wait %b, %parity : !llvm.ptr<3>, i32 -> i1
    llvm.return
  }
}
