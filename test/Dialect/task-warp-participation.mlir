// K6: warps of one task differ in their number, so that no protocol op depends on
// it; a state or anything else may.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file -verify-diagnostics

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 32) consumer(thread 32) interleave(2, 2, 1, 1)
}
func.func @condition() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 2) {
      %warp = pipegroup.task_warp : i32
      %zero = arith.constant 0 : i32
      %s = pipegroup.start @g::@m producer : !pipegroup.state<4>
      %first = arith.cmpi eq, %warp, %zero : i32
      // expected-note @below {{the condition is here}}
      scf.if %first {
        // expected-error @below {{'pipegroup.commit' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.commit @g::@m[%s] : !pipegroup.state<4>
      }
    }
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 32) consumer(thread 32) interleave(2, 2, 1, 1)
}
func.func @trips() {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 2) {
      %warp = pipegroup.task_warp : i32
      %one = arith.constant 1 : i32
      %s = pipegroup.start @g::@m producer : !pipegroup.state<4>
      // expected-note @below {{the condition is here}}
      scf.for %i = %one to %warp step %one : i32 {
        // expected-error @below {{'pipegroup.tail' op is under a condition that threads of its task can see differently, expected one that is uniform [K6]}}
        pipegroup.tail @g::@m[%s] : !pipegroup.state<4>
      }
    }
  }
  return
}

// -----

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 32) consumer(thread 32) interleave(2, 2, 1, 1)
}
func.func @beside(%m: memref<4xi32>, %k: index) {
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 2) {
      %warp = pipegroup.task_warp : i32
      %zero = arith.constant 0 : i32
      %s = pipegroup.start @g::@m producer lane(%warp) : !pipegroup.state<4>
      pipegroup.acquire @g::@m[%s] : !pipegroup.state<4>
      %first = arith.cmpi eq, %warp, %zero : i32
      scf.if %first {
        memref.store %warp, %m[%k] : memref<4xi32>
      }
      pipegroup.commit @g::@m[%s] : !pipegroup.state<4>
    }
  }
  return
}
