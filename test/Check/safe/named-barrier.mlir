// A named barrier joins the warps of a task.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 2) {
      %id = arith.constant 1 : i32
      %threads = arith.constant 64 : i32
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        nvvm.barrier id = %id number_of_threads = %threads
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Between tasks it orders as well.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %id = arith.constant 1 : i32
      %threads = arith.constant 64 : i32
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
        nvvm.barrier id = %id number_of_threads = %threads
      }
    }
    pipegroup.task @use warps(1, 1) {
      %id = arith.constant 1 : i32
      %threads = arith.constant 64 : i32
      scf.for %i = %c0 to %n step %c1 {
        nvvm.barrier id = %id number_of_threads = %threads
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}
