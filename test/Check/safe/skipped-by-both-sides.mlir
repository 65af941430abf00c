// Both sides skip under the same condition, and their states stay behind.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index, %x: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        scf.if %x {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        scf.if %x {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
      }
    }
  }
  return
}

// -----

// All through the loop.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index, %x: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.if %x {
        scf.for %i = %c0 to %n step %c1 {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.if %x {
        scf.for %i = %c0 to %n step %c1 {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
      }
    }
  }
  return
}

// -----

// The branches have other numbers of rounds.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index, %x: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        scf.if %x {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        } else {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        scf.if %x {
          pipegroup.wait @g::@m
          pipegroup.release @g
        } else {
          pipegroup.wait @g::@m
          pipegroup.release @g
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
      }
    }
  }
  return
}
