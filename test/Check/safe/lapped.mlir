// accepts: C5
// A wait may be repeated as long as the slot is not released. A start two laps late is none.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
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
    }
    pipegroup.task @use warps(1, 1) {
      %first = pipegroup.start @g consumer : !pipegroup.state<1>
      scf.for %i = %c0 to %n step %c1 iter_args(%s = %first) -> (!pipegroup.state<1>) {
        pipegroup.wait @g::@m[%s] : !pipegroup.state<1>
        pipegroup.wait @g::@m[%s] : !pipegroup.state<1>
        pipegroup.release @g[%s] : !pipegroup.state<1>
        %next_s = pipegroup.advance %s : !pipegroup.state<1>
        scf.yield %next_s : !pipegroup.state<1>
      }
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
    }
    pipegroup.task @use warps(1, 1) {
      %first = pipegroup.start @g consumer step(4) : !pipegroup.state<2>
      scf.for %i = %c0 to %n step %c1 iter_args(%s = %first) -> (!pipegroup.state<2>) {
        pipegroup.wait @g::@m[%s] : !pipegroup.state<2>
        pipegroup.release @g[%s] : !pipegroup.state<2>
        %next_s = pipegroup.advance %s : !pipegroup.state<2>
        scf.yield %next_s : !pipegroup.state<2>
      }
    }
  }
  return
}
