// C6: the members of a fork share slots, which all of them have to release.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Written before the second acquire.
pipegroup.group @g fork {
  pipegroup.member @a async_async stages(2) slot(memref<64xf32, 3>)
  pipegroup.member @b async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g producer : !pipegroup.state<2>
        pipegroup.acquire @g::@a
        %x = arith.constant 1.0 : f32
        %t = pipegroup.slot @g::@a[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        // expected-error @below {{'memref.store' op of task '@fill' uses '@g::@a', slot 0 while it may still be in use [C6]}}
        memref.store %x, %t[%c0] : memref<64xf32, 3>
        pipegroup.acquire @g::@b
        pipegroup.commit @g
      }
    }
    pipegroup.task @use_a warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@a
        pipegroup.release @g::@a
      }
    }
    pipegroup.task @use_b warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@b
        // expected-note @below {{the other side is task '@use_b' here}}
        pipegroup.release @g::@b
      }
    }
  }
  return
}

// -----

// Read by the second member after its release.
pipegroup.group @g fork {
  pipegroup.member @a async_async stages(2) slot(memref<64xf32, 3>)
  pipegroup.member @b async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
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
        %t = pipegroup.slot @g::@a[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        // expected-error @below {{'memref.store' op of task '@fill' uses '@g::@a', slot 0 while it may still be in use [C6]}}
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
        pipegroup.release @g::@b
        // expected-note @below {{the other side is task '@use_b' here}}
        %v = memref.load %s[%c0] : memref<64xf32, 3>
      }
    }
  }
  return
}

// -----

// Loaded before the acquires.
pipegroup.group @g fork {
  pipegroup.member @a tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
  pipegroup.member @b tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 3 trips}}
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
        // expected-error @below {{'pipegroup.bulk_load' op of task '@fill' uses '@g::@a', part 0 of slot 0 while it may still be in use [C6]}}
        // expected-note @below {{the other side is task '@fill' here}}
        pipegroup.bulk_load %d, @g::@b[%p] part(%z of 2) : !llvm.ptr<1>, !pipegroup.state<2>
        pipegroup.bulk_load %d, @g::@b[%p] part(%y of 2) : !llvm.ptr<1>, !pipegroup.state<2>
        pipegroup.acquire @g::@a
        pipegroup.acquire @g::@b
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
