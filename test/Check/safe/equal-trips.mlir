// Loops of two tasks have the same trips where the values are the same in both.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Computed in each task from the same arguments.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %h = arith.muli %n, %m : index
      %k = arith.addi %h, %c1 : index
      scf.for %i = %c0 to %k step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      %x = arith.muli %n, %m : index
      %y = arith.addi %x, %c1 : index
      scf.for %i = %c0 to %y step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Bounds that are shifted by the same constant.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %k = arith.addi %n, %c2 : index
      scf.for %i = %c2 to %k step %c1 {
        pipegroup.acquire @g::@m
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

// No trips, one trip.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2)
}
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %c0 step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
      scf.for %i = %c0 to %c1 step %c1 {
        pipegroup.acquire @g::@m
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %c0 step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
      scf.for %i = %c0 to %c1 step %c1 {
        pipegroup.wait @g::@m
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// Twice in a row, by as many as a list says, in both.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
pipegroup.group @h merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel(%p: !llvm.ptr) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  pipegroup.init @g, @h
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %c2 step %c1 : i32 {
        %a = llvm.getelementptr %p[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
        %x = llvm.load %a invariant : !llvm.ptr -> i32
        scf.for %j = %c0 to %x step %c1 : i32 {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
        pipegroup.acquire @h::@m
        pipegroup.commit @h::@m
        scf.for %j = %c0 to %x step %c1 : i32 {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
        pipegroup.acquire @h::@m
        pipegroup.commit @h::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %c2 step %c1 : i32 {
        %a = llvm.getelementptr %p[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
        %x = llvm.load %a invariant : !llvm.ptr -> i32
        scf.for %j = %c0 to %x step %c1 : i32 {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
        pipegroup.wait @h::@m
        pipegroup.release @h
        scf.for %j = %c0 to %x step %c1 : i32 {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
        pipegroup.wait @h::@m
        pipegroup.release @h
      }
    }
  }
  return
}
