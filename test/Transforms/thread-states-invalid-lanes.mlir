// P9 and K3: who has which lane must be known: a warp of a task with as many warps as
// lanes or a multiple of them.
// RUN: pipegroup-opt %s -pipegroup-thread-states -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) interleave(1, 1, 2, 2)
}
// expected-error @below {{'func.func' op leaves out interleaved states of '@g' outside all tasks, expected 'pipegroup.start' with a lane [P9]}}
func.func @no_task() {
  pipegroup.init @g
  pipegroup.wait @g::@m
  return
}

// -----

// Beside tasks, too.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) interleave(2, 2, 1, 1)
}
// expected-error @below {{'func.func' op leaves out interleaved states of '@g::@m' outside all tasks, expected 'pipegroup.start' with a lane [P9]}}
func.func @beside() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @read warps(0, 1) {
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  pipegroup.acquire @g::@m
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) interleave(1, 1, 2, 2)
}
func.func @odd() {
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    // expected-error @below {{'pipegroup.task' op has 3 warps, expected a multiple of the 2 lanes of '@g' [K3]}}
    pipegroup.task @read warps(0, 3) {
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}

// -----

pipegroup.group @g fork {
  pipegroup.member @m async_async stages(4) interleave(1, 1, 4, 4)
}
func.func @fewer() {
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    // expected-error @below {{'pipegroup.task' op has 2 warps, expected a multiple of the 4 lanes of '@g::@m' [K3]}}
    pipegroup.task @read warps(0, 2) {
      pipegroup.wait @g::@m
    }
  }
  return
}
