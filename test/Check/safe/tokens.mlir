// A wait that a token has spared counts as one: tokens are of the state that they come with.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states -pipegroup-materialize-barriers -canonicalize \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Tried in the round itself.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(64)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %t = pipegroup.try_acquire @g::@m
        pipegroup.acquire @g::@m unless %t
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %t = pipegroup.try_wait @g::@m
        pipegroup.wait @g::@m unless %t
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// By hand: what the token spares is the wait that it is about.
pipegroup.barriers @full size(1)
pipegroup.barriers @empty size(1)
pipegroup.barriers @z size(1)
func.func @k() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %x = pipegroup.barrier @full[%c0] : !llvm.ptr<3>
  %y = pipegroup.barrier @empty[%c0] : !llvm.ptr<3>
  %z = pipegroup.barrier @z[%c0] : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %x count(1)
    pipegroup.barrier_init %y count(1)
    pipegroup.barrier_init %z count(1)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(96) {
    pipegroup.task @p warps(0, 1) {
      pipegroup.elect { pipegroup.barrier_arrive %x }
      pipegroup.barrier_wait %y parity(%c0)
      pipegroup.elect { pipegroup.barrier_arrive %x }
    }
    pipegroup.task @q warps(2, 1) {
      pipegroup.elect { pipegroup.barrier_arrive %z }
    }
    pipegroup.task @c warps(1, 1) {
      %t = pipegroup.barrier_try_wait %x parity(%c0)
      scf.if %t {
      } else {
      pipegroup.barrier_wait %x parity(%c0)
      }
      pipegroup.elect { pipegroup.barrier_arrive %y }
      pipegroup.barrier_wait %x parity(%c1)
    }
  }
  return
}

// -----

// Tested early, in front of other signals and of waits at other barriers.
pipegroup.barriers @full size(1)
pipegroup.barriers @empty size(1)
pipegroup.barriers @z size(1)
pipegroup.barriers @w size(1)
func.func @k() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %false = arith.constant false
  %w = pipegroup.barrier @w[%c0] : !llvm.ptr<3>
  %x = pipegroup.barrier @full[%c0] : !llvm.ptr<3>
  %y = pipegroup.barrier @empty[%c0] : !llvm.ptr<3>
  %z = pipegroup.barrier @z[%c0] : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %x count(1)
    pipegroup.barrier_init %y count(1)
    pipegroup.barrier_init %z count(1)
    pipegroup.barrier_init %w count(1)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(96) {
    pipegroup.task @p warps(0, 1) {
      pipegroup.elect { pipegroup.barrier_arrive %x }
      pipegroup.barrier_wait %y parity(%c0)
      pipegroup.elect { pipegroup.barrier_arrive %x }
    }
    pipegroup.task @q warps(2, 1) {
      pipegroup.elect { pipegroup.barrier_arrive %z }
    }
    pipegroup.task @c warps(1, 1) {
      %again = pipegroup.barrier @full[%c0] : !llvm.ptr<3>
      %t = pipegroup.barrier_test_wait %x parity(%c0)
      pipegroup.barrier_wait %z parity(%c0)
      pipegroup.elect { pipegroup.barrier_arrive %w }
      %n = arith.xori %t, %true : i1
      %slow = llvm.intr.expect %n, %false : i1
      scf.if %slow {
      pipegroup.barrier_wait %again parity(%c0)
      }
      pipegroup.elect { pipegroup.barrier_arrive %y }
      pipegroup.barrier_wait %x parity(%c1)
    }
  }
  return
}

// -----

// Tried together, with one branch for both.
pipegroup.barriers @full size(1)
pipegroup.barriers @empty size(1)
pipegroup.barriers @z size(1)
func.func @k() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %x = pipegroup.barrier @full[%c0] : !llvm.ptr<3>
  %y = pipegroup.barrier @empty[%c0] : !llvm.ptr<3>
  %z = pipegroup.barrier @z[%c0] : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %x count(1)
    pipegroup.barrier_init %y count(1)
    pipegroup.barrier_init %z count(1)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(96) {
    pipegroup.task @p warps(0, 1) {
      pipegroup.elect { pipegroup.barrier_arrive %x }
      pipegroup.barrier_wait %y parity(%c0)
      pipegroup.elect { pipegroup.barrier_arrive %x }
    }
    pipegroup.task @q warps(2, 1) {
      pipegroup.elect { pipegroup.barrier_arrive %z }
    }
    pipegroup.task @c warps(1, 1) {
      %t = pipegroup.barrier_try_wait %x parity(%c0)
      %u = pipegroup.barrier_try_wait %z parity(%c0)
      %both = arith.andi %t, %u : i1
      %n = arith.xori %both, %true : i1
      scf.if %n {
      %m = arith.xori %t, %true : i1
      scf.if %m {
      pipegroup.barrier_wait %x parity(%c0)
      }
      scf.if %u {
      } else {
      pipegroup.barrier_wait %z parity(%c0)
      }
      }
      pipegroup.elect { pipegroup.barrier_arrive %y }
      pipegroup.barrier_wait %x parity(%c1)
    }
  }
  return
}

// -----

// Behind what tells of the round before.
pipegroup.barriers @full size(1)
pipegroup.barriers @empty size(1)
pipegroup.barriers @z size(1)
func.func @k() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %x = pipegroup.barrier @full[%c0] : !llvm.ptr<3>
  %y = pipegroup.barrier @empty[%c0] : !llvm.ptr<3>
  %z = pipegroup.barrier @z[%c0] : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %x count(1)
    pipegroup.barrier_init %y count(1)
    pipegroup.barrier_init %z count(1)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      pipegroup.elect { pipegroup.barrier_arrive %x }
      pipegroup.elect { pipegroup.barrier_arrive %y }
      pipegroup.elect { pipegroup.barrier_arrive %x }
      pipegroup.barrier_wait %z parity(%c0)
      pipegroup.elect { pipegroup.barrier_arrive %x }
    }
    pipegroup.task @c warps(1, 1) {
      pipegroup.barrier_wait %y parity(%c0)
      %t = pipegroup.barrier_try_wait %x parity(%c1)
      scf.if %t {
      } else {
        pipegroup.barrier_wait %x parity(%c1)
      }
      pipegroup.elect { pipegroup.barrier_arrive %z }
      pipegroup.barrier_wait %x parity(%c0)
    }
  }
  return
}

// -----

// Behind a barrier of both tasks.
pipegroup.barriers @full size(1)
pipegroup.barriers @empty size(1)
pipegroup.barriers @z size(1)
func.func @k() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %x = pipegroup.barrier @full[%c0] : !llvm.ptr<3>
  %y = pipegroup.barrier @empty[%c0] : !llvm.ptr<3>
  %z = pipegroup.barrier @z[%c0] : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %x count(1)
    pipegroup.barrier_init %y count(1)
    pipegroup.barrier_init %z count(1)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      pipegroup.elect { pipegroup.barrier_arrive %x }
      %id = arith.constant 1 : i32
      %threads = arith.constant 64 : i32
      nvvm.barrier id = %id number_of_threads = %threads
      pipegroup.elect { pipegroup.barrier_arrive %x }
      pipegroup.barrier_wait %z parity(%c0)
      pipegroup.elect { pipegroup.barrier_arrive %x }
    }
    pipegroup.task @c warps(1, 1) {
      %id = arith.constant 1 : i32
      %threads = arith.constant 64 : i32
      nvvm.barrier id = %id number_of_threads = %threads
      %t = pipegroup.barrier_try_wait %x parity(%c1)
      scf.if %t {
      } else {
        pipegroup.barrier_wait %x parity(%c1)
      }
      pipegroup.elect { pipegroup.barrier_arrive %z }
      pipegroup.barrier_wait %x parity(%c0)
    }
  }
  return
}

// -----

// Behind the arrival that completes the round before.
pipegroup.barriers @full size(1)
pipegroup.barriers @empty size(1)
pipegroup.barriers @z size(1)
func.func @k() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %x = pipegroup.barrier @full[%c0] : !llvm.ptr<3>
  %y = pipegroup.barrier @empty[%c0] : !llvm.ptr<3>
  %z = pipegroup.barrier @z[%c0] : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %x count(1)
    pipegroup.barrier_init %y count(1)
    pipegroup.barrier_init %z count(1)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      pipegroup.barrier_wait %x parity(%c0)
      pipegroup.elect { pipegroup.barrier_arrive %x }
      pipegroup.barrier_wait %z parity(%c0)
      pipegroup.elect { pipegroup.barrier_arrive %x }
    }
    pipegroup.task @c warps(1, 1) {
      pipegroup.elect { pipegroup.barrier_arrive %x }
      %t = pipegroup.barrier_try_wait %x parity(%c1)
      scf.if %t {
      } else {
        pipegroup.barrier_wait %x parity(%c1)
      }
      pipegroup.elect { pipegroup.barrier_arrive %z }
      pipegroup.barrier_wait %x parity(%c0)
    }
  }
  return
}

// -----

// In front of a loop.
pipegroup.barriers @full size(1)
pipegroup.barriers @empty size(1)
pipegroup.barriers @z size(1)
func.func @k() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %x = pipegroup.barrier @full[%c0] : !llvm.ptr<3>
  %y = pipegroup.barrier @empty[%c0] : !llvm.ptr<3>
  %z = pipegroup.barrier @z[%c0] : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %x count(1)
    pipegroup.barrier_init %y count(1)
    pipegroup.barrier_init %z count(1)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(64) {
    pipegroup.task @p warps(0, 1) {
      pipegroup.elect { pipegroup.barrier_arrive %x }
      pipegroup.barrier_wait %y parity(%c0)
      pipegroup.elect { pipegroup.barrier_arrive %x }
    }
    pipegroup.task @c warps(1, 1) {
      %none = arith.constant 0 : index
      %one = arith.constant 1 : index
      %t = pipegroup.barrier_try_wait %x parity(%c0)
      scf.for %i = %none to %one step %one {
        scf.if %t {
        } else {
          pipegroup.barrier_wait %x parity(%c0)
        }
      }
      pipegroup.elect { pipegroup.barrier_arrive %y }
      pipegroup.barrier_wait %x parity(%c1)
    }
  }
  return
}

// -----

// The next round of a ring of one slot, behind the wait for this one.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      %s0 = pipegroup.start @g consumer : !pipegroup.state<1>
      %s1 = pipegroup.advance %s0 : !pipegroup.state<1>
      pipegroup.wait @g::@m[%s0] : !pipegroup.state<1>
      %t = pipegroup.try_wait @g::@m[%s1] : !pipegroup.state<1>
      pipegroup.release @g[%s0] : !pipegroup.state<1>
      pipegroup.wait @g::@m[%s1] unless %t : !pipegroup.state<1>
      pipegroup.release @g[%s1] : !pipegroup.state<1>
    }
  }
  return
}
