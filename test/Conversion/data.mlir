// Data ops become one NVVM op each, without a predicate; those of a warp are elected.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_100a | FileCheck %s \
// RUN:   --implicit-check-not=predicate --implicit-check-not=pipegroup.

// CHECK-LABEL: func.func @tiles(
// CHECK-SAME:  %[[D:[^:]*]]: !llvm.ptr, %[[B:[^:]*]]: !llvm.ptr<3>, %[[F:[^:]*]]: !llvm.ptr<3>, %[[X:[^:]*]]: i32, %[[Y:[^:]*]]: i32, %[[O:[^:]*]]: i16, %[[M:[^:]*]]: i16, %[[H:[^:]*]]: i64)
func.func @tiles(%d: !llvm.ptr, %b: !llvm.ptr<3>, %f: !llvm.ptr<3>, %x: i32, %y: i32, %o: i16, %m: i16, %h: i64) {
  // The address of shared memory of the own CTA is the same number in the cluster.
  // CHECK-NEXT: %[[N:.*]] = llvm.ptrtoint %[[B]] : !llvm.ptr<3> to i64
  // CHECK-NEXT: %[[T:.*]] = llvm.inttoptr %[[N]] : i64 to !llvm.ptr<7>
  // CHECK-NEXT: nvvm.cp.async.bulk.tensor.shared.cluster.global %[[T]], %[[D]], %[[F]], box[%[[X]]] : !llvm.ptr<7>, !llvm.ptr
  pipegroup.barrier_tma_load %d[%x] into %b, %f : !llvm.ptr
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} box[%[[X]], %[[Y]], %[[X]], %[[Y]], %[[X]]] multicast_mask = %[[M]] l2_cache_hint = %[[H]] : !llvm.ptr<7>
  pipegroup.barrier_tma_load %d[%x, %y, %x, %y, %x] into %b, %f multicast(%m) cache_hint(%h) : !llvm.ptr
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} box[%[[X]], %[[Y]], %[[X]]] im2col[%[[O]]] l2_cache_hint = %[[H]] {mode = #nvvm.tma_load_mode<im2col>}
  pipegroup.barrier_tma_load %d[%x, %y, %x] into %b, %f im2col(%o) cache_hint(%h) : !llvm.ptr
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} im2col[%[[O]], %[[O]], %[[O]]] multicast_mask = %[[M]] {mode = #nvvm.tma_load_mode<im2col>}
  pipegroup.barrier_tma_load %d[%x, %y, %x, %y, %x] into %b, %f im2col(%o, %o, %o) multicast(%m) : !llvm.ptr
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} box[%[[X]], %[[Y]], %[[Y]], %[[Y]], %[[Y]]] {mode = #nvvm.tma_load_mode<tile_gather4>}
  pipegroup.barrier_tma_load %d[%x, %y, %y, %y, %y] into %b, %f gather4 : !llvm.ptr
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} {group = #nvvm.cta_group<cta_2>}
  pipegroup.barrier_tma_load %d[%x, %y] into %b, %f cta_group(2) : !llvm.ptr
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} {group = #nvvm.cta_group<cta_1>}
  pipegroup.barrier_tma_load %d[%x, %y] into %b, %f cta_group(1) : !llvm.ptr
  return
}

// CHECK-LABEL: func.func @bytes(
// CHECK-SAME:  %[[S:[^:]*]]: !llvm.ptr<1>, %[[B:[^:]*]]: !llvm.ptr<3>, %[[F:[^:]*]]: !llvm.ptr<3>, %[[N:[^:]*]]: i32, %[[M:[^:]*]]: i16, %[[H:[^:]*]]: i64)
func.func @bytes(%s: !llvm.ptr<1>, %b: !llvm.ptr<3>, %f: !llvm.ptr<3>, %n: i32, %m: i16, %h: i64) {
  // CHECK: nvvm.cp.async.bulk.shared.cluster.global %{{.*}}, %[[S]], %[[F]], %[[N]] : !llvm.ptr<7>, <1>
  pipegroup.barrier_bulk_load %s into %b, %f size(%n)
  // CHECK: nvvm.cp.async.bulk.shared.cluster.global {{.*}} multicast_mask = %[[M]] : !llvm.ptr<7>
  pipegroup.barrier_bulk_load %s into %b, %f size(%n) multicast(%m)
  // CHECK: nvvm.cp.async.bulk.shared.cluster.global {{.*}} l2_cache_hint = %[[H]] : !llvm.ptr<7>
  pipegroup.barrier_bulk_load %s into %b, %f size(%n) cache_hint(%h)
  // CHECK: nvvm.cp.async.bulk.shared.cluster.global {{.*}} multicast_mask = %[[M]] l2_cache_hint = %[[H]] : !llvm.ptr<7>
  pipegroup.barrier_bulk_load %s into %b, %f size(%n) multicast(%m) cache_hint(%h)
  return
}

// The other lanes do nothing between these ops: one lane executes all of it in one branch, which
// they then wait for.
// CHECK-LABEL: func.func @store(
// CHECK-SAME:  %[[T:[^:]*]]: memref<64x64xf16, 3>, %[[B:[^:]*]]: !llvm.ptr<3>, %[[D:[^:]*]]: !llvm.ptr, %[[X:[^:]*]]: i32, %[[H:[^:]*]]: i64)
func.func @store(%t: memref<64x64xf16, 3>, %b: !llvm.ptr<3>, %d: !llvm.ptr, %x: i32, %h: i64) {
  // CHECK:      nvvm.bar.warp.sync
  // CHECK-NEXT: nvvm.elect.sync
  // CHECK:      %[[I:.*]] = memref.extract_aligned_pointer_as_index %[[T]]
  // CHECK-NEXT: %[[N:.*]] = arith.index_cast %[[I]] : index to i64
  // CHECK-NEXT: %[[P:.*]] = llvm.inttoptr %[[N]] : i64 to !llvm.ptr<3>
  // CHECK-NEXT: scf.if
  // CHECK-NEXT:   nvvm.prefetch tensormap, %[[D]] : !llvm.ptr
  pipegroup.tma_prefetch %d : !llvm.ptr
  // CHECK-NEXT:   nvvm.cp.async.bulk.tensor.global.shared.cta %[[D]], %[[P]], box[%[[X]], %[[X]]] : !llvm.ptr, <3>
  // CHECK-NEXT:   nvvm.cp.async.bulk.commit.group
  pipegroup.tma_store %t to %d[%x, %x] : memref<64x64xf16, 3>, !llvm.ptr
  // CHECK-NEXT:   nvvm.cp.async.bulk.tensor.global.shared.cta %[[D]], %[[B]], box[%[[X]]] l2_cache_hint = %[[H]] : !llvm.ptr, <3>
  // CHECK-NEXT:   nvvm.cp.async.bulk.commit.group
  pipegroup.tma_store %b to %d[%x] cache_hint(%h) : !llvm.ptr<3>, !llvm.ptr
  // CHECK-NEXT:   nvvm.cp.async.bulk.wait_group 1 {read}
  pipegroup.tma_store_wait 1 read
  // CHECK-NEXT:   nvvm.cp.async.bulk.wait_group 0{{$}}
  pipegroup.tma_store_wait 0
  // CHECK-NEXT: }
  // CHECK-NEXT: nvvm.bar.warp.sync
  // CHECK-NEXT: return
  return
}

// Here the other lanes do something in between.
// CHECK-LABEL: func.func @store_apart(
func.func @store_apart(%b: !llvm.ptr<3>, %d: !llvm.ptr, %x: i32, %f: f32) {
  // CHECK:      nvvm.bar.warp.sync
  // CHECK-NEXT: nvvm.elect.sync
  // CHECK:      scf.if
  // CHECK-NEXT:   nvvm.cp.async.bulk.tensor.global.shared.cta
  // CHECK-NEXT:   nvvm.cp.async.bulk.commit.group
  // CHECK-NEXT: }
  pipegroup.tma_store %b to %d[%x] : !llvm.ptr<3>, !llvm.ptr
  // CHECK-NEXT: nvvm.fence.proxy
  pipegroup.fence_proxy_async
  // CHECK-NEXT: nvvm.bar.warp.sync
  // CHECK-NEXT: nvvm.elect.sync
  // CHECK:      scf.if
  // CHECK-NEXT:   nvvm.cp.async.bulk.wait_group 0 {read}
  // CHECK-NEXT: }
  // CHECK-NEXT: nvvm.bar.warp.sync
  pipegroup.tma_store_wait 0 read
  // CHECK-NEXT: llvm.store
  llvm.store %f, %b : f32, !llvm.ptr<3>
  // CHECK-NEXT: nvvm.bar.warp.sync
  // CHECK-NEXT: nvvm.elect.sync
  // CHECK:      scf.if
  // CHECK-NEXT:   nvvm.cp.async.bulk.wait_group 0{{$}}
  // CHECK-NEXT: }
  // CHECK-NEXT: nvvm.bar.warp.sync
  // CHECK-NEXT: return
  pipegroup.tma_store_wait 0
  return
}

// A view begins at its offset.
// CHECK-LABEL: func.func @view(
func.func @view(%t: memref<8x64xf16, strided<[64, 1], offset: ?>, 3>, %u: memref<1x64xf16, strided<[256, 1], offset: 512>, #gpu.address_space<workgroup>>, %d: !llvm.ptr, %x: i32) {
  // CHECK: %[[I:.*]] = memref.extract_aligned_pointer_as_index
  // CHECK-NEXT: %{{.*}}, %[[OFFSET:.*]], %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata
  // CHECK: %[[BYTES:.*]] = arith.constant 2 : index
  // CHECK-NEXT: %[[BEGIN:.*]] = arith.muli %[[OFFSET]], %[[BYTES]] : index
  // CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[I]], %[[BEGIN]] : index
  // CHECK-NEXT: arith.index_cast %[[SUM]] : index to i64
  pipegroup.tma_store %t to %d[%x, %x] : memref<8x64xf16, strided<[64, 1], offset: ?>, 3>, !llvm.ptr
  // A row of a wider buffer has no gaps.
  // CHECK: memref.extract_strided_metadata
  // CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta
  pipegroup.tma_store %u to %d[%x, %x] : memref<1x64xf16, strided<[256, 1], offset: 512>, #gpu.address_space<workgroup>>, !llvm.ptr
  return
}
