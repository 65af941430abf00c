// A slot is freed by the consumer, not by a thread of the producer: K4 keeps a side to one task.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(3) bytes(64)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    // expected-note @below {{its task is here}}
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
        // expected-note @below {{the other op is here}}
        pipegroup.release @g
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-error @below {{'pipegroup.wait' op drives the collapsed consumer side of '@g' from task '@use', expected task '@fill' alone [K4]}}
        pipegroup.wait @g::@m
      }
    }
  }
  return
}

// -----

// Nor is it freed by two tasks.
pipegroup.group @g merge {
  pipegroup.member @a tma_async stages(2) bytes(64)
  pipegroup.member @b async_async stages(2)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(128) {
    pipegroup.task @a warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @b warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@b
        pipegroup.commit @g::@b
      }
    }
    // expected-note @below {{its task is here}}
    pipegroup.task @use_a warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-note @below {{the other op is here}}
        pipegroup.wait @g::@a
        pipegroup.release @g
      }
    }
    pipegroup.task @use_b warps(3, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@b
        // expected-error @below {{'pipegroup.release' op drives the collapsed consumer side of '@g' from task '@use_b', expected task '@use_a' alone [K4]}}
        pipegroup.release @g
      }
    }
  }
  return
}
