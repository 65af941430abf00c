// A loop to a maximum with a constant has rounds, of which one is peeled off: the releases of a
// product lag, and every tile starts with a wait.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// At least one.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(64) advance_on_wait
}
func.func @kernel(%tiles: i32, %k: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %n = arith.maxsi %k, %c1 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %tile = %c0 to %tiles step %c1 : i32 {
        scf.for %i = %c0 to %n step %c64 : i32 {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %tile = %c0 to %tiles step %c1 : i32 {
        pipegroup.wait @g::@m
        scf.for %i = %c64 to %n step %c64 : i32 {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Rounds are counted.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(64) advance_on_wait
}
func.func @kernel(%tiles: i32, %k: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %most = arith.maxsi %c1, %k : i32
  %n = arith.ceildivsi %most, %c64 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %tile = %c0 to %tiles step %c1 : i32 {
        scf.for %i = %c0 to %n step %c1 : i32 {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %tile = %c0 to %tiles step %c1 : i32 {
        pipegroup.wait @g::@m
        scf.for %i = %c1 to %n step %c1 : i32 {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// At least two, of which one is peeled off.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(64) advance_on_wait
}
func.func @kernel(%tiles: i32, %k: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %n = arith.maxsi %k, %c128 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %tile = %c0 to %tiles step %c1 : i32 {
        scf.for %i = %c0 to %n step %c64 : i32 {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %tile = %c0 to %tiles step %c1 : i32 {
        pipegroup.wait @g::@m
        scf.for %i = %c64 to %n step %c64 : i32 {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Neither side has the first round in its loop.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(64) advance_on_wait
}
func.func @kernel(%tiles: i32, %k: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %tile = %c0 to %tiles step %c1 : i32 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
        scf.for %i = %c64 to %k step %c64 : i32 {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %tile = %c0 to %tiles step %c1 : i32 {
        pipegroup.wait @g::@m
        scf.for %i = %c64 to %k step %c64 : i32 {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
        pipegroup.release @g
      }
    }
  }
  return
}
