// A slot of which the commit only tells that cp.async has filled it.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol -split-input-file -verify-diagnostics

// D11: what threads store themselves is not known to be there.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) transport(cp_async) slot(memref<64xf32, 3>)
}
func.func @kernel(%n: index, %src: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 0.0 : f32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        // expected-note @below {{the slot is from here}}
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        nvgpu.device_async_copy %src[%c0], %b[%c0], 4 : memref<64xf32> to memref<64xf32, 3>
        // expected-error @below {{'memref.store' writes a slot of '@g::@m', whose commit only tells of cp.async; expected cp.async, or a member without 'transport(cp_async)' [D11]}}
        memref.store %x, %b[%c1] : memref<64xf32, 3>
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

// A function that copies nothing stores.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) transport(cp_async) slot(memref<64xf32, 3>)
}
func.func private @zero(%b: memref<64xf32, 3>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 0.0 : f32
  // expected-note @below {{the function stores here}}
  memref.store %x, %b[%c0] : memref<64xf32, 3>
  return
}
func.func private @part(%b: memref<64xf32, 3>) -> memref<32xf32, 3> {
  %part = memref.subview %b[0] [32] [1] : memref<64xf32, 3> to memref<32xf32, 3>
  return %part : memref<32xf32, 3>
}
func.func private @copy(%src: memref<64xf32>, %b: memref<64xf32, 3>) {
  %c0 = arith.constant 0 : index
  nvgpu.device_async_copy %src[%c0], %b[%c0], 4 : memref<64xf32> to memref<64xf32, 3>
  return
}
func.func @kernel(%n: index, %src: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        // expected-note @below {{the slot is from here}}
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        func.call @copy(%src, %b) : (memref<64xf32>, memref<64xf32, 3>) -> ()
        %part = func.call @part(%b) : (memref<64xf32, 3>) -> memref<32xf32, 3>
        // expected-error @below {{'func.call' writes a slot of '@g::@m', whose commit only tells of cp.async; expected cp.async, or a member without 'transport(cp_async)' [D11]}}
        func.call @zero(%b) : (memref<64xf32, 3>) -> ()
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

// accepts: D11
// A consumer may write in place, and a function that is not known do what it likes.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) transport(cp_async) slot(memref<64xf32, 3>)
}
func.func private @fill(%b: memref<64xf32, 3>)
func.func @kernel(%n: index, %src: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 0.0 : f32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        func.call @fill(%b) : (memref<64xf32, 3>) -> ()
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        memref.store %x, %s[%c1] : memref<64xf32, 3>
        pipegroup.release @g
      }
    }
  }
  return
}
