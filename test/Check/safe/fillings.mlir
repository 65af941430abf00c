// accepts: C10
// A filling may be waited for without being used up, the last ones need not be used at all, and members
// of a fork use each filling once each.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}

// -----

pipegroup.group @g fork {
  pipegroup.member @a async_async stages(2)
  pipegroup.member @b async_async stages(2)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(128) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        pipegroup.acquire @g::@b
        pipegroup.commit @g
      }
    }
    pipegroup.task @a warps(1, 2) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@a
        pipegroup.release @g::@a
      }
    }
    pipegroup.task @b warps(3, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@b
        pipegroup.release @g::@b
      }
    }
  }
  return
}
