// The near misses of K5: each stays quiet.
// RUN: pipegroup-opt %s -verify-diagnostics | FileCheck %s
// accepts: K5

// CHECK-LABEL: func @decrease_and_increase
func.func @decrease_and_increase() {
  pipegroup.specialize threads(512) {
    pipegroup.task @load warps(0, 4) registers(80) {
    }
    pipegroup.task @first warps(4, 4) registers(168) {
    }
    pipegroup.task @second warps(8, 4) registers(168) {
    }
    pipegroup.task @store warps(12, 4) registers(88) {
    }
  }
  return
}

// To the last register.
// CHECK-LABEL: func @all
func.func @all() {
  pipegroup.specialize threads(512) {
    pipegroup.task @load warps(0, 4) registers(88) {
    }
    pipegroup.task @first warps(4, 4) registers(168) {
    }
    pipegroup.task @second warps(8, 4) registers(168) {
    }
    pipegroup.task @store warps(12, 4) registers(88) {
    }
  }
  return
}

// CHECK-LABEL: func @most
func.func @most() {
  pipegroup.specialize threads(256) {
    pipegroup.task @a warps(0, 8) registers(256) {
    }
  }
  return
}

// CHECK-LABEL: func @limits
func.func @limits() {
  pipegroup.specialize threads(256) {
    pipegroup.task @least warps(0, 4) registers(24) {
    }
    pipegroup.task @most warps(4, 4) registers(256) {
    }
  }
  return
}

// Idle warpgroups keep what they have.
// CHECK-LABEL: func @idle_warpgroups
func.func @idle_warpgroups() {
  pipegroup.specialize threads(512) {
    pipegroup.task @a warps(0, 4) registers(104) {
    }
    pipegroup.task @b warps(4, 4) registers(152) {
    }
  }
  return
}

// One number for all tasks of a warpgroup; some may leave it out.
// CHECK-LABEL: func @shared
func.func @shared() {
  pipegroup.specialize threads(256) {
    pipegroup.task @a warps(0, 1) registers(40) {
    }
    pipegroup.task @b warps(1, 1) registers(40) {
    }
    pipegroup.task @c warps(2, 1) {
    }
    pipegroup.task @d warps(4, 4) registers(232) {
    }
  }
  return
}

// Without a request nothing is asked of the CTA.
// CHECK-LABEL: func @none
func.func @none() {
  pipegroup.specialize threads(160) {
    pipegroup.task @a warps(0, 5) {
    }
  }
  pipegroup.specialize {
    pipegroup.task @a warps(0, 5) {
    }
  }
  return
}

// CHECK-LABEL: func @two_ctas
func.func @two_ctas() attributes {nvvm.reqntid = array<i32: 256, 1, 1>, nvvm.minctasm = 2 : i32} {
  pipegroup.specialize {
    pipegroup.task @a warps(0, 4) registers(40) {
    }
    pipegroup.task @b warps(4, 4) registers(216) {
    }
  }
  return
}

// CHECK-LABEL: func @odd_ctas
func.func @odd_ctas() attributes {nvvm.reqntid = array<i32: 128, 1, 1>, nvvm.minctasm = 0 : i32} {
  pipegroup.specialize {
    pipegroup.task @a warps(0, 4) registers(256) {
    }
  }
  return
}

// CHECK-LABEL: func @launched
func.func @launched() attributes {nvvm.reqntid = array<i32: 512, 1, 1>, nvvm.maxnreg = 88 : i32} {
  pipegroup.specialize {
    pipegroup.task @a warps(0, 4) registers(232) {
    }
  }
  return
}

// CHECK-LABEL: gpu.func @kernel
gpu.module @kernels {
  gpu.func @kernel() kernel attributes {known_block_size = array<i32: 384, 1, 1>} {
    pipegroup.specialize {
      pipegroup.task @load warps(8, 4) registers(40) {
      }
      pipegroup.task @math warps(0, 8) registers(232) {
      }
    }
    gpu.return
  }
}
