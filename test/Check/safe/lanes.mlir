// Slots of several lanes, by the warps of a task and by tasks.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states -pipegroup-materialize-barriers -canonicalize \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Two warps of each task have every second slot.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(4) bytes(64) interleave(2, 2, 2, 2)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(128) {
    pipegroup.task @fill warps(0, 2) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(2, 2) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// A task for each lane, on one side; the other side goes through all slots.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) interleave(1, 1, 2, 2)
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
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @even warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
    pipegroup.task @odd warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Two warps a lane.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) interleave(2, 2, 2, 2)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(256) {
    pipegroup.task @fill warps(0, 4) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(4, 4) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}
