// C8: no phase is half finished when the kernel ends.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// One of two producers of a shared barrier has a round more than the other.
pipegroup.group @g fused_merge {
  pipegroup.member @a async_async stages(2)
  pipegroup.member @b async_async stages(2)
}
// expected-note @below {{it happens when loops over this value have 0 trips}}
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
      pipegroup.acquire @g::@a
      // expected-error @below {{'pipegroup.commit' op of task '@a' leaves a phase of full of '@g', slot 0 unfinished: it lacks 32 arrivals [C8]}}
      pipegroup.commit @g::@a
    }
    pipegroup.task @b warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@b
        pipegroup.commit @g::@b
      }
    }
    pipegroup.task @use warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g
        pipegroup.release @g
      }
    }
  }
  return
}
