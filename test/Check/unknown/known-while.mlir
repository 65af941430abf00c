// A loop that ends by a condition is not counted, even if it could be; such a kernel must not be
// refused.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %end = scf.while (%i = %c0) : (index) -> index {
        // expected-note @below {{it takes this value}}
        %x = arith.cmpi ult, %i, %c3 : index
        scf.condition(%x) %i : index
      } do {
      ^bb0(%i: index):
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
        %j = arith.addi %i, %c1 : index
        scf.yield %j : index
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %c3 step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}
