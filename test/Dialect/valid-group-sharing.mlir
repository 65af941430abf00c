// The near misses of the rules about shared barriers: each stays quiet.
// RUN: pipegroup-opt %s -verify-diagnostics | FileCheck %s
// CHECK: @fork

// Equal bytes and policies on the collapsed side.
// accepts: G11, G12
pipegroup.group @fork fork {
  pipegroup.member @a tma_async stages(2) producer(warp 2) consumer(warp 1) bytes(64) arm(leader)
  pipegroup.member @b tma_umma stages(2) producer(warp 2) consumer(warp 1) bytes(64) arm(leader)
}
// On the other side they may differ.
pipegroup.group @merge merge {
  pipegroup.member @a tma_async stages(2) producer(warp 2) consumer(warp 1) bytes(64) arm(leader)
  pipegroup.member @b tma_async stages(2) producer(warp 2) consumer(warp 1) bytes(32)
  pipegroup.member @c async_async stages(2) producer(thread 2) consumer(warp 1) transport(cp_async)
}
pipegroup.group @fork_signals fork {
  pipegroup.member @a tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64) signal(cta_leader)
  pipegroup.member @b tma_async stages(2) producer(warp 1) consumer(warp 2) bytes(64)
}

// As much as one phase can count, and more where each member has its barrier.
// accepts: G13
pipegroup.group @most fused_merge {
  pipegroup.member @a async_async stages(1) producer(thread 1048574) consumer(warp 1)
  pipegroup.member @b async_async stages(1) producer(thread 1) consumer(warp 1)
}
pipegroup.group @apart merge {
  pipegroup.member @a tma_async stages(1) producer(warp 1) consumer(warp 1) bytes(600000)
  pipegroup.member @b tma_async stages(1) producer(warp 1) consumer(warp 1) bytes(600000)
}

// Both producers signal the leader CTA of the pair; in a merge they need not.
// accepts: G14
pipegroup.group @reach fused_merge {
  pipegroup.member @a tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(64) cluster(2, 1, 1, 1)
  pipegroup.member @b async_umma stages(2) producer(thread 1) consumer(warp 1) cluster(2, 1, 1, 1)
}
pipegroup.group @merge_reach merge {
  pipegroup.member @a umma_umma stages(2) producer(warp 1) consumer(warp 1) cluster(2, 1, 1, 1)
  pipegroup.member @b async_umma stages(2) producer(thread 1) consumer(warp 1) cluster(2, 1, 1, 1)
}

// Every field as derived; without all agents there is nothing to compare.
// accepts: G15
pipegroup.group @config merge config(tma_umma stages(2) full(32, 1) empty(1) bytes(0, 64)) {
  pipegroup.member @a async_umma stages(2) producer(thread 32) consumer(warp 1)
  pipegroup.member @b tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(64)
}
pipegroup.group @config_fork fork config(full(1) empty(1, 128) bytes(64)) {
  pipegroup.member @a tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(64)
  pipegroup.member @b tma_async stages(2) producer(warp 1) consumer(thread 128) bytes(64)
}
pipegroup.group @config_fused fused_merge config(full(33) empty(128) bytes(64)) {
  pipegroup.member @a tma_async stages(2) producer(warp 1) consumer(thread 128) bytes(64)
  pipegroup.member @b async_async stages(2) producer(thread 32) consumer(warp 4)
}
// Of 2 x 4 pairs, 4 share A and 2 share B; both CTAs of one pair release.
pipegroup.group @config_loads merge config(full(1) empty(5) bytes(64)) {
  pipegroup.member @a tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(64) cluster(2, 2, 4, 1)
}
pipegroup.group @config_pair merge config(full(1) empty(256)) {
  pipegroup.member @a umma_async stages(1) producer(warp 1) consumer(thread 128) cluster(2, 2, 2, 1)
}
pipegroup.group @config_open merge config(full(7)) {
  pipegroup.member @a async_async stages(2) consumer(warp 1)
}

// The last place that holds the barriers.
// accepts: G16
pipegroup.group @static merge {
  pipegroup.member @a async_async stages(3072) producer(thread 1) consumer(thread 1)
}
pipegroup.group @end merge dynamic(232432) {
  pipegroup.member @a async_async stages(1) producer(thread 1) consumer(thread 1)
}
