// accepts: C2, C6, D10
// The bytes that come are those that are expected, each part of a slot once.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// At once.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
func.func @kernel(%n: index, %d: !llvm.ptr<1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        pipegroup.acquire @g::@m
        pipegroup.bulk_load %d, @g::@m[%p] : !llvm.ptr<1>, !pipegroup.state<2>
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

// In parts, in a loop.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
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
        scf.for %j = %c0 to %c4 step %c1 {
          %k = arith.index_cast %j : index to i32
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

// In parts of two loops.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
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
        scf.for %j = %c0 to %c2 step %c1 {
          %k = arith.index_cast %j : index to i32
          pipegroup.bulk_load %d, @g::@m[%p] part(%k of 4) : !llvm.ptr<1>, !pipegroup.state<2>
        }
        scf.for %l = %c2 to %c4 step %c1 {
          %o = arith.index_cast %l : index to i32
          pipegroup.bulk_load %d, @g::@m[%p] part(%o of 4) : !llvm.ptr<1>, !pipegroup.state<2>
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

// In parts, one before the other, in the order that their number has on each way.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
func.func @kernel(%n: index, %d: !llvm.ptr<1>, %q: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %y = arith.constant 1 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        pipegroup.acquire @g::@m
        scf.if %q {
          pipegroup.bulk_load %d, @g::@m[%p] part(%z of 2) : !llvm.ptr<1>, !pipegroup.state<2>
          pipegroup.bulk_load %d, @g::@m[%p] part(%y of 2) : !llvm.ptr<1>, !pipegroup.state<2>
        } else {
          pipegroup.bulk_load %d, @g::@m[%p] part(%y of 2) : !llvm.ptr<1>, !pipegroup.state<2>
          pipegroup.bulk_load %d, @g::@m[%p] part(%z of 2) : !llvm.ptr<1>, !pipegroup.state<2>
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

// After what ends the round: the next acquire is of another slot.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
func.func @kernel(%n: index, %d: !llvm.ptr<1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
        pipegroup.bulk_load %d, @g::@m[%p] : !llvm.ptr<1>, !pipegroup.state<2>
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

// A part of the slot, as the member says.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(240) partial slot(memref<64xf32, 3>)
}
func.func @kernel(%n: index, %d: !llvm.ptr<1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 240 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        pipegroup.acquire @g::@m
        pipegroup.bulk_load %d, @g::@m[%p] size(%z) : !llvm.ptr<1>, !pipegroup.state<2>
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

// The producer may look into the slot that it has acquired.
pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) bytes(256) slot(memref<64xf32, 3>)
}
func.func @kernel(%n: index, %d: !llvm.ptr<1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %y = arith.constant 1 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        pipegroup.acquire @g::@m
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        %v = memref.load %b[%c0] : memref<64xf32, 3>
        pipegroup.bulk_load %d, @g::@m[%p] part(%z of 2) : !llvm.ptr<1>, !pipegroup.state<2>
        pipegroup.bulk_load %d, @g::@m[%p] part(%y of 2) : !llvm.ptr<1>, !pipegroup.state<2>
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
