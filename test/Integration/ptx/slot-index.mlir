// A slot that is known at run time only is 8 bytes a barrier from its array, which
// is a constant away from the base; the other parity comes with the next lap.
// RUN: pipegroup-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

gpu.module @kernels {
  pipegroup.group @copy merge {
    pipegroup.member @x async_async stages(5) producer(thread 32) consumer(thread 32)
  }
  // CHECK-LABEL: .entry consume(
  gpu.func @consume(%n: i32) kernel {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    pipegroup.init @copy
    %start = pipegroup.start @copy consumer : !pipegroup.state<5>
    // CHECK:      mov.b64 {{%rd[0-9]+}}, copy;
    // CHECK:      [[LOOP:\$L__BB[0-9_]+]]:
    // CHECK-NEXT: mul.wide.s32 [[SLOT:%rd[0-9]+]], [[I:%r[0-9]+]], 8;
    // CHECK-NEXT: add.s64 [[FULL:%rd[0-9]+]], {{%rd[0-9]+}}, [[SLOT]];
    // CHECK:      mbarrier.try_wait.parity.shared.b64 {{%p[0-9]+}}, {{\[}}[[FULL]]], [[PARITY:%r[0-9]+]];
    // CHECK:      mbarrier.arrive.shared.b64 {{%rd[0-9]+}}, {{\[}}[[FULL]]+40];
    // CHECK-NEXT: add.s32 [[NEXT:%r[0-9]+]], [[I]], 1;
    // CHECK-NEXT: setp.eq.b32 [[WRAPS:%p[0-9]+]], [[NEXT]], 5;
    // CHECK-NEXT: selp.b32 [[FLIP:%r[0-9]+]], 1, 0, [[WRAPS]];
    // CHECK-NEXT: selp.b32 [[I]], 0, [[NEXT]], [[WRAPS]];
    // CHECK-NEXT: xor.b32 [[PARITY]], [[PARITY]], [[FLIP]];
    // CHECK:      bra [[LOOP]];
    scf.for %k = %c0 to %n step %c1 iter_args(%c = %start) -> (!pipegroup.state<5>) : i32 {
      pipegroup.wait @copy::@x[%c] : !pipegroup.state<5>
      pipegroup.release @copy[%c] : !pipegroup.state<5>
      %next = pipegroup.advance %c : !pipegroup.state<5>
      scf.yield %next : !pipegroup.state<5>
    }
    gpu.return
  }
}
