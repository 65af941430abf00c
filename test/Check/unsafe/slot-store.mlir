// C6: a slot that a TMA store reads is released once it has been read.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Nothing waits for the store.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
func.func @kernel(%n: index, %d: !llvm.ptr, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        %x = arith.constant 1.0 : f32
        // expected-error @below {{'memref.store' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        memref.store %x, %b[%c0] : memref<64xf32, 3>
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        // expected-note @below {{the other side is task '@use' here}}
        pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
        pipegroup.release @g
      }
      pipegroup.tma_store_wait 0 read
    }
  }
  return
}

// -----

// The wait comes after the release.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
func.func @kernel(%n: index, %d: !llvm.ptr, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        %x = arith.constant 1.0 : f32
        // expected-error @below {{'memref.store' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        memref.store %x, %b[%c0] : memref<64xf32, 3>
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        // expected-note @below {{the other side is task '@use' here}}
        pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
        pipegroup.release @g
        pipegroup.tma_store_wait 0 read
      }
      pipegroup.tma_store_wait 0 read
    }
  }
  return
}

// -----

// The wait leaves the store that was just started.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
func.func @kernel(%n: index, %d: !llvm.ptr, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        %x = arith.constant 1.0 : f32
        // expected-error @below {{'memref.store' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        memref.store %x, %b[%c0] : memref<64xf32, 3>
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        // expected-note @below {{the other side is task '@use' here}}
        pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
        pipegroup.tma_store_wait 1 read
        pipegroup.release @g
      }
      pipegroup.tma_store_wait 0 read
    }
  }
  return
}

// -----

// The wait is in a branch.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
// expected-note @below {{it happens when this condition is false}}
func.func @kernel(%n: index, %d: !llvm.ptr, %k: i32, %q: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        %x = arith.constant 1.0 : f32
        // expected-error @below {{'memref.store' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        memref.store %x, %b[%c0] : memref<64xf32, 3>
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        // expected-note @below {{the other side is task '@use' here}}
        pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
        scf.if %q {
          pipegroup.tma_store_wait 0 read
        }
        pipegroup.release @g
      }
      pipegroup.tma_store_wait 0 read
    }
  }
  return
}

// -----

// A wait for the tensor core is another one.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
func.func @kernel(%n: index, %d: !llvm.ptr, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        %x = arith.constant 1.0 : f32
        // expected-error @below {{'memref.store' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        memref.store %x, %b[%c0] : memref<64xf32, 3>
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        // expected-note @below {{the other side is task '@use' here}}
        pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
        pipegroup.wgmma_wait 0
        pipegroup.release @g
      }
      pipegroup.tma_store_wait 0 read
    }
  }
  return
}
