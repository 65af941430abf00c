// K3 and K4: a lane has its share of the warps, and a task of its own only where every
// lane has one, all of one size.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -split-input-file -verify-diagnostics

// The threads of the whole task are not those of a lane.
pipegroup.group @g merge {
  // expected-error @below {{'@m' has consumer 'thread 256' (256 threads), expected the 128 threads of a lane of '@read' [K3]}}
  pipegroup.member @m async_async stages(4) producer(thread 32) consumer(thread 256) interleave(1, 1, 2, 2)
}
func.func @whole_task() {
  pipegroup.specialize threads(288) {
    pipegroup.task @fill warps(8, 1) {
      pipegroup.commit @g::@m
    }
    // expected-note @below {{the task is here}}
    pipegroup.task @read warps(0, 8) {
      // expected-note @below {{its op is here}}
      pipegroup.release @g
    }
  }
  return
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has 2 lanes on its consumer side, expected a divisor of the 3 warps of '@read' [K3]}}
  pipegroup.member @m async_async stages(4) interleave(1, 1, 2, 2)
}
func.func @odd() {
  pipegroup.specialize threads(128) {
    pipegroup.task @fill warps(3, 1) {
      pipegroup.commit @g::@m
    }
    // expected-note @below {{the task is here}}
    pipegroup.task @read warps(0, 3) {
      // expected-note @below {{its op is here}}
      pipegroup.release @g
    }
  }
  return
}

// -----

// A warp of the tensor core for each lane, no more.
pipegroup.group @g merge {
  // expected-error @below {{'@m' has a 'umma' consumer in '@read' of 2 warps a lane, expected 1 warp [K3]}}
  pipegroup.member @m tma_umma stages(4) bytes(64) interleave(1, 1, 2, 2)
}
func.func @umma() {
  pipegroup.specialize threads(160) {
    pipegroup.task @fill warps(4, 1) {
      pipegroup.commit @g::@m
    }
    // expected-note @below {{the task is here}}
    pipegroup.task @read warps(0, 4) {
      // expected-note @below {{its op is here}}
      pipegroup.release @g
    }
  }
  return
}

// -----

// Lanes of two sizes would need two counts.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) interleave(1, 1, 2, 2)
}
func.func @unequal() {
  pipegroup.specialize threads(256) {
    pipegroup.task @fill warps(7, 1) {
      pipegroup.commit @g::@m
    }
    // expected-note @below {{its task is here}}
    pipegroup.task @first warps(0, 4) {
      // expected-note @below {{the other op is here}}
      pipegroup.release @g
    }
    pipegroup.task @second warps(4, 2) {
      // expected-error @below {{'pipegroup.release' op drives the collapsed consumer side of '@g' from task '@second', expected task '@first' alone or one task of the same size for each of 2 lanes [K4]}}
      pipegroup.release @g
    }
  }
  return
}

// -----

// More tasks than lanes.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) interleave(1, 1, 2, 2)
}
func.func @many() {
  pipegroup.specialize threads(128) {
    pipegroup.task @fill warps(3, 1) {
      pipegroup.commit @g::@m
    }
    // expected-note @below {{its task is here}}
    pipegroup.task @first warps(0, 1) {
      // expected-note @below {{the other op is here}}
      pipegroup.release @g
    }
    pipegroup.task @second warps(1, 1) {
      // expected-error @below {{from task '@second', expected task '@first' alone or one task of the same size for each of 2 lanes [K4]}}
      pipegroup.release @g
    }
    pipegroup.task @third warps(2, 1) {
      pipegroup.release @g
    }
  }
  return
}

// -----

// Fewer tasks than lanes; on a member's own side.
pipegroup.group @g fork {
  pipegroup.member @m async_async stages(4) interleave(1, 1, 4, 4)
  pipegroup.member @n async_async stages(4) interleave(1, 1, 4, 4)
}
func.func @few() {
  pipegroup.specialize threads(256) {
    pipegroup.task @fill warps(7, 1) {
      pipegroup.commit @g
    }
    pipegroup.task @n warps(3, 4) {
      pipegroup.release @g::@n
    }
    // expected-note @below {{its task is here}}
    pipegroup.task @first warps(0, 1) {
      // expected-note @below {{the first op is here}}
      pipegroup.release @g::@m
    }
    pipegroup.task @second warps(1, 1) {
      // expected-error @below {{'pipegroup.release' op drives the consumer side of '@m' from task '@second', expected task '@first' alone or one task of the same size for each of 4 lanes [K4]}}
      pipegroup.release @g::@m
    }
  }
  return
}

// -----

// What is done outside all tasks is no lane.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) interleave(1, 1, 2, 2)
}
func.func @outside() {
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(1, 1) {
      pipegroup.commit @g::@m
    }
    // expected-note @below {{its task is here}}
    pipegroup.task @first warps(0, 1) {
      // expected-note @below {{the other op is here}}
      pipegroup.release @g
    }
  }
  // expected-error @below {{from outside all tasks, expected task '@first' alone or one task of the same size for each of 2 lanes [K4]}}
  pipegroup.release @g
  return
}

// -----

// Nor are tasks of two places: states would start again in the second one.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) interleave(1, 1, 2, 2)
}
func.func @two_places() {
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(2, 1) {
      pipegroup.commit @g::@m
    }
    // expected-note @below {{its task is here}}
    pipegroup.task @first warps(0, 1) {
      // expected-note @below {{the other op is here}}
      pipegroup.release @g
    }
  }
  pipegroup.specialize threads(96) {
    pipegroup.task @second warps(0, 1) {
      // expected-error @below {{from task '@second', expected task '@first' alone or one task of the same size for each of 2 lanes [K4]}}
      pipegroup.release @g
    }
  }
  return
}
