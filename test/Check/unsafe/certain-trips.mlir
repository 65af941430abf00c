// A round that is peeled off a loop which may have none.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Nothing is known.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(64) advance_on_wait
}
// expected-note @below {{it happens when loops over this value have 1 trips}}
// expected-note @below {{it happens when loops over this value have 0 trips}}
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
        scf.for %i = %c0 to %k step %c64 : i32 {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %tile = %c0 to %tiles step %c1 : i32 {
        // expected-error @below {{hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 1 arrival [C1]}}
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

// -----

// At least none.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(64) advance_on_wait
}
// expected-note @below {{it happens when this argument is 0}}
// expected-note @below {{it happens when this argument is 1}}
func.func @kernel(%tiles: i32, %k: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %n = arith.maxsi %k, %c0 : i32
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
        // expected-error @below {{hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 1 arrival [C1]}}
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

// At least one, of which two are peeled off.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(64) advance_on_wait
}
// expected-note @below {{it happens when this argument is 0}}
// expected-note @below {{it happens when this argument is 1}}
func.func @kernel(%tiles: i32, %k: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %n = arith.maxsi %k, %c64 : i32
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
        // expected-error @below {{hangs: task '@use' waits for ever for full of '@g::@m', slot 1, phase 0, which lacks 1 arrival [C1]}}
        pipegroup.wait @g::@m
        pipegroup.release @g
        scf.for %i = %c128 to %n step %c64 : i32 {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
        pipegroup.release @g
      }
    }
  }
  return
}
