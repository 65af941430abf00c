// Numbers are not followed where they may wrap or are taken for unsigned ones, and
// a comparison that always holds is no condition.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// A range check in one comparison.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2)
}
// expected-remark @+1 {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      scf.for %i = %c0 to %c8 step %c1 : i32 {
        %q = arith.subi %i, %c1 : i32
        // expected-note @+1 {{it takes this value}}
        %in = arith.cmpi ult, %q, %c3 : i32
        scf.if %in {
          pipegroup.acquire @g::@a
          pipegroup.commit @g::@a
        }
      }
    }
    pipegroup.task @c warps(1, 1) {
      scf.for %i = %c0 to %c4 step %c1 : i32 {
        pipegroup.wait @g::@a
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Of a legal kernel.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2)
}
// expected-remark @+1 {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      scf.for %i = %c1 to %c4 step %c1 : i32 {
        pipegroup.acquire @g::@a
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @c warps(1, 1) {
      scf.for %i = %c0 to %c8 step %c1 : i32 {
        %q = arith.subi %i, %c1 : i32
        // expected-note @+1 {{it takes this value}}
        %in = arith.cmpi ult, %q, %c3 : i32
        scf.if %in {
          pipegroup.wait @g::@a
          pipegroup.release @g
        }
      }
    }
  }
  return
}

// -----

// A division of a negative number.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2)
}
// expected-remark @+1 {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %m1 = arith.constant -1 : i32
 %c4 = arith.constant 4 : i32
 %q = arith.divui %m1, %c4 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      // expected-note @+1 {{it takes this value}}
      %t = arith.cmpi ugt, %q, %c1 : i32
 scf.if %t {
        pipegroup.acquire @g::@a
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @c warps(1, 1) {
      
        pipegroup.wait @g::@a
        pipegroup.release @g
      
    }
  }
  return
}

// -----

// A bound that does not fit.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2)
}
func.func @kernel(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %min = arith.constant -9223372036854775808 : i64
 %mone = arith.constant -1 : i64
 %z = arith.constant 0 : i64
 %one = arith.constant 1 : i64
 %max = arith.constant 9223372036854775807 : i64
 %q = arith.divui %min, %mone : i64
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      scf.for %i = %z to %q step %one : i64 {
        pipegroup.acquire @g::@a
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @c warps(1, 1) {
      scf.for %i = %z to %q step %one : i64 {
        pipegroup.wait @g::@a
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// A division by zero.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2)
}
// expected-remark @+1 {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %cz = arith.divui %c1, %c0 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      // expected-note @+1 {{it takes this value}}
      %t = arith.cmpi eq, %cz, %c1 : i32
 scf.if %t {
        pipegroup.acquire @g::@a
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @c warps(1, 1) {
      
        pipegroup.wait @g::@a
        pipegroup.release @g
      
    }
  }
  return
}

// -----

// A value and itself.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2)
}
// expected-remark @+1 {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel(%n: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      // expected-note @+1 {{it takes this value}}
      %t = arith.cmpi eq, %n, %n : i1
 scf.if %t {
        pipegroup.acquire @g::@a
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @c warps(1, 1) {
      
        pipegroup.wait @g::@a
        pipegroup.release @g
      
    }
  }
  return
}

// -----

// An unsigned number against 0.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2)
}
// expected-remark @+1 {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      // expected-note @+1 {{it takes this value}}
      %t = arith.cmpi uge, %n, %c0 : i32
 scf.if %t {
        pipegroup.acquire @g::@a
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @c warps(1, 1) {
      
        pipegroup.wait @g::@a
        pipegroup.release @g
      
    }
  }
  return
}

// -----

// As an unsigned number -1 is a large one.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2)
}
// expected-remark @+2 {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
// expected-note @+1 {{it takes this value}}
func.func @kernel(%n: i32) {
  %m1 = arith.constant -1 : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      scf.for unsigned %i = %m1 to %n step %c1 : i32 {
        pipegroup.acquire @g::@a
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @c warps(1, 1) {
      scf.for unsigned %i = %c0 to %n step %c1 : i32 {
        pipegroup.wait @g::@a
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// A number that is only negative before it is extended.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel() {
  %false = arith.constant false
  %z0 = arith.constant 0 : index
  %z1 = arith.constant 1 : index
  %z100 = arith.constant 100 : index
  %k200 = arith.constant 200 : i8
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %e = arith.extui %k200 : i8 to i32
      // expected-note @below {{it takes this value}}
      %n = arith.index_cast %e : i32 to index
      scf.for %i = %z0 to %n step %z100 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.if %false {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// A sum of narrow numbers.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel() {
  %false = arith.constant false
  %z0 = arith.constant 0 : index
  %z1 = arith.constant 1 : index
  %z100 = arith.constant 100 : index
  %k90 = arith.constant 90 : i8
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %b = arith.addi %k90, %k90 : i8
      // expected-note @below {{it takes this value}}
      %n = arith.index_cast %b : i8 to index
      scf.for %i = %z0 to %n step %z100 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.if %false {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// One more than 127 is -128.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
// expected-note @below {{it takes this value}}
func.func @kernel(%n: i8) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %more = arith.addi %n, %c1 : i8
      scf.for %i = %c0 to %more step %c1 : i8 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 : i8 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// From 0 to -1, both of one bit.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel() {
  %false = arith.constant false
  // expected-note @below {{it takes this value}}
  %true = arith.constant true
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %false to %true step %true : i1 {
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

// A counter of which the first eight bits count.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c200 = arith.constant 200 : index
  %z = arith.constant 0 : i8
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      pipegroup.release @g
      scf.for %i = %c0 to %c200 step %c1 {
        %x = arith.index_cast %i : index to i8
        // expected-note @below {{it takes this value}}
        %c = arith.cmpi slt, %x, %z : i8
        scf.if %c {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
      }
    }
  }
  return
}

// -----

// Below zero, an unsigned number is large.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel() {
  %cm2 = arith.constant -2 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %cm2 to %c3 step %c1 : i32 {
        // expected-note @below {{it takes this value}}
        %c = arith.cmpi ult, %i, %c2 : i32
        scf.if %c {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %cm2 to %c2 step %c1 : i32 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// So it is where it gets more bits.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel() {
  %cm2 = arith.constant -2 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %cm2 to %c3 step %c1 : i32 {
        %e = arith.extui %i : i32 to i64
        %k = arith.constant 2 : i64
        // expected-note @below {{it takes this value}}
        %c = arith.cmpi slt, %e, %k : i64
        scf.if %c {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %cm2 to %c2 step %c1 : i32 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}
