// Loops that end by a condition of their own: what each of them reads may differ.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel(%p: memref<i1>) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.while : () -> () {
        // expected-note @below {{it takes this value}}
        %x = memref.load %p[] : memref<i1>
        scf.condition(%x)
      } do {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
        scf.yield
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.while : () -> () {
        %x = memref.load %p[] : memref<i1>
        scf.condition(%x)
      } do {
        pipegroup.wait @g::@m
        pipegroup.release @g
        scf.yield
      }
    }
  }
  return
}
