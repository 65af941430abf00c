// Tokens that are not certain to be about the wait that they spare, and loops that poll.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// A token of another barrier: it says nothing of the phase that is waited for.
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
      %t = pipegroup.barrier_try_wait %z parity(%c0)
      // expected-remark @below {{not proved: a token of another wait is not modelled}}
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

// One of the other parity, which the phase before answers.
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
      %t = pipegroup.barrier_test_wait %x parity(%c1)
      // expected-remark @below {{not proved: a token of another wait is not modelled}}
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

// One that spares the wait if the phase is not complete.
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
      // expected-remark @below {{not proved: a token of another wait is not modelled}}
      scf.if %t {
      pipegroup.barrier_wait %x parity(%c0)
      }
      pipegroup.elect { pipegroup.barrier_arrive %y }
      pipegroup.barrier_wait %x parity(%c1)
    }
  }
  return
}

// -----

// One of two.
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
      %u = pipegroup.barrier_try_wait %x parity(%c0)
      %v = pipegroup.barrier_try_wait %z parity(%c0)
      %t = arith.ori %u, %v : i1
      // expected-remark @below {{not proved: a token of another wait is not modelled}}
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

// An answer that a loop carries.
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
      %t = pipegroup.barrier_try_wait %x parity(%c0)
      %none = arith.constant 0 : index
      %one = arith.constant 1 : index
      %last = scf.for %i = %none to %one step %one iter_args(%u = %t) -> i1 {
        // expected-remark @below {{not proved: a token of another wait is not modelled}}
        scf.if %u {
        } else {
          pipegroup.barrier_wait %x parity(%c0)
        }
        scf.yield %u : i1
      }
      pipegroup.elect { pipegroup.barrier_arrive %y }
      pipegroup.barrier_wait %x parity(%c1)
    }
  }
  return
}

// -----

// One of two tests that spare one wait.
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
      %t = pipegroup.barrier_try_wait %x parity(%c0)
      %u = pipegroup.barrier_try_wait %x parity(%c0)
      // expected-remark @below {{not proved: a token of another wait is not modelled}}
      scf.if %u {
      } else {
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

// A loop that asks by itself until the phase is complete.
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
      // expected-remark @below {{not proved: a loop that polls is not modelled}}
      scf.while : () -> () {
      %t = pipegroup.barrier_try_wait %x parity(%c0)
      %n = arith.xori %t, %true : i1
      scf.condition(%n)
      } do {
      scf.yield
      }
      pipegroup.elect { pipegroup.barrier_arrive %y }
      pipegroup.barrier_wait %x parity(%c1)
    }
  }
  return
}

// -----

// One that never ends: nobody arrives in this round.
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
      pipegroup.barrier_wait %x parity(%c0)
      // expected-remark @below {{not proved: a loop that polls is not modelled}}
      scf.while : () -> () {
      %t = pipegroup.barrier_test_wait %y parity(%c0)
      %n = arith.xori %t, %true : i1
      scf.condition(%n)
      } do {
      scf.yield
      }
      pipegroup.elect { pipegroup.barrier_arrive %y }
      pipegroup.barrier_wait %x parity(%c1)
    }
  }
  return
}

// -----

// The same, by one lane.
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
      pipegroup.barrier_wait %x parity(%c0)
      pipegroup.elect {
        // expected-remark @below {{not proved: a loop that polls is not modelled}}
        scf.while : () -> () {
          %t = pipegroup.barrier_test_wait %y parity(%c0)
          %n = arith.xori %t, %true : i1
          scf.condition(%n)
        } do {
          scf.yield
        }
      }
      pipegroup.elect { pipegroup.barrier_arrive %y }
      pipegroup.barrier_wait %x parity(%c1)
    }
  }
  return
}

// -----

// The same, in a branch that does nothing else.
pipegroup.barriers @full size(1)
pipegroup.barriers @empty size(1)
pipegroup.barriers @z size(1)
func.func @k(%m: i1) {
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
      pipegroup.barrier_wait %x parity(%c0)
      scf.if %m {
        // expected-remark @below {{not proved: a loop that polls is not modelled}}
        scf.while : () -> () {
          %t = pipegroup.barrier_test_wait %y parity(%c0)
          %n = arith.xori %t, %true : i1
          scf.condition(%n)
        } do {
          scf.yield
        }
      }
      pipegroup.elect { pipegroup.barrier_arrive %y }
      pipegroup.barrier_wait %x parity(%c1)
    }
  }
  return
}

// -----

// The same, with an answer that takes a detour.
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
      pipegroup.barrier_wait %x parity(%c0)
      // expected-remark @below {{not proved: a loop whose trips threads can see differently is not modelled}}
      scf.while : () -> () {
        %t = pipegroup.barrier_test_wait %y parity(%c0)
        %n = scf.if %t -> i1 {
          %false = arith.constant false
          scf.yield %false : i1
        } else {
          scf.yield %true : i1
        }
        scf.condition(%n)
      } do {
        scf.yield
      }
      pipegroup.elect { pipegroup.barrier_arrive %y }
      pipegroup.barrier_wait %x parity(%c1)
    }
  }
  return
}

// -----

// The same, by branches between blocks.
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
      pipegroup.barrier_wait %x parity(%c0)
      scf.execute_region {
        cf.br ^again
      ^again:
        // expected-remark @below {{not proved: branches between blocks are not modelled}}
        %t = pipegroup.barrier_test_wait %y parity(%c0)
        cf.cond_br %t, ^end, ^again
      ^end:
        scf.yield
      }
      pipegroup.elect { pipegroup.barrier_arrive %y }
      pipegroup.barrier_wait %x parity(%c1)
    }
  }
  return
}

// -----

// A wait by hand for a round that does not come, on the protocol level.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s0 = pipegroup.start @g::@m producer : !pipegroup.state<1>
      pipegroup.acquire @g::@m[%s0] : !pipegroup.state<1>
      pipegroup.commit @g::@m[%s0] : !pipegroup.state<1>
      %s1 = pipegroup.advance %s0 : !pipegroup.state<1>
      pipegroup.acquire @g::@m[%s1] : !pipegroup.state<1>
      pipegroup.commit @g::@m[%s1] : !pipegroup.state<1>
    }
    pipegroup.task @use warps(1, 1) {
      %s0 = pipegroup.start @g consumer : !pipegroup.state<1>
      %s1 = pipegroup.advance %s0 : !pipegroup.state<1>
      %s2 = pipegroup.advance %s1 : !pipegroup.state<1>
      pipegroup.wait @g::@m[%s0] : !pipegroup.state<1>
      pipegroup.release @g[%s0] : !pipegroup.state<1>
      pipegroup.wait @g::@m[%s1] : !pipegroup.state<1>
      pipegroup.release @g[%s1] : !pipegroup.state<1>
      scf.execute_region {
        cf.br ^again
      ^again:
        // expected-remark @below {{not proved: branches between blocks are not modelled}}
        %t = pipegroup.try_wait @g::@m[%s2] : !pipegroup.state<1>
        cf.cond_br %t, ^end, ^again
      ^end:
        scf.yield
      }
    }
  }
  return
}
