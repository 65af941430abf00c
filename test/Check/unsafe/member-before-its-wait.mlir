// A slot of a member is used before the wait for that member: release counts as the use.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @a tma_async stages(2) bytes(64)
  pipegroup.member @b async_async stages(2)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @a warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @b warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@b
        // expected-note @below {{the other side is task '@b' here}}
        pipegroup.commit @g::@b
      }
    }
    pipegroup.task @use warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@a
        // expected-error @below {{'pipegroup.release' op of task '@use' uses '@g::@b', slot 0 while it may still be in use [C6]}}
        pipegroup.release @g
        pipegroup.wait @g::@b
      }
    }
  }
  return
}

// -----

// One member is not waited for at all.
pipegroup.group @g merge {
  pipegroup.member @a tma_async stages(2) bytes(64)
  pipegroup.member @b async_async stages(2)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @a warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @b warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@b
        // expected-note @below {{the other side is task '@b' here}}
        pipegroup.commit @g::@b
      }
    }
    pipegroup.task @use warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@a
        // expected-error @below {{'pipegroup.release' op of task '@use' uses '@g::@b', slot 0 while it may still be in use [C6]}}
        pipegroup.release @g
      }
    }
  }
  return
}
