// A named barrier of a number of threads that no whole warps make up, or that is not known.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 2) {
      %id = arith.constant 1 : i32
      %threads = arith.constant 96 : i32
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        // expected-remark @below {{not proved: a named barrier of 96 threads to which 2 warps come is not modelled}}
        nvvm.barrier id = %id number_of_threads = %threads
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index, %t: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(96) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 2) {
      %id = arith.constant 1 : i32
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        // expected-remark @below {{not proved: a named barrier whose number or count is not constant is not modelled}}
        nvvm.barrier id = %id number_of_threads = %t
        pipegroup.release @g
      }
    }
  }
  return
}
