// Loops whose ranges differ by one or two and whose step is a value: the shorter one has as many
// trips, or that many less.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// The last round stays in its slot.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel(%tiles: i32) {
  %c1 = arith.constant 1 : i32
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
      %later = arith.addi %first, %c1 : i32
      scf.for %t = %later to %tiles step %ctas : i32 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// A round too many is filled.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel(%tiles: i32) {
  %c1 = arith.constant 1 : i32
  %first = nvvm.read.ptx.sreg.ctaid.x : i32
  %ctas = nvvm.read.ptx.sreg.nctaid.x : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %more = arith.addi %tiles, %c1 : i32
      scf.for %t = %first to %more step %ctas : i32 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %t = %first to %tiles step %ctas : i32 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Both bounds are later, one by an addition and one by a subtraction.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel(%tiles: i32) {
  %c1 = arith.constant 1 : i32
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
      %m1 = arith.constant -1 : i32
      %later = arith.addi %first, %c1 : i32
      %more = arith.subi %tiles, %m1 : i32
      scf.for %t = %later to %more step %ctas : i32 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Two rounds stay in two slots.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%tiles: i32) {
  %c2 = arith.constant 2 : i32
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
      %later = arith.addi %first, %c2 : i32
      scf.for %t = %later to %tiles step %ctas : i32 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// One less than one less.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel(%tiles: i32) {
  %c1 = arith.constant 1 : i32
  %first = nvvm.read.ptx.sreg.ctaid.x : i32
  %ctas = nvvm.read.ptx.sreg.nctaid.x : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %more = arith.addi %tiles, %c1 : i32
      scf.for %t = %first to %more step %ctas : i32 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      %later = arith.addi %first, %c1 : i32
      %more = arith.addi %tiles, %c1 : i32
      scf.for %t = %later to %more step %ctas : i32 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// A state that the shorter loop carries.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%tiles: i32) {
  %c1 = arith.constant 1 : i32
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
      %later = arith.addi %first, %c1 : i32
      %s0 = pipegroup.start @g consumer : !pipegroup.state<2>
      %end = scf.for %t = %later to %tiles step %ctas iter_args(%s = %s0) -> (!pipegroup.state<2>) : i32 {
        pipegroup.wait @g::@m[%s] : !pipegroup.state<2>
        pipegroup.release @g[%s] : !pipegroup.state<2>
        %next = pipegroup.advance %s : !pipegroup.state<2>
        scf.yield %next : !pipegroup.state<2>
      }
    }
  }
  return
}

// -----

// From constants, by an argument.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel(%n: i32, %s: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %t = %c0 to %n step %s : i32 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %t = %c1 to %n step %s : i32 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Unsigned numbers.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel(%n: i32, %s: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for unsigned %t = %c0 to %n step %s : i32 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for unsigned %t = %c1 to %n step %s : i32 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// To constants.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel() {
  %c8 = arith.constant 8 : i32
  %c9 = arith.constant 9 : i32
  %first = nvvm.read.ptx.sreg.ctaid.x : i32
  %ctas = nvvm.read.ptx.sreg.nctaid.x : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %t = %first to %c9 step %ctas : i32 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %t = %first to %c8 step %ctas : i32 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Between constants.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel(%s: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %t = %c0 to %c9 step %s : i32 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %t = %c1 to %c9 step %s : i32 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Inner loops, by as many as the tile has more or less.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
pipegroup.group @h merge {
  pipegroup.member @m async_async stages(2)
}
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
        scf.for %i = %c1 to %more step %s : i32 {
          pipegroup.wait @h::@m
          pipegroup.release @h
        }
      }
    }
  }
  return
}
