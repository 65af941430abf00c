// accepts: C6
// A wait for a later slot covers the earlier ones of the same producer.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

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
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      %c = pipegroup.start @g consumer : !pipegroup.state<2>
      scf.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> (!pipegroup.state<2>) {
        %t = pipegroup.advance %s : !pipegroup.state<2>
        pipegroup.wait @g::@m[%t] : !pipegroup.state<2>
        pipegroup.release @g[%s] : !pipegroup.state<2>
        pipegroup.release @g[%t] : !pipegroup.state<2>
        %u = pipegroup.advance %t : !pipegroup.state<2>
        scf.yield %u : !pipegroup.state<2>
      }
    }
  }
  return
}
