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
