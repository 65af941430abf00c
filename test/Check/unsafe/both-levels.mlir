// What hangs as protocol ops hangs as barrier ops.
// RUN: not pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol -split-input-file 2>&1 | FileCheck %s
// RUN: not pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states -pipegroup-materialize-barriers -canonicalize \
// RUN:   -pipegroup-check-protocol -split-input-file 2>&1 | FileCheck %s

// CHECK: op hangs: task '@fill' waits for ever for {{.*}} lacks 32 arrivals [C1]
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
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
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
      }
    }
  }
  return
}

// -----

// CHECK: op hangs: task '@use' waits for ever for {{.*}} lacks 32 arrivals [C1]
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index, %m: index) {
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
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %m step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// CHECK: op hangs: task '@fill' waits for ever for {{.*}} [C3]
pipegroup.group @a merge {
  pipegroup.member @m async_async stages(1)
}
pipegroup.group @b merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel() {
  pipegroup.init @a, @b
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @a::@m
      pipegroup.commit @a::@m
      pipegroup.acquire @a::@m
      pipegroup.commit @a::@m
      pipegroup.acquire @b::@m
      pipegroup.commit @b::@m
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @b::@m
      pipegroup.release @b
      pipegroup.wait @a::@m
      pipegroup.release @a
    }
  }
  return
}

// -----

// CHECK: may be lapped or pass too early {{.*}} [C5]
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
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
    pipegroup.task @use warps(1, 1) {
      %first = pipegroup.start @g consumer : !pipegroup.state<1>
      scf.for %i = %c0 to %n step %c1 iter_args(%s = %first) -> (!pipegroup.state<1>) {
        pipegroup.wait @g::@m[%s] : !pipegroup.state<1>
        pipegroup.release @g[%s] : !pipegroup.state<1>
        pipegroup.wait @g::@m[%s] : !pipegroup.state<1>
        %next_s = pipegroup.advance %s : !pipegroup.state<1>
        scf.yield %next_s : !pipegroup.state<1>
      }
    }
  }
  return
}

// -----

// CHECK: unfinished: {{.*}} [C8]
pipegroup.group @g fused_merge {
  pipegroup.member @a async_async stages(2)
  pipegroup.member @b async_async stages(2)
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
      pipegroup.acquire @g::@a
      pipegroup.commit @g::@a
    }
    pipegroup.task @b warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@b
        pipegroup.commit @g::@b
      }
    }
    pipegroup.task @use warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// CHECK: may have exited [C9]
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(64)
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
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
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
