// C6: a slot that wgmma reads is released once it has been read.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Nothing waits for the tensor core.
pipegroup.group @g merge {
  pipegroup.member @a tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
  pipegroup.member @b tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
}
// expected-note @below {{it happens when loops over this value have at least 4 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(192) {
    pipegroup.task @fill_a warps(4, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        %p_ga = pipegroup.current @g::@a producer : !pipegroup.state<3>
        %full_ga = pipegroup.full_barrier @g::@a[%p_ga] : !pipegroup.state<3> -> !llvm.ptr<3>
        // expected-error @below {{'pipegroup.commit' op of task '@fill_a' uses '@g::@a', slot 0 while it may still be in use [C6]}}
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
        // expected-note @below {{the other side is warp 3 of task '@use' here}}
        %x = pipegroup.wgmma %a, %b, %acc swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
        pipegroup.release @g[%s] : !pipegroup.state<3>
        %t = pipegroup.advance %s : !pipegroup.state<3>
        scf.yield %x, %t : vector<32xf32>, !pipegroup.state<3>
      }
      pipegroup.wgmma_wait 0
    }
  }
  return
}

// -----

// The wait comes after the release.
pipegroup.group @g merge {
  pipegroup.member @a tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
  pipegroup.member @b tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
}
// expected-note @below {{it happens when loops over this value have at least 4 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(192) {
    pipegroup.task @fill_a warps(4, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        %p_ga = pipegroup.current @g::@a producer : !pipegroup.state<3>
        %full_ga = pipegroup.full_barrier @g::@a[%p_ga] : !pipegroup.state<3> -> !llvm.ptr<3>
        // expected-error @below {{'pipegroup.commit' op of task '@fill_a' uses '@g::@a', slot 0 while it may still be in use [C6]}}
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
        // expected-note @below {{the other side is warp 3 of task '@use' here}}
        %x = pipegroup.wgmma %a, %b, %acc swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
        pipegroup.release @g[%s] : !pipegroup.state<3>
        pipegroup.wgmma_wait 0
        %t = pipegroup.advance %s : !pipegroup.state<3>
        scf.yield %x, %t : vector<32xf32>, !pipegroup.state<3>
      }
      pipegroup.wgmma_wait 0
    }
  }
  return
}

// -----

// The wait leaves the op that was just started.
pipegroup.group @g merge {
  pipegroup.member @a tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
  pipegroup.member @b tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
}
// expected-note @below {{it happens when loops over this value have at least 4 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(192) {
    pipegroup.task @fill_a warps(4, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        %p_ga = pipegroup.current @g::@a producer : !pipegroup.state<3>
        %full_ga = pipegroup.full_barrier @g::@a[%p_ga] : !pipegroup.state<3> -> !llvm.ptr<3>
        // expected-error @below {{'pipegroup.commit' op of task '@fill_a' uses '@g::@a', slot 0 while it may still be in use [C6]}}
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
        // expected-note @below {{the other side is warp 3 of task '@use' here}}
        %x = pipegroup.wgmma %a, %b, %acc swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
        pipegroup.wgmma_wait 1
        pipegroup.release @g[%s] : !pipegroup.state<3>
        %t = pipegroup.advance %s : !pipegroup.state<3>
        scf.yield %x, %t : vector<32xf32>, !pipegroup.state<3>
      }
      pipegroup.wgmma_wait 0
    }
  }
  return
}

// -----

// Two ops are in flight, and one has ended.
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
        %p_ga = pipegroup.current @g::@a producer : !pipegroup.state<3>
        %full_ga = pipegroup.full_barrier @g::@a[%p_ga] : !pipegroup.state<3> -> !llvm.ptr<3>
        // expected-error @below {{'pipegroup.commit' op of task '@fill_a' uses '@g::@a', slot 0 while it may still be in use [C6]}}
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
      // expected-note @below {{the other side is warp 3 of task '@use' here}}
      %x0 = pipegroup.wgmma %a0, %b0 swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
      %all:2 = scf.for %i = %c1 to %n step %c1 iter_args(%acc = %x0, %r = %c) -> (vector<32xf32>, !pipegroup.state<3>) {
        %s = pipegroup.advance %r : !pipegroup.state<3>
        %a = pipegroup.slot @g::@a[%s] : !pipegroup.state<3> -> memref<64x64xf16, 3>
        %b = pipegroup.slot @g::@b[%s] : !pipegroup.state<3> -> memref<64x64xf16, 3>
        pipegroup.wait @g::@a[%s] : !pipegroup.state<3>
        pipegroup.wait @g::@b[%s] : !pipegroup.state<3>
        %x = pipegroup.wgmma %a, %b, %acc swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
        pipegroup.wgmma_wait 2
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

// The wait is in a branch.
pipegroup.group @g merge {
  pipegroup.member @a tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
  pipegroup.member @b tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
}
// expected-note @below {{it happens when loops over this value have at least 4 trips}}
// expected-note @below {{it happens when this condition is false}}
func.func @kernel(%n: index, %q: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(192) {
    pipegroup.task @fill_a warps(4, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        %p_ga = pipegroup.current @g::@a producer : !pipegroup.state<3>
        %full_ga = pipegroup.full_barrier @g::@a[%p_ga] : !pipegroup.state<3> -> !llvm.ptr<3>
        // expected-error @below {{'pipegroup.commit' op of task '@fill_a' uses '@g::@a', slot 0 while it may still be in use [C6]}}
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
        // expected-note @below {{the other side is warp 3 of task '@use' here}}
        %x = pipegroup.wgmma %a, %b, %acc swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
        scf.if %q {
          pipegroup.wgmma_wait 0
        }
        pipegroup.release @g[%s] : !pipegroup.state<3>
        %t = pipegroup.advance %s : !pipegroup.state<3>
        scf.yield %x, %t : vector<32xf32>, !pipegroup.state<3>
      }
      pipegroup.wgmma_wait 0
    }
  }
  return
}

// -----

// The wait is in a loop that may have no trip.
pipegroup.group @g merge {
  pipegroup.member @a tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
  pipegroup.member @b tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
}
// expected-note @below {{it happens when loops over this value have at least 4 trips}}
// expected-note @below {{it happens when loops over this value have 0, 0, 0 trips}}
func.func @kernel(%n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(192) {
    pipegroup.task @fill_a warps(4, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        %p_ga = pipegroup.current @g::@a producer : !pipegroup.state<3>
        %full_ga = pipegroup.full_barrier @g::@a[%p_ga] : !pipegroup.state<3> -> !llvm.ptr<3>
        // expected-error @below {{'pipegroup.commit' op of task '@fill_a' uses '@g::@a', slot 0 while it may still be in use [C6]}}
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
        // expected-note @below {{the other side is warp 3 of task '@use' here}}
        %x = pipegroup.wgmma %a, %b, %acc swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
        scf.for %j = %c0 to %k step %c1 {
          pipegroup.wgmma_wait 0
        }
        pipegroup.release @g[%s] : !pipegroup.state<3>
        %t = pipegroup.advance %s : !pipegroup.state<3>
        scf.yield %x, %t : vector<32xf32>, !pipegroup.state<3>
      }
      pipegroup.wgmma_wait 0
    }
  }
  return
}

// -----

// An op that reads two slots is one for the wait: it is left in flight as a whole.
pipegroup.group @ga merge {
  pipegroup.member @m tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
}
pipegroup.group @gb merge {
  pipegroup.member @m tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
}
func.func @kernel() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 10 : index
  pipegroup.init @ga, @gb
  pipegroup.specialize threads(192) {
    pipegroup.task @fill_a warps(4, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @ga::@m
        %p_gam = pipegroup.current @ga::@m producer : !pipegroup.state<3>
        %full_gam = pipegroup.full_barrier @ga::@m[%p_gam] : !pipegroup.state<3> -> !llvm.ptr<3>
        // expected-error @below {{'pipegroup.commit' op of task '@fill_a' uses '@ga::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.commit @ga::@m
      }
    }
    pipegroup.task @fill_b warps(5, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @gb::@m
        %p_gbm = pipegroup.current @gb::@m producer : !pipegroup.state<3>
        %full_gbm = pipegroup.full_barrier @gb::@m[%p_gbm] : !pipegroup.state<3> -> !llvm.ptr<3>
        pipegroup.commit @gb::@m
      }
    }
    pipegroup.task @use warps(0, 4) {
      %c = pipegroup.start @ga consumer : !pipegroup.state<3>
      %d = pipegroup.start @gb consumer : !pipegroup.state<3>
      pipegroup.wait @ga::@m[%c] : !pipegroup.state<3>
      pipegroup.wait @gb::@m[%d] : !pipegroup.state<3>
      %a0 = pipegroup.slot @ga::@m[%c] : !pipegroup.state<3> -> memref<64x64xf16, 3>
      %b0 = pipegroup.slot @gb::@m[%d] : !pipegroup.state<3> -> memref<64x64xf16, 3>
      // expected-note @below {{the other side is warp 3 of task '@use' here}}
      %x0 = pipegroup.wgmma %a0, %b0 swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
      pipegroup.wgmma_wait 1
      pipegroup.release @ga[%c] : !pipegroup.state<3>
      %all:3 = scf.for %i = %c1 to %n step %c1 iter_args(%acc = %x0, %q = %c, %r = %d) -> (vector<32xf32>, !pipegroup.state<3>, !pipegroup.state<3>) {
        %s = pipegroup.advance %q : !pipegroup.state<3>
        %t = pipegroup.advance %r : !pipegroup.state<3>
        pipegroup.wait @ga::@m[%s] : !pipegroup.state<3>
        pipegroup.wait @gb::@m[%t] : !pipegroup.state<3>
        %a = pipegroup.slot @ga::@m[%s] : !pipegroup.state<3> -> memref<64x64xf16, 3>
        %b = pipegroup.slot @gb::@m[%t] : !pipegroup.state<3> -> memref<64x64xf16, 3>
        %x = pipegroup.wgmma %a, %b, %acc swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
        pipegroup.wgmma_wait 1
        pipegroup.release @ga[%s] : !pipegroup.state<3>
        pipegroup.release @gb[%r] : !pipegroup.state<3>
        scf.yield %x, %s, %t : vector<32xf32>, !pipegroup.state<3>, !pipegroup.state<3>
      }
      pipegroup.wgmma_wait 0
      pipegroup.release @gb[%all#2] : !pipegroup.state<3>
    }
  }
  return
}

// -----

// Without an op in this round the wait leaves the one of the round before.
pipegroup.group @g merge {
  pipegroup.member @a tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
  pipegroup.member @b tma_async stages(3) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
}
// expected-note @below {{it happens when loops over this value have at least 4 trips}}
// expected-note @below {{it happens when this condition is false}}
func.func @kernel(%n: index, %q: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(192) {
    pipegroup.task @fill_a warps(4, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        %p_ga = pipegroup.current @g::@a producer : !pipegroup.state<3>
        %full_ga = pipegroup.full_barrier @g::@a[%p_ga] : !pipegroup.state<3> -> !llvm.ptr<3>
        // expected-error @below {{'pipegroup.commit' op of task '@fill_a' uses '@g::@a', slot 0 while it may still be in use [C6]}}
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
        // expected-note @below {{the other side is warp 3 of task '@use' here}}
        %x = pipegroup.wgmma %a, %b, %acc swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
        scf.if %q {
          %y = pipegroup.wgmma %a, %b swizzle(128) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
          pipegroup.wgmma_wait 0
          pipegroup.release @g[%s] : !pipegroup.state<3>
        } else {
          pipegroup.wgmma_wait 1
          pipegroup.release @g[%s] : !pipegroup.state<3>
        }
        %t = pipegroup.advance %s : !pipegroup.state<3>
        scf.yield %x, %t : vector<32xf32>, !pipegroup.state<3>
      }
      pipegroup.wgmma_wait 0
    }
  }
  return
}
