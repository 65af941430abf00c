// Loads whose part or size is not known are outside of the model.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// A part that is not known.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
func.func @kernel(%n: index, %d: !llvm.ptr<1>, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        pipegroup.acquire @g::@m
        scf.for %j = %c0 to %c4 step %c1 {
          // expected-remark @below {{not proved: what a load fills, or how much, is not known}}
          pipegroup.bulk_load %d, @g::@m[%p] part(%k of 4) : !llvm.ptr<1>, !pipegroup.state<2>
        }
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// A size that is not known.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
func.func @kernel(%n: index, %d: !llvm.ptr<1>, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        pipegroup.acquire @g::@m
        // expected-remark @below {{not proved: what a load fills, or how much, is not known}}
        pipegroup.bulk_load %d, @g::@m[%p] size(%k) : !llvm.ptr<1>, !pipegroup.state<2>
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Parts of two kinds.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
func.func @kernel(%n: index, %d: !llvm.ptr<1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %y = arith.constant 2 : i32
  %x = arith.constant 3 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        pipegroup.acquire @g::@m
        pipegroup.bulk_load %d, @g::@m[%p] part(%z of 2) : !llvm.ptr<1>, !pipegroup.state<2>
        // expected-remark @below {{not proved: loads of different parts of one slot are not modelled}}
        pipegroup.bulk_load %d, @g::@m[%p] part(%y of 4) : !llvm.ptr<1>, !pipegroup.state<2>
        pipegroup.bulk_load %d, @g::@m[%p] part(%x of 4) : !llvm.ptr<1>, !pipegroup.state<2>
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// A part that the slot does not have.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(384) partial slot(memref<64xf32, 3>)
}
// expected-remark @below {{not proved: agent 'fill' has index 4, expected 0 to 3}}
func.func @kernel(%n: index, %d: !llvm.ptr<1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        pipegroup.acquire @g::@m
        scf.for %j = %c0 to %c3 step %c1 {
          %k = arith.index_cast %j : index to i32
          pipegroup.bulk_load %d, @g::@m[%p] part(%k of 2) : !llvm.ptr<1>, !pipegroup.state<2>
        }
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}
