// C7 and C6: what consumers write into a slot is known to what reads it by the async proxy.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Without a fence.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index, %d: !llvm.ptr, %k: i32, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        // expected-note @below {{the other side is task '@use' here}}
        memref.store %x, %s[%c0] : memref<64xf32, 3>
        // expected-error @below {{'pipegroup.tma_store' op of task '@use' uses '@g::@m', slot 0, which was written without a proxy fence in between [C7]}}
        pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
        pipegroup.tma_store_wait 0 read
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// The fence comes before the store.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index, %d: !llvm.ptr, %k: i32, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        pipegroup.fence_proxy_async
        // expected-note @below {{the other side is task '@use' here}}
        memref.store %x, %s[%c0] : memref<64xf32, 3>
        // expected-error @below {{'pipegroup.tma_store' op of task '@use' uses '@g::@m', slot 0, which was written without a proxy fence in between [C7]}}
        pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
        pipegroup.tma_store_wait 0 read
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Each warp fences what it has written, and does not wait for the other one.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index, %d: !llvm.ptr, %k: i32, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 2) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        // expected-error @below {{'memref.store' op of warp 1 of task '@use' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        memref.store %x, %s[%c0] : memref<64xf32, 3>
        pipegroup.fence_proxy_async
        // expected-note @below {{the other side is warp 0 of task '@use' here}}
        pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
        pipegroup.tma_store_wait 0 read
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// They wait for each other, and nobody fences.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index, %d: !llvm.ptr, %k: i32, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %threads = arith.constant 64 : i32
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 2) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        // expected-note @below {{the other side is warp 0 of task '@use' here}}
        memref.store %x, %s[%c0] : memref<64xf32, 3>
        nvvm.barrier id = %one number_of_threads = %threads
        // expected-error @below {{'pipegroup.tma_store' op of warp 1 of task '@use' uses '@g::@m', slot 0, which was written without a proxy fence in between [C7]}}
        pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
        pipegroup.tma_store_wait 0 read
        pipegroup.release @g
      }
    }
  }
  return
}
