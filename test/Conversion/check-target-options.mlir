// The chip and the PTX version are checked up front, naming what would do: no
// version is raised silently, no unknown one reaches LLVM.
// accepts: T1
// RUN: pipegroup-opt %s --pipegroup-check-target='chip=sm_90a ptx=80' -o /dev/null
// RUN: pipegroup-opt %s --pipegroup-check-target='chip=sm_90a ptx=90' -o /dev/null
// RUN: pipegroup-opt %s --pipegroup-check-target='chip=sm_100a ptx=86' -o /dev/null
// RUN: pipegroup-opt %s --pipegroup-check-target='chip=sm_110a ptx=90' -o /dev/null
// RUN: not pipegroup-opt %s --pipegroup-check-target='chip=sm_90a ptx=78' 2>&1 \
// RUN:   | FileCheck %s -DMSG='PTX ISA 7.8 for sm_90a, expected 8.0 to 9.0 [T1]'
// RUN: not pipegroup-opt %s --pipegroup-check-target='chip=sm_90a ptx=91' 2>&1 \
// RUN:   | FileCheck %s -DMSG='PTX ISA 9.1 for sm_90a, expected 8.0 to 9.0 [T1]'
// RUN: not pipegroup-opt %s --pipegroup-check-target='chip=sm_100a ptx=85' 2>&1 \
// RUN:   | FileCheck %s -DMSG='PTX ISA 8.5 for sm_100a, expected 8.6 to 9.0 [T1]'
// RUN: not pipegroup-opt %s --pipegroup-check-target='chip=sm_110a ptx=88' 2>&1 \
// RUN:   | FileCheck %s -DMSG='PTX ISA 8.8 for sm_110a, expected 9.0 to 9.0 [T1]'
// RUN: not pipegroup-opt %s --pipegroup-check-target='chip=sm_90 ptx=78' 2>&1 \
// RUN:   | FileCheck %s -DMSG='TMA needs PTX ISA 8.0 or later, found 7.8 [T1]'
// RUN: not pipegroup-opt %s --pipegroup-check-target='chip=sm_75' 2>&1 \
// RUN:   | FileCheck %s -DMSG="unknown chip 'sm_75', expected one of sm_80,"
// RUN: not pipegroup-opt %s --pipegroup-check-target='chip=sm_90b' 2>&1 \
// RUN:   | FileCheck %s -DMSG="unknown chip 'sm_90b', expected one of sm_80,"
// RUN: not pipegroup-opt %s --pipegroup-check-target='chip=' 2>&1 \
// RUN:   | FileCheck %s -DMSG="unknown chip '', expected one of sm_80,"
// The conversion asks the same, on what it gets.
// RUN: pipegroup-opt %s --pipegroup-materialize-barriers -o %t.mlir
// RUN: not pipegroup-opt %t.mlir --convert-pipegroup-to-nvvm='chip=sm_90a ptx=78' 2>&1 \
// RUN:   | FileCheck %s -DMSG='PTX ISA 7.8 for sm_90a, expected 8.0 to 9.0 [T1]'

// CHECK: error: {{.*}}[[MSG]]
gpu.module @kernels {
  pipegroup.group @load merge {
    pipegroup.member @x tma_async stages(2) producer(warp 1) consumer(thread 128) bytes(256)
  }
}
