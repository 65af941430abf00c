// accepts: C1, C6
// Inner loops over other numbers, around what waits count.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// As many stores as another number says.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
func.func @kernel(%n: index, %m: index, %d: !llvm.ptr, %k: i32) {
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
        scf.for %j = %c0 to %m step %c1 {
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

// As many stores as rounds: of two loops over one number one is inside of the other.
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
        scf.for %j = %c0 to %n step %c1 {
          pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
        }
        pipegroup.tma_store_wait 0 read
        pipegroup.release @g
      }
    }
  }
  return
}
