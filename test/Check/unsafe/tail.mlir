// A tail waits for the slots of all consumers.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// The last slot is never freed.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(64)
}
// expected-note @below {{it happens when loops over this value have 0 trips}}
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
      // expected-error @below {{'pipegroup.tail' op hangs: task '@fill' waits for ever for empty of '@g', slot 0, phase 0, which lacks 32 arrivals [C1]}}
      pipegroup.tail @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
      pipegroup.wait @g::@m
    }
  }
  return
}

// -----

// The consumer waits for what comes after the tail.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      pipegroup.commit @g::@m
      // expected-note @below {{task '@fill' waits for ever for empty of '@g', slot 0, phase 0, which lacks 32 arrivals}}
      pipegroup.tail @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      %s = pipegroup.current @g consumer : !pipegroup.state<2>
      %t = pipegroup.advance %s : !pipegroup.state<2>
      // expected-error @below {{'pipegroup.wait' op hangs: task '@use' waits for ever for full of '@g::@m', slot 1, phase 0, which lacks 32 arrivals [C1]}}
      pipegroup.wait @g::@m[%t] : !pipegroup.state<2>
      pipegroup.release @g
    }
  }
  return
}
