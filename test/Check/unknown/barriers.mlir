// Barriers of which it is not known which one is meant, or which live more than once.
// RUN: pipegroup-opt %s -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// A slot number that is passed in.
pipegroup.barriers @b size(2)
func.func @kernel(%k: i32) {
  %c0 = arith.constant 0 : i32
  %full = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  %empty = pipegroup.barrier @b[%c0] offset(1) : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %full count(32)
    pipegroup.barrier_init %empty count(32)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(32) {
    pipegroup.task @fill warps(0, 1) {
      %x = pipegroup.barrier @b[%k] : !llvm.ptr<3>
      // expected-remark @below {{not proved: which barrier it acts on is not known}}
      pipegroup.barrier_wait %x parity(%c0)
    }
  }
  return
}

// -----

// A parity that is passed in.
pipegroup.barriers @b size(2)
func.func @kernel(%k: i32) {
  %c0 = arith.constant 0 : i32
  %full = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  %empty = pipegroup.barrier @b[%c0] offset(1) : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %full count(32)
    pipegroup.barrier_init %empty count(32)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(32) {
    pipegroup.task @fill warps(0, 1) {
      // expected-remark @below {{not proved: where its parity comes from is not modelled}}
      pipegroup.barrier_wait %full parity(%k)
    }
  }
  return
}

// -----

// An arm by all lanes.
pipegroup.barriers @b size(2)
func.func @kernel() {
  %c0 = arith.constant 0 : i32
  %full = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  %empty = pipegroup.barrier @b[%c0] offset(1) : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %full count(32)
    pipegroup.barrier_init %empty count(32)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(32) {
    pipegroup.task @fill warps(0, 1) {
      // expected-remark @below {{not proved: an arm by every lane is not modelled}}
      pipegroup.barrier_arrive_expect_tx %full bytes(64)
      pipegroup.barrier_wait %full parity(%c0)
    }
  }
  return
}

// -----

// The end of their life.
pipegroup.barriers @b size(2)
func.func @kernel() {
  %c0 = arith.constant 0 : i32
  %full = pipegroup.barrier @b[%c0] : !llvm.ptr<3>
  %empty = pipegroup.barrier @b[%c0] offset(1) : !llvm.ptr<3>
  pipegroup.once {
    pipegroup.barrier_init %full count(32)
    pipegroup.barrier_init %empty count(32)
    pipegroup.fence_barrier_init
  }
  pipegroup.sync_cta
  pipegroup.specialize threads(32) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.barrier_arrive %full
      pipegroup.barrier_wait %full parity(%c0)
    }
  }
  pipegroup.once {
    // expected-remark @below {{not proved: barriers that live more than once are not modelled}}
    pipegroup.barrier_invalidate %full
  }
  return
}
