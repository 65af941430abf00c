// What each task loads for itself may be the same, or may have changed in between.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// A condition.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel(%p: memref<i1>) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      // expected-note @below {{it takes this value}}
      %x = memref.load %p[] : memref<i1>
      scf.if %x {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      %x = memref.load %p[] : memref<i1>
      scf.if %x {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// A number of rounds.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
// expected-remark @below {{not proved: there may be a fault, but not all outcomes of its conditions and loops need be possible}}
func.func @kernel(%tiles: index, %p: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %tiles step %c1 {
        // expected-note @below {{it takes this value}}
        %k = memref.load %p[%i] : memref<?xindex>
        scf.for %j = %c0 to %k step %c1 {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %tiles step %c1 {
        %k = memref.load %p[%i] : memref<?xindex>
        scf.for %j = %c0 to %k step %c1 {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
      }
    }
  }
  return
}
