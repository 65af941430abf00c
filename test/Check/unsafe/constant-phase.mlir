// A wait outside of the steady loop needs a state as well: a constant one is right for the first
// tile only.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
func.func @kernel(%tiles: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %t = %c0 to %tiles step %c1 {
        scf.for %i = %c0 to %c3 step %c1 {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      %first = pipegroup.start @g consumer : !pipegroup.state<2>
      scf.for %t = %c0 to %tiles step %c1 {
        // expected-error @below {{'pipegroup.wait' op of task '@use' may be lapped or pass too early at full of '@g::@m', slot 0, phase 2 [C5]}}
        pipegroup.wait @g::@m[%first] : !pipegroup.state<2>
        scf.for %i = %c0 to %c3 step %c1 {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
      }
    }
  }
  return
}
