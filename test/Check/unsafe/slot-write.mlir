// C6: a slot is written between its acquire and its commit only.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Written before the acquire.
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
        %x = arith.constant 1.0 : f32
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        // expected-error @below {{'memref.store' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        memref.store %x, %b[%c0] : memref<64xf32, 3>
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        // expected-note @below {{the other side is task '@use' here}}
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Written after the commit.
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
        %x = arith.constant 1.0 : f32
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
        // expected-note @below {{the other side is task '@fill' here}}
        memref.store %x, %b[%c0] : memref<64xf32, 3>
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        // expected-error @below {{'pipegroup.release' op of task '@use' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Written after the commit, as a vector through a view.
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
        %x = arith.constant dense<1.0> : vector<4xf32>
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
        %w = memref.subview %b[32][32][1] : memref<64xf32, 3> to memref<32xf32, strided<[1], offset: 32>, 3>
        // expected-note @below {{the other side is task '@fill' here}}
        vector.transfer_write %x, %w[%c0] {in_bounds = [true]} : vector<4xf32>, memref<32xf32, strided<[1], offset: 32>, 3>
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        // expected-error @below {{'pipegroup.release' op of task '@use' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Written after the commit, through an address.
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
        %x = arith.constant 1.0 : f32
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> !llvm.ptr<3>
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
        %a = llvm.getelementptr %b[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f32
        // expected-note @below {{the other side is task '@fill' here}}
        llvm.store %x, %a : f32, !llvm.ptr<3>
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        // expected-error @below {{'pipegroup.release' op of task '@use' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Written after the commit, in an inner loop.
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
        %x = arith.constant 1.0 : f32
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
        scf.for %j = %c0 to %n step %c1 {
          // expected-note @below {{the other side is task '@fill' here}}
          memref.store %x, %b[%j] : memref<64xf32, 3>
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        // expected-error @below {{'pipegroup.release' op of task '@use' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// The consumer writes in place after its release.
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
        %x = arith.constant 1.0 : f32
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        pipegroup.release @g
        // expected-note @below {{the other side is task '@use' here}}
        memref.store %x, %s[%c0] : memref<64xf32, 3>
      }
    }
  }
  return
}

// -----

// Written after the loop: the consumer may not have come so far.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have 2 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
      %x = arith.constant 1.0 : f32
      %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
      %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
      // expected-error @below {{'memref.store' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
      memref.store %x, %b[%c0] : memref<64xf32, 3>
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        // expected-note @below {{the other side is task '@use' here}}
        pipegroup.release @g
      }
    }
  }
  return
}
