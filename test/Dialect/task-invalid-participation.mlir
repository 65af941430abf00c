// Rule K6: all threads of a task reach the same protocol ops.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}

func.func @condition(%c0: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      // Which thread it is decides.
      %t = gpu.thread_id x
      %c = arith.cmpi eq, %t, %c0 : index
      // expected-note @below {{the condition is here}}
      scf.if %c {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

func.func @other_side(%c0: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.thread_id y
      %c = arith.cmpi eq, %t, %c0 : index
      // expected-note @below {{the condition is here}}
      scf.if %c {
      } else {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

func.func @far_above(%c0: index, %c1: index, %n: index, %x: i1) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      // However far above.
      %t = gpu.global_id x
      %c = arith.cmpi eq, %t, %c0 : index
      // expected-note @below {{the condition is here}}
      scf.if %c {
        scf.for %i = %c0 to %n step %c1 {
          scf.if %x {
            // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
            pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
          }
        }
      }
    }
  }
  return
}

func.func @lane(%v: i32) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = nvvm.read.ptx.sreg.laneid : i32
      %c = arith.cmpi eq, %t, %v : i32
      // expected-note @below {{the condition is here}}
      scf.if %c {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

func.func @thread(%v: i32) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = nvvm.read.ptx.sreg.tid.z : i32
      %c = arith.cmpi ult, %t, %v : i32
      // expected-note @below {{the condition is here}}
      scf.if %c {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

func.func @lane_mask(%v: i32) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = nvvm.read.ptx.sreg.lanemask.lt : i32
      %c = arith.cmpi eq, %t, %v : i32
      // expected-note @below {{the condition is here}}
      scf.if %c {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

func.func @time(%v: i32) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = nvvm.read.ptx.sreg.clock : i32
      %c = arith.cmpi eq, %t, %v : i32
      // expected-note @below {{the condition is here}}
      scf.if %c {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

func.func @elected() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %c = nvvm.elect.sync -> i1
      // expected-note @below {{the condition is here}}
      scf.if %c {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

func.func @attempt() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      // Each thread tries for itself.
      %c = pipegroup.try_acquire @g::@m[%s] : !pipegroup.state<2>
      // expected-note @below {{the condition is here}}
      scf.if %c {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

func.func @upper_bound(%c0: index, %c1: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.lane_id
      // expected-note @below {{the condition is here}}
      scf.for %i = %c0 to %t step %c1 {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

func.func @lower_bound(%c1: index, %n: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.thread_id x
      // expected-note @below {{the condition is here}}
      scf.for %i = %t to %n step %c1 {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

func.func @step(%c0: index, %n: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.thread_id x
      // expected-note @below {{the condition is here}}
      scf.for %i = %c0 to %n step %t {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

func.func @counter(%c0: index, %c1: index, %n: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.thread_id x
      scf.for %i = %t to %n step %c1 {
        %c = arith.cmpi eq, %i, %c0 : index
        // The nearest condition is named.
        // expected-note @below {{the condition is here}}
        scf.if %c {
          // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
          pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
        }
      }
    }
  }
  return
}

func.func @while_condition(%c0: index, %c1: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.thread_id x
      // expected-note @below {{the condition is here}}
      %r = scf.while (%i = %c0) : (index) -> index {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
        %c = arith.cmpi ult, %i, %t : index
        scf.condition(%c) %i : index
      } do {
      ^bb0(%i: index):
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
        %next = arith.addi %i, %c1 : index
        scf.yield %next : index
      }
    }
  }
  return
}

func.func @while_begin(%c1: index, %n: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.thread_id x
      // expected-note @below {{the condition is here}}
      %r = scf.while (%i = %t) : (index) -> index {
        %c = arith.cmpi ult, %i, %n : index
        scf.condition(%c) %i : index
      } do {
      ^bb0(%i: index):
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
        %next = arith.addi %i, %c1 : index
        scf.yield %next : index
      }
    }
  }
  return
}

func.func @while_trips(%c0: index, %c1: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      // How often a loop ran is in what it carried.
      %t = gpu.thread_id x
      %r = scf.while (%i = %c0) : (index) -> index {
        %c = arith.cmpi ult, %i, %t : index
        scf.condition(%c) %i : index
      } do {
      ^bb0(%i: index):
        %next = arith.addi %i, %c1 : index
        scf.yield %next : index
      }
      // expected-note @below {{the condition is here}}
      scf.for %i = %c0 to %r step %c1 {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

func.func @for_trips(%c0: index, %c1: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.thread_id x
      %r = scf.for %i = %c0 to %t step %c1 iter_args(%a = %c0) -> (index) {
        %next = arith.addi %a, %c1 : index
        scf.yield %next : index
      }
      // expected-note @below {{the condition is here}}
      scf.for %i = %c0 to %r step %c1 {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

func.func @arithmetic(%n: index, %x: i1, %v: i32) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.thread_id x
      %a = arith.divui %t, %n : index
      %b = arith.index_cast %a : index to i32
      %c = arith.cmpi eq, %b, %v : i32
      %d = arith.andi %c, %x : i1
      // expected-note @below {{the condition is here}}
      scf.if %d {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

func.func @carried(%c0: index, %c1: index, %n: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.thread_id x
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (index) {
        %c = arith.cmpi eq, %a, %c0 : index
        // expected-note @below {{the condition is here}}
        scf.if %c {
          // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
          pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
        }
        scf.yield %a : index
      }
    }
  }
  return
}

func.func @carried_later(%c0: index, %c1: index, %n: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.thread_id x
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> (index) {
        %c = arith.cmpi eq, %a, %c0 : index
        // expected-note @below {{the condition is here}}
        scf.if %c {
          // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
          pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
        }
        %b = arith.addi %a, %t : index
        scf.yield %b : index
      }
    }
  }
  return
}

func.func @carried_from(%c0: index, %c1: index, %n: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.thread_id x
      %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %t) -> (index, index) {
        %c = arith.cmpi eq, %a, %c0 : index
        // expected-note @below {{the condition is here}}
        scf.if %c {
          // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
          pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
        }
        scf.yield %b, %a : index, index
      }
    }
  }
  return
}

func.func @result_of_if(%c0: index, %c1: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.thread_id x
      %c = arith.cmpi eq, %t, %c0 : index
      %r = scf.if %c -> index {
        scf.yield %c0 : index
      } else {
        scf.yield %c1 : index
      }
      // expected-note @below {{the condition is here}}
      scf.for %i = %c0 to %r step %c1 {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

func.func @chosen(%c0: index, %c1: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.thread_id x
      %c = arith.cmpi eq, %t, %c0 : index
      %r = arith.select %c, %c0, %c1 : index
      // expected-note @below {{the condition is here}}
      scf.for %i = %c0 to %r step %c1 {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

func.func @switch() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.thread_id x
      // expected-note @below {{the condition is here}}
      scf.index_switch %t
      case 0 {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
        scf.yield
      }
      default {
      }
    }
  }
  return
}

func.func @result_of_switch(%c0: index, %c1: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.thread_id x
      %r = scf.index_switch %t -> index
      case 0 {
        scf.yield %c0 : index
      }
      default {
        scf.yield %c1 : index
      }
      // expected-note @below {{the condition is here}}
      scf.for %i = %c0 to %r step %c1 {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}

func.func @loaded(%c0: index, %c1: index, %m: memref<64xindex>) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %s = pipegroup.start @g::@m producer : !pipegroup.state<2>
      %t = gpu.thread_id x
      %r = memref.load %m[%t] : memref<64xindex>
      // expected-note @below {{the condition is here}}
      scf.for %i = %c0 to %r step %c1 {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<2>
      }
    }
  }
  return
}
