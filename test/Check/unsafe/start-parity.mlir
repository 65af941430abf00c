// States that start elsewhere than the barriers do.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// A producer that starts with the consumer's parity waits for a slot that is free.
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
      %first = pipegroup.start @g::@m producer step(2) : !pipegroup.state<2>
      scf.for %i = %c0 to %n step %c1 iter_args(%s = %first) -> (!pipegroup.state<2>) {
        // expected-error @below {{'pipegroup.acquire' op hangs: task '@fill' waits for ever for empty of '@g', slot 0, phase 0, which lacks 32 arrivals [C3]}}
        pipegroup.acquire @g::@m[%s] : !pipegroup.state<2>
        pipegroup.commit @g::@m[%s] : !pipegroup.state<2>
        %next_s = pipegroup.advance %s : !pipegroup.state<2>
        scf.yield %next_s : !pipegroup.state<2>
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-note @below {{task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 32 arrivals}}
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Both start one slot on: the one that they leave out counts as filled, and is used.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-note @below {{it happens when loops over this value have at least 2 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %first = pipegroup.start @g::@m producer step(1) : !pipegroup.state<2>
      scf.for %i = %c0 to %n step %c1 iter_args(%s = %first) -> (!pipegroup.state<2>) {
        pipegroup.acquire @g::@m[%s] : !pipegroup.state<2>
        pipegroup.commit @g::@m[%s] : !pipegroup.state<2>
        %next_s = pipegroup.advance %s : !pipegroup.state<2>
        scf.yield %next_s : !pipegroup.state<2>
      }
    }
    pipegroup.task @use warps(1, 1) {
      %first = pipegroup.start @g consumer step(1) : !pipegroup.state<2>
      scf.for %i = %c0 to %n step %c1 iter_args(%s = %first) -> (!pipegroup.state<2>) {
        pipegroup.wait @g::@m[%s] : !pipegroup.state<2>
        // expected-error @below {{'pipegroup.release' op of task '@use' finds '@g::@m', slot 0 used already or not used yet, expected every filling to be used once [C10]}}
        pipegroup.release @g[%s] : !pipegroup.state<2>
        %next_s = pipegroup.advance %s : !pipegroup.state<2>
        scf.yield %next_s : !pipegroup.state<2>
      }
    }
  }
  return
}
