// A tile without work must leave the barriers and the states alone, on both sides. Here the
// second of three tiles is empty.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// The consumer frees a slot that was not filled.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %c3 step %c1 {
        %x1 = arith.cmpi ne, %i, %c1 : index
        scf.if %x1 {
          pipegroup.acquire @g::@m
          // expected-note @below {{the other side is task '@fill' here}}
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %c3 step %c1 {
        %x1 = arith.cmpi ne, %i, %c1 : index
        scf.if %x1 {
          pipegroup.wait @g::@m
        }
        // expected-error @below {{'pipegroup.release' op of task '@use' finds '@g::@m', slot 0 used already or not used yet, expected every filling to be used once [C10]}}
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Its state goes on.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %c3 step %c1 {
        %x1 = arith.cmpi ne, %i, %c1 : index
        scf.if %x1 {
          pipegroup.acquire @g::@m
          // expected-note @below {{the other side is task '@fill' here}}
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      %first = pipegroup.start @g consumer : !pipegroup.state<1>
      scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %first) -> (!pipegroup.state<1>) {
        %x1 = arith.cmpi ne, %i, %c1 : index
        scf.if %x1 {
          pipegroup.wait @g::@m[%s] : !pipegroup.state<1>
          // expected-error @below {{'pipegroup.release' op of task '@use' finds '@g::@m', slot 0 used already or not used yet, expected every filling to be used once [C10]}}
          pipegroup.release @g[%s] : !pipegroup.state<1>
        }
        %next_s = pipegroup.advance %s : !pipegroup.state<1>
        scf.yield %next_s : !pipegroup.state<1>
      }
    }
  }
  return
}
