// Loops whose ranges differ by one or two and whose step is a value: that one of them may have fewer
// trips is found where it matters.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// One round too few is filled.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-note @below {{it happens when this argument is 1}}
func.func @kernel(%tiles: i32) {
  %c1 = arith.constant 1 : i32
  %first = nvvm.read.ptx.sreg.ctaid.x : i32
  %ctas = nvvm.read.ptx.sreg.nctaid.x : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %later = arith.addi %first, %c1 : i32
      scf.for %t = %later to %tiles step %ctas : i32 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %t = %first to %tiles step %ctas : i32 {
        // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 32 arrivals [C1]}}
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Two rounds more are filled than there are slots.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
// expected-note @below {{it happens when this argument is 2}}
func.func @kernel(%tiles: i32) {
  %c2 = arith.constant 2 : i32
  %first = nvvm.read.ptx.sreg.ctaid.x : i32
  %ctas = nvvm.read.ptx.sreg.nctaid.x : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %t = %first to %tiles step %ctas : i32 {
        // expected-error @below {{'pipegroup.acquire' op hangs: task '@fill' waits for ever for empty of '@g', slot 0, phase 0, which lacks 32 arrivals [C1]}}
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

// Nobody frees the last round, which the end of the task waits for.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-note @below {{it happens when this argument is 0}}
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
      // expected-error @below {{'pipegroup.tail' op hangs: task '@fill' waits for ever for empty of '@g', slot 0, phase 0, which lacks 32 arrivals [C1]}}
      pipegroup.tail @g::@m
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

// A round that is made up for although it need not be missing.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-note @below {{it happens when this argument is 1}}
// expected-note @below {{it happens when this argument is 2}}
func.func @kernel(%n: i32, %s: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %more = arith.addi %n, %c1 : i32
      scf.for %t = %c0 to %more step %s : i32 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %t = %c0 to %n step %s : i32 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
      // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 1, phase 0, which lacks 32 arrivals [C1]}}
      pipegroup.wait @g::@m
    }
  }
  return
}

// -----

// To constants.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
// expected-note @below {{it happens when this argument is 1}}
func.func @kernel(%s: i32) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %c9 = arith.constant 9 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %t = %c0 to %c8 step %s : i32 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %t = %c0 to %c9 step %s : i32 {
        // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 8, which lacks 32 arrivals [C1]}}
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}
