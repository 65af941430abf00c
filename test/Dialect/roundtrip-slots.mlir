// Slots, loads, stores and buffers survive each form of the IR.
// accepts: M14, G17, P10, D7, D8, D9, D10, K11
// RUN: pipegroup-opt %s --verify-roundtrip | FileCheck %s
// RUN: pipegroup-opt %s -mlir-print-op-generic | pipegroup-opt | FileCheck %s
// RUN: pipegroup-opt %s --emit-bytecode | pipegroup-opt | FileCheck %s

// CHECK: pipegroup.buffers @tiles size(32768) align(1024){{$}}
pipegroup.buffers @tiles size(32768) align(1024)
// CHECK: pipegroup.buffers @more size(1) align(1) dynamic(232447){{$}}
pipegroup.buffers @more size(1) align(1) dynamic(232447)
// CHECK: pipegroup.buffers @noted size(64) align(128) {test.note}
pipegroup.buffers @noted size(64) align(128) {test.note}

pipegroup.group @ab merge {
  // Clauses in any order; rows of exactly the swizzle.
  // CHECK: @a tma_async {{.*}} bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128){{$}}
  pipegroup.member @a tma_async stages(4) producer(warp 1) consumer(warp 4) swizzle(128) slot(memref<64x64xf16, 3>) bytes(8192)
  // CHECK: @b tma_async {{.*}} slot(memref<256x16xi8, #gpu.address_space<workgroup>>){{$}}
  pipegroup.member @b tma_async stages(4) producer(warp 1) consumer(warp 4) bytes(4096) slot(memref<256x16xi8, #gpu.address_space<workgroup>>)
}
pipegroup.group @scalar merge {
  // CHECK: @x async_async {{.*}} slot(memref<f64, 3>){{$}}
  pipegroup.member @x async_async stages(1) producer(thread 32) consumer(thread 32) slot(memref<f64, 3>)
}
// Only what lies in memory has to be alike.
pipegroup.group @both fork {
  // CHECK: @x tma_async {{.*}} slot(memref<32x32xf32, 3>) swizzle(64){{$}}
  pipegroup.member @x tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(4096) slot(memref<32x32xf32, 3>) swizzle(64)
  // CHECK: @y tma_async {{.*}} slot(memref<64x32xf16, 3>) swizzle(64){{$}}
  pipegroup.member @y tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(4096) slot(memref<64x32xf16, 3>) swizzle(64)
}

// CHECK-LABEL: func @load(
// CHECK-SAME: %[[D:[^:]*]]: !llvm.ptr {pipegroup.tensor_map}, %[[S:[^:]*]]: !llvm.ptr<1>, %[[X:[^:]*]]: i32, %[[O:[^:]*]]: i16, %[[M:[^:]*]]: i16, %[[H:[^:]*]]: i64)
func.func @load(%d: !llvm.ptr {pipegroup.tensor_map}, %s: !llvm.ptr<1>, %x: i32, %o: i16, %m: i16, %h: i64) {
  pipegroup.init @ab, @scalar, @both
  // CHECK: %[[P:.*]] = pipegroup.start @ab::@a producer
  %p = pipegroup.start @ab::@a producer : !pipegroup.state<4>
  pipegroup.acquire @ab::@a[%p] : !pipegroup.state<4>
  // CHECK: pipegroup.slot @ab::@a[%[[P]]] : !pipegroup.state<4> -> memref<64x64xf16, 3>
  %0 = pipegroup.slot @ab::@a[%p] : !pipegroup.state<4> -> memref<64x64xf16, 3>
  // CHECK: pipegroup.slot @ab::@a[%[[P]]] {test.note} : !pipegroup.state<4> -> !llvm.ptr<3>
  %1 = pipegroup.slot @ab::@a[%p] {test.note} : !pipegroup.state<4> -> !llvm.ptr<3>
  // CHECK: pipegroup.tma_load %[[D]][%[[X]]], @ab::@a[%[[P]]] : !llvm.ptr, !pipegroup.state<4>
  pipegroup.tma_load %d[%x], @ab::@a[%p] : !llvm.ptr, !pipegroup.state<4>
  // The states of a merge's members are those of the same round.
  // CHECK: pipegroup.tma_load %[[D]][%[[X]], %[[X]], %[[X]], %[[X]], %[[X]]], @ab::@b[%[[P]]] part(%[[X]] of 2) im2col(%[[O]], %[[O]], %[[O]]) cache_hint(%[[H]]) {test.note} : !llvm.ptr, !pipegroup.state<4>
  pipegroup.tma_load %d[%x, %x, %x, %x, %x], @ab::@b[%p] part(%x of 2) im2col(%o, %o, %o) cache_hint(%h) {test.note} : !llvm.ptr, !pipegroup.state<4>
  // CHECK: pipegroup.tma_load %[[D]][%[[X]], %[[X]], %[[X]]], @ab::@b[%[[P]]] im2col(%[[O]]) :
  pipegroup.tma_load %d[%x, %x, %x], @ab::@b[%p] im2col(%o) : !llvm.ptr, !pipegroup.state<4>
  // CHECK: pipegroup.tma_load %[[D]][{{.*}}], @ab::@b[%[[P]]] gather4 : !llvm.ptr
  pipegroup.tma_load %d[%x, %x, %x, %x, %x], @ab::@b[%p] gather4 : !llvm.ptr, !pipegroup.state<4>
  // CHECK: pipegroup.bulk_load %[[S]], @ab::@b[%[[P]]] : !llvm.ptr<1>, !pipegroup.state<4>
  pipegroup.bulk_load %s, @ab::@b[%p] : !llvm.ptr<1>, !pipegroup.state<4>
  // CHECK: pipegroup.bulk_load %[[S]], @ab::@b[%[[P]]] size(%[[X]]) part(%[[X]] of 256) cache_hint(%[[H]]) : !llvm.ptr<1>
  pipegroup.bulk_load %s, @ab::@b[%p] size(%x) part(%x of 256) cache_hint(%h) : !llvm.ptr<1>, !pipegroup.state<4>
  // A fork's slot is filled once, whichever member names it.
  // CHECK: %[[F:.*]] = pipegroup.start @both producer
  %f = pipegroup.start @both producer : !pipegroup.state<2>
  // CHECK: pipegroup.bulk_load %[[S]], @both::@y[%[[F]]] part(%[[X]] of 32) :
  pipegroup.bulk_load %s, @both::@y[%f] part(%x of 32) : !llvm.ptr<1>, !pipegroup.state<2>
  // CHECK: pipegroup.slot @scalar::@x[%{{.*}}] : !pipegroup.state<1> -> memref<f64, 3>
  %c = pipegroup.start @scalar consumer : !pipegroup.state<1>
  %2 = pipegroup.slot @scalar::@x[%c] : !pipegroup.state<1> -> memref<f64, 3>
  return
}

// CHECK-LABEL: func @barrier_level(
// CHECK-SAME: %[[D:[^:]*]]: !llvm.ptr, %[[S:[^:]*]]: !llvm.ptr<1>, %[[B:[^:]*]]: !llvm.ptr<3>, %[[F:[^:]*]]: !llvm.ptr<3>, %[[X:[^:]*]]: i32, %[[O:[^:]*]]: i16, %[[H:[^:]*]]: i64)
func.func @barrier_level(%d: !llvm.ptr, %s: !llvm.ptr<1>, %b: !llvm.ptr<3>, %f: !llvm.ptr<3>, %x: i32, %o: i16, %h: i64) {
  // CHECK: pipegroup.buffer @tiles[%[[X]]] stride(8192) : memref<64x64xf16, 3>
  %0 = pipegroup.buffer @tiles[%x] stride(8192) : memref<64x64xf16, 3>
  // CHECK: pipegroup.buffer @more[%[[X]]] stride(1) : !llvm.ptr<3>
  %1 = pipegroup.buffer @more[%x] stride(1) : !llvm.ptr<3>
  // CHECK: pipegroup.barrier_tma_load %[[D]][%[[X]]] into %[[B]], %[[F]] : !llvm.ptr
  pipegroup.barrier_tma_load %d[%x] into %b, %f : !llvm.ptr
  // CHECK: pipegroup.barrier_tma_load %[[D]][{{.*}}] into %[[B]], %[[F]] im2col(%[[O]]) multicast(%[[O]]) cache_hint(%[[H]]) cta_group(2) {test.note} : !llvm.ptr
  pipegroup.barrier_tma_load %d[%x, %x, %x] into %b, %f im2col(%o) multicast(%o) cache_hint(%h) cta_group(2) {test.note} : !llvm.ptr
  // CHECK: pipegroup.barrier_tma_load %[[D]][{{.*}}] into %[[B]], %[[F]] gather4 cta_group(1) : !llvm.ptr
  pipegroup.barrier_tma_load %d[%x, %x, %x, %x, %x] into %b, %f gather4 cta_group(1) : !llvm.ptr
  // CHECK: pipegroup.barrier_bulk_load %[[S]] into %[[B]], %[[F]] size(%[[X]]){{$}}
  pipegroup.barrier_bulk_load %s into %b, %f size(%x)
  // CHECK: pipegroup.barrier_bulk_load %[[S]] into %[[B]], %[[F]] size(%[[X]]) multicast(%[[O]]) cache_hint(%[[H]]) {test.note}
  pipegroup.barrier_bulk_load %s into %b, %f size(%x) multicast(%o) cache_hint(%h) {test.note}
  return
}

// CHECK-LABEL: func @store(
// CHECK-SAME: %[[T:[^:]*]]: memref<64x64xf16, 3>, %[[R:[^:]*]]: !llvm.ptr<3>, %[[D:[^:]*]]: !llvm.ptr, %[[X:[^:]*]]: i32, %[[H:[^:]*]]: i64)
func.func @store(%t: memref<64x64xf16, 3>, %r: !llvm.ptr<3>, %d: !llvm.ptr, %x: i32, %h: i64) {
  // CHECK: pipegroup.tma_prefetch %[[D]] : !llvm.ptr
  pipegroup.tma_prefetch %d : !llvm.ptr
  // CHECK: pipegroup.tma_store %[[T]] to %[[D]][%[[X]], %[[X]]] : memref<64x64xf16, 3>, !llvm.ptr
  pipegroup.tma_store %t to %d[%x, %x] : memref<64x64xf16, 3>, !llvm.ptr
  // CHECK: pipegroup.tma_store %[[R]] to %[[D]][%[[X]]] cache_hint(%[[H]]) {test.note} : !llvm.ptr<3>, !llvm.ptr
  pipegroup.tma_store %r to %d[%x] cache_hint(%h) {test.note} : !llvm.ptr<3>, !llvm.ptr
  // CHECK: pipegroup.tma_store_wait 1 read{{$}}
  pipegroup.tma_store_wait 1 read
  // CHECK: pipegroup.tma_store_wait 0 {test.note}
  pipegroup.tma_store_wait 0 {test.note}
  return
}
