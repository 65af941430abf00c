// The number of a warp in its task is known inside a task only.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

func.func @outside() {
  // expected-error @below {{'pipegroup.task_warp' op is outside all tasks, expected it inside one}}
  %warp = pipegroup.task_warp : i32
  return
}

// -----

func.func @beside() {
  pipegroup.specialize threads(64) {
    pipegroup.task @a warps(0, 1) {
    }
  }
  // expected-error @below {{'pipegroup.task_warp' op is outside all tasks, expected it inside one}}
  %warp = pipegroup.task_warp : i32
  return
}

// -----

func.func @type() {
  pipegroup.specialize threads(64) {
    pipegroup.task @a warps(0, 1) {
      // expected-error @below {{invalid kind of type specified: expected builtin.integer, but found 'index'}}
      %warp = pipegroup.task_warp : index
    }
  }
  return
}

// -----

func.func @width() {
  pipegroup.specialize threads(64) {
    pipegroup.task @a warps(0, 1) {
      // expected-error @below {{result #0 must be 32-bit signless integer, but got 'i64'}}
      %warp = pipegroup.task_warp : i64
    }
  }
  return
}
