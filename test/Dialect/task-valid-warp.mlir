// The number of a warp may be asked for as deep in a task as one likes; it is pure,
// so that one is enough and none is kept for nothing.
// RUN: pipegroup-opt %s -verify-diagnostics | FileCheck %s
// RUN: pipegroup-opt %s -cse -canonicalize | FileCheck %s --check-prefix=ONCE

func.func private @use(i32)

// CHECK-LABEL: func @nested
// ONCE-LABEL: func @nested
func.func @nested(%n: index, %m: index, %x: i1) {
  pipegroup.specialize threads(96) {
    pipegroup.task @a warps(0, 2) {
      // CHECK: pipegroup.task_warp : i32
      // ONCE: %[[W:.*]] = pipegroup.task_warp : i32
      %first = pipegroup.task_warp : i32
      func.call @use(%first) : (i32) -> ()
      // CHECK: scf.for
      scf.for %i = %n to %m step %n {
        // CHECK: scf.if
        scf.if %x {
          // CHECK: pipegroup.task_warp : i32
          // ONCE-NOT: pipegroup.task_warp
          // ONCE: call @use(%[[W]])
          %warp = pipegroup.task_warp : i32
          func.call @use(%warp) : (i32) -> ()
        }
      }
    }
    pipegroup.task @b warps(2, 1) {
      // CHECK: pipegroup.task_warp : i32
      %unused = pipegroup.task_warp : i32
    }
  }
  // ONCE-NOT: pipegroup.task_warp
  // ONCE: return
  return
}
