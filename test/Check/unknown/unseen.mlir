// What the checker does not see makes a kernel undecided, neither safe nor refused.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// A helper that arrives.
pipegroup.barriers @b size(1)
func.func private @sig() {
  %c0 = arith.constant 0 : i32
  %x = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  pipegroup.barrier_arrive %x
  return
}
func.func @kernel() {
  %c0 = arith.constant 0 : i32
  %x = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %x count(32)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      // expected-remark @+1 {{not proved: barriers that are used by other ops or in other functions are not modelled}}
      func.call @sig() : () -> ()
    }
    pipegroup.task @q warps(1, 1) {
      pipegroup.barrier_wait %x parity(%c0)
    }
  }
  return
}

// -----

// Arrivals by ops of another dialect.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2) 
}
func.func @kernel() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      pipegroup.acquire @g::@a
      %s = pipegroup.current @g::@a producer : !pipegroup.state<2>
      %e = pipegroup.full_barrier @g::@a[%s] : !pipegroup.state<2> -> !llvm.ptr<3>
      // expected-remark @+1 {{not proved: barriers that are used by other ops or in other functions are not modelled}}
      %t = nvvm.mbarrier.arrive %e : !llvm.ptr<3> -> i64
    }
    pipegroup.task @c warps(1, 1) {
      pipegroup.wait @g::@a
      pipegroup.release @g
    }
  }
  return
}

// -----

// One more than there should be.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2)
}
func.func @kernel() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      pipegroup.acquire @g::@a
      pipegroup.commit @g::@a
    }
    pipegroup.task @c warps(1, 1) {
      pipegroup.wait @g::@a
      %s = pipegroup.current @g consumer : !pipegroup.state<2>
      %e = pipegroup.empty_barrier @g[%s] : !pipegroup.state<2> -> !llvm.ptr<3>
      // expected-remark @+1 {{not proved: barriers that are used by other ops or in other functions are not modelled}}
      %t = nvvm.mbarrier.arrive %e : !llvm.ptr<3> -> i64
      pipegroup.release @g
    }
  }
  return
}

// -----

// A token that decides more than a wait.
pipegroup.barriers @b size(2)
func.func @kernel() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  %y = pipegroup.barrier @b[%c0] offset(1) : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %x count(1)
    pipegroup.barrier_init %y count(1)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      pipegroup.elect {
        pipegroup.barrier_arrive %x
      }
      pipegroup.barrier_wait %y parity(%c0)
    }
    pipegroup.task @c warps(1, 1) {
      %t = pipegroup.barrier_try_wait %x parity(%c0)
      // expected-remark @+1 {{not proved: a token that decides more than a wait is not modelled}}
      scf.if %t {
      } else {
        pipegroup.barrier_wait %x parity(%c0)
        pipegroup.elect {
          pipegroup.barrier_arrive %y
        }
      }
    }
  }
  return
}

// -----

// Trips that lanes see differently.
pipegroup.barriers @b size(1)
func.func @kernel() {
  %c0 = arith.constant 0 : i32
  %c5 = arith.constant 5 : i32
  %x = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %x count(32)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      %t = gpu.lane_id
      %l = arith.index_cast %t : index to i32
      // expected-remark @+1 {{not proved: a loop whose trips threads can see differently is not modelled}}
      scf.for %i = %c0 to %l step %c5 : i32 {
        pipegroup.barrier_arrive %x
      }
    }
    pipegroup.task @q warps(1, 1) {
    }
  }
  return
}

// -----

// Initialisation outside of the one thread.
pipegroup.barriers @b size(1)
func.func @kernel() {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %x = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  %t = gpu.thread_id x
  %is = arith.cmpi eq, %t, %i0 : index
  scf.if %is {
    // expected-remark @+1 {{not proved: an initialisation by more than one thread is not modelled}}
    pipegroup.barrier_init %x count(32)
    pipegroup.fence_barrier_init
  }
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      pipegroup.barrier_arrive %x
    }
    pipegroup.task @q warps(1, 1) {
      pipegroup.barrier_wait %x parity(%c0)
    }
  }
  return
}

// -----

// Less than a byte for each warp.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(16) arm(leader)
}
func.func @kernel() {
  pipegroup.init @g
  pipegroup.specialize threads(1024) {
    pipegroup.task @fill warps(0, 20) {
      pipegroup.acquire @g::@m
      // expected-remark @+1 {{not proved: fewer bytes than producing warps are not modelled}}
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(20, 1) {
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}

// -----

// Values that may depend on each other.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2)
}
// expected-remark @+1 {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel(%m: memref<1xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %z = arith.constant 0 : index
 // expected-note @+1 {{it takes this value}}
 %n = memref.load %m[%z] : memref<1xi32>
 %k = memref.load %m[%z] : memref<1xi32>
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 : i32 {
        pipegroup.acquire @g::@a
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @c warps(1, 1) {
      scf.for %i = %c0 to %k step %c1 : i32 {
        pipegroup.wait @g::@a
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// A number of the launch.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2)
}
// expected-remark @+1 {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %b = gpu.block_id x
 %d = gpu.grid_dim x
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      // expected-note @+1 {{it takes this value}}
      %t = arith.cmpi ult, %b, %d : index
 scf.if %t {
        pipegroup.acquire @g::@a
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @c warps(1, 1) {
      
        pipegroup.wait @g::@a
        pipegroup.release @g
      
    }
  }
  return
}
