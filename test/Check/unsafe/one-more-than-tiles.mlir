// C1: a fault that neither small sizes nor whole tiles show.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// The rounds after the first one begin one too late: 65 has none of them.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-note @below {{it happens when this argument is 65}}
func.func @kernel(%k: i32) {
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c65 = arith.constant 65 : i32
  %depths = arith.maxsi %k, %c1 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
      scf.for %i = %c65 to %depths step %c64 : i32 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      pipegroup.release @g
      scf.for %i = %c64 to %depths step %c64 : i32 {
        // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 1, phase 0, which lacks 32 arrivals [C1]}}
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}
