// accepts: C4
// Two states from two starts are two slots if one is a step ahead.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(64)
}
func.func @kernel() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = pipegroup.start @g::@m producer step(1) : !pipegroup.state<2>
      pipegroup.acquire @g::@m[%t] : !pipegroup.state<2>
      pipegroup.acquire @g::@m[%s] : !pipegroup.state<2>
      pipegroup.commit @g::@m[%s] : !pipegroup.state<2>
      pipegroup.commit @g::@m[%t] : !pipegroup.state<2>
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      pipegroup.release @g
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}
