// The near misses of the member rules: each stays quiet.
// RUN: pipegroup-opt %s -verify-diagnostics | FileCheck %s
// CHECK: @counts

// accepts: M1, M2
pipegroup.group @counts merge {
  pipegroup.member @one async_async stages(1) producer(thread 1) consumer(thread 1048575)
}
// accepts: M3, M4
pipegroup.group @tma merge {
  pipegroup.member @least tma_async stages(2) producer(warp 1) consumer(thread 1) bytes(16)
  pipegroup.member @most tma_async stages(2) producer(warp 1) consumer(thread 1) bytes(1048560)
  pipegroup.member @share tma_async stages(2) producer(warp 3) consumer(thread 1) bytes(48)
  // The leader alone arms, so that nothing is shared out.
  pipegroup.member @leader tma_async stages(2) producer(warp 3) consumer(thread 1) bytes(64) arm(leader)
}
pipegroup.group @umma merge {
  pipegroup.member @m umma_umma stages(2) producer(warp 1) consumer(warp 1)
}
// accepts: M5
pipegroup.group @copies merge {
  pipegroup.member @m async_umma stages(2) producer(thread 32) consumer(warp 1) transport(cp_async)
  pipegroup.member @open async_umma stages(2) consumer(warp 1) transport(cp_async)
}
// accepts: M6
pipegroup.group @strides merge {
  pipegroup.member @equal async_async stages(4) producer(warp 1) consumer(thread 1)
      interleave(2, 2, 4, 4)
}
pipegroup.group @unequal merge {
  pipegroup.member @m async_async stages(4) producer(warp 1) consumer(thread 1)
      interleave(1, 2, 4, 2) advance_on_acquire advance_on_wait
}
// accepts: M7
pipegroup.group @pair merge {
  pipegroup.member @m tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(64) cluster(2, 2, 2, 1)
}
pipegroup.group @sixteen merge {
  pipegroup.member @m tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(64) cluster(1, 4, 4, 1)
}
// accepts: M8
pipegroup.group @along_n merge {
  pipegroup.member @m tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(64) multicast(0, 1)
}
// accepts: M9
pipegroup.group @slots merge {
  pipegroup.member @equal tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(8192) slot(memref<64x64xf16, 3>)
  pipegroup.member @less tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(16) partial slot(memref<64x64xf16, 3>)
  // A slot that no copy fills has no bytes to compare with.
  pipegroup.member @stores async_umma stages(2) producer(thread 32) consumer(warp 1) slot(memref<64x64xf16, 3>)
}
pipegroup.group @pair_slots merge {
  pipegroup.member @m tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(16384) slot(memref<64x64xf16, 3>) cluster(2, 1, 1, 1)
}
// accepts: M12
pipegroup.group @whole_warps merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(thread 96) bytes(64) cluster(1, 2, 1, 1)
}
// One CTA alone, or others in the cluster that no consumer of a load signals.
pipegroup.group @threads merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(thread 100) bytes(64)
}
pipegroup.group @threads_of_a_pair merge {
  pipegroup.member @m umma_async stages(2) producer(warp 1) consumer(thread 100) cluster(2, 1, 1, 1)
}
