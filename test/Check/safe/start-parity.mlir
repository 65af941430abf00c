// Two laps on is where barriers start.
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
      %first = pipegroup.start @g::@m producer step(4) : !pipegroup.state<2>
      scf.for %i = %c0 to %n step %c1 iter_args(%s = %first) -> (!pipegroup.state<2>) {
        pipegroup.acquire @g::@m[%s] : !pipegroup.state<2>
        pipegroup.commit @g::@m[%s] : !pipegroup.state<2>
        %next_s = pipegroup.advance %s : !pipegroup.state<2>
        scf.yield %next_s : !pipegroup.state<2>
      }
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
