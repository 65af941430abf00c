// The number of a warp in its task is that in the CTA less the first one's, taken once
// where the task begins.
// RUN: pipegroup-opt %s -convert-pipegroup-to-nvvm=chip=sm_90a | FileCheck %s

func.func private @use(i32)

// CHECK-LABEL: func @kernel
// CHECK-NOT: pipegroup.
func.func @kernel(%n: index) {
  // CHECK: %[[WARP:.*]] = nvvm.shfl.sync idx
  pipegroup.specialize threads(192) {
    // CHECK: scf.if
    pipegroup.task @a warps(2, 4) {
      // CHECK-NEXT: %[[FIRST:.*]] = arith.constant 2 : i32
      // CHECK-NEXT: %[[OWN:.*]] = arith.subi %[[WARP]], %[[FIRST]] : i32
      %w = pipegroup.task_warp : i32
      // CHECK-NEXT: scf.for
      scf.for %i = %n to %n step %n {
        // CHECK: func.call @use(%[[OWN]])
        %v = pipegroup.task_warp : i32
        func.call @use(%v) : (i32) -> ()
      }
      // CHECK: func.call @use(%[[OWN]])
      func.call @use(%w) : (i32) -> ()
    }
    // From warp 0 on it is the same.
    // CHECK: } else {
    pipegroup.task @b warps(0, 2) {
      // CHECK-NOT: arith.subi
      // CHECK: func.call @use(%[[WARP]])
      %w = pipegroup.task_warp : i32
      func.call @use(%w) : (i32) -> ()
    }
  }
  return
}
