// Requests for registers: whole warpgroups, decreases before increases, none where
// nothing changes.
// RUN: pipegroup-opt %s -convert-pipegroup-to-nvvm=chip=sm_90a | FileCheck %s

func.func private @work(i32)

// Written last, asked for first; the kernel is launched with what the SM has.
// CHECK-LABEL: func @order
// CHECK-SAME: nvvm.maxnreg = 168 : i32
func.func @order(%v: i32) attributes {nvvm.reqntid = array<i32: 384, 1, 1>} {
  // CHECK: %[[W:.*]] = nvvm.shfl.sync
  pipegroup.specialize {
    // Both warpgroups as one.
    pipegroup.task @math warps(0, 8) registers(240) {
      func.call @work(%v) : (i32) -> ()
    }
    pipegroup.task @load warps(8, 4) registers(24) {
      func.call @work(%v) : (i32) -> ()
      func.call @work(%v) : (i32) -> ()
    }
  }
  // CHECK: %[[C8:.*]] = arith.constant 8 : i32
  // CHECK-NEXT: %[[O:.*]] = arith.subi %[[W]], %[[C8]] : i32
  // CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : i32
  // CHECK-NEXT: %[[X:.*]] = arith.cmpi ult, %[[O]], %[[C4]] : i32
  // CHECK-NEXT: scf.if %[[X]] {
  // CHECK-NEXT:   nvvm.setmaxregister decrease 24
  // CHECK-NEXT:   func.call @work
  // CHECK-NEXT:   func.call @work
  // CHECK-NEXT:   nvvm.inline_ptx "// warps {{[0-9]+ to [0-9]+}}: end of task {{[a-z]+}}"
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   %[[C8:.*]] = arith.constant 8 : i32
  // CHECK-NEXT:   %[[X:.*]] = arith.cmpi ult, %[[W]], %[[C8]] : i32
  // CHECK-NEXT:   scf.if %[[X]] {
  // CHECK-NEXT:     nvvm.setmaxregister increase 240
  // CHECK-NEXT:     func.call @work
  // CHECK-NEXT:     nvvm.inline_ptx "// warps {{[0-9]+ to [0-9]+}}: end of task {{[a-z]+}}"
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  return
}

// All four warps ask, also the idle ones; what a task does is for its warps only.
// CHECK-LABEL: func @idle
// CHECK-SAME: nvvm.maxnreg = 248 : i32
func.func @idle(%v: i32) attributes {nvvm.reqntid = array<i32: 256, 1, 1>} {
  // CHECK: %[[W:.*]] = nvvm.shfl.sync
  // CHECK: %[[C4:.*]] = arith.constant 4 : i32
  // CHECK-NEXT: %[[O:.*]] = arith.subi %[[W]], %[[C4]] : i32
  // CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : i32
  // CHECK-NEXT: %[[X:.*]] = arith.cmpi ult, %[[O]], %[[C4]] : i32
  // CHECK-NEXT: scf.if %[[X]] {
  // CHECK-NEXT:   nvvm.setmaxregister decrease 40
  // CHECK-NEXT:   %[[C5:.*]] = arith.constant 5 : i32
  // CHECK-NEXT:   %[[O:.*]] = arith.subi %[[W]], %[[C5]] : i32
  // CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : i32
  // CHECK-NEXT:   %[[X:.*]] = arith.cmpi ult, %[[O]], %[[C1]] : i32
  // CHECK-NEXT:   scf.if %[[X]] {
  // CHECK-NEXT:     func.call @work
  // CHECK-NEXT:     nvvm.inline_ptx "// warps {{[0-9]+ to [0-9]+}}: end of task {{[a-z]+}}"
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     %[[C7:.*]] = arith.constant 7 : i32
  // CHECK-NEXT:     %[[O:.*]] = arith.subi %[[W]], %[[C7]] : i32
  // CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : i32
  // CHECK-NEXT:     %[[X:.*]] = arith.cmpi ult, %[[O]], %[[C1]] : i32
  // CHECK-NEXT:     scf.if %[[X]] {
  // CHECK-NEXT:       func.call @work
  // CHECK-NEXT:       func.call @work
  // CHECK-NEXT:       nvvm.inline_ptx "// warps {{[0-9]+ to [0-9]+}}: end of task {{[a-z]+}}"
  // CHECK-NEXT:     } else {
  // CHECK-NEXT:     }
  // CHECK-NEXT:   }
  // CHECK-NEXT: } else {
  // A warpgroup that asks for nothing comes last and is left as it is.
  // CHECK-NEXT:   %[[C3:.*]] = arith.constant 3 : i32
  // CHECK-NEXT:   %[[X:.*]] = arith.cmpi ult, %[[W]], %[[C3]] : i32
  // CHECK-NEXT:   scf.if %[[X]] {
  // CHECK-NEXT:     func.call @work
  // CHECK-NEXT:     nvvm.inline_ptx "// warps {{[0-9]+ to [0-9]+}}: end of task {{[a-z]+}}"
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NOT: setmaxregister
  // CHECK: return
  pipegroup.specialize {
    pipegroup.task @plain warps(0, 3) {
      func.call @work(%v) : (i32) -> ()
    }
    pipegroup.task @a warps(5, 1) registers(40) {
      func.call @work(%v) : (i32) -> ()
    }
    pipegroup.task @b warps(7, 1) {
      func.call @work(%v) : (i32) -> ()
      func.call @work(%v) : (i32) -> ()
    }
  }
  return
}

// A range that reaches into the next warpgroup: both ask, then the tasks.
// CHECK-LABEL: func @reaching
func.func @reaching(%v: i32) attributes {nvvm.reqntid = array<i32: 384, 1, 1>} {
  // CHECK: %[[W:.*]] = nvvm.shfl.sync
  // CHECK: %[[C8:.*]] = arith.constant 8 : i32
  // CHECK-NEXT: %[[X:.*]] = arith.cmpi ult, %[[W]], %[[C8]] : i32
  // CHECK-NEXT: scf.if %[[X]] {
  // CHECK-NEXT:   nvvm.setmaxregister decrease 40
  // CHECK-NEXT:   %[[C3:.*]] = arith.constant 3 : i32
  // CHECK-NEXT:   %[[O:.*]] = arith.subi %[[W]], %[[C3]] : i32
  // CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : i32
  // CHECK-NEXT:   %[[X:.*]] = arith.cmpi ult, %[[O]], %[[C2]] : i32
  // CHECK-NEXT:   scf.if %[[X]] {
  // CHECK-NEXT:     func.call @work
  pipegroup.specialize {
    pipegroup.task @a warps(3, 2) registers(40) {
      func.call @work(%v) : (i32) -> ()
    }
  }
  return
}

// What a warpgroup has already it does not ask for.
// CHECK-LABEL: func @equal
// CHECK-SAME: nvvm.maxnreg = 128 : i32
func.func @equal() attributes {nvvm.reqntid = array<i32: 512, 1, 1>} {
  // CHECK-NOT: setmaxregister
  // CHECK: return
  pipegroup.specialize {
    pipegroup.task @a warps(0, 4) registers(128) {
    }
  }
  return
}

// The kernel says with how many it is launched; so does the number of CTAs.
// CHECK-LABEL: func @launched
// CHECK-SAME: nvvm.maxnreg = 88 : i32
func.func @launched() attributes {nvvm.reqntid = array<i32: 256, 1, 1>, nvvm.maxnreg = 88 : i32} {
  // CHECK: nvvm.setmaxregister decrease 80
  // CHECK: nvvm.setmaxregister increase 96
  pipegroup.specialize {
    pipegroup.task @more warps(0, 4) registers(96) {
    }
    pipegroup.task @less warps(4, 4) registers(80) {
    }
  }
  return
}
// CHECK-LABEL: func @two_ctas
// CHECK-SAME: nvvm.maxnreg = 128 : i32
func.func @two_ctas() attributes {nvvm.reqntid = array<i32: 256, 1, 1>, nvvm.minctasm = 2 : i32} {
  // CHECK: nvvm.setmaxregister decrease 40
  // CHECK: nvvm.setmaxregister increase 216
  pipegroup.specialize {
    pipegroup.task @more warps(0, 4) registers(216) {
    }
    pipegroup.task @less warps(4, 4) registers(40) {
    }
  }
  return
}

// Nothing is asked, nothing is set.
// CHECK-LABEL: func @none
// CHECK-NOT: maxnreg
// CHECK: return
func.func @none() attributes {nvvm.reqntid = array<i32: 256, 1, 1>} {
  pipegroup.specialize {
    pipegroup.task @a warps(0, 4) {
    }
  }
  return
}
