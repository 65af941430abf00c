// Kernels in upstream dialects compile, without a group as with one: arguments
// that are memrefs, views, vectors, shared and private buffers, printf.
// RUN: pipegroup-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

#shared = #gpu.address_space<workgroup>
#private = #gpu.address_space<private>

gpu.module @kernels {
  // CHECK-LABEL: .entry views(
  // CHECK: ld.global.b32
  // CHECK: st.global.b32
  gpu.func @views(%a: memref<?x64xf32>, %row: index) kernel {
    %zero = arith.constant 0 : index
    %part = memref.subview %a[%row, 32] [1, 32] [1, 1]
        : memref<?x64xf32> to memref<1x32xf32, strided<[64, 1], offset: ?>>
    %x = memref.load %part[%zero, %row] : memref<1x32xf32, strided<[64, 1], offset: ?>>
    memref.store %x, %a[%row, %zero] : memref<?x64xf32>
    gpu.return
  }
  // CHECK-LABEL: .entry vectors(
  // CHECK: add.rn.f32
  gpu.func @vectors(%a: memref<128xf32>) kernel {
    %zero = arith.constant 0 : index
    %x = vector.load %a[%zero] : memref<128xf32>, vector<4xf32>
    %y = arith.addf %x, %x : vector<4xf32>
    vector.store %y, %a[%zero] : memref<128xf32>, vector<4xf32>
    gpu.return
  }
  // CHECK-LABEL: .entry buffers(
  // CHECK: st.shared.b32
  gpu.func @buffers(%a: memref<64xf32>, %x: f32, %i: index)
      workgroup(%w: memref<64xf32, #shared>) private(%p: memref<4xf32, #private>) kernel {
    memref.store %x, %w[%i] : memref<64xf32, #shared>
    gpu.barrier
    %y = memref.load %w[%i] : memref<64xf32, #shared>
    memref.store %y, %p[%i] : memref<4xf32, #private>
    %z = memref.load %p[%i] : memref<4xf32, #private>
    memref.store %z, %a[%i] : memref<64xf32>
    gpu.return
  }
  // CHECK-LABEL: .entry prints(
  // CHECK: vprintf
  gpu.func @prints(%x: i32) kernel {
    gpu.printf "x = %d\n", %x : i32
    gpu.return
  }
}
