// A tensor map is passed by value, as CUDA passes a `const __grid_constant__ CUtensorMap`. The
// mark finds its argument again when memrefs before it have become several.
// RUN: pipegroup-opt %s -pass-pipeline='builtin.module(gpu.module(pipegroup-lower-tensor-maps,convert-gpu-to-nvvm,pipegroup-lower-tensor-maps))' \
// RUN:   | FileCheck %s --implicit-check-not=pipegroup.

gpu.module @m {
  // CHECK:      llvm.func @kernel(
  // CHECK-SAME:   %arg6: i64, %arg7: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant},
  // CHECK-SAME:   %arg8: !llvm.ptr, %arg9: !llvm.ptr, %arg10: i64, %arg11: i64, %arg12: i64, %arg13: !llvm.ptr, %arg14: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant},
  // CHECK-SAME:   %arg15: !llvm.ptr)
  gpu.func @kernel(%x: memref<?x4xf32>, %a: !llvm.ptr {pipegroup.tensor_map}, %y: memref<f32>, %i: index, %z: memref<*xf32>, %b: !llvm.ptr {pipegroup.tensor_map}, %c: !llvm.ptr)
      workgroup(%w: memref<4xf32, #gpu.address_space<workgroup>>) kernel {
    gpu.return
  }
  // CHECK: llvm.func @none(%arg0: !llvm.ptr) attributes
  gpu.func @none(%a: !llvm.ptr) kernel {
    gpu.return
  }
  // CHECK: llvm.func @lowered(%arg0: i32, %arg1: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant})
  llvm.func @lowered(%x: i32, %a: !llvm.ptr {pipegroup.tensor_map}) attributes {gpu.kernel, nvvm.kernel} {
    llvm.return
  }
}
