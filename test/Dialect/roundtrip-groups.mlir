// Groups of every mode and type, with every clause, survive each form of the IR.
// RUN: pipegroup-opt %s --verify-roundtrip | FileCheck %s
// RUN: pipegroup-opt %s | pipegroup-opt | FileCheck %s
// RUN: pipegroup-opt %s -mlir-print-op-generic | pipegroup-opt | FileCheck %s
// RUN: pipegroup-opt %s --emit-bytecode | pipegroup-opt | FileCheck %s

// CHECK-LABEL: pipegroup.group @ab merge {
// CHECK-NEXT:    pipegroup.member @a async_umma stages(4) producer(thread 32) consumer(warp 1)
// CHECK-NEXT:    pipegroup.member @b tma_umma stages(4) producer(warp 1) consumer(warp 1) bytes(2048)
// CHECK-NEXT:  }
pipegroup.group @ab merge {
  pipegroup.member @a async_umma stages(4) producer(thread 32) consumer(warp 1)
  pipegroup.member @b tma_umma stages(4) producer(warp 1) consumer(warp 1) bytes(2048)
}

// CHECK-LABEL: pipegroup.group @load fork {
// CHECK-NEXT:    pipegroup.member @gemm tma_umma stages(4) producer(warp 1) consumer(warp 1) bytes(16384)
// CHECK-NEXT:    pipegroup.member @act tma_async stages(4) producer(warp 1) consumer(warp 4) bytes(16384)
pipegroup.group @load fork {
  pipegroup.member @gemm tma_umma stages(4) producer(warp 1) consumer(warp 1) bytes(16384)
  pipegroup.member @act tma_async stages(4) producer(warp 1) consumer(warp 4) bytes(16384)
}

// CHECK-LABEL: pipegroup.group @fused fused_merge {
// CHECK-NEXT:    pipegroup.member @x tma_async
// CHECK-NEXT:    pipegroup.member @y tma_async
pipegroup.group @fused fused_merge {
  pipegroup.member @x tma_async stages(3) producer(warp 1) consumer(thread 128) bytes(8192)
  pipegroup.member @y tma_async stages(3) producer(warp 1) consumer(thread 128) bytes(4096)
}

// The mode is derived, not written down.
// CHECK-LABEL: pipegroup.group @derived {
pipegroup.group @derived {
  pipegroup.member @p tma_async stages(2) producer(warp 1) consumer(thread 128) bytes(256)
  pipegroup.member @q async_async stages(2) producer(thread 32) consumer(thread 128)
}

// CHECK-LABEL: pipegroup.group @acc merge {
// CHECK-NEXT:    pipegroup.member @tmem umma_async stages(1) producer(warp 1) consumer(thread 128)
pipegroup.group @acc merge {
  pipegroup.member @tmem umma_async stages(1) producer(warp 1) consumer(thread 128)
}

// A umma side is always one warp, so that it need not be written.
// CHECK-LABEL: pipegroup.group @pair merge {
// CHECK-NEXT:    pipegroup.member @m umma_umma stages(2){{$}}
pipegroup.group @pair merge {
  pipegroup.member @m umma_umma stages(2)
}
