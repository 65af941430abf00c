// Conditions of which the outcome is known in each round need not be the same ones.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Every second round, as a remainder and as a bit.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %c5 step %c1 {
        %r = arith.remui %i, %c2 : index
        %x = arith.cmpi eq, %r, %c0 : index
        scf.if %x {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %c5 step %c1 {
        %r = arith.andi %i, %c1 : index
        %x = arith.cmpi ne, %r, %c1 : index
        scf.if %x {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
      }
    }
  }
  return
}

// -----

// A consumer that leaves out the first round of its loop, which is one longer.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %c4 step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %c5 step %c1 {
        %x = arith.cmpi ugt, %i, %c0 : index
        scf.if %x {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
      }
    }
  }
  return
}
