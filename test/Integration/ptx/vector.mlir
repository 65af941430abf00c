// Kernels that use the vector dialect beside a group compile.
// RUN: pipegroup-compile %s | FileCheck %s
gpu.module @kernels {
  pipegroup.group @g merge {
    pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
  }
  // CHECK: .entry sum
  // CHECK: add{{.*}}.f32
  gpu.func @sum(%m: memref<64xf32>, %out: memref<1xf32>) kernel {
    pipegroup.init @g
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %v = vector.transfer_read %m[%c0], %zero {in_bounds = [true]} : memref<64xf32>, vector<8xf32>
    %s = vector.reduction <add>, %v : vector<8xf32> into f32
    memref.store %s, %out[%c0] : memref<1xf32>
    gpu.return
  }
}
