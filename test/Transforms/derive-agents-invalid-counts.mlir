// Rule K3: a written agent is the threads of the task that performs its ops.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  // expected-error @below {{'pipegroup.member' op '@m' has producer 'thread 63' (63 threads), expected the 64 threads of '@fill' [K3]}}
  pipegroup.member @m async_async stages(2) producer(thread 63)
}
func.func @one_less() {
  pipegroup.specialize threads(192) {
    // expected-note @below {{the task is here}}
    pipegroup.task @fill warps(4, 2) {
      // expected-note @below {{its op is here}}
      pipegroup.commit @g::@m
    }
    pipegroup.task @read warps(0, 4) {
      pipegroup.release @g
    }
  }
  return
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has producer 'thread 65' (65 threads), expected the 64 threads of '@fill' [K3]}}
  // expected-error @below {{'@m' has consumer 'thread 129' (129 threads), expected the 128 threads of '@read' [K3]}}
  pipegroup.member @m async_async stages(2) producer(thread 65) consumer(thread 129)
}
func.func @one_more() {
  pipegroup.specialize threads(192) {
    // expected-note @below {{the task is here}}
    pipegroup.task @fill warps(4, 2) {
      // expected-note @below {{its op is here}}
      pipegroup.commit @g::@m
      pipegroup.commit @g::@m
    }
    // expected-note @below {{the task is here}}
    pipegroup.task @read warps(0, 4) {
      // expected-note @below {{its op is here}}
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has producer 'thread 32' (32 threads), expected the 64 threads of '@fill' [K3]}}
  // expected-error @below {{'@m' has consumer 'thread 256' (256 threads), expected the 128 threads of '@read' [K3]}}
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 256)
}
func.func @half_and_double() {
  pipegroup.specialize threads(192) {
    // expected-note @below {{the task is here}}
    pipegroup.task @fill warps(4, 2) {
      // expected-note @below {{its op is here}}
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

pipegroup.group @g merge {
  // expected-error @below {{'@m' has producer 'warp 1' (32 threads), expected the 64 threads of '@fill' [K3]}}
  // expected-error @below {{'@m' has consumer 'warp 5' (160 threads), expected the 128 threads of '@read' [K3]}}
  pipegroup.member @m async_async stages(2) producer(warp 1) consumer(warp 5)
}
func.func @async_warps() {
  pipegroup.specialize threads(192) {
    // expected-note @below {{the task is here}}
    pipegroup.task @fill warps(4, 2) {
      // expected-note @below {{its op is here}}
      pipegroup.acquire @g::@m
    }
    // expected-note @below {{the task is here}}
    pipegroup.task @read warps(0, 4) {
      // expected-note @below {{its op is here}}
      pipegroup.wait @g::@m
    }
  }
  return
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has producer 'warp 2' (64 threads), expected the 32 threads of '@fill' [K3]}}
  // expected-error @below {{'@m' has consumer 'warp 2' (64 threads), expected the 128 threads of '@read' [K3]}}
  pipegroup.member @m tma_async stages(2) producer(warp 2) consumer(warp 2) bytes(256)
}
func.func @tma_double_and_half() {
  pipegroup.specialize threads(192) {
    // expected-note @below {{the task is here}}
    pipegroup.task @fill warps(4, 1) {
      // expected-note @below {{its op is here}}
      pipegroup.acquire @g::@m
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

pipegroup.group @g merge {
  // expected-error @below {{'@m' has producer 'warp 1' (32 threads), expected the 64 threads of '@fill' [K3]}}
  pipegroup.member @m tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(256)
}
func.func @tma_half() {
  pipegroup.specialize threads(192) {
    // expected-note @below {{the task is here}}
    pipegroup.task @fill warps(4, 2) {
      // expected-note @below {{its op is here}}
      pipegroup.acquire @g::@m
    }
    pipegroup.task @math warps(0, 1) {
      pipegroup.release @g
    }
  }
  return
}

// -----

// The tensor core belongs to one warp, whether that is written or not.
pipegroup.group @g merge {
  // expected-error @below {{'@m' has a 'umma' consumer in '@math' of 2 warps, expected 1 warp [K3]}}
  pipegroup.member @m tma_umma stages(2) bytes(256)
}
func.func @umma_consumer() {
  pipegroup.specialize threads(192) {
    pipegroup.task @fill warps(4, 1) {
      pipegroup.acquire @g::@m
    }
    // expected-note @below {{the task is here}}
    pipegroup.task @math warps(0, 2) {
      // expected-note @below {{its op is here}}
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has a 'umma' producer in '@math' of 4 warps, expected 1 warp [K3]}}
  pipegroup.member @m umma_async stages(2) producer(warp 1) consumer(thread 128)
}
func.func @umma_producer() {
  pipegroup.specialize threads(256) {
    // expected-note @below {{the task is here}}
    pipegroup.task @math warps(4, 4) {
      // expected-note @below {{its op is here}}
      pipegroup.commit @g::@m
    }
    pipegroup.task @read warps(0, 4) {
      pipegroup.release @g
    }
  }
  return
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has a 'umma' producer in '@both' of 2 warps, expected 1 warp [K3]}}
  // expected-error @below {{'@m' has a 'umma' consumer in '@both' of 2 warps, expected 1 warp [K3]}}
  pipegroup.member @m umma_umma stages(2)
}
func.func @umma_both() {
  pipegroup.specialize threads(256) {
    // expected-note @below {{the task is here}}
    pipegroup.task @both warps(0, 2) {
      // expected-note @below {{its op is here}}
      pipegroup.commit @g::@m
      // expected-note @below {{its op is here}}
      pipegroup.release @g
    }
  }
  return
}

// -----

// Each member of a merge has its own producers, each of a fork its own consumers.
pipegroup.group @merge merge {
  pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 128)
  // expected-error @below {{'@y' has producer 'thread 32' (32 threads), expected the 64 threads of '@y' [K3]}}
  pipegroup.member @y async_async stages(2) producer(thread 32) consumer(thread 128)
}
pipegroup.group @fork fork {
  // expected-error @below {{'@x' has consumer 'thread 96' (96 threads), expected the 64 threads of '@y' [K3]}}
  pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 96)
  pipegroup.member @y async_async stages(2) producer(thread 32) consumer(thread 128)
}
func.func @members() {
  pipegroup.specialize threads(256) {
    pipegroup.task @x warps(4, 1) {
      pipegroup.commit @merge::@x
      pipegroup.commit @fork
    }
    // expected-note @below {{the task is here}}
    pipegroup.task @y warps(5, 2) {
      // expected-note @below {{its op is here}}
      pipegroup.commit @merge::@y
      // expected-note @below {{its op is here}}
      pipegroup.wait @fork::@x
    }
    pipegroup.task @z warps(0, 4) {
      pipegroup.release @merge
      pipegroup.release @fork::@y
    }
  }
  return
}

// -----

// Two kernels of one module use a group in the same way.
pipegroup.group @g merge {
  // expected-error @below {{'@m' has consumer 'thread 128' (128 threads), expected the 64 threads of '@read' [K3]}}
  pipegroup.member @m async_async stages(2)
}
func.func @first() {
  pipegroup.specialize threads(192) {
    pipegroup.task @fill warps(4, 2) {
      pipegroup.commit @g::@m
    }
    pipegroup.task @read warps(0, 4) {
      pipegroup.release @g
    }
  }
  return
}
func.func @second() {
  pipegroup.specialize threads(192) {
    pipegroup.task @fill warps(4, 2) {
      pipegroup.commit @g::@m
    }
    // expected-note @below {{the task is here}}
    pipegroup.task @read warps(0, 2) {
      // expected-note @below {{its op is here}}
      pipegroup.release @g
    }
  }
  return
}

// -----

// What is derived has to keep the other rules.
pipegroup.group @g merge {
  // expected-error @below {{'@m' has 256 bytes, expected a multiple of its 3 arming warps [M3]}}
  pipegroup.member @m tma_async stages(2) bytes(256)
}
func.func @shares() {
  pipegroup.specialize threads(256) {
    pipegroup.task @fill warps(4, 3) {
      pipegroup.acquire @g::@m
    }
    pipegroup.task @read warps(0, 4) {
      pipegroup.release @g
    }
  }
  return
}
