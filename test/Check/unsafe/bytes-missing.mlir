// C2: the bytes that a phase expects have to come. What a TMA member expects is taken to
// come once it commits.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// The slot is armed, and the load is left out.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(64)
}
func.func @kernel() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 64 bytes [C2]}}
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}

// -----

// The last round of a loop arms once more than it loads.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(64)
}
// expected-note @below {{it happens when loops over this value have 0 trips}}
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
      pipegroup.acquire @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
      // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 64 bytes [C2]}}
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}
