// A condition around the rounds of one side only.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// The consumer skips.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-note @+2 {{it happens when loops over this value have 3 trips}}
// expected-note @below {{it happens when this condition is false}}
func.func @kernel(%n: index, %x: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-error @below {{'pipegroup.acquire' op hangs: task '@fill' waits for ever for empty of '@g', slot 0, phase 0, which lacks 32 arrivals [C1]}}
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
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

// The producer skips.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-note @+2 {{it happens when loops over this value have 1 trips}}
// expected-note @below {{it happens when this condition is false}}
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
      scf.for %i = %c0 to %n step %c1 {
        // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 32 arrivals [C1]}}
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// The conditions are opposite ones.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-note @+2 {{it happens when loops over this value have 1 trips}}
// expected-note @below {{it happens when this condition is false}}
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
      scf.for %i = %c0 to %n step %c1 {
        scf.if %x {
        } else {
          // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 32 arrivals [C1]}}
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
      }
    }
  }
  return
}
