// Rule K5: what a thread may ask for, one number per warpgroup, and no more over
// all warpgroups than the SM has.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

// Only increases: two warpgroups keep the 128 that they have at launch.
func.func @no_decrease() {
  // expected-error @below {{'pipegroup.specialize' op needs 592 registers per lane over its warpgroups, of which those that ask for none keep 128, expected at most 512 [K5]}}
  pipegroup.specialize threads(512) {
    // expected-note @below {{task '@first' asks for 168}}
    pipegroup.task @first warps(0, 4) registers(168) {
    }
    // expected-note @below {{task '@second' asks for 168}}
    pipegroup.task @second warps(4, 4) registers(168) {
    }
    pipegroup.task @load warps(8, 4) {
    }
    pipegroup.task @store warps(12, 4) {
    }
  }
  return
}

// -----

// Idle warpgroups count.
func.func @idle_warpgroups() {
  // expected-error @below {{needs 520 registers per lane over its warpgroups, of which those that ask for none keep 128, expected at most 512 [K5]}}
  pipegroup.specialize threads(512) {
    // expected-note @below {{task '@a' asks for 136}}
    pipegroup.task @a warps(4, 4) registers(136) {
    }
  }
  return
}

// -----

// Eight registers too many.
func.func @barely() {
  // expected-error @below {{needs 520 registers per lane over its warpgroups, of which those that ask for none keep 128, expected at most 512 [K5]}}
  pipegroup.specialize threads(512) {
    // expected-note @below {{task '@a' asks for 88}}
    pipegroup.task @a warps(0, 4) registers(88) {
    }
    // expected-note @below {{task '@b' asks for 168}}
    pipegroup.task @b warps(4, 4) registers(168) {
    }
    // expected-note @below {{task '@c' asks for 168}}
    pipegroup.task @c warps(8, 4) registers(168) {
    }
    // expected-note @below {{task '@d' asks for 96}}
    pipegroup.task @d warps(12, 4) registers(96) {
    }
  }
  return
}

// -----

// Every warpgroup asks.
func.func @everyone() {
  // expected-error @below {{needs 520 registers per lane over its warpgroups, of which those that ask for none keep 168, expected at most 512 [K5]}}
  pipegroup.specialize threads(384) {
    // expected-note @below {{task '@a' asks for 160}}
    pipegroup.task @a warps(0, 4) registers(160) {
    }
    // expected-note @below {{task '@b' asks for 176}}
    pipegroup.task @b warps(4, 4) registers(176) {
    }
    // expected-note @below {{task '@c' asks for 184}}
    pipegroup.task @c warps(8, 4) registers(184) {
    }
  }
  return
}

// -----

func.func @numbers() {
  pipegroup.specialize threads(512) {
    // expected-error @below {{'pipegroup.task' op '@few' asks for 16 registers, expected a multiple of 8 from 24 to 256 [K5]}}
    pipegroup.task @few warps(0, 4) registers(16) {
    }
    // expected-error @below {{'@many' asks for 264 registers, expected a multiple of 8 from 24 to 256 [K5]}}
    pipegroup.task @many warps(4, 4) registers(264) {
    }
    // expected-error @below {{'@odd' asks for 100 registers, expected a multiple of 8 from 24 to 256 [K5]}}
    pipegroup.task @odd warps(8, 4) registers(100) {
    }
  }
  return
}

// -----

func.func @far_numbers() {
  pipegroup.specialize threads(512) {
    // expected-error @below {{'@none' asks for 0 registers, expected a multiple of 8 from 24 to 256 [K5]}}
    pipegroup.task @none warps(0, 4) registers(0) {
    }
    // expected-error @below {{'@less' asks for -24 registers, expected a multiple of 8 from 24 to 256 [K5]}}
    pipegroup.task @less warps(4, 4) registers(-24) {
    }
    // expected-error @below {{'@huge' asks for 9223372036854775800 registers, expected a multiple of 8 from 24 to 256 [K5]}}
    pipegroup.task @huge warps(8, 4) registers(9223372036854775800) {
    }
  }
  return
}

// -----

func.func @unequal() {
  pipegroup.specialize threads(256) {
    // expected-note @below {{task '@a' asks for 40}}
    pipegroup.task @a warps(0, 1) registers(40) {
    }
    // expected-error @below {{'@b' asks for 48 registers in warpgroup 0, expected the 40 of another task in it [K5]}}
    pipegroup.task @b warps(1, 1) registers(48) {
    }
  }
  return
}

// -----

// A range that reaches into the next warpgroup asks for that one too.
func.func @reaching() {
  pipegroup.specialize threads(256) {
    // expected-note @below {{task '@b' asks for 40}}
    pipegroup.task @b warps(0, 5) registers(40) {
    }
    // expected-error @below {{'@a' asks for 232 registers in warpgroup 1, expected the 40 of another task in it [K5]}}
    pipegroup.task @a warps(5, 1) registers(232) {
    }
  }
  return
}

// -----

func.func @part_of_a_warpgroup() {
  // expected-error @below {{'pipegroup.specialize' op asks for registers in a CTA of 160 threads, expected a multiple of 128 [K5]}}
  pipegroup.specialize threads(160) {
    pipegroup.task @a warps(0, 4) registers(40) {
    }
  }
  return
}

// -----

func.func @requested_part() attributes {nvvm.reqntid = array<i32: 96, 2, 1>} {
  // expected-error @below {{asks for registers in a CTA of 192 threads, expected a multiple of 128 [K5]}}
  pipegroup.specialize {
    pipegroup.task @a warps(0, 4) registers(40) {
    }
  }
  return
}

// -----

func.func @unknown() {
  // expected-error @below {{asks for registers in a CTA of an unknown number of threads, expected a multiple of 128 [K5]}}
  pipegroup.specialize {
    pipegroup.task @a warps(0, 4) registers(40) {
    }
  }
  return
}

// -----

// Two CTAs on one SM have half of it each.
func.func @two_ctas() attributes {nvvm.reqntid = array<i32: 256, 1, 1>, nvvm.minctasm = 2 : i32} {
  // expected-error @below {{needs 272 registers per lane over its warpgroups, of which those that ask for none keep 128, expected at most 256 [K5]}}
  pipegroup.specialize {
    // expected-note @below {{task '@a' asks for 40}}
    pipegroup.task @a warps(0, 4) registers(40) {
    }
    // expected-note @below {{task '@b' asks for 232}}
    pipegroup.task @b warps(4, 4) registers(232) {
    }
  }
  return
}

// -----

// No registers are left at all.
func.func @many_ctas() attributes {nvvm.reqntid = array<i32: 256, 1, 1>, nvvm.minctasm = 2147483647 : i32} {
  // expected-error @below {{needs 24 registers per lane over its warpgroups, of which those that ask for none keep 0, expected at most 0 [K5]}}
  pipegroup.specialize {
    // expected-note @below {{task '@a' asks for 24}}
    pipegroup.task @a warps(0, 4) registers(24) {
    }
  }
  return
}

// -----

// What the kernel says is what those that ask for none keep.
func.func @launched() attributes {nvvm.reqntid = array<i32: 512, 1, 1>, nvvm.maxnreg = 112 : i32} {
  // expected-error @below {{needs 568 registers per lane over its warpgroups, of which those that ask for none keep 112, expected at most 512 [K5]}}
  pipegroup.specialize {
    // expected-note @below {{task '@a' asks for 232}}
    pipegroup.task @a warps(0, 4) registers(232) {
    }
  }
  return
}
