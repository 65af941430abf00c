// Rule K2: ranges inside the CTA, none twice, one task per name.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

func.func @overlap() {
  pipegroup.specialize threads(256) {
    // expected-note @below {{task '@a' has warps 0 to 3}}
    pipegroup.task @a warps(0, 4) {
    }
    // expected-error @below {{'pipegroup.task' op '@b' has warps 3 to 4, expected none of another task [K2]}}
    pipegroup.task @b warps(3, 2) {
    }
  }
  return
}

// -----

func.func @same() {
  pipegroup.specialize threads(256) {
    // expected-note @below {{task '@a' has warps 2 to 2}}
    pipegroup.task @a warps(2, 1) {
    }
    // expected-error @below {{'@b' has warps 2 to 2, expected none of another task [K2]}}
    pipegroup.task @b warps(2, 1) {
    }
  }
  return
}

// -----

func.func @contains() {
  pipegroup.specialize threads(256) {
    // expected-note @below {{task '@a' has warps 3 to 3}}
    pipegroup.task @a warps(3, 1) {
    }
    // expected-note @below {{task '@b' has warps 6 to 6}}
    pipegroup.task @b warps(6, 1) {
    }
    // expected-error @below {{'@all' has warps 0 to 7, expected none of another task [K2]}}
    pipegroup.task @all warps(0, 8) {
    }
  }
  return
}

// -----

func.func @names() {
  pipegroup.specialize threads(256) {
    // expected-note @below {{task '@a' is the other one}}
    pipegroup.task @a warps(0, 1) {
    }
    // expected-error @below {{'@a' has the name of another task, expected its own [K2]}}
    pipegroup.task @a warps(1, 1) {
    }
  }
  return
}

// -----

func.func @written() {
  pipegroup.specialize threads(128) {
    // expected-error @below {{'@a' has warps(4, 1), expected a range of the 4 warps of the CTA [K2]}}
    pipegroup.task @a warps(4, 1) {
    }
  }
  return
}

// -----

// A last warp that is not whole is none.
func.func @part() {
  pipegroup.specialize threads(100) {
    // expected-error @below {{'@a' has warps(3, 1), expected a range of the 3 warps of the CTA [K2]}}
    pipegroup.task @a warps(3, 1) {
    }
  }
  return
}

// -----

func.func @requested() attributes {nvvm.reqntid = array<i32: 64, 2, 1>} {
  pipegroup.specialize {
    // expected-error @below {{'@a' has warps(3, 2), expected a range of the 4 warps of the CTA [K2]}}
    pipegroup.task @a warps(3, 2) {
    }
  }
  return
}

// -----

func.func @most() attributes {nvvm.maxntid = array<i32: 96>} {
  pipegroup.specialize {
    // expected-error @below {{'@a' has warps(3, 1), expected a range of the 3 warps of the CTA [K2]}}
    pipegroup.task @a warps(3, 1) {
    }
  }
  return
}

// -----

gpu.module @kernels {
  gpu.func @known() kernel attributes {known_block_size = array<i32: 32, 2, 2>} {
    pipegroup.specialize {
      // expected-error @below {{'@a' has warps(0, 5), expected a range of the 4 warps of the CTA [K2]}}
      pipegroup.task @a warps(0, 5) {
      }
    }
    gpu.return
  }
}

// -----

func.func @known() attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  pipegroup.specialize {
    // expected-error @below {{'@a' has warps(0, 5), expected a range of the 4 warps of the CTA [K2]}}
    pipegroup.task @a warps(0, 5) {
    }
  }
  return
}

// -----

// No CTA has more than 32 warps.
func.func @unknown() {
  pipegroup.specialize {
    // expected-error @below {{'@a' has warps(32, 1), expected a range of the 32 warps of the CTA [K2]}}
    pipegroup.task @a warps(32, 1) {
    }
    // expected-error @below {{'@b' has warps(31, 2), expected a range of the 32 warps of the CTA [K2]}}
    pipegroup.task @b warps(31, 2) {
    }
  }
  return
}

// -----

func.func @odd_numbers() {
  pipegroup.specialize threads(256) {
    // expected-error @below {{'@none' has warps(0, 0), expected a range of the 8 warps of the CTA [K2]}}
    pipegroup.task @none warps(0, 0) {
    }
    // expected-error @below {{'@less' has warps(1, -1), expected a range of the 8 warps of the CTA [K2]}}
    pipegroup.task @less warps(1, -1) {
    }
    // expected-error @below {{'@before' has warps(-1, 1), expected a range of the 8 warps of the CTA [K2]}}
    pipegroup.task @before warps(-1, 1) {
    }
  }
  return
}

// -----

func.func @many_warps() {
  pipegroup.specialize threads(256) {
    // expected-error @below {{'@a' has warps(1, 9223372036854775807), expected a range of the 8 warps of the CTA [K2]}}
    pipegroup.task @a warps(1, 9223372036854775807) {
    }
  }
  return
}

// -----

func.func @far_warp() {
  pipegroup.specialize threads(256) {
    // expected-error @below {{'@a' has warps(9223372036854775807, 9223372036854775807), expected a range of the 8 warps of the CTA [K2]}}
    pipegroup.task @a warps(9223372036854775807, 9223372036854775807) {
    }
  }
  return
}

// -----

func.func @negative_warps() {
  pipegroup.specialize threads(256) {
    // expected-error @below {{'@a' has warps(-9223372036854775808, 9223372036854775807), expected a range of the 8 warps of the CTA [K2]}}
    pipegroup.task @a warps(-9223372036854775808, 9223372036854775807) {
    }
  }
  return
}

// -----

// A range that is refused overlaps nothing.
func.func @once() {
  pipegroup.specialize threads(256) {
    // expected-error @below {{'@a' has warps(0, 9), expected a range of the 8 warps of the CTA [K2]}}
    pipegroup.task @a warps(0, 9) {
    }
    // expected-error @below {{'@b' has warps(1, 9223372036854775807), expected a range of the 8 warps of the CTA [K2]}}
    pipegroup.task @b warps(1, 9223372036854775807) {
    }
    pipegroup.task @c warps(0, 1) {
    }
  }
  return
}
