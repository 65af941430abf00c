// The near misses of K2: each stays quiet.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics | FileCheck %s
// accepts: K2

// Side by side, in any order, with idle warps.
// CHECK-LABEL: func @written
func.func @written() {
  pipegroup.specialize threads(256) {
    pipegroup.task @c warps(7, 1) {
    }
    pipegroup.task @a warps(0, 2) {
    }
    pipegroup.task @b warps(2, 2) {
    }
  }
  return
}

// The CTA may have warps that are not whole, and be as large as it gets.
// CHECK-LABEL: func @sizes
func.func @sizes() {
  pipegroup.specialize threads(100) {
    pipegroup.task @a warps(0, 3) {
    }
  }
  pipegroup.specialize threads(1) {
  }
  pipegroup.specialize threads(1024) {
    pipegroup.task @a warps(0, 32) {
    }
  }
  pipegroup.specialize {
    pipegroup.task @a warps(31, 1) {
    }
  }
  return
}

// Two places may split the warps in two ways and use a name again.
// CHECK-LABEL: func @twice
func.func @twice(%x: i1) {
  scf.if %x {
    pipegroup.specialize threads(128) {
      pipegroup.task @a warps(0, 4) {
      }
    }
  }
  pipegroup.specialize threads(128) {
    pipegroup.task @a warps(1, 2) {
    }
  }
  return
}

// CHECK-LABEL: func @requested
func.func @requested() attributes {nvvm.reqntid = array<i32: 64, 2, 1>} {
  pipegroup.specialize {
    pipegroup.task @a warps(3, 1) {
    }
  }
  pipegroup.specialize threads(128) {
  }
  return
}

// CHECK-LABEL: func @most
func.func @most() attributes {nvvm.maxntid = array<i32: 96>} {
  pipegroup.specialize {
    pipegroup.task @a warps(2, 1) {
    }
  }
  return
}

// What is requested is the size; the other two allow it.
// CHECK-LABEL: func @agreeing
func.func @agreeing() attributes {nvvm.reqntid = array<i32: 96>, nvvm.maxntid = array<i32: 128>,
                                  gpu.known_block_size = array<i32: 96, 1, 1>} {
  pipegroup.specialize threads(96) {
    pipegroup.task @a warps(0, 3) {
    }
  }
  return
}

// CHECK-LABEL: gpu.func @known
gpu.module @kernels {
  gpu.func @known() kernel attributes {known_block_size = array<i32: 32, 2, 2>} {
    pipegroup.specialize {
      pipegroup.task @a warps(0, 4) {
      }
    }
    gpu.return
  }
}

// CHECK-LABEL: llvm.func @lowered
llvm.func @lowered() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  pipegroup.specialize {
    pipegroup.task @a warps(0, 4) {
    }
  }
  llvm.return
}

// Values from outside are free inside.
// CHECK-LABEL: func @capture
func.func @capture(%n: index, %m: memref<4xi32>) {
  %v = arith.constant 7 : i32
  pipegroup.specialize threads(64) {
    pipegroup.task @a warps(0, 1) {
      scf.for %i = %n to %n step %n {
        memref.store %v, %m[%i] : memref<4xi32>
      }
    }
    pipegroup.task @b warps(1, 1) {
      memref.store %v, %m[%n] : memref<4xi32>
    }
  }
  return
}
