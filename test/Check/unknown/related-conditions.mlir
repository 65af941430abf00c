// Conditions that are computed from one value in different ways may exclude each other.
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
      %x = arith.cmpi sgt, %n, %c0 : index
      scf.if %x {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      // expected-note @below {{it takes this value}}
      %x = arith.cmpi sge, %n, %c1 : index
      scf.if %x {
        pipegroup.wait @g::@m
        pipegroup.release @g
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
  %c2 = arith.constant 2 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %r = arith.remui %n, %c2 : index
      // expected-note @below {{it takes this value}}
      %x = arith.cmpi eq, %r, %c0 : index
      scf.if %x {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      %r = arith.andi %n, %c1 : index
      %x = arith.cmpi eq, %r, %c0 : index
      scf.if %x {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}
