// Loops with the same trips whose counters differ: a condition on the counter holds in other rounds.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-note @below {{it happens when this argument is 0}}
// expected-note @below {{it happens when this argument is 1}}
func.func @kernel(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %x = arith.cmpi eq, %i, %m : index
        scf.if %x {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
          // expected-error @below {{'pipegroup.acquire' op hangs: task '@fill' waits for ever for empty of '@g', slot 0, phase 0, which lacks 32 arrivals [C1]}}
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      %k = arith.addi %n, %c2 : index
      scf.for %i = %c2 to %k step %c1 {
        %x = arith.cmpi eq, %i, %m : index
        scf.if %x {
          pipegroup.wait @g::@m
          pipegroup.release @g
          pipegroup.wait @g::@m
          pipegroup.release @g
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
      }
    }
  }
  return
}
