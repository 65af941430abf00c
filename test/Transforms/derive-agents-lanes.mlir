// A slot of an interleaved side is signalled by the warps of one lane: those of a task
// divided by the lanes, or those of one of several tasks. What counts is the stride
// of the op that signals.
// RUN: pipegroup-opt %s -pipegroup-derive-agents | FileCheck %s
// RUN: pipegroup-opt %s -pipegroup-derive-agents > %t.once
// RUN: pipegroup-opt %t.once -pipegroup-derive-agents | diff %t.once -
// accepts: K3, K4

// CHECK-LABEL: pipegroup.group @warps
pipegroup.group @warps merge {
  // CHECK-NEXT: @m async_async stages(4) producer(thread 32) consumer(thread 64) interleave(2, 2, 4, 4)
  pipegroup.member @m async_async stages(4) interleave(2, 2, 4, 4)
}
// A TMA arms, and so signals, with its acquire; the tensor core has a warp a lane.
// CHECK-LABEL: pipegroup.group @kinds
pipegroup.group @kinds merge {
  // CHECK-NEXT: @m tma_umma stages(4) producer(warp 1) consumer(warp 1) bytes(64) arm(leader) interleave(2, 1, 4, 4)
  pipegroup.member @m tma_umma stages(4) bytes(64) arm(leader) interleave(2, 1, 4, 4) advance_on_acquire
}
// CHECK-LABEL: pipegroup.group @tasks
pipegroup.group @tasks merge {
  // CHECK-NEXT: @x async_async stages(4) producer(thread 32) consumer(thread 128) interleave(1, 1, 2, 2)
  pipegroup.member @x async_async stages(4) interleave(1, 1, 2, 2)
  // CHECK-NEXT: @y tma_async stages(4) producer(warp 1) consumer(thread 128) bytes(64) interleave(1, 1, 2, 2)
  pipegroup.member @y tma_async stages(4) bytes(64) interleave(1, 1, 2, 2)
}
// Waits in lanes, releases of every slot by all warps; and commits in lanes after
// acquires by all.
// CHECK-LABEL: pipegroup.group @signals
pipegroup.group @signals merge {
  // CHECK-NEXT: @m async_async stages(4) producer(thread 32) consumer(thread 128) interleave(1, 2, 4, 1)
  pipegroup.member @m async_async stages(4) interleave(1, 2, 4, 1) advance_on_acquire advance_on_wait
}
// What is written stays as it is if it is the threads of one lane.
// CHECK-LABEL: pipegroup.group @written
pipegroup.group @written merge {
  // CHECK-NEXT: @m async_async stages(4) producer(warp 1) consumer(thread 64) interleave(2, 2, 4, 4)
  pipegroup.member @m async_async stages(4) producer(warp 1) consumer(thread 64) interleave(2, 2, 4, 4)
}
// One task of more warps may have all lanes where several could.
// CHECK-LABEL: pipegroup.group @shared
pipegroup.group @shared fork {
  // CHECK-NEXT: @x async_async stages(4) producer(thread 32) consumer(thread 128) interleave(2, 2, 2, 2)
  pipegroup.member @x async_async stages(4) interleave(2, 2, 2, 2)
  // CHECK-NEXT: @y async_async stages(4) producer(thread 32) consumer(thread 128) interleave(2, 2, 2, 2)
  pipegroup.member @y async_async stages(4) interleave(2, 2, 2, 2)
}

func.func @kernel() {
  pipegroup.init @warps, @kinds, @tasks, @signals, @written, @shared
  pipegroup.specialize threads(640) {
    pipegroup.task @fill warps(0, 2) {
      pipegroup.commit @warps::@m
      pipegroup.acquire @kinds::@m
      pipegroup.commit @signals::@m
      pipegroup.commit @written::@m
      pipegroup.commit @shared
    }
    pipegroup.task @fill_x warps(2, 1) {
      pipegroup.commit @tasks::@x
    }
    pipegroup.task @fill_y warps(3, 1) {
      pipegroup.commit @tasks::@y
    }
    pipegroup.task @read warps(4, 8) {
      pipegroup.release @warps
      pipegroup.release @written
      pipegroup.release @shared::@x
    }
    pipegroup.task @tensor warps(12, 4) {
      pipegroup.release @kinds
      pipegroup.release @signals
      pipegroup.release @tasks
      pipegroup.release @shared::@y
    }
    pipegroup.task @other warps(16, 4) {
      pipegroup.wait @tasks::@x
      pipegroup.wait @tasks::@y
      pipegroup.release @tasks
      pipegroup.wait @shared::@y
    }
  }
  return
}
