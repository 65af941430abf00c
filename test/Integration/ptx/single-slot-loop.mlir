// A ring of one slot in a loop: the hidden address is one that ptxas takes.
// RUN: pipegroup-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

gpu.module @kernels {
  pipegroup.group @one merge {
    pipegroup.member @m tma_async stages(1) producer(warp 1) consumer(thread 128) bytes(256)
  }
  // CHECK: mov.b64 [[WIDE:%rd[0-9]+]], one;
  // CHECK: cvt.u32.u64 [[BASE:%r[0-9]+]], [[WIDE]];
  // CHECK: mov.b32 [[HIDDEN:%r[0-9]+]], [[BASE]];
  // CHECK: cvt.u64.u32 [[USED:%rd[0-9]+]], [[HIDDEN]];
  // CHECK-NOT: one
  // CHECK: mbarrier.try_wait.parity.shared.b64 {{%p[0-9]+}}, {{\[}}[[USED]]],
  // CHECK: mbarrier.arrive.shared.b64
  gpu.func @consumer(%n: i32) kernel {
    pipegroup.init @one
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %start = pipegroup.start @one consumer : !pipegroup.state<1>
    scf.for %i = %c0 to %n step %c1 iter_args(%s = %start) -> (!pipegroup.state<1>) : i32 {
      pipegroup.wait @one::@m[%s] : !pipegroup.state<1>
      pipegroup.release @one[%s] : !pipegroup.state<1>
      %next = pipegroup.advance %s : !pipegroup.state<1>
      scf.yield %next : !pipegroup.state<1>
    }
    gpu.return
  }
}
