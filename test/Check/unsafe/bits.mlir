// One bit that is set is -1 as a signed number, and 0 if another one is added.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// No trips to -1.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel() {
  %z0 = arith.constant 0 : index
  %z1 = arith.constant 1 : index
  %true = arith.constant true
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %n = arith.index_cast %true : i1 to index
      scf.for %i = %z0 to %n step %z1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 32 arrivals [C1]}}
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}

// -----

// A sum.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel() {
  %true = arith.constant true
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %q = arith.addi %true, %true : i1
      scf.if %q {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 32 arrivals [C1]}}
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}

// -----

// It is not greater than 0.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel() {
  %true = arith.constant true
  %false = arith.constant false
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %q = arith.cmpi sgt, %true, %false : i1
      scf.if %q {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 32 arrivals [C1]}}
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}

// -----

// A bit that is shifted to the first one of eight.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel() {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %c64 = arith.constant 64 : i8
  %x = arith.shli %c64, %c1 : i8
  %c = arith.cmpi slt, %x, %c0 : i8
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      pipegroup.release @g
      scf.if %c {
        // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 1, which lacks 32 arrivals [C1]}}
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// The first one of sixteen bits.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel() {
  %c0 = arith.constant 0 : i16
  %c1 = arith.constant 1 : i16
  %c64 = arith.constant 64 : i16
  %w = arith.constant 32768 : i32
  %x = arith.trunci %w : i32 to i16
  %c = arith.cmpi slt, %x, %c0 : i16
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      pipegroup.release @g
      scf.if %c {
        // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 1, which lacks 32 arrivals [C1]}}
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// A cast to eight bits, of which the first one is set.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel() {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %c64 = arith.constant 64 : i8
  %w = arith.constant 200 : index
  %x = arith.index_cast %w : index to i8
  %c = arith.cmpi slt, %x, %c0 : i8
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      pipegroup.release @g
      scf.if %c {
        // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 1, which lacks 32 arrivals [C1]}}
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// The last bit of 4.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel() {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %c64 = arith.constant 64 : i8
  %w = arith.constant 4 : index
  %x = arith.index_castui %w : index to i1
  %y = arith.extui %x : i1 to i8
  %c = arith.cmpi eq, %y, %c0 : i8
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      pipegroup.release @g
      scf.if %c {
        // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 1, which lacks 32 arrivals [C1]}}
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}
