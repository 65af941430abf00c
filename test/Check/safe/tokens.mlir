// A wait that a token has spared counts as one: tokens are of the state that they come with.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states -pipegroup-materialize-barriers -canonicalize \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Tried in the round itself.
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
        %t = pipegroup.try_acquire @g::@m
        pipegroup.acquire @g::@m unless %t
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %t = pipegroup.try_wait @g::@m
        pipegroup.wait @g::@m unless %t
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Tried a round ahead.
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
      %first = pipegroup.start @g consumer : !pipegroup.state<2>
      %t = pipegroup.try_wait @g::@m[%first] : !pipegroup.state<2>
      scf.for %i = %c0 to %n step %c1 iter_args(%s = %first, %token = %t) -> (!pipegroup.state<2>, i1) {
        pipegroup.wait @g::@m[%s] unless %token : !pipegroup.state<2>
        pipegroup.release @g[%s] : !pipegroup.state<2>
        %next = pipegroup.advance %s : !pipegroup.state<2>
        %u = pipegroup.try_wait @g::@m[%next] : !pipegroup.state<2>
        scf.yield %next, %u : !pipegroup.state<2>, i1
      }
    }
  }
  return
}
