// One slot alternates parities; the consumer frees it in the round itself.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states -pipegroup-unroll-rings \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states -pipegroup-unroll-rings="max-slots=3 laps=2" \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
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
    pipegroup.task @use warps(1, 2) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(1) bytes(64)
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
    pipegroup.task @use warps(1, 2) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Each of a chain of rings has one.
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
  pipegroup.specialize threads(96) {
    pipegroup.task @first warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @a::@m
        pipegroup.commit @a::@m
      }
    }
    pipegroup.task @second warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @a::@m
        pipegroup.acquire @b::@m
        pipegroup.commit @b::@m
        pipegroup.release @a
      }
    }
    pipegroup.task @third warps(2, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @b::@m
        pipegroup.release @b
      }
    }
  }
  return
}
