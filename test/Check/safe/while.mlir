// States go through `scf.while`; both sides here are in one task, so that they leave together.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%p: memref<i1>) {
  pipegroup.init @g
  pipegroup.specialize threads(32) {
    pipegroup.task @both warps(0, 1) {
      scf.while : () -> () {
        %x = memref.load %p[] : memref<i1>
        scf.condition(%x)
      } do {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
        pipegroup.wait @g::@m
        pipegroup.release @g
        scf.yield
      }
    }
  }
  return
}
