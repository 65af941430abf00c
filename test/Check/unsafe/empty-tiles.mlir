// Two empty tiles in a row: the consumer frees a slot twice that was not filled.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %c4 step %c1 {
        %x1 = arith.cmpi ne, %i, %c1 : index
        %x2 = arith.cmpi ne, %i, %c2 : index
        %x = arith.andi %x1, %x2 : i1
        scf.if %x {
          pipegroup.acquire @g::@m
          // expected-note @below {{the other side is task '@fill' here}}
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %c4 step %c1 {
        %x1 = arith.cmpi ne, %i, %c1 : index
        %x2 = arith.cmpi ne, %i, %c2 : index
        %x = arith.andi %x1, %x2 : i1
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
