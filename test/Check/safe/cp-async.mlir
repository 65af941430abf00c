// `cp.async` arrives for each thread when its copies have ended, without a further arrival; the
// copies are not generic writes that a fence before the commit would cover.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) transport(cp_async)
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
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// For a tensor core the consumer fences.
pipegroup.group @g merge {
  pipegroup.member @m async_umma stages(2) transport(cp_async)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
      pipegroup.tail @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}
