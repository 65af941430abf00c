// C3: tasks must not wait for each other in a circle.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// The producer fills ring a twice before ring b, the consumer needs b first, and a has one
// slot.
pipegroup.group @a merge {
  pipegroup.member @m async_async stages(1)
}
pipegroup.group @b merge {
  pipegroup.member @m async_async stages(1)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @a, @b
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @a::@m
        pipegroup.commit @a::@m
        // expected-error @below {{'pipegroup.acquire' op hangs: task '@fill' waits for ever for empty of '@a', slot 0, phase 0, which lacks 32 arrivals [C3]}}
        pipegroup.acquire @a::@m
        pipegroup.commit @a::@m
        pipegroup.acquire @b::@m
        pipegroup.commit @b::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-note @below {{task '@use' waits for ever for full of '@b::@m', slot 0, phase 0, which lacks 32 arrivals}}
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

// Each of two tasks waits for the other one before it gives.
pipegroup.group @a merge {
  pipegroup.member @m async_async stages(1)
}
pipegroup.group @b merge {
  pipegroup.member @m async_async stages(1)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @a, @b
  pipegroup.specialize threads(64) {
    pipegroup.task @left warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-error @below {{'pipegroup.wait' op hangs: task '@left' waits for ever for full of '@b::@m', slot 0, phase 0, which lacks 32 arrivals [C3]}}
        pipegroup.wait @b::@m
        pipegroup.release @b
        pipegroup.acquire @a::@m
        pipegroup.commit @a::@m
      }
    }
    pipegroup.task @right warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        // expected-note @below {{task '@right' waits for ever for full of '@a::@m', slot 0, phase 0, which lacks 32 arrivals}}
        pipegroup.wait @a::@m
        pipegroup.release @a
        pipegroup.acquire @b::@m
        pipegroup.commit @b::@m
      }
    }
  }
  return
}
