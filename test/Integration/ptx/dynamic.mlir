// Two groups in dynamic shared memory, 64 and 1024 bytes from where the kernel's
// own data begins: one base for all, also for gpu.dynamic_shared_memory.
// RUN: pipegroup-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

// CHECK:     .extern .shared .align 16 .b8 __pipegroup_dynamic_shared[];
// CHECK-NOT: .shared .align
// CHECK:     .entry kernel(
// CHECK-NOT: .shared .align
gpu.module @kernels {
  pipegroup.group @early merge dynamic(64) {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 64)
  }
  pipegroup.group @late merge dynamic(1024) {
    pipegroup.member @y async_async stages(1) producer(thread 96) consumer(thread 128)
  }
  gpu.func @kernel(%in: f32, %out: memref<f32>, %at: index) kernel {
    // full of @x, empty of @x, full of @y, empty of @y
    // CHECK: mov.b32 [[N32:%r[0-9]+]], 32;
    // CHECK: mbarrier.init.shared.b64 [__pipegroup_dynamic_shared+64], [[N32]];
    // CHECK: mbarrier.init.shared.b64 [__pipegroup_dynamic_shared+72], [[N32]];
    // CHECK: mov.b32 [[N64:%r[0-9]+]], 64;
    // CHECK: mbarrier.init.shared.b64 [__pipegroup_dynamic_shared+80], [[N64]];
    // CHECK: mbarrier.init.shared.b64 [__pipegroup_dynamic_shared+88], [[N64]];
    // CHECK: mov.b32 [[N96:%r[0-9]+]], 96;
    // CHECK: mbarrier.init.shared.b64 [__pipegroup_dynamic_shared+1024], [[N96]];
    // CHECK: mov.b32 [[N128:%r[0-9]+]], 128;
    // CHECK: mbarrier.init.shared.b64 [__pipegroup_dynamic_shared+1032], [[N128]];
    pipegroup.init @early, @late
    %p = pipegroup.start @late::@y producer : !pipegroup.state<1>
    // CHECK: mbarrier.try_wait.parity.shared.b64 {{%p[0-9]+}}, [__pipegroup_dynamic_shared+1032],
    pipegroup.acquire @late::@y[%p] : !pipegroup.state<1>
    %data = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %zero = arith.constant 0 : index
    %slot = memref.view %data[%zero][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<16xf32, #gpu.address_space<workgroup>>
    // CHECK: mov.b64 {{%rd[0-9]+}}, __pipegroup_dynamic_shared;
    // CHECK: st.shared.b32
    memref.store %in, %slot[%at] : memref<16xf32, #gpu.address_space<workgroup>>
    // CHECK: mbarrier.arrive.shared.b64 {{%rd[0-9]+}}, [__pipegroup_dynamic_shared+1024];
    pipegroup.commit @late::@y[%p] : !pipegroup.state<1>
    %c = pipegroup.start @late consumer : !pipegroup.state<1>
    // CHECK: mbarrier.try_wait.parity.shared.b64 {{%p[0-9]+}}, [__pipegroup_dynamic_shared+1024],
    pipegroup.wait @late::@y[%c] : !pipegroup.state<1>
    // CHECK: ld.shared.b32
    %read = memref.load %slot[%at] : memref<16xf32, #gpu.address_space<workgroup>>
    memref.store %read, %out[] : memref<f32>
    gpu.return
  }
}
