// accepts: C9
// A load that somebody waits for has ended; what threads write has ended when they arrive.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(64)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
      pipegroup.wait @g::@m
    }
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}
