// A value that is computed cannot be everything: a kernel is not refused for a number of rounds that
// it never has, and not proved either.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// At least one round, by a condition, which the consumer peels off without asking.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-remark @below {{not proved}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %any = arith.cmpi sgt, %n, %c0 : index
      // expected-note @below {{it takes this value}}
      %k = arith.select %any, %n, %c1 : index
      scf.for %i = %c0 to %k step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      %any = arith.cmpi sgt, %n, %c0 : index
      %k = arith.select %any, %n, %c1 : index
      pipegroup.wait @g::@m
      pipegroup.release @g
      scf.for %i = %c1 to %k step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// At most two rounds, of two slots that are not freed.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-remark @below {{not proved}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      // expected-note @below {{it takes this value}}
      %k = arith.minsi %n, %c2 : index
      scf.for %i = %c0 to %k step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      %s = pipegroup.start @g consumer : !pipegroup.state<2>
      %x = arith.cmpi sgt, %n, %c0 : index
      scf.if %x {
        pipegroup.wait @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

// -----

// A condition that never holds.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-remark @below {{not proved}}
func.func @kernel(%n: index) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %r = arith.remui %n, %c2 : index
      // expected-note @below {{it takes this value}}
      %x = arith.cmpi eq, %r, %c3 : index
      scf.if %x {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}

// -----

// A loop that never runs.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-remark @+2 {{not proved}}
// expected-note @below {{it takes this value}}
func.func @kernel(%n: index) {
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %n to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}

// -----

// A sum and the same sum.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel(%n: i32) {
  %c1 = arith.constant 1 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %a = arith.addi %n, %c1 : i32
      %b = arith.addi %n, %c1 : i32
      // expected-note @below {{it takes this value}}
      %any = arith.cmpi eq, %a, %b : i32
      scf.if %any {
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

// A number and the next one.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel(%n: i32) {
  %c1 = arith.constant 1 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
      %a = arith.addi %n, %c1 : i32
      // expected-note @below {{it takes this value}}
      %any = arith.cmpi eq, %a, %n : i32
      scf.if %any {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
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

// To its own step: one trip at most.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
// expected-note @below {{it takes this value}}
func.func @kernel(%n: i32) {
  %c0 = arith.constant 0 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
      scf.for %i = %c0 to %n step %n : i32 {
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
