// Every clause of a member, in any order, is kept and printed in one order.
// RUN: pipegroup-opt %s --verify-roundtrip | FileCheck %s
// RUN: pipegroup-opt %s -mlir-print-op-generic | pipegroup-opt | FileCheck %s
// RUN: pipegroup-opt %s --emit-bytecode | pipegroup-opt | FileCheck %s

// CHECK-LABEL: @transport
// CHECK-NEXT: @m async_umma stages(4) producer(thread 32) consumer(warp 1) transport(cp_async){{$}}
// CHECK-NEXT: @n async_umma stages(4) producer(warp 1) consumer(warp 1) transport(generic){{$}}
pipegroup.group @transport merge {
  pipegroup.member @m async_umma stages(4) transport(cp_async) consumer(warp 1) producer(thread 32)
  pipegroup.member @n async_umma stages(4) producer(warp 1) consumer(warp 1) transport(generic)
}

// CHECK-LABEL: @slot
// CHECK-NEXT: bytes(8192) slot(memref<64x64xf16, 3>){{$}}
// CHECK-NEXT: bytes(4096) partial slot(memref<64x64xf16, 3>){{$}}
pipegroup.group @slot merge {
  pipegroup.member @whole tma_async stages(2) producer(warp 1) consumer(warp 4)
      slot(memref<64x64xf16, 3>) bytes(8192)
  pipegroup.member @half tma_async stages(2) producer(warp 1) consumer(warp 4)
      slot(memref<64x64xf16, 3>) bytes(4096) partial
}

// CHECK-LABEL: @policies
// CHECK-NEXT: bytes(64) arm(leader) signal(cta_leader){{$}}
// CHECK-NEXT: bytes(64) arm(each_warp) signal(cta_leader){{$}}
pipegroup.group @policies merge {
  pipegroup.member @l tma_async stages(2) producer(warp 4) consumer(warp 1) bytes(64)
      signal(cta_leader) arm(leader)
  pipegroup.member @e tma_async stages(2) producer(warp 4) consumer(warp 1) bytes(64)
      signal(cta_leader) arm(each_warp)
}

// CHECK-LABEL: @everything merge attributes {sym_visibility = "private"} {
// CHECK-NEXT: pipegroup.member @m tma_umma stages(4) producer(warp 2) consumer(warp 1)
// CHECK-SAME: bytes(64) partial slot(memref<2xf32, 3>) transport(generic)
// CHECK-SAME: arm(leader) signal(all) cluster(2, 2, 1, 1) multicast(1, 0)
// CHECK-SAME: interleave(1, 2, 4, 2) advance_on_wait advance_on_acquire
// CHECK-SAME: attributes {sym_visibility = "nested", test.note = 1 : i32}{{$}}
pipegroup.group @everything merge attributes {sym_visibility = "private"} {
  pipegroup.member @m tma_umma stages(4) advance_on_acquire advance_on_wait
      interleave(1, 2, 4, 2) multicast(1, 0) cluster(2, 2, 1, 1) signal(all) arm(leader)
      transport(generic) slot(memref<2xf32, 3>) partial bytes(64) consumer(warp 1)
      producer(warp 2) attributes {sym_visibility = "nested", test.note = 1 : i32}
}
