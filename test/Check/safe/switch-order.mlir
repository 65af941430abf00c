// Cases of a switch in another order are the same cases.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        scf.index_switch %k
        case 0 {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
          scf.yield
        }
        case 1 {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
          scf.yield
        }
        default {
          scf.yield
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        scf.index_switch %k
        case 1 {
          pipegroup.wait @g::@m
          pipegroup.release @g
          pipegroup.wait @g::@m
          pipegroup.release @g
          scf.yield
        }
        case 0 {
          pipegroup.wait @g::@m
          pipegroup.release @g
          scf.yield
        }
        default {
          scf.yield
        }
      }
    }
  }
  return
}
