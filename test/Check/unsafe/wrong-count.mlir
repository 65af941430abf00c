// A count that is not the number of those who arrive hangs, or frees a slot under its readers.
// Written agents must be those of the task, so that it cannot be.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Two arrivals, of which one warp makes one.
pipegroup.group @g merge {
  // expected-error @below {{'pipegroup.member' op '@m' has consumer 'warp 2' (64 threads), expected the 32 threads of '@use' [K3]}}
  pipegroup.member @m tma_async stages(3) consumer(warp 2) bytes(64)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    // expected-note @below {{the task is here}}
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-note @below {{its op is here}}
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// One arrival, which the first of two warps makes.
pipegroup.group @g merge {
  // expected-error @below {{'pipegroup.member' op '@m' has consumer 'warp 1' (32 threads), expected the 64 threads of '@use' [K3]}}
  pipegroup.member @m tma_async stages(3) consumer(warp 1) bytes(64)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    // expected-note @below {{the task is here}}
    pipegroup.task @use warps(1, 2) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-note @below {{its op is here}}
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// One, and 64 threads arrive.
pipegroup.group @g merge {
  // expected-error @below {{'pipegroup.member' op '@m' has consumer 'thread 1' (1 threads), expected the 64 threads of '@use' [K3]}}
  pipegroup.member @m tma_async stages(3) consumer(thread 1) bytes(64)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    // expected-note @below {{the task is here}}
    pipegroup.task @use warps(1, 2) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-note @below {{its op is here}}
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// A count for each thread where one elected lane arms.
pipegroup.group @g merge {
  // expected-error @below {{'pipegroup.member' op '@m' has producer 'warp 32' (1024 threads), expected the 32 threads of '@fill' [K3]}}
  pipegroup.member @m tma_async stages(3) producer(warp 32) bytes(512)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    // expected-note @below {{the task is here}}
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-note @below {{its op is here}}
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Two members of a merge are not two releases: the shared consumer counts once.
pipegroup.group @g merge {
  // expected-error @below {{'pipegroup.member' op '@a' has consumer 'warp 2' (64 threads), expected the 32 threads of '@use' [K3]}}
  pipegroup.member @a tma_async stages(2) consumer(warp 2) bytes(64)
  // expected-error @below {{'pipegroup.member' op '@b' has consumer 'warp 2' (64 threads), expected the 32 threads of '@use' [K3]}}
  pipegroup.member @b async_async stages(2) consumer(warp 2)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @a warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@a
        pipegroup.commit @g::@a
      }
    }
    pipegroup.task @b warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@b
        pipegroup.commit @g::@b
      }
    }
    // expected-note @below {{the task is here}}
    pipegroup.task @use warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-note @below {{its op is here}}
        pipegroup.wait @g::@a
        // expected-note @below {{its op is here}}
        pipegroup.wait @g::@b
        pipegroup.release @g
      }
    }
  }
  return
}
