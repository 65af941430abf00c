// Rule K4: one task drives what members share, and one each member's own side.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  // expected-error @below {{'pipegroup.member' op '@m' has no task that drives its producer side, expected one [K4]}}
  pipegroup.member @m async_async stages(2)
}
func.func @no_producer() {
  pipegroup.specialize threads(128) {
    pipegroup.task @read warps(0, 4) {
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  return
}

// -----

pipegroup.group @g merge {
  // expected-error @below {{'@m' has no task that drives its consumer side, expected one [K4]}}
  pipegroup.member @m async_async stages(2)
}
func.func @no_consumer() {
  pipegroup.specialize threads(128) {
    pipegroup.task @fill warps(0, 4) {
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
    }
  }
  return
}

// -----

// A state, an address or a tail drives nothing.
pipegroup.group @g merge {
  // expected-error @below {{'@m' has no task that drives its producer side, expected one [K4]}}
  pipegroup.member @m async_async stages(2)
}
func.func @only_looks() {
  pipegroup.specialize threads(192) {
    pipegroup.task @fill warps(4, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %b = pipegroup.full_barrier @g::@m[%s] : !pipegroup.state<2> -> !llvm.ptr<3>
      %c = pipegroup.current @g::@m producer : !pipegroup.state<2>
      pipegroup.tail @g::@m
    }
    pipegroup.task @read warps(0, 4) {
      pipegroup.release @g
    }
  }
  return
}

// -----

// One of several members.
pipegroup.group @g merge {
  pipegroup.member @x async_async stages(2)
  // expected-error @below {{'@y' has no task that drives its producer side, expected one [K4]}}
  pipegroup.member @y tma_async stages(2) bytes(256)
}
func.func @one_member() {
  pipegroup.specialize threads(192) {
    pipegroup.task @fill warps(4, 1) {
      pipegroup.commit @g::@x
    }
    pipegroup.task @read warps(0, 4) {
      pipegroup.wait @g::@x
      pipegroup.wait @g::@y
      pipegroup.release @g
    }
  }
  return
}

// -----

pipegroup.group @g fork {
  pipegroup.member @x async_async stages(2)
  // expected-error @below {{'@y' has no task that drives its consumer side, expected one [K4]}}
  pipegroup.member @y async_umma stages(2)
}
func.func @one_reader() {
  pipegroup.specialize threads(192) {
    pipegroup.task @fill warps(4, 1) {
      pipegroup.acquire @g::@x
      pipegroup.acquire @g::@y
      pipegroup.commit @g
    }
    pipegroup.task @read warps(0, 4) {
      pipegroup.wait @g::@x
      pipegroup.release @g::@x
    }
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @x async_async stages(2)
  pipegroup.member @y async_async stages(2)
}
func.func @two_release() {
  pipegroup.specialize threads(256) {
    pipegroup.task @fill warps(6, 1) {
      pipegroup.commit @g::@x
      pipegroup.commit @g::@y
    }
    // expected-note @below {{its task is here}}
    pipegroup.task @first warps(0, 2) {
      // expected-note @below {{the other op is here}}
      pipegroup.release @g
    }
    pipegroup.task @second warps(2, 2) {
      // expected-error @below {{'pipegroup.release' op drives the collapsed consumer side of '@g' from task '@second', expected task '@first' alone [K4]}}
      pipegroup.release @g
    }
  }
  return
}

// -----

// The waits of a merge belong to the task that releases.
pipegroup.group @g merge {
  pipegroup.member @x async_async stages(2)
  pipegroup.member @y async_async stages(2)
}
func.func @two_wait() {
  pipegroup.specialize threads(256) {
    pipegroup.task @fill warps(6, 1) {
      pipegroup.commit @g::@x
      pipegroup.commit @g::@y
    }
    // expected-note @below {{its task is here}}
    pipegroup.task @first warps(0, 2) {
      // expected-note @below {{the other op is here}}
      pipegroup.wait @g::@x
    }
    pipegroup.task @second warps(2, 2) {
      // expected-error @below {{'pipegroup.wait' op drives the collapsed consumer side of '@g' from task '@second', expected task '@first' alone [K4]}}
      pipegroup.wait @g::@y
    }
  }
  return
}

// -----

pipegroup.group @g fork {
  pipegroup.member @x async_async stages(2)
  pipegroup.member @y async_async stages(2)
}
func.func @two_acquire() {
  pipegroup.specialize threads(256) {
    // expected-note @below {{its task is here}}
    pipegroup.task @first warps(0, 2) {
      // expected-note @below {{the other op is here}}
      pipegroup.acquire @g::@x
    }
    pipegroup.task @second warps(2, 2) {
      // expected-error @below {{'pipegroup.acquire' op drives the collapsed producer side of '@g' from task '@second', expected task '@first' alone [K4]}}
      pipegroup.acquire @g::@y
    }
    pipegroup.task @read warps(4, 4) {
      pipegroup.release @g::@x
      pipegroup.release @g::@y
    }
  }
  return
}

// -----

// A member's own side, from two tasks.
pipegroup.group @g merge {
  pipegroup.member @x async_async stages(2)
  pipegroup.member @y async_async stages(2)
}
func.func @two_fill_one() {
  pipegroup.specialize threads(256) {
    // expected-note @below {{its task is here}}
    pipegroup.task @first warps(4, 1) {
      // expected-note @below {{the first op is here}}
      pipegroup.acquire @g::@x
    }
    pipegroup.task @second warps(5, 1) {
      // expected-error @below {{'pipegroup.commit' op drives the producer side of '@x' from task '@second', expected task '@first' alone [K4]}}
      pipegroup.commit @g::@x
      pipegroup.commit @g::@y
    }
    pipegroup.task @read warps(0, 4) {
      pipegroup.release @g
    }
  }
  return
}

// -----

pipegroup.group @g fork {
  pipegroup.member @x async_async stages(2)
  pipegroup.member @y async_async stages(2)
}
func.func @two_read_one() {
  pipegroup.specialize threads(256) {
    pipegroup.task @fill warps(6, 1) {
      pipegroup.commit @g
    }
    // expected-note @below {{its task is here}}
    pipegroup.task @first warps(0, 2) {
      // expected-note @below {{the first op is here}}
      pipegroup.wait @g::@x
    }
    pipegroup.task @second warps(2, 2) {
      // expected-error @below {{'pipegroup.release' op drives the consumer side of '@x' from task '@second', expected task '@first' alone [K4]}}
      pipegroup.release @g::@x
      pipegroup.release @g::@y
    }
  }
  return
}

// -----

pipegroup.group @g fused_merge {
  pipegroup.member @x async_async stages(2)
  pipegroup.member @y async_async stages(2)
}
func.func @fused() {
  pipegroup.specialize threads(256) {
    pipegroup.task @fill warps(6, 1) {
      pipegroup.commit @g::@x
      pipegroup.commit @g::@y
    }
    // expected-note @below {{its task is here}}
    pipegroup.task @first warps(0, 2) {
      // expected-note @below {{the other op is here}}
      pipegroup.wait @g
    }
    pipegroup.task @second warps(2, 2) {
      // expected-error @below {{'pipegroup.release' op drives the collapsed consumer side of '@g' from task '@second', expected task '@first' alone [K4]}}
      pipegroup.release @g
    }
  }
  return
}

// -----

// An op outside all tasks is another agent.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @after() {
  pipegroup.specialize threads(256) {
    // expected-note @below {{its task is here}}
    pipegroup.task @fill warps(4, 4) {
      // expected-note @below {{the first op is here}}
      pipegroup.commit @g::@m
    }
    pipegroup.task @read warps(0, 4) {
      pipegroup.release @g
    }
  }
  // expected-error @below {{'pipegroup.commit' op drives the producer side of '@m' from outside all tasks, expected task '@fill' alone [K4]}}
  pipegroup.commit @g::@m
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @before() {
  // expected-error @below {{'pipegroup.acquire' op drives the producer side of '@m' from outside all tasks, expected a task alone [K4]}}
  // expected-note @below {{the first op is here}}
  pipegroup.acquire @g::@m
  pipegroup.specialize threads(256) {
    pipegroup.task @fill warps(4, 4) {
      pipegroup.commit @g::@m
    }
    pipegroup.task @read warps(0, 4) {
      pipegroup.release @g
    }
  }
  return
}

// -----

// One side in a task, the other by everybody.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 256) consumer(thread 128)
}
func.func @one_side() {
  // expected-error @below {{drives the producer side of '@m' from outside all tasks, expected a task alone [K4]}}
  // expected-note @below {{the first op is here}}
  pipegroup.commit @g::@m
  pipegroup.specialize threads(256) {
    pipegroup.task @read warps(0, 4) {
      pipegroup.release @g
    }
  }
  return
}

// -----

// Two places with tasks of one name are two tasks.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @two_places() {
  pipegroup.specialize threads(256) {
    // expected-note @below {{its task is here}}
    pipegroup.task @fill warps(4, 4) {
      // expected-note @below {{the first op is here}}
      pipegroup.commit @g::@m
    }
    pipegroup.task @read warps(0, 4) {
      pipegroup.release @g
    }
  }
  pipegroup.specialize threads(256) {
    pipegroup.task @fill warps(4, 4) {
      // expected-error @below {{drives the producer side of '@m' from task '@fill', expected task '@fill' alone [K4]}}
      pipegroup.commit @g::@m
    }
  }
  return
}

// -----

// An implicit tail outside the task would look at a state of its own.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @tail_outside() {
  pipegroup.init @g
  pipegroup.specialize threads(192) {
    // expected-note @below {{its task is here}}
    pipegroup.task @fill warps(4, 1) {
      // expected-note @below {{the first op is here}}
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
    }
    pipegroup.task @read warps(0, 4) {
      pipegroup.wait @g::@m
      pipegroup.release @g
    }
  }
  // expected-error @below {{'pipegroup.tail' op drives the producer side of '@m' from outside all tasks, expected task '@fill' alone [K4]}}
  pipegroup.tail @g::@m
  return
}
