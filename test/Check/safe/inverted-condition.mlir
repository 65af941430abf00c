// The inverse of a condition, by an exclusive or, with the other branch taken.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index, %x: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        scf.if %x {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      %true = arith.constant true
      scf.for %i = %c0 to %n step %c1 {
        %not = arith.xori %x, %true : i1
        scf.if %not {
        } else {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
      }
    }
  }
  return
}
