// Functions of CUDA's library of mathematics are linked in, also if the only sign
// of a toolkit is its default place: PTX that calls them would not assemble.
// REQUIRES: ptxas, libdevice
// RUN: pipegroup-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %ptxas -arch=sm_90a %t.ptx -o /dev/null
// RUN: pipegroup-compile %s --format=bin -o %t.cubin

// CHECK-NOT: __nv_expf
// CHECK: ex2.approx.ftz.f32
gpu.module @kernels {
  gpu.func @kernel(%x: f32, %out: memref<f32>) kernel {
    %y = math.exp %x : f32
    memref.store %y, %out[] : memref<f32>
    gpu.return
  }
}
