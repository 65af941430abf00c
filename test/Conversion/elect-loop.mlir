// The same lane is elected each time, so that one election before the outermost loop of a task does
// for all. The warp still meets before each use.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm | FileCheck %s

// CHECK-LABEL: func.func @loops(
func.func @loops(%b: !llvm.ptr<3>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[ELECTED:.*]] = nvvm.elect.sync -> i1
  // CHECK-NEXT: scf.for
  // CHECK-NEXT:   scf.for
  // CHECK-NEXT:     nvvm.bar.warp.sync
  // CHECK-NEXT:     llvm.intr.expect %[[ELECTED]]
  // CHECK:        }
  // CHECK:        nvvm.bar.warp.sync
  // CHECK-NEXT:   llvm.intr.expect %[[ELECTED]]
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      pipegroup.elect {
        pipegroup.barrier_arrive %b
      }
    }
    pipegroup.elect {
      pipegroup.barrier_arrive %b
    }
  }
  return
}

// Other warps execute other tasks: each task has its own election.
// CHECK-LABEL: func.func @tasks(
func.func @tasks(%b: !llvm.ptr<3>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  scf.for %k = %c0 to %n step %c1 {
    pipegroup.specialize threads(64) {
      // CHECK: scf.if
      pipegroup.task @one warps(0, 1) {
        // CHECK-NEXT: nvvm.elect.sync
        // CHECK-NEXT: scf.for
        scf.for %i = %c0 to %n step %c1 {
          // CHECK-NOT: elect.sync
          pipegroup.elect {
            pipegroup.barrier_arrive %b
          }
        }
      }
      // CHECK: scf.if
      pipegroup.task @two warps(1, 1) {
        // CHECK: nvvm.elect.sync
        // CHECK-NEXT: scf.for
        scf.for %i = %c0 to %n step %c1 {
          pipegroup.elect {
            pipegroup.barrier_arrive %b
          }
        }
      }
    }
  }
  return
}
