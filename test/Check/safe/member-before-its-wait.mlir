// Members may be waited for in any order before the release.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @a tma_async stages(2) bytes(64)
  pipegroup.member @b async_async stages(2)
}
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
        pipegroup.acquire @g::@b
        pipegroup.commit @g::@b
      }
    }
    pipegroup.task @use warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@b
        pipegroup.wait @g::@a
        pipegroup.release @g
      }
    }
  }
  return
}
