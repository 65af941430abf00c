// C6: a slot is read between its wait and its release only, by whatever op.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Read before its wait.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        // expected-note @below {{the other side is task '@fill' here}}
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

// Read in the slot of the round that is not waited for yet.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 2 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        // expected-error @below {{'pipegroup.commit' op of task '@fill' uses '@g::@m', slot 1 while it may still be in use [C6]}}
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %d = pipegroup.advance %c : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%d] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        // expected-note @below {{the other side is task '@use' here}}
        %v = memref.load %s[%c0] : memref<64xf32, 3>
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Read after the release: memref.load.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        // expected-error @below {{'pipegroup.commit' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        pipegroup.release @g
        // expected-note @below {{the other side is task '@use' here}}
        %v = memref.load %s[%c0] : memref<64xf32, 3>
      }
    }
  }
  return
}

// -----

// Read after the release: a subview.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        // expected-error @below {{'pipegroup.commit' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        pipegroup.release @g
        %w = memref.subview %s[32][32][1] : memref<64xf32, 3> to memref<32xf32, strided<[1], offset: 32>, 3>
        // expected-note @below {{the other side is task '@use' here}}
        %v = memref.load %w[%c0] : memref<32xf32, strided<[1], offset: 32>, 3>
      }
    }
  }
  return
}

// -----

// Read after the release: vector.load.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        // expected-error @below {{'pipegroup.commit' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        pipegroup.release @g
        // expected-note @below {{the other side is task '@use' here}}
        %v = vector.load %s[%c0] : memref<64xf32, 3>, vector<4xf32>
      }
    }
  }
  return
}

// -----

// Read after the release: vector.transfer_read.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        // expected-error @below {{'pipegroup.commit' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        pipegroup.release @g
        %f = arith.constant 0.0 : f32
        // expected-note @below {{the other side is task '@use' here}}
        %v = vector.transfer_read %s[%c0], %f {in_bounds = [true]} : memref<64xf32, 3>, vector<4xf32>
      }
    }
  }
  return
}

// -----

// Read after the release: llvm.load of an address.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        // expected-error @below {{'pipegroup.commit' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
        pipegroup.wait @g::@m
        pipegroup.release @g
        %a = llvm.getelementptr %s[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f32
        // expected-note @below {{the other side is task '@use' here}}
        %v = llvm.load %a : !llvm.ptr<3> -> f32
      }
    }
  }
  return
}

// -----

// Read after the release: an address in the generic space.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        // expected-error @below {{'pipegroup.commit' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
        pipegroup.wait @g::@m
        pipegroup.release @g
        %a = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr
        // expected-note @below {{the other side is task '@use' here}}
        %v = llvm.load %a : !llvm.ptr -> f32
      }
    }
  }
  return
}

// -----

// Read after the release: a cast.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        // expected-error @below {{'pipegroup.commit' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        pipegroup.release @g
        %w = memref.cast %s : memref<64xf32, 3> to memref<?xf32, 3>
        // expected-note @below {{the other side is task '@use' here}}
        %v = memref.load %w[%c0] : memref<?xf32, 3>
      }
    }
  }
  return
}

// -----

// Read after the release: memref.copy.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
func.func @kernel(%n: index, %out: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        // expected-error @below {{'pipegroup.commit' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        pipegroup.release @g
        // expected-note @below {{the other side is task '@use' here}}
        memref.copy %s, %out : memref<64xf32, 3> to memref<64xf32>
      }
    }
  }
  return
}

// -----

// Read after the release: an atomic.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        // expected-error @below {{'pipegroup.commit' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        pipegroup.release @g
        %f = arith.constant 1.0 : f32
        // expected-note @below {{the other side is task '@use' here}}
        %v = memref.atomic_rmw addf %f, %s[%c0] : (f32, memref<64xf32, 3>) -> f32
      }
    }
  }
  return
}

// -----

// In an inner loop without protocol ops.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        // expected-error @below {{'pipegroup.commit' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        pipegroup.release @g
        scf.for %j = %c0 to %n step %c1 {
          // expected-note @below {{the other side is task '@use' here}}
          %v = memref.load %s[%j] : memref<64xf32, 3>
        }
      }
    }
  }
  return
}

// -----

// In a branch without protocol ops.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        // expected-error @below {{'pipegroup.commit' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        pipegroup.release @g
        %z = arith.cmpi eq, %i, %c1 : index
        scf.if %z {
          // expected-note @below {{the other side is task '@use' here}}
          %v = memref.load %s[%c0] : memref<64xf32, 3>
        }
      }
    }
  }
  return
}

// -----

// In a branch that depends on an argument.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
func.func @kernel(%n: index, %q: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        // expected-error @below {{'pipegroup.commit' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        pipegroup.release @g
        scf.if %q {
          // expected-note @below {{the other side is task '@use' here}}
          %v = memref.load %s[%c0] : memref<64xf32, 3>
        }
      }
    }
  }
  return
}
