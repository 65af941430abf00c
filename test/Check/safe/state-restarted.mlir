// Four rounds of two slots end where they began, so that states may start again.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%tiles: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %t = %c0 to %tiles step %c1 {
        %first = pipegroup.start @g::@m producer : !pipegroup.state<2>
        scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %first) -> (!pipegroup.state<2>) {
          pipegroup.acquire @g::@m[%s] : !pipegroup.state<2>
          pipegroup.commit @g::@m[%s] : !pipegroup.state<2>
          %next_s = pipegroup.advance %s : !pipegroup.state<2>
          scf.yield %next_s : !pipegroup.state<2>
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %t = %c0 to %tiles step %c1 {
        %first = pipegroup.start @g consumer : !pipegroup.state<2>
        scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %first) -> (!pipegroup.state<2>) {
          pipegroup.wait @g::@m[%s] : !pipegroup.state<2>
          pipegroup.release @g[%s] : !pipegroup.state<2>
          %next_s = pipegroup.advance %s : !pipegroup.state<2>
          scf.yield %next_s : !pipegroup.state<2>
        }
      }
    }
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%tiles: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %t = %c0 to %tiles step %c1 {
        %first = pipegroup.start @g::@m producer : !pipegroup.state<2>
        scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %first) -> (!pipegroup.state<2>) {
          pipegroup.acquire @g::@m[%s] : !pipegroup.state<2>
          pipegroup.commit @g::@m[%s] : !pipegroup.state<2>
          %next_s = pipegroup.advance %s : !pipegroup.state<2>
          scf.yield %next_s : !pipegroup.state<2>
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %t = %c0 to %tiles step %c1 {
        %first = pipegroup.start @g consumer : !pipegroup.state<2>
        scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %first) -> (!pipegroup.state<2>) {
          pipegroup.wait @g::@m[%s] : !pipegroup.state<2>
          pipegroup.release @g[%s] : !pipegroup.state<2>
          %next_s = pipegroup.advance %s : !pipegroup.state<2>
          scf.yield %next_s : !pipegroup.state<2>
        }
      }
    }
  }
  return
}
