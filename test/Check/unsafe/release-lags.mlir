// A consumer that frees each slot only when it has the next one needs two.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1) advance_on_wait
}
// expected-note @below {{it happens when loops over this value have 1 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c1 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
      // expected-error @below {{'pipegroup.acquire' op hangs: task '@fill' waits for ever for empty of '@g', slot 0, phase 0, which lacks 32 arrivals [C3]}}
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      scf.for %i = %c1 to %n step %c1 {
        // expected-note @below {{task '@use' waits for ever for full of '@g::@m', slot 0, phase 1, which lacks 32 arrivals}}
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
      pipegroup.release @g
    }
  }
  return
}
