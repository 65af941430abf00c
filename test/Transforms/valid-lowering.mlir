// The near misses of M10 and M11: all that is needed is there.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -verify-diagnostics | FileCheck %s
// accepts: M10, M11

// A umma side needs no agent.
// CHECK: pipegroup.barriers @umma size(4)
pipegroup.group @umma merge {
  pipegroup.member @m umma_umma stages(2)
}
// A leader that is alone, and defaults that are written.
// CHECK: pipegroup.barriers @leader size(4)
pipegroup.group @leader merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(thread 1) bytes(64)
      arm(leader) interleave(1, 1, 1, 1)
}
// One CTA, whatever the multicast mode says.
// CHECK: pipegroup.barriers @cta size(4)
pipegroup.group @cta merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(thread 1) bytes(64)
      cluster(1, 1, 1, 1) multicast(1, 0)
}
// A leader of several warps, where a task says which one it is; what does not arm may
// stand anywhere.
// CHECK: pipegroup.barriers @warps size(4)
pipegroup.group @warps merge {
  pipegroup.member @m tma_async stages(2) producer(warp 2) consumer(thread 1) bytes(64) arm(leader)
}
func.func @in_task() {
  pipegroup.init @warps
  %s = pipegroup.start @warps::@m producer : !pipegroup.state<2>
  %t = pipegroup.try_acquire @warps::@m[%s] : !pipegroup.state<2>
  pipegroup.specialize threads(64) {
    pipegroup.task @fill warps(0, 2) {
      %p = pipegroup.start @warps::@m producer : !pipegroup.state<2>
      pipegroup.acquire @warps::@m[%p] : !pipegroup.state<2>
    }
  }
  pipegroup.tail @warps::@m[%s] : !pipegroup.state<2>
  return
}
// One warp for each slot leads itself, whatever the strides.
// CHECK: pipegroup.barriers @single size(8)
pipegroup.group @single merge {
  pipegroup.member @m tma_async stages(4) producer(warp 1) consumer(thread 1) bytes(64) arm(leader)
      interleave(4, 2, 1, 1) advance_on_acquire
}
func.func @one_warp_a_slot(%l: i32) {
  pipegroup.init @single
  %s = pipegroup.start @single::@m producer lane(%l) : !pipegroup.state<4>
  pipegroup.acquire @single::@m[%s] : !pipegroup.state<4>
  return
}
// Strides, states that stay behind and the signal of one CTA's leader.
// CHECK: pipegroup.barriers @strides size(8)
pipegroup.group @strides merge {
  pipegroup.member @m async_async stages(4) producer(warp 2) consumer(thread 1) interleave(1, 2, 4, 2)
      advance_on_acquire advance_on_wait
}
// CHECK: pipegroup.barriers @signal size(4)
pipegroup.group @signal merge {
  pipegroup.member @m tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(64) signal(cta_leader)
}
