// A token skips the wait, and only the wait: arming happens either way. The try
// itself does not loop.
// RUN: pipegroup-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

gpu.module @kernels {
  pipegroup.group @load merge {
    pipegroup.member @x tma_async stages(3) producer(warp 1) consumer(warp 4) bytes(256)
  }
  gpu.func @kernel(%work: memref<i32>, %one: i32) kernel {
    pipegroup.init @load
    %p = pipegroup.start @load::@x producer : !pipegroup.state<3>
    // CHECK:      bar.sync 0;
    // CHECK:      mbarrier.try_wait.parity.shared.b64 [[FREE:%p[0-9]+]], [load+24], {{%r[0-9]+}};
    %free = pipegroup.try_acquire @load::@x[%p] : !pipegroup.state<3>
    // CHECK:      st.global.b32
    memref.store %one, %work[] : memref<i32>
    // CHECK:      @[[FREE]] bra [[ARM:\$L__BB[0-9_]+]];
    // CHECK:      [[LOOP:\$L__BB[0-9_]+]]:
    // CHECK:      mbarrier.try_wait.parity.shared.b64 {{%p[0-9]+}}, [load+24], {{%r[0-9]+}};
    // CHECK:      bra [[LOOP]];
    // CHECK:      [[ARM]]:
    // CHECK:      elect.sync
    // CHECK:      mbarrier.arrive.expect_tx.shared.b64 {{%rd[0-9]+}}, [load], {{%r[0-9]+}};
    pipegroup.acquire @load::@x[%p] unless %free : !pipegroup.state<3>
    gpu.return
  }
}
