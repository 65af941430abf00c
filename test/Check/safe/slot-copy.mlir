// accepts: C6
// What cp.async writes has been written when the producer commits.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// All copies are waited for.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
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
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        %k = nvgpu.device_async_copy %src[%c0], %b[%c0], 4 : memref<64xf32> to memref<64xf32, 3>
        %e = nvgpu.device_async_create_group %k
        nvgpu.device_async_wait %e {numGroups = 0 : i32}
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

// No number of groups is none.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
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
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        %k = nvgpu.device_async_copy %src[%c0], %b[%c0], 4 : memref<64xf32> to memref<64xf32, 3>
        %e = nvgpu.device_async_create_group %k
        nvgpu.device_async_wait %e
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

// The barrier waits for them.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) transport(cp_async) slot(memref<64xf32, 3>)
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
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        %k = nvgpu.device_async_copy %src[%c0], %b[%c0], 4 : memref<64xf32> to memref<64xf32, 3>
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

// The group ends in the block around the branch in which the copy is.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
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
        scf.if %q {
          %k = nvgpu.device_async_copy %src[%c0], %b[%c0], 4 : memref<64xf32> to memref<64xf32, 3>
        }
        nvvm.cp.async.commit.group
        scf.if %q {
          nvvm.cp.async.wait.group 0
        }
        nvvm.cp.async.wait.group 0
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

// The copies of one turn are waited for in the next.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
func.func @kernel(%n: index, %src: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        nvvm.cp.async.wait.group 0
        pipegroup.acquire @g::@m
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        %k = nvgpu.device_async_copy %src[%c0], %b[%c0], 4 : memref<64xf32> to memref<64xf32, 3>
        nvvm.cp.async.commit.group
        nvvm.cp.async.wait.group 0
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

// A wait that nothing needs, where the commits are copies; and one in a loop before copies of another task.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) transport(cp_async) slot(memref<64xf32, 3>)
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
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        nvgpu.device_async_copy %src[%c0], %b[%c0], 4 : memref<64xf32> to memref<64xf32, 3>
        pipegroup.commit @g::@m
      }
      nvvm.cp.async.wait.group 1
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

// The copy of the next round is started before the last one is waited for, and is in no group then.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
func.func @kernel(%src: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      %p0 = pipegroup.start @g::@m producer : !pipegroup.state<2>
      pipegroup.acquire @g::@m[%p0] : !pipegroup.state<2>
      %b0 = pipegroup.slot @g::@m[%p0] : !pipegroup.state<2> -> memref<64xf32, 3>
      nvgpu.device_async_copy %src[%c0], %b0[%c0], 4 : memref<64xf32> to memref<64xf32, 3>
      nvvm.cp.async.commit.group
      %p1 = pipegroup.advance %p0 : !pipegroup.state<2>
      pipegroup.acquire @g::@m[%p1] : !pipegroup.state<2>
      %b1 = pipegroup.slot @g::@m[%p1] : !pipegroup.state<2> -> memref<64xf32, 3>
      nvgpu.device_async_copy %src[%c0], %b1[%c0], 4 : memref<64xf32> to memref<64xf32, 3>
      nvvm.cp.async.wait.group 0
      pipegroup.commit @g::@m[%p0] : !pipegroup.state<2>
      nvvm.cp.async.commit.group
      nvvm.cp.async.wait.group 0
      pipegroup.commit @g::@m[%p1] : !pipegroup.state<2>
    }
    pipegroup.task @use warps(1, 1) {
      %c0s = pipegroup.start @g consumer : !pipegroup.state<2>
      pipegroup.wait @g::@m[%c0s] : !pipegroup.state<2>
      pipegroup.release @g[%c0s] : !pipegroup.state<2>
      %c1s = pipegroup.advance %c0s : !pipegroup.state<2>
      pipegroup.wait @g::@m[%c1s] : !pipegroup.state<2>
      pipegroup.release @g[%c1s] : !pipegroup.state<2>
    }
  }
  return
}
