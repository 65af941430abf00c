// accepts: C6, C7
// What consumers write into a slot is known to what reads it by the async proxy.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// With a fence.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
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
        memref.store %x, %s[%c0] : memref<64xf32, 3>
        pipegroup.fence_proxy_async
        pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
        pipegroup.tma_store_wait 0 read
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Two warps, which fence and then wait for each other.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
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
        memref.store %x, %s[%c0] : memref<64xf32, 3>
        pipegroup.fence_proxy_async
        nvvm.barrier id = %one number_of_threads = %threads
        pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
        pipegroup.tma_store_wait 0 read
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Two warps that share the work, and nothing asynchronous.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
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
        memref.store %x, %s[%c0] : memref<64xf32, 3>
        %v = memref.load %s[%c0] : memref<64xf32, 3>
        pipegroup.release @g
      }
    }
  }
  return
}
