// Arrivals elsewhere, commits to several CTAs and scopes: one instruction each, in
// shared::cluster where the barrier may be another CTA's.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_100a | FileCheck %s \
// RUN:   --implicit-check-not=predicate --implicit-check-not=pipegroup.

// CHECK-LABEL: func.func @signals(
// CHECK-SAME:    %[[B:.*]]: !llvm.ptr<3>, %[[R:.*]]: !llvm.ptr<7>, %[[M:.*]]: i16)
func.func @signals(%b: !llvm.ptr<3>, %r: !llvm.ptr<7>, %m: i16) {
  // CHECK-NEXT: {{^ *}}nvvm.mbarrier.arrive %[[R]] : !llvm.ptr<7>{{$}}
  pipegroup.barrier_arrive %r : !llvm.ptr<7>
  // CHECK-NEXT: {{^ *}}nvvm.mbarrier.arrive %[[R]] {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>{{$}}
  pipegroup.barrier_arrive %r scope(cluster) : !llvm.ptr<7>
  // CHECK-NEXT: {{^ *}}nvvm.mbarrier.arrive %[[B]] {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>{{$}}
  pipegroup.barrier_arrive %b scope(cluster)
  // CHECK-NEXT: nvvm.tcgen05.commit %[[B]], multicast_mask = %[[M]] : !llvm.ptr<3>, i16
  pipegroup.barrier_umma_commit %b multicast(%m)
  // CHECK-NEXT: nvvm.tcgen05.commit %[[B]] {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>
  pipegroup.barrier_umma_commit %b pair
  // CHECK-NEXT: nvvm.tcgen05.commit %[[B]], multicast_mask = %[[M]] {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i16
  pipegroup.barrier_umma_commit %b pair multicast(%m)
  return
}

// CHECK-LABEL: func.func @waits(
// CHECK-SAME:    %[[B:.*]]: !llvm.ptr<3>, %[[P:.*]]: i32)
func.func @waits(%b: !llvm.ptr<3>, %p: i32) -> i1 {
  // CHECK: scf.while
  // CHECK-NEXT: nvvm.mbarrier.try_wait %[[B]], %[[P]] {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>, i32 -> i1
  pipegroup.barrier_wait %b parity(%p) scope(cluster)
  // CHECK: %[[DONE:.*]] = nvvm.mbarrier.try_wait %[[B]], %[[P]] {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>, i32 -> i1
  %done = pipegroup.barrier_try_wait %b parity(%p) scope(cluster)
  // CHECK-NEXT: return %[[DONE]]
  return %done : i1
}

// CHECK-LABEL: func.func @syncs()
func.func @syncs() -> i32 {
  // CHECK-NEXT: nvvm.cluster.arrive.relaxed {aligned}
  // CHECK-NEXT: nvvm.cluster.wait {aligned}
  pipegroup.sync_cluster relaxed
  // CHECK-NEXT: nvvm.cluster.arrive {aligned}
  // CHECK-NEXT: nvvm.cluster.wait {aligned}
  pipegroup.sync_cluster
  // CHECK-NEXT: %[[RANK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %rank = pipegroup.cta_rank
  // CHECK-NEXT: return %[[RANK]]
  return %rank : i32
}

// The warp meets; lane l acts for CTA l.
// CHECK-LABEL: func.func @lanes(
// CHECK-SAME:    %[[MASK:.*]]: i32, %{{.*}}: i32)
pipegroup.barriers @ring size(8)
func.func @lanes(%mask: i32, %i: i32) {
  // CHECK-DAG: %[[TRUE:.*]] = arith.constant true
  // CHECK-DAG: %[[ALL:.*]] = arith.constant -1 : i32
  // CHECK-DAG: %[[RING:.*]] = llvm.mlir.addressof @ring
  // CHECK: nvvm.bar.warp.sync %[[ALL]] : i32
  // CHECK-NEXT: %[[LANE:.*]] = nvvm.read.ptx.sreg.laneid : i32
  // CHECK-NEXT: %[[BITS:.*]] = arith.shrui %[[MASK]], %[[LANE]] : i32
  // CHECK-NEXT: %[[BIT:.*]] = arith.trunci %[[BITS]] : i32 to i1
  // CHECK-NEXT: %[[LIKELY:.*]] = llvm.intr.expect %[[BIT]], %[[TRUE]] : i1
  // CHECK-NEXT: scf.if %[[LIKELY]] {
  // CHECK-NEXT:   %[[THERE:.*]] = nvvm.mapa %[[RING]], %[[LANE]] : !llvm.ptr<3> -> !llvm.ptr<7>
  // CHECK-NEXT:   %[[SLOT:.*]] = llvm.getelementptr %[[THERE]][%{{.*}}] : (!llvm.ptr<7>, i32) -> !llvm.ptr<7>, i64
  // CHECK-NEXT:   %[[EMPTY:.*]] = llvm.getelementptr %[[SLOT]][32] : (!llvm.ptr<7>) -> !llvm.ptr<7>, i8
  // CHECK-NEXT:   nvvm.mbarrier.arrive %[[EMPTY]] : !llvm.ptr<7>
  // CHECK-NEXT: }
  pipegroup.for_ctas %mask {
  ^bb0(%rank: i32):
    %b = pipegroup.barrier @ring[%i] offset(4) cta(%rank) : !llvm.ptr<7>
    pipegroup.barrier_arrive %b : !llvm.ptr<7>
  }
  return
}

// The address in the leader is worked out once, from that of the storage.
// CHECK-LABEL: func.func @leader(
func.func @leader(%i: i32) -> !llvm.ptr<3> {
  // CHECK-DAG: %[[BITS:.*]] = llvm.ptrtoint %{{.*}} : !llvm.ptr<3> to i64
  // CHECK-DAG: %[[MASK:.*]] = llvm.mlir.constant(4278190079 : i64) : i64
  // CHECK: %[[EVEN:.*]] = llvm.and %[[BITS]], %[[MASK]] : i64
  // CHECK: %[[BASE:.*]] = llvm.inttoptr %[[EVEN]] : i64 to !llvm.ptr<3>
  // CHECK: %[[IN:.*]] = llvm.ptrtoint %[[BASE]] : !llvm.ptr<3> to i64
  // CHECK-NEXT: %[[CLUSTER:.*]] = llvm.inttoptr %[[IN]] : i64 to !llvm.ptr<7>
  // CHECK-NEXT: %[[SLOT:.*]] = llvm.getelementptr %[[CLUSTER]][%{{.*}}] : (!llvm.ptr<7>, i32) -> !llvm.ptr<7>, i64
  // CHECK-NEXT: nvvm.mbarrier.arrive %[[SLOT]] {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>
  %b = pipegroup.barrier @ring[%i] leader : !llvm.ptr<7>
  pipegroup.barrier_arrive %b scope(cluster) : !llvm.ptr<7>
  // CHECK-NOT: llvm.and
  // CHECK: llvm.getelementptr %[[BASE]][%{{.*}}] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  %full = pipegroup.barrier @ring[%i] leader : !llvm.ptr<3>
  return %full : !llvm.ptr<3>
}
