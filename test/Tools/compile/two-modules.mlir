// One object comes from one gpu.module; two are shown where they are.
// RUN: rm -f %t.ptx
// RUN: not pipegroup-compile %s -o %t.ptx 2>&1 | FileCheck %s
// RUN: not ls %t.ptx

// CHECK: error: found 2 'gpu.module' ops, expected 1
// CHECK: two-modules.mlir:[[#@LINE+1]]:1: note: one is here
gpu.module @first {
}
// CHECK: two-modules.mlir:[[#@LINE+1]]:1: note: one is here
gpu.module @second {
}
