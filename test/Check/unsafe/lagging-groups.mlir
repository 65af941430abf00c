// Two rounds behind needs three slots.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2) advance_on_wait
  pipegroup.member @b tma_async stages(2) bytes(64) advance_on_wait
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  pipegroup.init @g
  pipegroup.specialize threads(128) {
    pipegroup.task @a warps(0, 1) {
      pipegroup.acquire @g::@a
      pipegroup.commit @g::@a
      pipegroup.acquire @g::@a
      pipegroup.commit @g::@a
      scf.for %i = %c2 to %n step %c1 {
        // expected-error @below {{'pipegroup.acquire' op hangs: task '@a' waits for ever for empty of '@g', slot 0, phase 0, which lacks 64 arrivals [C3]}}
        pipegroup.acquire @g::@a
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @b warps(1, 1) {
      pipegroup.acquire @g::@b
      pipegroup.commit @g::@b
      pipegroup.acquire @g::@b
      pipegroup.commit @g::@b
      scf.for %i = %c2 to %n step %c1 {
        // expected-note @below {{task '@b' waits for ever for empty of '@g', slot 0, phase 0, which lacks 64 arrivals}}
        pipegroup.acquire @g::@b
        pipegroup.commit @g::@b
      }
    }
    pipegroup.task @use warps(2, 2) {
      pipegroup.wait @g::@a
      pipegroup.wait @g::@b
      pipegroup.wait @g::@a
      pipegroup.wait @g::@b
      scf.for %i = %c2 to %n step %c1 {
        // expected-note @+2 {{warp 0 of task '@use' waits for ever for full of '@g::@a', slot 0, phase 1, which lacks 32 arrivals}}
        // expected-note @below {{warp 1 of task '@use' waits for ever for full of '@g::@a', slot 0, phase 1, which lacks 32 arrivals}}
        pipegroup.wait @g::@a
        pipegroup.wait @g::@b
        pipegroup.release @g
      }
      pipegroup.release @g
      pipegroup.release @g
    }
  }
  return
}
