// K6: an op of one lane is not that of its task.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Under an election.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2)
}
func.func @kernel(%n: i32) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      %s = pipegroup.start @g::@a producer : !pipegroup.state<2>
      pipegroup.acquire @g::@a[%s] : !pipegroup.state<2>
      pipegroup.elect {
      // expected-error @+1 {{'pipegroup.commit' op is executed by one lane only, expected all threads of its task [K6]}}
      pipegroup.commit @g::@a[%s] : !pipegroup.state<2>
      }
    }
    pipegroup.task @c warps(1, 1) {
      pipegroup.wait @g::@a
      pipegroup.release @g
    }
  }
  return
}
