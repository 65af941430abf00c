// C5: a wait is for one phase of its barrier: it must not pass for an earlier one, nor stand
// there when the barrier goes on.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// A second wait after the release: by then the slot may be full again.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
// expected-note @below {{it happens when loops over this value have at least 2 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        // expected-note @below {{the other side is task '@fill' here}}
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      %first = pipegroup.start @g consumer : !pipegroup.state<1>
      scf.for %i = %c0 to %n step %c1 iter_args(%s = %first) -> (!pipegroup.state<1>) {
        pipegroup.wait @g::@m[%s] : !pipegroup.state<1>
        pipegroup.release @g[%s] : !pipegroup.state<1>
        // expected-error @below {{'pipegroup.wait' op of task '@use' may be lapped or pass too early at full of '@g::@m', slot 0, phase 0 [C5]}}
        pipegroup.wait @g::@m[%s] : !pipegroup.state<1>
        %next_s = pipegroup.advance %s : !pipegroup.state<1>
        scf.yield %next_s : !pipegroup.state<1>
      }
    }
  }
  return
}

// -----

// The consumer starts a lap late, so that fresh barriers let it pass.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
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
      %first = pipegroup.start @g consumer step(2) : !pipegroup.state<2>
      scf.for %i = %c0 to %n step %c1 iter_args(%s = %first) -> (!pipegroup.state<2>) {
        // expected-error @below {{'pipegroup.wait' op of task '@use' may be lapped or pass too early at full of '@g::@m', slot 0, which is fresh [C5]}}
        pipegroup.wait @g::@m[%s] : !pipegroup.state<2>
        pipegroup.release @g[%s] : !pipegroup.state<2>
        %next_s = pipegroup.advance %s : !pipegroup.state<2>
        scf.yield %next_s : !pipegroup.state<2>
      }
    }
  }
  return
}
