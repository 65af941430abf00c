// A producer that takes the next slot before it gives the last one needs two.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(1) bytes(64) advance_on_acquire
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index) {
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      scf.for %i = %c1 to %n step %c1 {
        // expected-note @below {{task '@fill' waits for ever for empty of '@g', slot 0, phase 0, which lacks 32 arrivals}}
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c1 to %n step %c1 {
        // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 64 bytes [C2]}}
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}
