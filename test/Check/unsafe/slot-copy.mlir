// C6: what cp.async writes has been written when the producer commits.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// Nothing waits for the copy.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index, %src: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        // expected-note @below {{the other side is task '@fill' here}}
        %k = nvgpu.device_async_copy %src[%c0], %b[%c0], 4 : memref<64xf32> to memref<64xf32, 3>
        // expected-error @below {{'pipegroup.commit' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
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

// The wait comes after the commit.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index, %src: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        // expected-note @below {{the other side is task '@fill' here}}
        %k = nvgpu.device_async_copy %src[%c0], %b[%c0], 4 : memref<64xf32> to memref<64xf32, 3>
        %e = nvgpu.device_async_create_group %k
        // expected-error @below {{'pipegroup.commit' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.commit @g::@m
        nvgpu.device_async_wait %e {numGroups = 0 : i32}
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

// The copy comes after the commit.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index, %src: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.commit @g::@m
        // expected-note @below {{the other side is task '@fill' here}}
        %k = nvgpu.device_async_copy %src[%c0], %b[%c0], 4 : memref<64xf32> to memref<64xf32, 3>
        %e = nvgpu.device_async_create_group %k
        nvgpu.device_async_wait %e {numGroups = 0 : i32}
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.wait @g::@m
        // expected-error @below {{'pipegroup.release' op of task '@use' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.release @g
      }
    }
  }
  return
}

// -----

// The wait is in a branch.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
// expected-note @below {{it happens when this condition is false}}
func.func @kernel(%n: index, %src: memref<64xf32>, %q: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        // expected-note @below {{the other side is task '@fill' here}}
        %k = nvgpu.device_async_copy %src[%c0], %b[%c0], 4 : memref<64xf32> to memref<64xf32, 3>
        %e = nvgpu.device_async_create_group %k
        scf.if %q {
          nvgpu.device_async_wait %e {numGroups = 0 : i32}
        }
        // expected-error @below {{'pipegroup.commit' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
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

// The copy is in no group when the groups are waited for.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
// expected-note @below {{it happens when loops over this value have at least 1 trips}}
func.func @kernel(%n: index, %src: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        pipegroup.acquire @g::@m
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        nvvm.cp.async.commit.group
        // expected-note @below {{the other side is task '@fill' here}}
        %k = nvgpu.device_async_copy %src[%c0], %b[%c0], 4 : memref<64xf32> to memref<64xf32, 3>
        nvvm.cp.async.wait.group 0
        // expected-error @below {{'pipegroup.commit' op of task '@fill' uses '@g::@m', slot 0 while it may still be in use [C6]}}
        pipegroup.commit @g::@m
        nvvm.cp.async.commit.group
        nvvm.cp.async.wait.group 0
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
