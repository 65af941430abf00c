// C5: a token that spares a wait is about the phase that is waited for. On a fresh barrier a test
// for parity 1 is answered with true until phase 0 is complete.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// It is older than the wait for the round before.
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
      %t = pipegroup.barrier_try_wait %x parity(%c1)
      pipegroup.barrier_wait %x parity(%c0)
      pipegroup.elect { pipegroup.barrier_arrive %y }
      scf.if %t {
      } else {
        // expected-error @below {{'pipegroup.barrier_wait' op of task '@c' may be lapped or pass too early at barriers of '@full' from 0, slot 0, which is fresh [C5]}}
        pipegroup.barrier_wait %x parity(%c1)
      }
    }
  }
  return
}

// -----

// It is older than a wait that tells of the round before.
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
      %t = pipegroup.barrier_try_wait %x parity(%c1)
      pipegroup.barrier_wait %y parity(%c0)
      scf.if %t {
      } else {
        // expected-error @below {{'pipegroup.barrier_wait' op of task '@c' may be lapped or pass too early at barriers of '@full' from 0, slot 0, which is fresh [C5]}}
        pipegroup.barrier_wait %x parity(%c1)
      }
      pipegroup.elect { pipegroup.barrier_arrive %z }
      pipegroup.barrier_wait %x parity(%c0)
    }
  }
  return
}

// -----

// The same, with one branch for both.
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
      %t = pipegroup.barrier_try_wait %x parity(%c1)
      %u = pipegroup.barrier_try_wait %y parity(%c0)
      %both = arith.andi %t, %u : i1
      %slow = arith.xori %both, %true : i1
      scf.if %slow {
        %not_u = arith.xori %u, %true : i1
        scf.if %not_u {
          pipegroup.barrier_wait %y parity(%c0)
        }
        %not_t = arith.xori %t, %true : i1
        scf.if %not_t {
          // expected-error @below {{'pipegroup.barrier_wait' op of task '@c' may be lapped or pass too early at barriers of '@full' from 0, slot 0, which is fresh [C5]}}
          pipegroup.barrier_wait %x parity(%c1)
        }
      }
      pipegroup.elect { pipegroup.barrier_arrive %z }
      pipegroup.barrier_wait %x parity(%c0)
    }
  }
  return
}

// -----

// It is older than a barrier of both tasks.
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
      %t = pipegroup.barrier_try_wait %x parity(%c1)
      %id = arith.constant 1 : i32
      %threads = arith.constant 64 : i32
      nvvm.barrier id = %id number_of_threads = %threads
      scf.if %t {
      } else {
        // expected-error @below {{'pipegroup.barrier_wait' op of task '@c' may be lapped or pass too early at barriers of '@full' from 0, slot 0, which is fresh [C5]}}
        pipegroup.barrier_wait %x parity(%c1)
      }
      pipegroup.elect { pipegroup.barrier_arrive %z }
      pipegroup.barrier_wait %x parity(%c0)
    }
  }
  return
}

// -----

// It is older than the arrival that completes the round before.
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
      %t = pipegroup.barrier_try_wait %x parity(%c1)
      pipegroup.elect { pipegroup.barrier_arrive %x }
      scf.if %t {
      } else {
        // expected-error @below {{'pipegroup.barrier_wait' op of task '@c' may be lapped or pass too early at barriers of '@full' from 0, slot 0, which is fresh [C5]}}
        pipegroup.barrier_wait %x parity(%c1)
      }
      pipegroup.elect { pipegroup.barrier_arrive %z }
      pipegroup.barrier_wait %x parity(%c0)
    }
  }
  return
}

// -----

// It is of the state that it comes with, but older than the wait for the one before.
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
      %t = pipegroup.try_wait @g::@m[%s1] : !pipegroup.state<1>
      pipegroup.wait @g::@m[%s0] : !pipegroup.state<1>
      pipegroup.release @g[%s0] : !pipegroup.state<1>
      // expected-error @below {{'pipegroup.wait' op of task '@use' may be lapped or pass too early at full of '@g::@m', slot 0, which is fresh [C5]}}
      pipegroup.wait @g::@m[%s1] unless %t : !pipegroup.state<1>
      pipegroup.release @g[%s1] : !pipegroup.state<1>
    }
  }
  return
}
