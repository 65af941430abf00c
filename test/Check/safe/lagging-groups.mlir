// States that all members share move on once a round; the other one lags a round behind.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// The waits of a merge.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(3) advance_on_wait
  pipegroup.member @b tma_async stages(3) bytes(64) advance_on_wait
}
func.func @kernel(%n: index) {
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(128) {
    pipegroup.task @a warps(0, 1) {
      pipegroup.acquire @g::@a
      pipegroup.commit @g::@a
      scf.for %i = %c1 to %n step %c1 {
        pipegroup.acquire @g::@a
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @b warps(1, 1) {
      pipegroup.acquire @g::@b
      pipegroup.commit @g::@b
      scf.for %i = %c1 to %n step %c1 {
        pipegroup.acquire @g::@b
        pipegroup.commit @g::@b
      }
    }
    pipegroup.task @use warps(2, 2) {
      pipegroup.wait @g::@a
      pipegroup.wait @g::@b
      scf.for %i = %c1 to %n step %c1 {
        pipegroup.wait @g::@a
        pipegroup.wait @g::@b
        pipegroup.release @g
      }
      pipegroup.release @g
    }
  }
  return
}

// -----

// The acquires of a fork.
pipegroup.group @g fork {
  pipegroup.member @a async_async stages(3) advance_on_acquire
  pipegroup.member @b async_async stages(3) advance_on_acquire
}
func.func @kernel(%n: index) {
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@a
      pipegroup.acquire @g::@b
      scf.for %i = %c1 to %n step %c1 {
        pipegroup.acquire @g::@a
        pipegroup.acquire @g::@b
        pipegroup.commit @g
      }
      pipegroup.commit @g
    }
    pipegroup.task @a warps(1, 1) {
      pipegroup.wait @g::@a
      pipegroup.release @g::@a
      scf.for %i = %c1 to %n step %c1 {
        pipegroup.wait @g::@a
        pipegroup.release @g::@a
      }
    }
    pipegroup.task @b warps(2, 1) {
      scf.for %i = %c1 to %n step %c1 {
        pipegroup.wait @g::@b
        pipegroup.release @g::@b
      }
      pipegroup.wait @g::@b
      pipegroup.release @g::@b
    }
  }
  return
}
