// A load is an elected one at the full barrier, of a part of the slot's buffer.
// accepts: D7, D8, D9, D10, M13
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file | FileCheck %s

pipegroup.group @ab merge {
  pipegroup.member @a tma_async stages(3) producer(warp 1) consumer(warp 1) bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
  pipegroup.member @b tma_async stages(3) producer(warp 1) consumer(warp 1) bytes(4096) slot(memref<64x32xf16, 3>)
}
// CHECK-LABEL: func @modes(
// CHECK-SAME: %[[D:[^:]*]]: !llvm.ptr, %[[S:[^:]*]]: !llvm.ptr<1>, %[[X:[^:]*]]: i32, %[[Y:[^:]*]]: i32, %[[O:[^:]*]]: i16, %[[M:[^:]*]]: i16, %[[H:[^:]*]]: i64)
func.func @modes(%d: !llvm.ptr, %s: !llvm.ptr<1>, %x: i32, %y: i32, %o: i16, %m: i16, %h: i64) {
  pipegroup.init @ab
  %p = pipegroup.start @ab::@a producer : !pipegroup.state<3>
  pipegroup.acquire @ab::@a[%p] : !pipegroup.state<3>
  // CHECK: bytes(8192)
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[A:.*]] = pipegroup.buffer @ab_a[%[[I:.*]]] stride(8192) : !llvm.ptr<3>
  // CHECK-NEXT: %[[FA:.*]] = pipegroup.barrier @ab[%[[I]]] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.elect {
  // CHECK-NEXT:   pipegroup.barrier_tma_load %[[D]][%[[X]], %[[Y]]] into %[[A]], %[[FA]] : !llvm.ptr
  // CHECK-NEXT: }
  pipegroup.tma_load %d[%x, %y], @ab::@a[%p] : !llvm.ptr, !pipegroup.state<3>
  pipegroup.commit @ab::@a[%p] : !pipegroup.state<3>
  %q = pipegroup.start @ab::@b producer step(1) : !pipegroup.state<3>
  pipegroup.acquire @ab::@b[%q] : !pipegroup.state<3>
  // CHECK: bytes(4096)
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[B1:.*]] = pipegroup.buffer @ab_b[%[[J1:.*]]] stride(4096) : !llvm.ptr<3>
  // CHECK-NEXT: %[[P1:.*]] = llvm.getelementptr %[[B1]][%[[Y]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<1024 x i8>
  // CHECK-NEXT: %[[F1:.*]] = pipegroup.barrier @ab[%[[J1]]] offset(3) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.elect {
  // CHECK-NEXT:   pipegroup.barrier_tma_load %[[D]][%[[X]], %[[Y]], %[[X]]] into %[[P1]], %[[F1]] im2col(%[[O]]) cache_hint(%[[H]]) : !llvm.ptr
  // CHECK-NEXT: }
  pipegroup.tma_load %d[%x, %y, %x], @ab::@b[%q] part(%y of 4) im2col(%o) cache_hint(%h) : !llvm.ptr, !pipegroup.state<3>
  // CHECK-NEXT: %[[B2:.*]] = pipegroup.buffer @ab_b[%[[J2:.*]]] stride(4096) : !llvm.ptr<3>
  // CHECK-NEXT: %[[P2:.*]] = llvm.getelementptr %[[B2]][%[[X]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<1024 x i8>
  // CHECK-NEXT: %[[F2:.*]] = pipegroup.barrier @ab[%[[J2]]] offset(3) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.elect {
  // CHECK-NEXT:   pipegroup.barrier_tma_load %[[D]][%[[X]], %[[Y]], %[[X]], %[[Y]], %[[X]]] into %[[P2]], %[[F2]] gather4 : !llvm.ptr
  // CHECK-NEXT: }
  pipegroup.tma_load %d[%x, %y, %x, %y, %x], @ab::@b[%q] part(%x of 4) gather4 : !llvm.ptr, !pipegroup.state<3>
  // CHECK-NEXT: %[[B3:.*]] = pipegroup.buffer @ab_b[%[[J3:.*]]] stride(4096) : !llvm.ptr<3>
  // CHECK-NEXT: %[[P3:.*]] = llvm.getelementptr %[[B3]][%[[X]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<1024 x i8>
  // CHECK-NEXT: %[[F3:.*]] = pipegroup.barrier @ab[%[[J3]]] offset(3) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.elect {
  // CHECK-NEXT:   pipegroup.barrier_bulk_load %[[S]] into %[[P3]], %[[F3]] size(%c1024_i32)
  // CHECK-NEXT: }
  pipegroup.bulk_load %s, @ab::@b[%q] part(%x of 4) : !llvm.ptr<1>, !pipegroup.state<3>
  // CHECK-NEXT: %[[B4:.*]] = pipegroup.buffer @ab_b[%[[J4:.*]]] stride(4096) : !llvm.ptr<3>
  // CHECK-NEXT: %[[P4:.*]] = llvm.getelementptr %[[B4]][%[[X]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<1024 x i8>
  // CHECK-NEXT: %[[F4:.*]] = pipegroup.barrier @ab[%[[J4]]] offset(3) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.elect {
  // CHECK-NEXT:   pipegroup.barrier_bulk_load %[[S]] into %[[P4]], %[[F4]] size(%[[Y]]) cache_hint(%[[H]])
  // CHECK-NEXT: }
  pipegroup.bulk_load %s, @ab::@b[%q] size(%y) part(%x of 4) cache_hint(%h) : !llvm.ptr<1>, !pipegroup.state<3>
  pipegroup.commit @ab::@b[%q] : !pipegroup.state<3>
  return
}

// -----

// A fork's slot is one for its members.
pipegroup.group @g fork {
  pipegroup.member @x tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(8192) slot(memref<64x64xf16, 3>)
  pipegroup.member @y tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(8192) slot(memref<64x64xf16, 3>)
}
// CHECK: pipegroup.buffers @g_slots size(16384) align(128)
// CHECK-NOT: pipegroup.buffers
// CHECK-LABEL: func @fork
func.func @fork(%d: !llvm.ptr, %x: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  pipegroup.init @g
  %p = pipegroup.start @g producer : !pipegroup.state<2>
  pipegroup.acquire @g::@x[%p] : !pipegroup.state<2>
  pipegroup.acquire @g::@y[%p] : !pipegroup.state<2>
  // CHECK: %[[S0:.*]] = pipegroup.buffer @g_slots[%[[I:.*]]] stride(8192)
  // CHECK-NEXT: %[[P0:.*]] = llvm.getelementptr %[[S0]]
  // CHECK-NEXT: %[[F0:.*]] = pipegroup.barrier @g[%[[I]]] : !llvm.ptr<3>
  // CHECK: into %[[P0]], %[[F0]]
  pipegroup.tma_load %d[%x], @g::@x[%p] part(%c0 of 2) : !llvm.ptr, !pipegroup.state<2>
  // CHECK: %[[S1:.*]] = pipegroup.buffer @g_slots[%[[I]]] stride(8192)
  // CHECK-NEXT: %[[P1:.*]] = llvm.getelementptr %[[S1]]
  // CHECK-NEXT: %[[F1:.*]] = pipegroup.barrier @g[%[[I]]] : !llvm.ptr<3>
  // CHECK: into %[[P1]], %[[F1]]
  pipegroup.tma_load %d[%x], @g::@y[%p] part(%c1 of 2) : !llvm.ptr, !pipegroup.state<2>
  pipegroup.commit @g[%p] : !pipegroup.state<2>
  return
}

// -----

// In a pair of CTAs the leader's barrier expects the bytes of both.
pipegroup.group @two merge {
  pipegroup.member @m tma_umma stages(2) producer(warp 1) consumer(warp 1) bytes(16384) slot(memref<64x64xf16, 3>) swizzle(128) cluster(2, 1, 1, 1)
}
// CHECK-LABEL: func @pair
func.func @pair(%d: !llvm.ptr, %x: i32) {
  pipegroup.init @two
  %p = pipegroup.start @two::@m producer : !pipegroup.state<2>
  pipegroup.acquire @two::@m[%p] : !pipegroup.state<2>
  // CHECK: %[[B:.*]] = pipegroup.buffer @two_m[%[[I:.*]]] stride(8192) : !llvm.ptr<3>
  // CHECK-NEXT: %[[F:.*]] = pipegroup.barrier @two[%[[I]]] leader : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.elect {
  // CHECK-NEXT:   pipegroup.barrier_tma_load %{{.*}} into %[[B]], %[[F]] cta_group(2) : !llvm.ptr
  pipegroup.tma_load %d[%x, %x], @two::@m[%p] : !llvm.ptr, !pipegroup.state<2>
  pipegroup.commit @two::@m[%p] : !pipegroup.state<2>
  return
}
