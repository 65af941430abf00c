// Faults of persistent kernels show in a grid of one CTA, with sizes of several tiles.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// No slot is released.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(64)
}
// expected-note @below {{it happens when this argument is 128}}
func.func @kernel(%m: i32, %k: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %tiles = arith.ceildivsi %m, %c128 : i32
  %first = nvvm.read.ptx.sreg.ctaid.x : i32
  %ctas = nvvm.read.ptx.sreg.nctaid.x : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %tile = %first to %tiles step %ctas : i32 {
        scf.for %depth = %c0 to %k step %c64 : i32 {
          pipegroup.acquire @g::@m
          // expected-error @below {{of task '@fill' arrives at full of '@g::@m', slot 1 of a CTA that may have exited [C9]}}
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %tile = %first to %tiles step %ctas : i32 {
        scf.for %depth = %c0 to %k step %c64 : i32 {
          pipegroup.wait @g::@m
        }
      }
    }
  }
  return
}

// -----

// A slot is filled again while it may be in use.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(64)
}
// expected-note @below {{it happens when this argument is 1}}
func.func @kernel(%m: i32, %k: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %tiles = arith.ceildivsi %m, %c128 : i32
  %first = nvvm.read.ptx.sreg.ctaid.x : i32
  %ctas = nvvm.read.ptx.sreg.nctaid.x : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %tile = %first to %tiles step %ctas : i32 {
        scf.for %depth = %c0 to %k step %c64 : i32 {
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %tile = %first to %tiles step %ctas : i32 {
        scf.for %depth = %c0 to %k step %c64 : i32 {
          // expected-error @below {{hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 1 arrival and got 64 bytes too many [C1]}}
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
      }
    }
  }
  return
}
