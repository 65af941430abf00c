// accepts: C1
// Slots that nobody fills again need no release, and producer and consumer may have their
// rounds in loops of different shape.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      %s = pipegroup.start @g consumer : !pipegroup.state<2>
      pipegroup.wait @g::@m[%s] : !pipegroup.state<2>
      %t = pipegroup.advance %s : !pipegroup.state<2>
      pipegroup.wait @g::@m[%t] : !pipegroup.state<2>
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
      pipegroup.wait @g::@m
      pipegroup.release @g
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}
