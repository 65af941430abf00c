// C6: two uses of a slot of which one writes are ordered.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// The slot is released before the wait for it.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        // expected-note @below {{the other side is task '@fill' here}}
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-error @below {{'pipegroup.release' op of task '@use' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.release @g
        pipegroup.wait @g::@m
      }
    }
  }
  return
}

// -----

// It is filled without an acquire.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-error @below {{'pipegroup.commit' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        // expected-note @below {{the other side is task '@use' here}}
        pipegroup.release @g
      }
    }
  }
  return
}
