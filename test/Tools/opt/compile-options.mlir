// What the pipeline can't do is refused: an anchor on which gpu-module-to-binary
// would find nothing, and a format, level or version that does not exist. (The
// name is written in two parts where lit would take it for the tool.)
// RUN: not pipegroup-opt %s --pass-pipeline='builtin.module(gpu.module(pipegroup''-compile))' 2>&1 \
// RUN:   | FileCheck %s -DMSG="-compile' is anchored at 'gpu.module', expected 'builtin.module'"
// RUN: not pipegroup-opt %s --pass-pipeline='builtin.module(func.func(pipegroup''-compile))' 2>&1 \
// RUN:   | FileCheck %s -DMSG="-compile' is anchored at 'func.func', expected 'builtin.module'"
// RUN: not pipegroup-opt %s --pass-pipeline='any(pipegroup''-compile)' 2>&1 \
// RUN:   | FileCheck %s -DMSG="-compile' is anchored at 'any', expected 'builtin.module'"
// RUN: not pipegroup-opt %s --pipegroup-compile=format=elf 2>&1 \
// RUN:   | FileCheck %s -DMSG="found format 'elf', expected 'isa' or 'bin'"
// RUN: not pipegroup-opt %s --pipegroup-compile=O=7 2>&1 \
// RUN:   | FileCheck %s -DMSG="Invalid optimization level: 7."
// RUN: not pipegroup-opt %s --pipegroup-compile=ptx=12 2>&1 \
// RUN:   | FileCheck %s -DMSG="PTX ISA 1.2 for sm_90a, expected 8.0 to 9.0"
// RUN: not pipegroup-opt %s --pipegroup-compile=chip=gfx942 2>&1 \
// RUN:   | FileCheck %s -DMSG="unknown chip 'gfx942', expected one of sm_80,"

// CHECK: error: {{.*}}[[MSG]]
gpu.module @kernels {
  gpu.func @kernel() kernel {
    gpu.return
  }
}
