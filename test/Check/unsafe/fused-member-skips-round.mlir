// A fused merge has one full barrier, which waits for all members.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g fused_merge {
  pipegroup.member @a async_async stages(1)
  pipegroup.member @b async_async stages(1)
}
// expected-note @below {{it happens when this argument is 2}}
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
        %is = arith.cmpi eq, %i, %c1 : index
        scf.if %is {
        } else {
          pipegroup.acquire @g::@b
          pipegroup.commit @g::@b
        }
      }
    }
    pipegroup.task @use warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g', slot 0, phase 1, which lacks 32 arrivals [C1]}}
        pipegroup.wait @g
        pipegroup.release @g
      }
    }
  }
  return
}
