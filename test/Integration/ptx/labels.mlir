// Waits that are duplicated get labels of their own: two in one function, and one
// in a loop that LLVM unrolls four times.
// RUN: pipegroup-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

gpu.module @kernels {
  // CHECK-LABEL: .entry two(
  // CHECK:       [[FIRST:\$L__BB[0-9_]+]]:
  // CHECK:       mbarrier.try_wait
  // CHECK:       bra [[FIRST]];
  // CHECK:       [[SECOND:\$L__BB[0-9_]+]]:
  // CHECK:       mbarrier.try_wait
  // CHECK:       bra [[SECOND]];
  gpu.func @two(%b: !llvm.ptr<3>, %parity: i32) kernel {
    pipegroup.barrier_wait %b parity(%parity)
    pipegroup.barrier_wait %b parity(%parity)
    gpu.return
  }
  // CHECK-LABEL:   .entry unrolled(
  // CHECK-COUNT-4: mbarrier.try_wait
  // CHECK-NOT:     mbarrier.try_wait
  llvm.func @unrolled(%b: !llvm.ptr<3>) attributes {gpu.kernel, nvvm.kernel} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    llvm.br ^loop(%c0 : i32)
  ^loop(%i: i32):
    %parity = llvm.and %i, %c1 : i32
    pipegroup.barrier_wait %b parity(%parity)
    %next = llvm.add %i, %c1 : i32
    %more = llvm.icmp "ult" %next, %c4 : i32
    llvm.cond_br %more, ^loop(%next : i32), ^done {loop_annotation = #llvm.loop_annotation<unroll = <full = true>>}
  ^done:
    llvm.return
  }
}
