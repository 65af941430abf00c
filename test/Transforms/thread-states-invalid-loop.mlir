// P3: implicit states of a task that is itself in a loop would start again in
// every iteration, while the barriers keep their phase.
// RUN: pipegroup-opt %s -pipegroup-thread-states -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 128)
}
func.func @loop(%n: index) {
  pipegroup.init @g
  scf.for %i = %n to %n step %n {
    pipegroup.specialize threads(160) {
      // expected-error @below {{'pipegroup.task' op is in a loop and leaves out its states, which would start again in every iteration, expected the loop inside the task [P3]}}
      pipegroup.task @fill warps(4, 1) {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
      // A task that writes its states decides for itself.
      pipegroup.task @read warps(0, 4) {
        %c = pipegroup.start @g consumer : !pipegroup.state<2>
        pipegroup.wait @g::@m[%c] : !pipegroup.state<2>
      }
    }
  }
  return
}
