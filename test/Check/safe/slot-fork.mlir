// accepts: C6
// The members of a fork share slots, whichever of them an op names.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Written as those of the second member.
pipegroup.group @g fork {
  pipegroup.member @a async_async stages(2) slot(memref<64xf32, 3>)
  pipegroup.member @b async_async stages(2) slot(memref<64xf32, 3>)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g producer : !pipegroup.state<2>
        pipegroup.acquire @g::@a
        pipegroup.acquire @g::@b
        %x = arith.constant 1.0 : f32
        %t = pipegroup.slot @g::@b[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        memref.store %x, %t[%c0] : memref<64xf32, 3>
        pipegroup.commit @g
      }
    }
    pipegroup.task @use_a warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g::@a consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@a[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@a
        %v = memref.load %s[%c0] : memref<64xf32, 3>
        pipegroup.release @g::@a
      }
    }
    pipegroup.task @use_b warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g::@b consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@b[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@b
        %v = memref.load %s[%c0] : memref<64xf32, 3>
        pipegroup.release @g::@b
      }
    }
  }
  return
}

// -----

// Loaded in parts, by both names.
pipegroup.group @g fork {
  pipegroup.member @a tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
  pipegroup.member @b tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
func.func @kernel(%n: index, %d: !llvm.ptr<1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %y = arith.constant 1 : i32
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g producer : !pipegroup.state<2>
        pipegroup.acquire @g::@a
        pipegroup.acquire @g::@b
        pipegroup.bulk_load %d, @g::@b[%p] part(%z of 2) : !llvm.ptr<1>, !pipegroup.state<2>
        pipegroup.bulk_load %d, @g::@b[%p] part(%y of 2) : !llvm.ptr<1>, !pipegroup.state<2>
        pipegroup.commit @g
      }
    }
    pipegroup.task @use_a warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g::@a consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@a[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@a
        %v = memref.load %s[%c0] : memref<64xf32, 3>
        pipegroup.release @g::@a
      }
    }
    pipegroup.task @use_b warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g::@b consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@b[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@b
        %v = memref.load %s[%c0] : memref<64xf32, 3>
        pipegroup.release @g::@b
      }
    }
  }
  return
}

// -----

// By both names.
pipegroup.group @g fork {
  pipegroup.member @a tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
  pipegroup.member @b tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
func.func @kernel(%n: index, %d: !llvm.ptr<1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %y = arith.constant 1 : i32
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g producer : !pipegroup.state<2>
        pipegroup.acquire @g::@a
        pipegroup.acquire @g::@b
        pipegroup.bulk_load %d, @g::@a[%p] part(%z of 2) : !llvm.ptr<1>, !pipegroup.state<2>
        pipegroup.bulk_load %d, @g::@b[%p] part(%y of 2) : !llvm.ptr<1>, !pipegroup.state<2>
        pipegroup.commit @g
      }
    }
    pipegroup.task @use_a warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g::@a consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@a[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@a
        %v = memref.load %s[%c0] : memref<64xf32, 3>
        pipegroup.release @g::@a
      }
    }
    pipegroup.task @use_b warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g::@b consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@b[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@b
        %v = memref.load %s[%c0] : memref<64xf32, 3>
        pipegroup.release @g::@b
      }
    }
  }
  return
}
