// `pipegroup.current` is the state of its place; ops with and without states may be mixed.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states -pipegroup-unroll-rings \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states -pipegroup-unroll-rings="max-slots=3 laps=2" \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(3)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        %s = pipegroup.current @g::@m producer : !pipegroup.state<3>
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        %s = pipegroup.current @g consumer : !pipegroup.state<3>
        pipegroup.wait @g::@m[%s] : !pipegroup.state<3>
        pipegroup.release @g
      }
    }
  }
  return
}
