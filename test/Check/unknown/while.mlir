// Loops that end by a condition on what they carry may end together; that is not calculated.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %end = scf.while (%i = %c0) : (index) -> index {
        // expected-note @below {{it takes this value}}
        %x = arith.cmpi ult, %i, %n : index
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
      %end = scf.while (%i = %c0) : (index) -> index {
        %x = arith.cmpi ult, %i, %n : index
        scf.condition(%x) %i : index
      } do {
      ^bb0(%i: index):
        pipegroup.wait @g::@m
        pipegroup.release @g
        %j = arith.addi %i, %c1 : index
        scf.yield %j : index
      }
    }
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      %end = scf.while (%i = %c0) : (index) -> index {
        // expected-note @below {{it takes this value}}
        %x = arith.cmpi ult, %i, %n : index
        scf.condition(%x) %i : index
      } do {
      ^bb0(%i: index):
        pipegroup.wait @g::@m
        pipegroup.release @g
        %j = arith.addi %i, %c1 : index
        scf.yield %j : index
      }
    }
  }
  return
}
