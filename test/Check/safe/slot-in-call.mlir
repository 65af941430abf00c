// A function that gets a slot fills it, as a producer, or uses it, as a consumer.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xi32, 3>)
}
func.func private @fill(memref<64xi32, 3>)
func.func private @use(memref<64xi32, 3>)
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        %to = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xi32, 3>
        func.call @fill(%to) : (memref<64xi32, 3>) -> ()
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %from = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xi32, 3>
        func.call @use(%from) : (memref<64xi32, 3>) -> ()
        pipegroup.release @g
      }
    }
  }
  return
}
