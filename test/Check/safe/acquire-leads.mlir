// With two slots an acquire may be a round ahead of its commit, on both levels and unrolled.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states -pipegroup-unroll-rings \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states -pipegroup-unroll-rings="max-slots=3 laps=2" \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states -pipegroup-materialize-barriers -canonicalize \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(64) advance_on_acquire
}
func.func @kernel(%n: index) {
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      scf.for %i = %c1 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c1 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}
