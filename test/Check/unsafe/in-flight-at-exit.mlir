// C9: nothing arrives at a barrier of a CTA that may have exited, and nothing that it has started is
// still at work.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// The last load is not waited for.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(64)
}
// expected-note @below {{it happens when loops over this value have 0 trips}}
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
      pipegroup.acquire @g::@m
      // expected-error @below {{'pipegroup.commit' op of task '@fill' arrives at full of '@g::@m', slot 0 of a CTA that may have exited [C9]}}
      pipegroup.commit @g::@m
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

// A tensor core commits to a barrier of which nobody waits for the last phase.
pipegroup.group @g merge {
  pipegroup.member @m umma_async stages(2)
}
// expected-note @below {{it happens when loops over this value have 0 trips}}
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
      pipegroup.acquire @g::@m
      // expected-error @below {{'pipegroup.commit' op of task '@fill' arrives at full of '@g::@m', slot 0 of a CTA that may have exited [C9]}}
      pipegroup.commit @g::@m
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

// The last release by a tensor core may be in flight, too.
pipegroup.group @g merge {
  pipegroup.member @m tma_umma stages(2) bytes(64)
}
// expected-note @below {{it happens when loops over this value have 1 trips}}
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
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        // expected-error @below {{'pipegroup.release' op of task '@use' arrives at empty of '@g', slot 0 of a CTA that may have exited [C9]}}
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// A store still reads when the CTA exits: the wait leaves the last one, and nothing waits for that.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have 1 trips}}
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
        memref.store %x, %b[%c0] : memref<64xf32, 3>
        pipegroup.fence_proxy_async
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        // expected-error @below {{'pipegroup.tma_store' op of task '@use' may still be under way when its CTA has exited, expected a wait for it [C9]}}
        pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
        pipegroup.tma_store_wait 1 read
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// The wait after the tasks is in a branch.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when this condition is false}}
func.func @kernel(%d: !llvm.ptr, %k: i32, %q: i1) {
  %c0 = arith.constant 0 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
      %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
      %x = arith.constant 1.0 : f32
      memref.store %x, %b[%c0] : memref<64xf32, 3>
      pipegroup.fence_proxy_async
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      %c = pipegroup.current @g consumer : !pipegroup.state<2>
      %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
      // expected-error @below {{'pipegroup.tma_store' op of task '@use' may still be under way when its CTA has exited, expected a wait for it [C9]}}
      pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
    }
  }
  scf.if %q {
    pipegroup.tma_store_wait 0 read
  }
  return
}

// -----

// A function that is called does not wait.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
func.func private @count() {
  %c0 = arith.constant 0 : index
  return
}
func.func @kernel(%d: !llvm.ptr, %k: i32) {
  %c0 = arith.constant 0 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
      %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
      %x = arith.constant 1.0 : f32
      memref.store %x, %b[%c0] : memref<64xf32, 3>
      pipegroup.fence_proxy_async
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      %c = pipegroup.current @g consumer : !pipegroup.state<2>
      %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
      // expected-error @below {{'pipegroup.tma_store' op of task '@use' may still be under way when its CTA has exited, expected a wait for it [C9]}}
      pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
      func.call @count() : () -> ()
    }
  }
  return
}

// -----

// What a warp does to the barriers of another CTA in a second set of tasks waits for none of its stores.
pipegroup.barriers @b size(1)
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
func.func @kernel(%d: !llvm.ptr, %k: i32) attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %both = arith.constant 3 : i32
  %x = arith.constant 1.0 : f32
  %own = pipegroup.barrier @b[%z] : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %own count(2)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cluster relaxed
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
      %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
      memref.store %x, %b[%c0] : memref<64xf32, 3>
      pipegroup.fence_proxy_async
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      %c = pipegroup.current @g consumer : !pipegroup.state<2>
      %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
      // expected-error @below {{'pipegroup.tma_store' op of task '@use' in CTA 0 may still be under way when its CTA has exited, expected a wait for it [C9]}}
      pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
    }
  }
  pipegroup.specialize threads(64) {
    pipegroup.task @meet warps(1, 1) {
      pipegroup.for_ctas %both {
      ^bb0(%rank: i32):
        %there = pipegroup.barrier @b[%z] cta(%rank) : !llvm.ptr<7>
        pipegroup.barrier_arrive %there : !llvm.ptr<7>
      }
      pipegroup.barrier_wait %own parity(%z)
    }
  }
  return
}
