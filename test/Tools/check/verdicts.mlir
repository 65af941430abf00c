// Safe and undecided kernels, what the checker sees of them, and the exit status:
// 0 if all are safe, 2 if one is not decided.
// RUN: split-file %s %t
// RUN: pipegroup-check %t/safe.mlir | FileCheck %s --check-prefix=SAFE
// RUN: pipegroup-check %t/safe.mlir --program | FileCheck %s --check-prefix=PROGRAM
// RUN: pipegroup-check %t/safe.mlir --program \
// RUN:   | pipegroup-check-program | FileCheck %s --check-prefix=AGAIN
// RUN: %python -c "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:]).returncode != 2)" \
// RUN:   %tools/pipegroup-check %t/unknown.mlir -o %t/out
// RUN: FileCheck %s --input-file=%t/out --check-prefix=UNKNOWN
// RUN: not pipegroup-check %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE

// SAFE: @kernel: safe
// PROGRAM: # @kernel
// PROGRAM: barrier g.full.m[2] count 32
// PROGRAM: agent fill {
// PROGRAM: agent use {
// AGAIN: safe
// UNKNOWN: @kernel: unknown: branches between blocks are not modelled
// UNKNOWN: unknown.mlir:8:3
// NONE: error: found no kernel with tasks

//--- safe.mlir
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}
//--- unknown.mlir
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%x: i1) {
  pipegroup.init @g
  cf.cond_br %x, ^a, ^b
^a:
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  cf.br ^b
^b:
  return
}
//--- none.mlir
func.func @kernel() {
  return
}
