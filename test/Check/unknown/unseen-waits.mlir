// Operations that may be waited for where nobody looks.
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states \
// RUN:   -pipegroup-check-protocol=remarks -split-input-file -verify-diagnostics

// In a function that is called.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
func.func private @wait_for_store() {
  pipegroup.tma_store_wait 0
  return
}
func.func @kernel(%d: !llvm.ptr, %k: i32) {
  %c0 = arith.constant 0 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
      %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
      %x = arith.constant 1.0 : f32
      memref.store %x, %b[%c0] : memref<64xf32, 3>
      pipegroup.fence_proxy_async
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      %c = pipegroup.current @g consumer : !pipegroup.state<2>
      %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
      pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
      // expected-remark @below {{not proved: what this waits for is not modelled, nor whether it does}}
      func.call @wait_for_store() : () -> ()
    }
  }
  return
}

// -----

// In one that is not known.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
func.func private @wait_for_store()
func.func @kernel(%d: !llvm.ptr, %k: i32) {
  %c0 = arith.constant 0 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
      %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
      %x = arith.constant 1.0 : f32
      memref.store %x, %b[%c0] : memref<64xf32, 3>
      pipegroup.fence_proxy_async
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      %c = pipegroup.current @g consumer : !pipegroup.state<2>
      %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
      pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
      // expected-remark @below {{not proved: what this waits for is not modelled, nor whether it does}}
      func.call @wait_for_store() : () -> ()
    }
  }
  return
}

// -----

// In assembly.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
func.func @kernel(%d: !llvm.ptr, %k: i32) {
  %c0 = arith.constant 0 : index
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @g::@m
      %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
      %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
      %x = arith.constant 1.0 : f32
      memref.store %x, %b[%c0] : memref<64xf32, 3>
      pipegroup.fence_proxy_async
      pipegroup.commit @g::@m
    }
    pipegroup.task @use warps(1, 1) {
      pipegroup.wait @g::@m
      %c = pipegroup.current @g consumer : !pipegroup.state<2>
      %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
      pipegroup.tma_store %s to %d[%k] : memref<64xf32, 3>, !llvm.ptr
      // expected-remark @below {{not proved: what this waits for is not modelled, nor whether it does}}
      llvm.inline_asm has_side_effects "cp.async.bulk.wait_group 0;", "" : () -> ()
    }
  }
  return
}
