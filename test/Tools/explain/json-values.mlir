// RUN: pipegroup-explain --json %s | %python %S/Inputs/flatten-json.py \
// RUN:   | FileCheck %s --match-full-lines

// Another parser reads the document. The values that differ between the modes
// are exact; null stands for the group where a member can stand, for 'mixed'
// types and for absent bytes and offsets.

gpu.module @kernels {
  pipegroup.group @ab dynamic(1024) {
    pipegroup.member @a async_umma stages(4) producer(thread 32) consumer(warp 1)
    pipegroup.member @b tma_umma stages(4) producer(warp 1) consumer(warp 1) bytes(2048)
  }
}
pipegroup.group @load fork {
  pipegroup.member @gemm tma_umma stages(4) producer(warp 1) consumer(warp 1) bytes(16384)
  pipegroup.member @act tma_async stages(4) producer(warp 1) consumer(warp 4) bytes(16384)
}
pipegroup.group @fused fused_merge {
  pipegroup.member @x tma_async stages(3) producer(warp 2) consumer(thread 128) bytes(8192)
  pipegroup.member @y tma_async stages(3) producer(warp 1) consumer(thread 128) bytes(2048)
}

//      CHECK: 0.name = "ab"
// CHECK-NEXT: 0.scope.0 = "kernels"
// CHECK-NEXT: 0.mode = "merge"
// CHECK-NEXT: 0.modeWritten = false
// CHECK-NEXT: 0.type = null
//      CHECK: 0.storage.bytes = 96
// CHECK-NEXT: 0.storage.place = "dynamic"
// CHECK-NEXT: 0.storage.offset = 1024
//      CHECK: 0.members.0.bytes = null
//      CHECK: 0.members.1.bytes = 2048
//      CHECK: 0.arrays.0.role = "full"
// CHECK-NEXT: 0.arrays.0.member = "a"
//      CHECK: 0.arrays.0.arrivals = 32
// CHECK-NEXT: 0.arrays.0.bytes = 0
//      CHECK: 0.arrays.1.byteOffset = 32
// CHECK-NEXT: 0.arrays.1.arrivals = 1
// CHECK-NEXT: 0.arrays.1.bytes = 2048
//      CHECK: 0.arrays.2.member = null
// CHECK-NEXT: 0.arrays.2.firstBarrier = 8
// CHECK-NEXT: 0.arrays.2.lastBarrier = 11
//      CHECK: 0.arrays.2.signals.0.member = null
//      CHECK: 0.arrays.2.waits.0.member = "a"
//      CHECK: 0.arrays.2.waits.1.member = "b"
//      CHECK: 0.ops.release = "group"

//      CHECK: 1.scope = []
// CHECK-NEXT: 1.mode = "fork"
// CHECK-NEXT: 1.modeWritten = true
//      CHECK: 1.storage.place = "static"
// CHECK-NEXT: 1.storage.offset = null
//      CHECK: 1.arrays.0.arrivals = 1
// CHECK-NEXT: 1.arrays.0.bytes = 16384
// CHECK-NEXT: 1.arrays.0.signals.0.side = "producer"
// CHECK-NEXT: 1.arrays.0.signals.0.member = null
//  CHECK-NOT: 1.arrays.0.signals.1.{{.*}}
//      CHECK: 1.arrays.0.waits.1.member = "act"
//      CHECK: 1.arrays.2.member = "act"
//      CHECK: 1.arrays.2.arrivals = 4
//      CHECK: 1.states.producer.owner = "group"
//      CHECK: 1.states.consumer.owner = "member"
//      CHECK: 1.ops.commit = "group"

//      CHECK: 2.mode = "fused_merge"
//      CHECK: 2.type = "tma_async"
//      CHECK: 2.arrays.0.arrivals = 3
// CHECK-NEXT: 2.arrays.0.bytes = 10240
//      CHECK: 2.arrays.0.signals.0.arrivals = 2
// CHECK-NEXT: 2.arrays.0.signals.0.bytesEach = 4096
//      CHECK: 2.arrays.0.signals.1.arrivals = 1
// CHECK-NEXT: 2.arrays.0.signals.1.bytesEach = 2048
//      CHECK: 2.arrays.0.waits.0.member = null
//      CHECK: 2.ops.wait = "group"
