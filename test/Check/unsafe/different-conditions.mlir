// Conditions that can differ.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Two arguments.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-note @+2 {{it happens when this condition is false}}
// expected-note @below {{it happens when this condition is true}}
func.func @kernel(%x: i1, %y: i1) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.if %x {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.if %y {
        // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 32 arrivals [C1]}}
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// One task has the first round, the other one the rest.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %c4 step %c1 {
        %x = arith.cmpi eq, %i, %c0 : index
        scf.if %x {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %c4 step %c1 {
        %x = arith.cmpi ne, %i, %c0 : index
        scf.if %x {
          // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 1, phase 0, which lacks 32 arrivals [C1]}}
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
      }
    }
  }
  return
}
