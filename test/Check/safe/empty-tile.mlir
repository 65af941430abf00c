// A tile without work leaves them alone on both sides.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

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
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %c3 step %c1 {
        %x1 = arith.cmpi ne, %i, %c1 : index
        scf.if %x1 {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
      }
    }
  }
  return
}

// -----

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
          pipegroup.release @g
        }
      }
    }
  }
  return
}

// -----

// Which one it is, is a value.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1)
}
func.func @kernel(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %x = arith.cmpi ne, %i, %m : index
        scf.if %x {
          pipegroup.acquire @g::@m
          pipegroup.commit @g::@m
        }
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %x = arith.cmpi ne, %i, %m : index
        scf.if %x {
          pipegroup.wait @g::@m
          pipegroup.release @g
        }
      }
    }
  }
  return
}
