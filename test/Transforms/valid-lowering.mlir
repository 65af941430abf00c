// The near misses of M10, M11 and G17: all that is needed is there.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -verify-diagnostics | FileCheck %s
// accepts: M10, M11, G17

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
