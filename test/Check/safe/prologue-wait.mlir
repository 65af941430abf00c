// A wait for the first slot before the loop, and one for the next slot in each round.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index) {
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
      scf.for %i = %c1 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      %first = pipegroup.start @g consumer : !pipegroup.state<2>
      pipegroup.wait @g::@m[%first] : !pipegroup.state<2>
      %last = scf.for %i = %c1 to %n step %c1 iter_args(%s = %first) -> (!pipegroup.state<2>) {
        %t = pipegroup.advance %s : !pipegroup.state<2>
        pipegroup.wait @g::@m[%t] : !pipegroup.state<2>
        pipegroup.release @g[%s] : !pipegroup.state<2>
        scf.yield %t : !pipegroup.state<2>
      }
      pipegroup.release @g[%last] : !pipegroup.state<2>
    }
  }
  return
}
