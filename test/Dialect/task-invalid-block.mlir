// Rule K2: the number of threads of the CTA.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

func.func @none() {
  // expected-error @below {{'pipegroup.specialize' op is in a CTA of 0 threads, expected 1 to 1024 [K2]}}
  pipegroup.specialize threads(0) {
  }
  return
}

// -----

func.func @negative() {
  // expected-error @below {{is in a CTA of -32 threads, expected 1 to 1024 [K2]}}
  pipegroup.specialize threads(-32) {
  }
  return
}

// -----

func.func @many() {
  // expected-error @below {{is in a CTA of 1025 threads, expected 1 to 1024 [K2]}}
  pipegroup.specialize threads(1025) {
  }
  return
}

// -----

func.func @huge() {
  // expected-error @below {{is in a CTA of 9223372036854775807 threads, expected 1 to 1024 [K2]}}
  pipegroup.specialize threads(9223372036854775807) {
  }
  return
}

// -----

func.func @product() attributes {nvvm.reqntid = array<i32: 65536, 65536, 2>} {
  // expected-error @below {{is in a CTA of 8589934592 threads, expected 1 to 1024 [K2]}}
  pipegroup.specialize {
  }
  return
}

// -----

// As many threads as no number counts.
func.func @overflow() attributes {nvvm.reqntid = array<i32: 2147483647, 2147483647, 2147483647>} {
  // expected-error @below {{is in a CTA of 9223372036854775807 threads, expected 1 to 1024 [K2]}}
  pipegroup.specialize {
  }
  return
}

// -----

func.func @zero() attributes {nvvm.reqntid = array<i32: 128, 0, 1>} {
  // expected-error @below {{is in a CTA of 0 threads, expected 1 to 1024 [K2]}}
  pipegroup.specialize {
  }
  return
}

// -----

func.func @other_than_requested() attributes {nvvm.reqntid = array<i32: 128, 1, 1>} {
  // expected-error @below {{is in a CTA of 256 threads, expected 128 as the kernel's attributes say [K2]}}
  pipegroup.specialize threads(256) {
  }
  return
}

// -----

func.func @more_than_most() attributes {nvvm.maxntid = array<i32: 128, 1, 1>} {
  // expected-error @below {{is in a CTA of 129 threads, expected at most 128 as the kernel's attributes say [K2]}}
  pipegroup.specialize threads(129) {
  }
  return
}

// -----

gpu.module @kernels {
  gpu.func @other_than_known() kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    // expected-error @below {{is in a CTA of 64 threads, expected 128 as the kernel's attributes say [K2]}}
    pipegroup.specialize threads(64) {
    }
    gpu.return
  }
}

// -----

func.func @nested() {
  pipegroup.specialize threads(128) {
    pipegroup.task @a warps(0, 4) {
      // expected-error @below {{'pipegroup.specialize' op is inside a task, expected it outside [K2]}}
      pipegroup.specialize threads(128) {
        pipegroup.task @b warps(0, 4) {
        }
      }
    }
  }
  return
}

// -----

func.func @nested_deeper(%x: i1) {
  pipegroup.specialize threads(128) {
    pipegroup.task @a warps(0, 4) {
      scf.if %x {
        // expected-error @below {{is inside a task, expected it outside [K2]}}
        pipegroup.specialize {
        }
      }
    }
  }
  return
}

// -----

func.func @other_op() {
  pipegroup.specialize threads(128) {
    // expected-error @below {{'arith.constant' op is inside 'pipegroup.specialize', expected only 'pipegroup.task'}}
    %0 = arith.constant 0 : i32
    pipegroup.task @a warps(0, 4) {
    }
  }
  return
}

// -----

func.func @nested_directly() {
  pipegroup.specialize {
    // expected-error @below {{'pipegroup.specialize' op is inside 'pipegroup.specialize', expected only 'pipegroup.task'}}
    pipegroup.specialize {
    }
  }
  return
}

// -----

func.func @alone() {
  // expected-error @below {{'pipegroup.task' op expects parent op 'pipegroup.specialize'}}
  pipegroup.task @a warps(0, 4) {
  }
  return
}

// -----

func.func @indirect(%x: i1) {
  pipegroup.specialize {
    // expected-error @below {{'scf.if' op is inside 'pipegroup.specialize', expected only 'pipegroup.task'}}
    scf.if %x {
    }
  }
  return
}

// -----

// expected-error @below {{'pipegroup.specialize' op is outside a function, expected it inside one [P4]}}
pipegroup.specialize {
}

// -----

func.func @no_name() {
  pipegroup.specialize {
    // expected-error @below {{expected valid '@'-identifier for symbol name}}
    pipegroup.task warps(0, 4) {
    }
  }
  return
}

// -----

func.func @no_count() {
  pipegroup.specialize {
    // expected-error @below {{expected ','}}
    pipegroup.task @a warps(0) {
    }
  }
  return
}

// -----

func.func @blocks() {
  pipegroup.specialize {
    // expected-error @below {{'pipegroup.task' op expects region #0 to have 0 or 1 blocks}}
    pipegroup.task @a warps(0, 1) {
      cf.br ^next
    ^next:
    }
  }
  return
}

// -----

func.func @contradiction() attributes {nvvm.reqntid = array<i32: 128, 1, 1>, gpu.known_block_size = array<i32: 64, 1, 1>} {
  // expected-error @below {{is in a CTA of 64 threads, expected 128 as the kernel's attributes say [K2]}}
  pipegroup.specialize {
  }
  return
}
