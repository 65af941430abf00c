// The same value in both tasks, with fewer rounds in one case.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-note @below {{it happens when this argument is 1}}
func.func @kernel(%k: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.index_switch %k
      case 0 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
        scf.yield
      }
      case 1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
        scf.yield
      }
      default {
        scf.yield
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.index_switch %k
      case 0 {
        pipegroup.wait @g::@m
        pipegroup.release @g
        scf.yield
      }
      case 1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
        // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 1, phase 0, which lacks 32 arrivals [C1]}}
        pipegroup.wait @g::@m
        pipegroup.release @g
        scf.yield
      }
      default {
        scf.yield
      }
    }
  }
  return
}
