// accepts: C6
// A slot that a TMA store reads is released once it has been read.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Read.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
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
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
        pipegroup.tma_store_wait 0 read
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Written, which is later.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
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
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
        pipegroup.tma_store_wait 0
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Two stores of one slot, one of which is behind a branch.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
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
        memref.store %x, %b[%c0] : memref<64xf32, 3>
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
        scf.if %q {
          pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
        }
        pipegroup.tma_store_wait 0 read
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// From an address, into a slot of one.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1) slot(memref<64xf32, 3>)
}
func.func @kernel(%n: index, %d: !llvm.ptr, %k: i32) {
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
        %c = pipegroup.current @g consumer : !pipegroup.state<1>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<1> -> !llvm.ptr<3>
        pipegroup.wait @g::@m
        pipegroup.tma_store %s to %d[%k] : !llvm.ptr<3>, !llvm.ptr
        pipegroup.tma_store_wait 0 read
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// A wait of another dialect, and a task without ops before those that wait.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
func.func @kernel(%d: !llvm.ptr, %k: i32) {
  %c0 = arith.constant 0 : index
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @idle warps(2, 1) {
    }
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
      pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
      nvvm.cp.async.bulk.wait_group 0
    }
  }
  return
}

// -----

// By the same warp after its task, and assembly that waits for nothing.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
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
      pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
      llvm.inline_asm has_side_effects "nanosleep.u32 20;", "" : () -> ()
    }
  }
  pipegroup.tma_store_wait 0 read
  return
}
