// Rule K9: what all threads of the CTA must reach has no place in a task.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file -verify-diagnostics

func.func @gpu() {
  pipegroup.specialize threads(64) {
    // expected-note @below {{task '@a' is here}}
    pipegroup.task @a warps(0, 1) {
      // expected-error @below {{'gpu.barrier' waits for all threads of the CTA inside a task, expected it outside [K9]}}
      gpu.barrier
    }
  }
  return
}

// -----

func.func @nvvm() {
  pipegroup.specialize threads(64) {
    // expected-note @below {{task '@a' is here}}
    pipegroup.task @a warps(0, 2) {
      // expected-error @below {{'nvvm.barrier' waits for all threads of the CTA inside a task, expected it outside [K9]}}
      nvvm.barrier
    }
  }
  return
}

// -----

func.func @nvvm_zero() {
  pipegroup.specialize threads(64) {
    // expected-note @below {{task '@a' is here}}
    pipegroup.task @a warps(0, 2) {
      // expected-error @below {{'nvvm.barrier0' waits for all threads of the CTA inside a task, expected it outside [K9]}}
      nvvm.barrier0
    }
  }
  return
}

// -----

// A number alone means all threads.
func.func @named() {
  %id = arith.constant 1 : i32
  pipegroup.specialize threads(64) {
    // expected-note @below {{task '@a' is here}}
    pipegroup.task @a warps(0, 1) {
      // expected-error @below {{'nvvm.barrier' waits for all threads of the CTA inside a task, expected it outside [K9]}}
      nvvm.barrier id = %id
    }
  }
  return
}

// -----

func.func @nested(%x: i1, %n: index) {
  pipegroup.specialize threads(64) {
    pipegroup.task @a warps(0, 1) {
    }
    // expected-note @below {{task '@b' is here}}
    pipegroup.task @b warps(1, 1) {
      scf.for %i = %n to %n step %n {
        scf.if %x {
        } else {
          // expected-error @below {{'gpu.barrier' waits for all threads of the CTA inside a task, expected it outside [K9]}}
          gpu.barrier
        }
      }
    }
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
func.func @life() {
  pipegroup.specialize threads(64) {
    // expected-note @below {{task '@a' is here}}
    pipegroup.task @a warps(0, 1) {
      // expected-error @below {{'pipegroup.init' waits for all threads of the CTA inside a task, expected it outside [K9]}}
      pipegroup.init @g
      // expected-error @below {{'pipegroup.invalidate' waits for all threads of the CTA inside a task, expected it outside [K9]}}
      pipegroup.invalidate @g
    }
  }
  return
}

// -----

func.func @level() {
  pipegroup.specialize threads(64) {
    // expected-note @below {{task '@a' is here}}
    pipegroup.task @a warps(0, 1) {
      // expected-error @below {{'pipegroup.sync_cta' waits for all threads of the CTA inside a task, expected it outside [K9]}}
      pipegroup.sync_cta
    }
  }
  return
}
