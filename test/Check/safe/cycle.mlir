// accepts: C3
// Two rings whose orders differ need as many slots as one is ahead of the other.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Two slots let the producer be two rounds ahead on ring a.
pipegroup.group @a merge {
  pipegroup.member @m async_async stages(2)
}
pipegroup.group @b merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @a, @b
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @a::@m
        pipegroup.commit @a::@m
        pipegroup.acquire @a::@m
        pipegroup.commit @a::@m
        pipegroup.acquire @b::@m
        pipegroup.commit @b::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @b::@m
        pipegroup.release @b
        pipegroup.wait @a::@m
        pipegroup.release @a
        pipegroup.wait @a::@m
        pipegroup.release @a
      }
    }
  }
  return
}

// -----

// Filled in one order and used in the other one, with one slot each.
pipegroup.group @a merge {
  pipegroup.member @m async_async stages(1)
}
pipegroup.group @b merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @a, @b
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @a::@m
        pipegroup.commit @a::@m
        pipegroup.acquire @b::@m
        pipegroup.commit @b::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @b::@m
        pipegroup.release @b
        pipegroup.wait @a::@m
        pipegroup.release @a
      }
    }
  }
  return
}

// -----

// One of two tasks gives before it waits.
pipegroup.group @a merge {
  pipegroup.member @m async_async stages(1)
}
pipegroup.group @b merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @a, @b
  pipegroup.specialize threads(64) {
    pipegroup.task @left warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @a::@m
        pipegroup.commit @a::@m
        pipegroup.wait @b::@m
        pipegroup.release @b
      }
    }
    pipegroup.task @right warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @a::@m
        pipegroup.release @a
        pipegroup.acquire @b::@m
        pipegroup.commit @b::@m
      }
    }
  }
  return
}
