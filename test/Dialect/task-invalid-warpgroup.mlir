// K5: a task that asks for nothing may not reach from a warpgroup that asks into
// one that does not: its warps would part in the branch of the request.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics
func.func @crosses() {
  pipegroup.specialize threads(256) {
    // expected-error @below {{'@a' asks for no registers in warpgroup 1 but goes beyond it, expected the 40 of another task in it [K5]}}
    pipegroup.task @a warps(2, 4) {
    }
    // expected-note @below {{task '@b' asks for 40}}
    pipegroup.task @b warps(6, 2) registers(40) {
    }
  }
  return
}

// -----

func.func @twice() {
  // expected-error @below {{asks for registers beside another 'pipegroup.specialize', expected one in a kernel [K5]}}
  pipegroup.specialize threads(128) {
    pipegroup.task @a warps(0, 4) registers(40) {
    }
  }
  pipegroup.specialize threads(128) {
  }
  return
}

// -----

func.func @launch() attributes {nvvm.maxnreg = -8 : i32} {
  // expected-error @below {{asks for registers in a kernel of -8 registers at launch, expected 1 to 255 [K5]}}
  pipegroup.specialize threads(128) {
    pipegroup.task @a warps(0, 4) registers(40) {
    }
  }
  return
}
