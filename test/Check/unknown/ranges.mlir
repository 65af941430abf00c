// Not all is known of ranges that are gone through by steps of any size: those that differ by more
// than two are not compared, and no numbers are tried for inner loops that go as far as the counter
// of the outer one.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Three rounds less.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(3)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
// expected-note @below {{it takes this value}}
func.func @kernel(%tiles: i32) {
  %c3 = arith.constant 3 : i32
  %first = nvvm.read.ptx.sreg.ctaid.x : i32
  %ctas = nvvm.read.ptx.sreg.nctaid.x : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %t = %first to %tiles step %ctas : i32 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      %later = arith.addi %first, %c3 : i32
      scf.for %t = %later to %tiles step %ctas : i32 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Inner loops, as far as the tile, of which one has less rounds.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
pipegroup.group @h merge {
  pipegroup.member @m async_async stages(2)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
// expected-note @below {{it takes this value}}
func.func @kernel(%tiles: i32, %s: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %first = nvvm.read.ptx.sreg.ctaid.x : i32
  %ctas = nvvm.read.ptx.sreg.nctaid.x : i32
  pipegroup.init @g, @h
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %t = %first to %tiles step %ctas : i32 {
        %more = arith.addi %t, %c1 : i32
        scf.for %i = %c0 to %more step %s : i32 {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
        scf.for %i = %c0 to %t step %s : i32 {
          pipegroup.acquire @h::@m
          pipegroup.commit @h::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %t = %first to %tiles step %ctas : i32 {
        %more = arith.addi %t, %c1 : i32
        scf.for %i = %c0 to %more step %s : i32 {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
        scf.for %i = %c0 to %more step %s : i32 {
          pipegroup.wait @h::@m
          pipegroup.release @h
        }
      }
    }
  }
  return
}

// -----

// One round at least, by any step.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(8)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel(%s: i32) {
  %c0 = arith.constant 0 : i32
  // expected-note @below {{it takes this value}}
  %c8 = arith.constant 8 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %t = %c0 to %c8 step %s : i32 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}

// -----

// No loop goes on by 0.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel(%n: i32, %s: i32) {
  %c0 = arith.constant 0 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %t = %c0 to %n step %s : i32 {
        // expected-note @below {{it takes this value}}
        %any = arith.cmpi sgt, %n, %c0 : i32
        scf.if %any {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %t = %c0 to %n step %s : i32 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}
