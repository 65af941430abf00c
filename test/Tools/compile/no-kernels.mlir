// A file without kernels is refused: there is nothing to compile.
// RUN: rm -f %t.ptx
// RUN: not pipegroup-compile %s -o %t.ptx 2>&1 | FileCheck %s
// RUN: not ls %t.ptx
// RUN: echo '' | not pipegroup-compile 2>&1 | FileCheck %s

// CHECK: error: found 0 'gpu.module' ops, expected 1
func.func @host() {
  return
}
