// Agents come from the tasks that perform each op.
// RUN: pipegroup-opt %s -pipegroup-derive-agents | FileCheck %s
// RUN: pipegroup-opt %s -pipegroup-derive-agents > %t.once
// RUN: pipegroup-opt %t.once -pipegroup-derive-agents | diff %t.once -
// accepts: K3, K4

// Every kind on each side: warps for a TMA or the tensor core, threads for async.
// CHECK-LABEL: pipegroup.group @kinds
pipegroup.group @kinds merge {
  // CHECK-NEXT: @copies async_async stages(2) producer(thread 64) consumer(thread 128)
  pipegroup.member @copies async_async stages(2)
  // CHECK-NEXT: @loads tma_async stages(2) producer(warp 1) consumer(thread 128) bytes(256)
  pipegroup.member @loads tma_async stages(2) bytes(256)
  // CHECK-NEXT: @math umma_async stages(2) producer(warp 1) consumer(thread 128)
  pipegroup.member @math umma_async stages(2)
}
// CHECK-LABEL: pipegroup.group @umma
pipegroup.group @umma merge {
  // CHECK-NEXT: @copies async_umma stages(2) producer(thread 64) consumer(warp 1)
  pipegroup.member @copies async_umma stages(2)
  // CHECK-NEXT: @loads tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(256)
  pipegroup.member @loads tma_umma stages(2) bytes(256)
  // CHECK-NEXT: @math umma_umma stages(2) producer(warp 1) consumer(warp 1)
  pipegroup.member @math umma_umma stages(2)
}
// Several warps may arm.
// CHECK-LABEL: pipegroup.group @arming
pipegroup.group @arming merge {
  // CHECK-NEXT: @m tma_async stages(2) producer(warp 2) consumer(thread 128) bytes(256)
  pipegroup.member @m tma_async stages(2) bytes(256)
}
// CHECK-LABEL: pipegroup.group @fork
pipegroup.group @fork fork {
  // CHECK-NEXT: @x tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(256)
  pipegroup.member @x tma_umma stages(2) bytes(256)
  // CHECK-NEXT: @y tma_async stages(2) producer(warp 1) consumer(thread 128) bytes(256)
  pipegroup.member @y tma_async stages(2) bytes(256)
}
// CHECK-LABEL: pipegroup.group @fused
pipegroup.group @fused fused_merge {
  // CHECK-NEXT: @x tma_async stages(2) producer(warp 1) consumer(thread 128) bytes(256)
  pipegroup.member @x tma_async stages(2) bytes(256)
  // CHECK-NEXT: @y async_async stages(2) producer(thread 64) consumer(thread 128)
  pipegroup.member @y async_async stages(2)
}
// What is written stays as it is if it is the same threads.
// CHECK-LABEL: pipegroup.group @written
pipegroup.group @written merge {
  // CHECK-NEXT: @x async_async stages(2) producer(warp 2) consumer(warp 4)
  pipegroup.member @x async_async stages(2) producer(warp 2) consumer(warp 4)
  // CHECK-NEXT: @y async_async stages(2) producer(thread 64) consumer(thread 128)
  pipegroup.member @y async_async stages(2) producer(thread 64)
  // CHECK-NEXT: @z tma_async stages(2) producer(warp 1) consumer(thread 128) bytes(256)
  pipegroup.member @z tma_async stages(2) producer(warp 1) consumer(thread 128) bytes(256)
}
// One task on both sides, which fills for itself.
// CHECK-LABEL: pipegroup.group @alone
pipegroup.group @alone merge {
  // CHECK-NEXT: @m async_async stages(2) producer(thread 128) consumer(thread 128)
  pipegroup.member @m async_async stages(2)
}
// CHECK-LABEL: pipegroup.group @outside
pipegroup.group @outside merge {
  // No task uses it.
  // CHECK-NEXT: @m async_async stages(2) producer(thread 7) consumer(thread 9)
  pipegroup.member @m async_async stages(2) producer(thread 7) consumer(thread 9)
}
// CHECK-LABEL: pipegroup.group @unused
pipegroup.group @unused merge {
  // CHECK-NEXT: @m async_async stages(2)
  // CHECK-NOT: thread
  pipegroup.member @m async_async stages(2)
}

// CHECK-LABEL: func @kernel
func.func @kernel(%x: i1, %n: index) {
  pipegroup.init @kinds, @umma, @arming, @fork, @fused, @written, @alone, @outside
  pipegroup.acquire @outside::@m
  pipegroup.release @outside
  pipegroup.specialize threads(384) {
    pipegroup.task @copy warps(5, 2) {
      pipegroup.acquire @kinds::@copies
      pipegroup.commit @kinds::@copies
      // Nested as deep as it likes, in any number of places.
      scf.for %i = %n to %n step %n {
        scf.if %x {
          pipegroup.acquire @umma::@copies
          pipegroup.commit @umma::@copies
        } else {
          pipegroup.commit @umma::@copies
        }
      }
      pipegroup.acquire @arming::@m
      pipegroup.acquire @fused::@y
      pipegroup.commit @fused::@y
      pipegroup.commit @written::@x
      pipegroup.commit @written::@y
    }
    pipegroup.task @load warps(4, 1) {
      pipegroup.acquire @kinds::@loads
      pipegroup.acquire @umma::@loads
      // Either op of a side is enough.
      pipegroup.acquire @fork::@x
      pipegroup.acquire @fork::@y
      %t = pipegroup.try_acquire @fused::@x
      pipegroup.commit @written::@z
    }
    pipegroup.task @issue warps(7, 1) {
      pipegroup.commit @kinds::@math
      pipegroup.commit @umma::@math
      // The explicit form counts too.
      %s = pipegroup.start @fork::@x consumer : !pipegroup.state<2>
      pipegroup.wait @fork::@x[%s] : !pipegroup.state<2>
    }
    pipegroup.task @read warps(0, 4) {
      pipegroup.wait @kinds::@copies
      pipegroup.release @kinds
      %t = pipegroup.try_wait @arming::@m
      pipegroup.release @fork::@y
      pipegroup.wait @fused
      pipegroup.release @written
      pipegroup.acquire @alone::@m
      pipegroup.commit @alone::@m
      pipegroup.wait @alone::@m
      pipegroup.release @alone
    }
    pipegroup.task @tensor warps(8, 1) {
      pipegroup.wait @umma::@math
      pipegroup.release @umma
    }
  }
  // With a state of its own, a tail looks only, wherever it is.
  %end = pipegroup.start @kinds::@copies producer : !pipegroup.state<2>
  pipegroup.tail @kinds::@copies[%end] : !pipegroup.state<2>
  return
}
