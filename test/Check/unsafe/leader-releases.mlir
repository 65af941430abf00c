// A warp that releases for the others can do so while they still wait, and the barrier goes on
// under them. On groups all warps of a task release, K6.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 2) {
      %w = pipegroup.task_warp : i32
      %zero = arith.constant 0 : i32
      %leads = arith.cmpi eq, %w, %zero : i32
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        // expected-note @below {{the condition is here}}
        scf.if %leads {
          // expected-error @below {{'pipegroup.release' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
          pipegroup.release @g
        }
      }
    }
  }
  return
}
