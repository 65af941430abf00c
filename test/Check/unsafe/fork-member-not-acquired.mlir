// A slot of a fork is free when every consumer has freed it: P6 refuses a producer that waits for
// one of them.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g fork {
  pipegroup.member @a async_async stages(1)
  // expected-note @below {{the member is here}}
  pipegroup.member @b async_async stages(1)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-error @below {{'pipegroup.acquire' op of the fork '@g' leaves out '@b', expected every member to be acquired on this state in the same block [P6]}}
        pipegroup.acquire @g::@a
        pipegroup.commit @g
      }
    }
    pipegroup.task @a warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@a
        pipegroup.release @g::@a
      }
    }
    pipegroup.task @b warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@b
        pipegroup.release @g::@b
      }
    }
  }
  return
}

// -----

// A consumer that never frees is no less a fault.
pipegroup.group @g fork {
  pipegroup.member @a async_async stages(1)
  pipegroup.member @b async_async stages(1)
}
// expected-note @below {{it happens when loops over this value have 2 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        // expected-error @below {{'pipegroup.acquire' op hangs: task '@fill' waits for ever for empty of '@g::@b', slot 0, phase 0, which lacks 32 arrivals [C1]}}
        pipegroup.acquire @g::@b
        pipegroup.commit @g
      }
    }
    pipegroup.task @a warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-note @below {{task '@a' waits for ever for full of '@g', slot 0, phase 1, which lacks 32 arrivals}}
        pipegroup.wait @g::@a
        pipegroup.release @g::@a
      }
    }
    pipegroup.task @b warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@b
      }
    }
  }
  return
}
