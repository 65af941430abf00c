// The index of a warp: of x alone where the block is known to have nothing else.
// RUN: pipegroup-opt %s -convert-pipegroup-to-nvvm=chip=sm_90a | FileCheck %s

// CHECK-LABEL: func @unknown
func.func @unknown() {
  // CHECK: %[[X:.*]] = nvvm.read.ptx.sreg.tid.x : i32
  // CHECK-DAG: %[[NX:.*]] = nvvm.read.ptx.sreg.ntid.x : i32
  // CHECK-DAG: %[[NY:.*]] = nvvm.read.ptx.sreg.ntid.y : i32
  // CHECK-DAG: %[[Z:.*]] = nvvm.read.ptx.sreg.tid.z : i32
  // CHECK-DAG: %[[PLANES:.*]] = arith.muli %[[NY]], %[[Z]] : i32
  // CHECK-DAG: %[[Y:.*]] = nvvm.read.ptx.sreg.tid.y : i32
  // CHECK: %[[ROWS:.*]] = arith.addi %[[Y]], %[[PLANES]] : i32
  // CHECK: %[[BEFORE:.*]] = arith.muli %[[NX]], %[[ROWS]] : i32
  // CHECK: %[[T:.*]] = arith.addi %[[X]], %[[BEFORE]] : i32
  // CHECK: %[[C32:.*]] = arith.constant 32 : i32
  // CHECK: arith.divui %[[T]], %[[C32]] : i32
  pipegroup.specialize {
    pipegroup.task @a warps(0, 1) {
    }
  }
  return
}

// A number of threads says nothing about the shape.
// CHECK-LABEL: func @written
func.func @written() {
  // CHECK: nvvm.read.ptx.sreg.tid.y
  pipegroup.specialize threads(64) {
    pipegroup.task @a warps(0, 1) {
    }
  }
  return
}

// CHECK-LABEL: func @two_dimensions
func.func @two_dimensions() attributes {nvvm.reqntid = array<i32: 16, 4, 1>} {
  // CHECK: nvvm.read.ptx.sreg.tid.y
  pipegroup.specialize {
    pipegroup.task @a warps(0, 1) {
    }
  }
  return
}

// CHECK-LABEL: func @three_dimensions
func.func @three_dimensions() attributes {gpu.known_block_size = array<i32: 64, 1, 2>} {
  // CHECK: nvvm.read.ptx.sreg.tid.z
  pipegroup.specialize {
    pipegroup.task @a warps(0, 1) {
    }
  }
  return
}

// CHECK-LABEL: func @most
func.func @most() attributes {nvvm.maxntid = array<i32: 64>} {
  // CHECK-NOT: tid.y
  // CHECK: return
  pipegroup.specialize {
    pipegroup.task @a warps(0, 1) {
    }
  }
  return
}

// CHECK-LABEL: func @requested
func.func @requested() attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  // CHECK-NOT: tid.y
  // CHECK: return
  pipegroup.specialize {
    pipegroup.task @a warps(0, 1) {
    }
  }
  return
}

// CHECK-LABEL: gpu.func @known
gpu.module @kernels {
  gpu.func @known() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // CHECK-NOT: tid.y
    // CHECK: gpu.return
    pipegroup.specialize {
      pipegroup.task @a warps(0, 1) {
      }
    }
    gpu.return
  }
}
