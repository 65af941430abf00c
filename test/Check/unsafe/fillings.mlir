// C10: every filling of a slot is used once.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// States start again with each tile of three rounds: the second slot is used, and freed, before it is
// filled again. Nobody hangs, and the tile gets what the last one had.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-note @below {{it happens when loops over this value have at least 2 trips}}
func.func @kernel(%tiles: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %t = %c0 to %tiles step %c1 {
        %first = pipegroup.start @g::@m producer : !pipegroup.state<2>
        scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %first) -> (!pipegroup.state<2>) {
          pipegroup.acquire @g::@m[%s] : !pipegroup.state<2>
          // expected-note @below {{the other side is task '@fill' here}}
          pipegroup.commit @g::@m[%s] : !pipegroup.state<2>
          %next_s = pipegroup.advance %s : !pipegroup.state<2>
          scf.yield %next_s : !pipegroup.state<2>
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %t = %c0 to %tiles step %c1 {
        %first = pipegroup.start @g consumer : !pipegroup.state<2>
        scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %first) -> (!pipegroup.state<2>) {
          pipegroup.wait @g::@m[%s] : !pipegroup.state<2>
          // expected-error @below {{'pipegroup.release' op of task '@use' finds '@g::@m', slot 1 used already or not used yet, expected every filling to be used once [C10]}}
          pipegroup.release @g[%s] : !pipegroup.state<2>
          %next_s = pipegroup.advance %s : !pipegroup.state<2>
          scf.yield %next_s : !pipegroup.state<2>
        }
      }
    }
  }
  return
}

// -----

// A slot that was never filled is used, by nobody else.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
// expected-note @+2 {{it happens when loops over this value have at least 1 trips}}
// expected-note @below {{it happens when this condition is false}}
func.func @kernel(%n: index, %x: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        scf.if %x {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        scf.if %x {
          pipegroup.wait @g::@m
        }
        // expected-error @below {{'pipegroup.release' op of task '@use' finds '@g::@m', slot 0 used already or not used yet, expected every filling to be used once [C10]}}
        pipegroup.release @g
      }
    }
  }
  return
}
