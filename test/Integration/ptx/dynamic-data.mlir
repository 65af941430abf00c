// A kernel's data in dynamic shared memory begins behind static barriers. As one
// byte of static shared memory, which LLVM makes of the internal array that
// upstream has for it, it would run into them.
// RUN: pipegroup-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

// CHECK: .extern .shared .align 16 .b8 [[DATA:__dynamic_shmem__[0-9]+]][];
// CHECK: .entry kernel(
// CHECK: .shared .align 8 .b8 copy[32];
gpu.module @kernels {
  pipegroup.group @copy merge {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32)
  }
  gpu.func @kernel(%in: f32, %out: memref<f32>, %at: index) kernel {
    pipegroup.init @copy
    %data = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %zero = arith.constant 0 : index
    %slot = memref.view %data[%zero][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<16xf32, #gpu.address_space<workgroup>>
    // CHECK: mov.b64 {{%rd[0-9]+}}, [[DATA]];
    // CHECK: st.shared.b32
    memref.store %in, %slot[%at] : memref<16xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    // CHECK: ld.shared.b32
    %read = memref.load %slot[%zero] : memref<16xf32, #gpu.address_space<workgroup>>
    memref.store %read, %out[] : memref<f32>
    gpu.return
  }
}
