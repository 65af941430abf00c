// C2 and C6: the bytes that come are those that are expected, each part of a slot once.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// A part is missing.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have 1 trips}}
func.func @kernel(%n: index, %d: !llvm.ptr<1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        pipegroup.acquire @g::@m
        scf.for %j = %c0 to %c3 step %c1 {
          %k = arith.index_cast %j : index to i32
          pipegroup.bulk_load %d, @g::@m[%p] part(%k of 4) : !llvm.ptr<1>, !pipegroup.state<2>
        }
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 64 bytes [C2]}}
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// A part too many, which is another one of the same slot.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
// expected-note @below {{it happens when this condition is true}}
func.func @kernel(%n: index, %d: !llvm.ptr<1>, %q: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        pipegroup.acquire @g::@m
        scf.for %j = %c0 to %c4 step %c1 {
          %k = arith.index_cast %j : index to i32
          // expected-note @below {{the other side is task '@fill' here}}
          pipegroup.bulk_load %d, @g::@m[%p] part(%k of 4) : !llvm.ptr<1>, !pipegroup.state<2>
        }
        scf.if %q {
          // expected-error @below {{'pipegroup.bulk_load' op of task '@fill' uses '@g::@m', part 0 of slot 0 while it may still be in use [C6]}}
          pipegroup.bulk_load %d, @g::@m[%p] part(%z of 4) : !llvm.ptr<1>, !pipegroup.state<2>
        }
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// A part that is loaded twice, instead of another one.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index, %d: !llvm.ptr<1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        pipegroup.acquire @g::@m
        scf.for %j = %c0 to %c4 step %c1 {
          // expected-error @below {{'pipegroup.bulk_load' op of task '@fill' uses '@g::@m', part 0 of slot 0 while it may still be in use [C6]}}
          // expected-note @below {{the other side is task '@fill' here}}
          pipegroup.bulk_load %d, @g::@m[%p] part(%z of 4) : !llvm.ptr<1>, !pipegroup.state<2>
        }
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Before the acquire.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
// expected-note @below {{it happens when this condition is false}}
func.func @kernel(%n: index, %d: !llvm.ptr<1>, %q: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        scf.if %q {
          pipegroup.bulk_load %d, @g::@m[%p] : !llvm.ptr<1>, !pipegroup.state<2>
        } else {
          // expected-error @below {{'pipegroup.bulk_load' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
          // expected-note @below {{the other side is task '@fill' here}}
          pipegroup.bulk_load %d, @g::@m[%p] : !llvm.ptr<1>, !pipegroup.state<2>
        }
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// On one way only.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have 1 trips}}
// expected-note @below {{it happens when this condition is false}}
func.func @kernel(%n: index, %d: !llvm.ptr<1>, %q: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        pipegroup.acquire @g::@m
        scf.if %q {
          pipegroup.bulk_load %d, @g::@m[%p] : !llvm.ptr<1>, !pipegroup.state<2>
        }
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 256 bytes [C2]}}
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// A size that is less than the slot.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have 1 trips}}
// expected-note @below {{it happens when this condition is false}}
func.func @kernel(%n: index, %d: !llvm.ptr<1>, %q: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 240 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        pipegroup.acquire @g::@m
        scf.if %q {
          pipegroup.bulk_load %d, @g::@m[%p] size(%z) : !llvm.ptr<1>, !pipegroup.state<2>
        } else {
          pipegroup.bulk_load %d, @g::@m[%p] size(%z) : !llvm.ptr<1>, !pipegroup.state<2>
        }
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 16 bytes [C2]}}
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Into the slot of the next round.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have 1 trips}}
func.func @kernel(%n: index, %d: !llvm.ptr<1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        pipegroup.acquire @g::@m
        %o = pipegroup.advance %p : !pipegroup.state<2>
        pipegroup.bulk_load %d, @g::@m[%o] : !llvm.ptr<1>, !pipegroup.state<2>
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 256 bytes [C2]}}
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// The slot is read before the bytes are waited for.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index, %d: !llvm.ptr<1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        pipegroup.acquire @g::@m
        // expected-note @below {{the other side is task '@fill' here}}
        pipegroup.bulk_load %d, @g::@m[%p] : !llvm.ptr<1>, !pipegroup.state<2>
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        // expected-error @below {{'memref.load' op of task '@use' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        %v = memref.load %s[%c0] : memref<64xf32, 3>
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Two warps load the same.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index, %d: !llvm.ptr<1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 2) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        pipegroup.acquire @g::@m
        // expected-error @below {{'pipegroup.bulk_load' op of warp 1 of task '@fill' uses '@g::@m', part 0 of slot 0 while it may still be in use [C6]}}
        // expected-note @below {{the other side is warp 0 of task '@fill' here}}
        pipegroup.bulk_load %d, @g::@m[%p] part(%z of 2) : !llvm.ptr<1>, !pipegroup.state<2>
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}
