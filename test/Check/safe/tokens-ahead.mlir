// A token of the round before is of the state that it comes with, too.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -verify-diagnostics

// Tried a round ahead.
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
      %first = pipegroup.start @g consumer : !pipegroup.state<2>
      %t = pipegroup.try_wait @g::@m[%first] : !pipegroup.state<2>
      scf.for %i = %c0 to %n step %c1 iter_args(%s = %first, %token = %t) -> (!pipegroup.state<2>, i1) {
        pipegroup.wait @g::@m[%s] unless %token : !pipegroup.state<2>
        pipegroup.release @g[%s] : !pipegroup.state<2>
        %next = pipegroup.advance %s : !pipegroup.state<2>
        %u = pipegroup.try_wait @g::@m[%next] : !pipegroup.state<2>
        scf.yield %next, %u : !pipegroup.state<2>, i1
      }
    }
  }
  return
}
