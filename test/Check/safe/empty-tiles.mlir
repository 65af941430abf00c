// Two empty tiles in a row, of which it is known that they are two: a state of one slot that goes
// on twice is what it was.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %c4 step %c1 {
        %x1 = arith.cmpi ne, %i, %c1 : index
        %x2 = arith.cmpi ne, %i, %c2 : index
        %x = arith.andi %x1, %x2 : i1
        scf.if %x {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      %first = pipegroup.start @g consumer : !pipegroup.state<1>
      scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %first) -> (!pipegroup.state<1>) {
        %x1 = arith.cmpi ne, %i, %c1 : index
        %x2 = arith.cmpi ne, %i, %c2 : index
        %x = arith.andi %x1, %x2 : i1
        scf.if %x {
          pipegroup.wait @g::@m[%s] : !pipegroup.state<1>
          pipegroup.release @g[%s] : !pipegroup.state<1>
        }
        %next_s = pipegroup.advance %s : !pipegroup.state<1>
        scf.yield %next_s : !pipegroup.state<1>
      }
    }
  }
  return
}
