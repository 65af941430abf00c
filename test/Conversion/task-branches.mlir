// Tasks become a chain of branches on the index of the warp.
// RUN: pipegroup-opt %s -convert-pipegroup-to-nvvm=chip=sm_90a | FileCheck %s

func.func private @work(i32)

// Idle warps, here 2 and from 6 on, fall through all branches.
// CHECK-LABEL: func @chain
func.func @chain(%v: i32) attributes {nvvm.reqntid = array<i32: 256, 1, 1>} {
  // CHECK-NOT: nvvm.read.ptx.sreg.ntid
  // CHECK: %[[T:.*]] = nvvm.read.ptx.sreg.tid.x : i32
  // CHECK: %[[W:.*]] = arith.divui %[[T]], %{{.*}} : i32
  // Every lane has what the first one has.
  // CHECK-DAG: %[[C31:.*]] = arith.constant 31 : i32
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i32
  // CHECK-DAG: %[[ALL:.*]] = arith.constant -1 : i32
  // CHECK: %[[I:.*]] = nvvm.shfl.sync idx %[[ALL]], %[[W]], %[[C0]], %[[C31]] : i32 -> i32
  pipegroup.specialize {
    // CHECK: %[[C5:.*]] = arith.constant 5 : i32
    // CHECK-NEXT: %[[O:.*]] = arith.subi %[[I]], %[[C5]] : i32
    // CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : i32
    // CHECK-NEXT: %[[X:.*]] = arith.cmpi ult, %[[O]], %[[C1]] : i32
    // CHECK-NEXT: scf.if %[[X]] {
    // CHECK-NEXT:   %[[N:.*]] = arith.constant 10 : i32
    // CHECK-NEXT:   func.call @work(%[[N]])
    // CHECK-NEXT:   nvvm.inline_ptx "// warps {{[0-9]+ to [0-9]+}}: end of task {{[a-z]+}}"
    // CHECK-NEXT: } else {
    pipegroup.task @last warps(5, 1) {
      %n = arith.constant 10 : i32
      func.call @work(%n) : (i32) -> ()
    }
    // From warp 0 on there is nothing to subtract.
    // CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : i32
    // CHECK-NEXT: %[[X:.*]] = arith.cmpi ult, %[[I]], %[[C2]] : i32
    // CHECK-NEXT: scf.if %[[X]] {
    // CHECK-NEXT:   func.call @work(%{{.*}})
    // CHECK-NEXT:   func.call @work(%{{.*}})
    // CHECK-NEXT:   nvvm.inline_ptx "// warps {{[0-9]+ to [0-9]+}}: end of task {{[a-z]+}}"
    // CHECK-NEXT: } else {
    pipegroup.task @first warps(0, 2) {
      func.call @work(%v) : (i32) -> ()
      func.call @work(%v) : (i32) -> ()
    }
    // CHECK-NEXT: %[[C3:.*]] = arith.constant 3 : i32
    // CHECK-NEXT: %[[O:.*]] = arith.subi %[[I]], %[[C3]] : i32
    // CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : i32
    // CHECK-NEXT: %[[X:.*]] = arith.cmpi ult, %[[O]], %[[C2]] : i32
    // CHECK-NEXT: scf.if %[[X]] {
    // CHECK-NEXT:   nvvm.inline_ptx "// warps {{[0-9]+ to [0-9]+}}: end of task {{[a-z]+}}"
    // CHECK-NEXT: } else {
    // CHECK-NEXT: }
    pipegroup.task @nothing warps(3, 2) {
    }
  }
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  // Nobody waits at the end.
  // CHECK-NEXT: return
  return
}

// Control flow and values from outside, in two places.
// CHECK-LABEL: func @nested
// CHECK-SAME: %[[COND:.*]]: i1, %[[N:.*]]: index, %[[V:.*]]: i32
func.func @nested(%x: i1, %n: index, %v: i32) attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  // CHECK: scf.if %[[COND]] {
  scf.if %x {
    // CHECK: nvvm.shfl.sync
    pipegroup.specialize {
      // CHECK: scf.if %{{.*}} {
      // CHECK-NEXT: scf.for %{{.*}} = %[[N]] to %[[N]] step %[[N]] {
      // CHECK-NEXT: func.call @work(%[[V]])
      pipegroup.task @a warps(0, 1) {
        scf.for %i = %n to %n step %n {
          func.call @work(%v) : (i32) -> ()
        }
      }
    }
  }
  // CHECK: nvvm.shfl.sync
  // CHECK: scf.if
  // CHECK: scf.if %[[COND]] {
  // CHECK-NOT: pipegroup
  pipegroup.specialize {
    pipegroup.task @a warps(1, 1) {
      scf.if %x {
        func.call @work(%v) : (i32) -> ()
      }
    }
  }
  return
}

// CHECK-LABEL: func @no_task
func.func @no_task() {
  // CHECK-NOT: scf.if
  // CHECK-NOT: pipegroup
  // CHECK: return
  pipegroup.specialize {
  }
  return
}
