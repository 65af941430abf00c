// C7: without the fence of the producer what reads its slots by the async proxy would
// race with its stores; the lowering and the model have it (K8).
// RUN: pipegroup-opt %s -pipegroup-derive-agents -pipegroup-thread-states -o %t.mlir
// RUN: pipegroup-check %t.mlir | FileCheck %s --check-prefix=WITH
// RUN: pipegroup-check %t.mlir --program | sed '/fence/d' \
// RUN:   | pipegroup-check-program | FileCheck %s --check-prefix=WITHOUT

// WITH: @kernel: safe
// WITHOUT: unsafe proxy
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) slot(memref<64xf32, 3>)
}
func.func @kernel(%n: index, %d: !llvm.ptr, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  pipegroup.init @g
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %p = pipegroup.current @g::@m producer : !pipegroup.state<2>
        %b = pipegroup.slot @g::@m[%p] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.acquire @g::@m
        memref.store %x, %b[%c0] : memref<64xf32, 3>
        pipegroup.commit @g::@m
      }
    }
    pipegroup.task @use warps(1, 1) {
      scf.for %i = %c0 to %n step %c1 {
        %c = pipegroup.current @g consumer : !pipegroup.state<2>
        %s = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<64xf32, 3>
        pipegroup.wait @g::@m
        pipegroup.tma_store %s to %d[%zero] : memref<64xf32, 3>, !llvm.ptr
        pipegroup.tma_store_wait 0 read
        pipegroup.release @g
      }
    }
  }
  return
}
