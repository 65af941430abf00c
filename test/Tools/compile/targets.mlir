// The kernels' own target is taken, if it is one and NVIDIA's; --chip may not
// say something else.
// RUN: rm -rf %t && split-file %s %t
// RUN: pipegroup-compile %t/own.mlir | FileCheck %t/own.mlir
// RUN: not pipegroup-compile %t/own.mlir --chip=sm_100a 2>&1 | FileCheck %t/own.mlir --check-prefix=BOTH
// RUN: not pipegroup-compile %t/two.mlir 2>&1 | FileCheck %t/two.mlir
// RUN: not pipegroup-compile %t/other.mlir 2>&1 | FileCheck %t/other.mlir
// RUN: not pipegroup-compile %t/unknown.mlir 2>&1 | FileCheck %t/unknown.mlir

//--- own.mlir
// BOTH: own.mlir:[[#@LINE+3]]:1: error: found '--chip=sm_100a' for a 'gpu.module' with a target of its own, expected only one of them
// CHECK: .version 8.4
// CHECK: .target sm_90a
gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx84">] {
  gpu.func @kernel() kernel {
    gpu.return
  }
}
//--- two.mlir
// CHECK: two.mlir:[[#@LINE+1]]:1: error: 'gpu.module' op has the targets [#nvvm.target<chip = "sm_90a">, #nvvm.target<chip = "sm_100a">], expected none or one '#nvvm.target'
gpu.module @kernels [#nvvm.target<chip = "sm_90a">, #nvvm.target<chip = "sm_100a">] {
}
//--- other.mlir
// CHECK: other.mlir:[[#@LINE+1]]:1: error: 'gpu.module' op has the targets [#rocdl.target<chip = "gfx90a">], expected none or one '#nvvm.target'
gpu.module @kernels [#rocdl.target<chip = "gfx90a">] {
}
//--- unknown.mlir
// CHECK: unknown.mlir:[[#@LINE+1]]:1: error: unknown chip 'sm_75', expected one of sm_80,
gpu.module @kernels [#nvvm.target<chip = "sm_75">] {
}
