// accepts: C6
// A slot that wgmma reads is released once it has been read, at once or a round later.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// At once.
pipegroup.group @g merge {
  pipegroup.member @a tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
  pipegroup.member @b tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(192) {
    pipegroup.task @fill_a warps(4, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        %pa = pipegroup.current @g::@a producer : !pipegroup.state<3>
        %full_a = pipegroup.full_barrier @g::@a[%pa] : !pipegroup.state<3> -> !llvm.ptr<3>
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @fill_b warps(5, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@b
        %pb = pipegroup.current @g::@b producer : !pipegroup.state<3>
        %full_b = pipegroup.full_barrier @g::@b[%pb] : !pipegroup.state<3> -> !llvm.ptr<3>
        pipegroup.commit @g::@b
      }
    }
    pipegroup.task @use warps(0, 4) {
      %zero = arith.constant dense<0.0> : vector<32xf32>
      %c = pipegroup.start @g consumer : !pipegroup.state<3>
      scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %s = %c) -> (vector<32xf32>, !pipegroup.state<3>) {
        %a = pipegroup.slot @g::@a[%s] : !pipegroup.state<3> -> memref<64x64xf16, 3>
        %b = pipegroup.slot @g::@b[%s] : !pipegroup.state<3> -> memref<64x64xf16, 3>
        pipegroup.wait @g::@a[%s] : !pipegroup.state<3>
        pipegroup.wait @g::@b[%s] : !pipegroup.state<3>
        %x = pipegroup.wgmma %a, %b, %acc swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
        pipegroup.wgmma_wait 0
        pipegroup.release @g[%s] : !pipegroup.state<3>
        %t = pipegroup.advance %s : !pipegroup.state<3>
        scf.yield %x, %t : vector<32xf32>, !pipegroup.state<3>
      }
    }
  }
  return
}

// -----

// In one slot.
pipegroup.group @g merge {
  pipegroup.member @a tma_async stages(1) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
  pipegroup.member @b tma_async stages(1) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(192) {
    pipegroup.task @fill_a warps(4, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        %pa = pipegroup.current @g::@a producer : !pipegroup.state<1>
        %full_a = pipegroup.full_barrier @g::@a[%pa] : !pipegroup.state<1> -> !llvm.ptr<3>
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @fill_b warps(5, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@b
        %pb = pipegroup.current @g::@b producer : !pipegroup.state<1>
        %full_b = pipegroup.full_barrier @g::@b[%pb] : !pipegroup.state<1> -> !llvm.ptr<3>
        pipegroup.commit @g::@b
      }
    }
    pipegroup.task @use warps(0, 4) {
      %zero = arith.constant dense<0.0> : vector<32xf32>
      %c = pipegroup.start @g consumer : !pipegroup.state<1>
      scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %s = %c) -> (vector<32xf32>, !pipegroup.state<1>) {
        %a = pipegroup.slot @g::@a[%s] : !pipegroup.state<1> -> memref<64x64xf16, 3>
        %b = pipegroup.slot @g::@b[%s] : !pipegroup.state<1> -> memref<64x64xf16, 3>
        pipegroup.wait @g::@a[%s] : !pipegroup.state<1>
        pipegroup.wait @g::@b[%s] : !pipegroup.state<1>
        %x = pipegroup.wgmma %a, %b, %acc swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
        pipegroup.wgmma_wait 0
        pipegroup.release @g[%s] : !pipegroup.state<1>
        %t = pipegroup.advance %s : !pipegroup.state<1>
        scf.yield %x, %t : vector<32xf32>, !pipegroup.state<1>
      }
    }
  }
  return
}

// -----

// A round later, when the wait leaves one op.
pipegroup.group @g merge {
  pipegroup.member @a tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
  pipegroup.member @b tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
}
func.func @kernel() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 10 : index
  pipegroup.init @g
  pipegroup.specialize threads(192) {
    pipegroup.task @fill_a warps(4, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        %pa = pipegroup.current @g::@a producer : !pipegroup.state<3>
        %full_a = pipegroup.full_barrier @g::@a[%pa] : !pipegroup.state<3> -> !llvm.ptr<3>
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @fill_b warps(5, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@b
        %pb = pipegroup.current @g::@b producer : !pipegroup.state<3>
        %full_b = pipegroup.full_barrier @g::@b[%pb] : !pipegroup.state<3> -> !llvm.ptr<3>
        pipegroup.commit @g::@b
      }
    }
    pipegroup.task @use warps(0, 4) {
      %c = pipegroup.start @g consumer : !pipegroup.state<3>
      pipegroup.wait @g::@a[%c] : !pipegroup.state<3>
      pipegroup.wait @g::@b[%c] : !pipegroup.state<3>
      %a0 = pipegroup.slot @g::@a[%c] : !pipegroup.state<3> -> memref<64x64xf16, 3>
      %b0 = pipegroup.slot @g::@b[%c] : !pipegroup.state<3> -> memref<64x64xf16, 3>
      %x0 = pipegroup.wgmma %a0, %b0 swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
      %all:2 = scf.for %i = %c1 to %n step %c1 iter_args(%acc = %x0, %r = %c) -> (vector<32xf32>, !pipegroup.state<3>) {
        %s = pipegroup.advance %r : !pipegroup.state<3>
        %a = pipegroup.slot @g::@a[%s] : !pipegroup.state<3> -> memref<64x64xf16, 3>
        %b = pipegroup.slot @g::@b[%s] : !pipegroup.state<3> -> memref<64x64xf16, 3>
        pipegroup.wait @g::@a[%s] : !pipegroup.state<3>
        pipegroup.wait @g::@b[%s] : !pipegroup.state<3>
        %x = pipegroup.wgmma %a, %b, %acc swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
        pipegroup.wgmma_wait 1
        pipegroup.release @g[%r] : !pipegroup.state<3>
        scf.yield %x, %s : vector<32xf32>, !pipegroup.state<3>
      }
      pipegroup.wgmma_wait 0
      pipegroup.release @g[%all#1] : !pipegroup.state<3>
    }
  }
  return
}

// -----

// The least number of slots for that.
pipegroup.group @g merge {
  pipegroup.member @a tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
  pipegroup.member @b tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
}
func.func @kernel() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 10 : index
  pipegroup.init @g
  pipegroup.specialize threads(192) {
    pipegroup.task @fill_a warps(4, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        %pa = pipegroup.current @g::@a producer : !pipegroup.state<2>
        %full_a = pipegroup.full_barrier @g::@a[%pa] : !pipegroup.state<2> -> !llvm.ptr<3>
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @fill_b warps(5, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@b
        %pb = pipegroup.current @g::@b producer : !pipegroup.state<2>
        %full_b = pipegroup.full_barrier @g::@b[%pb] : !pipegroup.state<2> -> !llvm.ptr<3>
        pipegroup.commit @g::@b
      }
    }
    pipegroup.task @use warps(0, 4) {
      %c = pipegroup.start @g consumer : !pipegroup.state<2>
      pipegroup.wait @g::@a[%c] : !pipegroup.state<2>
      pipegroup.wait @g::@b[%c] : !pipegroup.state<2>
      %a0 = pipegroup.slot @g::@a[%c] : !pipegroup.state<2> -> memref<64x64xf16, 3>
      %b0 = pipegroup.slot @g::@b[%c] : !pipegroup.state<2> -> memref<64x64xf16, 3>
      %x0 = pipegroup.wgmma %a0, %b0 swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
      %all:2 = scf.for %i = %c1 to %n step %c1 iter_args(%acc = %x0, %r = %c) -> (vector<32xf32>, !pipegroup.state<2>) {
        %s = pipegroup.advance %r : !pipegroup.state<2>
        %a = pipegroup.slot @g::@a[%s] : !pipegroup.state<2> -> memref<64x64xf16, 3>
        %b = pipegroup.slot @g::@b[%s] : !pipegroup.state<2> -> memref<64x64xf16, 3>
        pipegroup.wait @g::@a[%s] : !pipegroup.state<2>
        pipegroup.wait @g::@b[%s] : !pipegroup.state<2>
        %x = pipegroup.wgmma %a, %b, %acc swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
        pipegroup.wgmma_wait 1
        pipegroup.release @g[%r] : !pipegroup.state<2>
        scf.yield %x, %s : vector<32xf32>, !pipegroup.state<2>
      }
      pipegroup.wgmma_wait 0
      pipegroup.release @g[%all#1] : !pipegroup.state<2>
    }
  }
  return
}

// -----

// Several ops a round, in a loop of a known number of trips.
pipegroup.group @g merge {
  pipegroup.member @a tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
  pipegroup.member @b tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %four = arith.constant 4 : index
  pipegroup.init @g
  pipegroup.specialize threads(192) {
    pipegroup.task @fill_a warps(4, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        %pa = pipegroup.current @g::@a producer : !pipegroup.state<3>
        %full_a = pipegroup.full_barrier @g::@a[%pa] : !pipegroup.state<3> -> !llvm.ptr<3>
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @fill_b warps(5, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@b
        %pb = pipegroup.current @g::@b producer : !pipegroup.state<3>
        %full_b = pipegroup.full_barrier @g::@b[%pb] : !pipegroup.state<3> -> !llvm.ptr<3>
        pipegroup.commit @g::@b
      }
    }
    pipegroup.task @use warps(0, 4) {
      %zero = arith.constant dense<0.0> : vector<32xf32>
      %c = pipegroup.start @g consumer : !pipegroup.state<3>
      scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %s = %c) -> (vector<32xf32>, !pipegroup.state<3>) {
        %a = pipegroup.slot @g::@a[%s] : !pipegroup.state<3> -> memref<64x64xf16, 3>
        %b = pipegroup.slot @g::@b[%s] : !pipegroup.state<3> -> memref<64x64xf16, 3>
        pipegroup.wait @g::@a[%s] : !pipegroup.state<3>
        pipegroup.wait @g::@b[%s] : !pipegroup.state<3>
        %x = scf.for %j = %c0 to %four step %c1 iter_args(%part = %acc) -> (vector<32xf32>) {
          %y = pipegroup.wgmma %a, %b, %part swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
          scf.yield %y : vector<32xf32>
        }
        pipegroup.wgmma_wait 0
        pipegroup.release @g[%s] : !pipegroup.state<3>
        %t = pipegroup.advance %s : !pipegroup.state<3>
        scf.yield %x, %t : vector<32xf32>, !pipegroup.state<3>
      }
    }
  }
  return
}

// -----

// Generic stores, which the producer fences.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(3) slot(memref<64x64xf16, 3>) swizzle(128)
  pipegroup.member @b async_async stages(3) slot(memref<64x64xf16, 3>) swizzle(128)
}
func.func @kernel(%n: index, %h: f16) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(192) {
    pipegroup.task @fill_a warps(4, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        %p = pipegroup.current @g::@a producer : !pipegroup.state<3>
        %t = pipegroup.slot @g::@a[%p] : !pipegroup.state<3> -> memref<64x64xf16, 3>
        memref.store %h, %t[%c0, %c1] : memref<64x64xf16, 3>
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @fill_b warps(5, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@b
        %p = pipegroup.current @g::@b producer : !pipegroup.state<3>
        %t = pipegroup.slot @g::@b[%p] : !pipegroup.state<3> -> memref<64x64xf16, 3>
        memref.store %h, %t[%c0, %c1] : memref<64x64xf16, 3>
        pipegroup.commit @g::@b
      }
    }
    pipegroup.task @use warps(0, 4) {
      %zero = arith.constant dense<0.0> : vector<32xf32>
      %c = pipegroup.start @g consumer : !pipegroup.state<3>
      scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %s = %c) -> (vector<32xf32>, !pipegroup.state<3>) {
        %a = pipegroup.slot @g::@a[%s] : !pipegroup.state<3> -> memref<64x64xf16, 3>
        %b = pipegroup.slot @g::@b[%s] : !pipegroup.state<3> -> memref<64x64xf16, 3>
        pipegroup.wait @g::@a[%s] : !pipegroup.state<3>
        pipegroup.wait @g::@b[%s] : !pipegroup.state<3>
        %x = pipegroup.wgmma %a, %b, %acc swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
        pipegroup.wgmma_wait 0
        pipegroup.release @g[%s] : !pipegroup.state<3>
        %t = pipegroup.advance %s : !pipegroup.state<3>
        scf.yield %x, %t : vector<32xf32>, !pipegroup.state<3>
      }
    }
  }
  return
}

// -----

// On both ways of a branch.
pipegroup.group @g merge {
  pipegroup.member @a tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
  pipegroup.member @b tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
}
func.func @kernel(%n: index, %q: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(192) {
    pipegroup.task @fill_a warps(4, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        %pa = pipegroup.current @g::@a producer : !pipegroup.state<3>
        %full_a = pipegroup.full_barrier @g::@a[%pa] : !pipegroup.state<3> -> !llvm.ptr<3>
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @fill_b warps(5, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@b
        %pb = pipegroup.current @g::@b producer : !pipegroup.state<3>
        %full_b = pipegroup.full_barrier @g::@b[%pb] : !pipegroup.state<3> -> !llvm.ptr<3>
        pipegroup.commit @g::@b
      }
    }
    pipegroup.task @use warps(0, 4) {
      %zero = arith.constant dense<0.0> : vector<32xf32>
      %c = pipegroup.start @g consumer : !pipegroup.state<3>
      scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %s = %c) -> (vector<32xf32>, !pipegroup.state<3>) {
        %a = pipegroup.slot @g::@a[%s] : !pipegroup.state<3> -> memref<64x64xf16, 3>
        %b = pipegroup.slot @g::@b[%s] : !pipegroup.state<3> -> memref<64x64xf16, 3>
        pipegroup.wait @g::@a[%s] : !pipegroup.state<3>
        pipegroup.wait @g::@b[%s] : !pipegroup.state<3>
        %x = pipegroup.wgmma %a, %b, %acc swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
        scf.if %q {
          pipegroup.wgmma_wait 0
        } else {
          pipegroup.wgmma_wait 0
        }
        pipegroup.release @g[%s] : !pipegroup.state<3>
        %t = pipegroup.advance %s : !pipegroup.state<3>
        scf.yield %x, %t : vector<32xf32>, !pipegroup.state<3>
      }
    }
  }
  return
}

// -----

// A wait of another dialect, and a task without ops.
pipegroup.group @g merge {
  pipegroup.member @a tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
  pipegroup.member @b tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(224) {
    pipegroup.task @idle warps(6, 1) {
    }
    pipegroup.task @fill_a warps(4, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        %pa = pipegroup.current @g::@a producer : !pipegroup.state<3>
        %full_a = pipegroup.full_barrier @g::@a[%pa] : !pipegroup.state<3> -> !llvm.ptr<3>
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @fill_b warps(5, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@b
        %pb = pipegroup.current @g::@b producer : !pipegroup.state<3>
        %full_b = pipegroup.full_barrier @g::@b[%pb] : !pipegroup.state<3> -> !llvm.ptr<3>
        pipegroup.commit @g::@b
      }
    }
    pipegroup.task @use warps(0, 4) {
      %zero = arith.constant dense<0.0> : vector<32xf32>
      %c = pipegroup.start @g consumer : !pipegroup.state<3>
      scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %s = %c) -> (vector<32xf32>, !pipegroup.state<3>) {
        %a = pipegroup.slot @g::@a[%s] : !pipegroup.state<3> -> memref<64x64xf16, 3>
        %b = pipegroup.slot @g::@b[%s] : !pipegroup.state<3> -> memref<64x64xf16, 3>
        pipegroup.wait @g::@a[%s] : !pipegroup.state<3>
        pipegroup.wait @g::@b[%s] : !pipegroup.state<3>
        %x = pipegroup.wgmma %a, %b, %acc swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
        nvvm.wgmma.wait.group.sync.aligned 0
        pipegroup.release @g[%s] : !pipegroup.state<3>
        %t = pipegroup.advance %s : !pipegroup.state<3>
        scf.yield %x, %t : vector<32xf32>, !pipegroup.state<3>
      }
    }
  }
  return
}
