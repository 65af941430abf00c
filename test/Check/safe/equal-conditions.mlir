// Conditions of two tasks that are the same, or the inverse of each other.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// The same comparison in each task.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index, %m: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %x = arith.cmpi sgt, %n, %m : index
      scf.if %x {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      %y = arith.cmpi sgt, %n, %m : index
      scf.if %y {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Its inverse.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index, %m: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %x = arith.cmpi sgt, %n, %m : index
      scf.if %x {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      %y = arith.cmpi sle, %n, %m : index
      scf.if %y {
      } else {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Of the counter of a loop, in both loops.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %x = arith.cmpi ult, %i, %m : index
        scf.if %x {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %x = arith.cmpi ult, %i, %m : index
        scf.if %x {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
      }
    }
  }
  return
}
