// Members of different types in one group, on both levels.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states -pipegroup-materialize-barriers -canonicalize \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Threads, TMA and a tensor core fill for the same threads.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(3)
  pipegroup.member @b tma_async stages(3) bytes(128)
  pipegroup.member @c umma_async stages(3)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(256) {
    pipegroup.task @a warps(0, 2) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @b warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@b
        pipegroup.commit @g::@b
      }
    }
    pipegroup.task @c warps(3, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@c
        pipegroup.commit @g::@c
      }
    }
    pipegroup.task @use warps(4, 4) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@a
        pipegroup.wait @g::@b
        pipegroup.wait @g::@c
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// TMA fills for the tensor core and for threads.
pipegroup.group @g fork {
  pipegroup.member @a tma_umma stages(3) bytes(128)
  pipegroup.member @b tma_async stages(3) bytes(128)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(256) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        pipegroup.acquire @g::@b
        pipegroup.commit @g
      }
      pipegroup.tail @g
    }
    pipegroup.task @mma warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@a
        pipegroup.release @g::@a
      }
    }
    pipegroup.task @use warps(4, 4) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@b
        pipegroup.release @g::@b
      }
    }
  }
  return
}
