// Tasks that wait for each other at a named barrier and at a ring.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

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
      %id = arith.constant 1 : i32
      %threads = arith.constant 64 : i32
      scf.for %i = %c0 to %n step %c1 {
        // expected-error @below {{'nvvm.barrier' op hangs: task '@fill' waits for ever for the other warps of its barrier [C3]}}
        nvvm.barrier id = %id number_of_threads = %threads
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      %id = arith.constant 1 : i32
      %threads = arith.constant 64 : i32
      scf.for %i = %c0 to %n step %c1 {
        // expected-note @below {{task '@use' waits for ever for full of '@g::@m', slot 0, phase 0, which lacks 32 arrivals}}
        pipegroup.wait @g::@m
        pipegroup.release @g
        nvvm.barrier id = %id number_of_threads = %threads
      }
    }
  }
  return
}

// -----

// One of them comes more often.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-note @below {{it happens when loops over this value have 0 trips}}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %id = arith.constant 1 : i32
      %threads = arith.constant 64 : i32
      scf.for %i = %c0 to %n step %c1 {
        nvvm.barrier id = %id number_of_threads = %threads
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
      // expected-error @below {{'nvvm.barrier' op hangs: task '@fill' waits for ever for the other warps of its barrier [C3]}}
      nvvm.barrier id = %id number_of_threads = %threads
    }
    pipegroup.task @use warps(1, 1) {
      %id = arith.constant 1 : i32
      %threads = arith.constant 64 : i32
      scf.for %i = %c0 to %n step %c1 {
        nvvm.barrier id = %id number_of_threads = %threads
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}
