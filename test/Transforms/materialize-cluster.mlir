// What groups of several CTAs become: who waits and signals, where it arrives, and
// with which scope. The numbers are those of docs/Protocol.md, Clusters.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file | FileCheck %s \
// RUN:   --implicit-check-not='scope(cluster)' --implicit-check-not=sync_cta

// Two CTAs share a tile: 4 warps of each release at both.
pipegroup.group @row merge {
  pipegroup.member @m tma_async stages(4) producer(warp 1) consumer(warp 4) bytes(4096) cluster(1, 2, 1, 1)
}
// CHECK-LABEL: func.func @on_row(
func.func @on_row(%k: i32) {
  // CHECK: %[[BOTH:.*]] = arith.constant 3 : i32
  // CHECK: pipegroup.once {
  // CHECK:   pipegroup.barrier_init %{{.*}} count(1)
  // CHECK:   pipegroup.barrier_init %{{.*}} count(8)
  // CHECK:   pipegroup.fence_barrier_init
  // CHECK: }
  // CHECK-NEXT: pipegroup.sync_cluster relaxed
  pipegroup.init @row
  %p = pipegroup.start @row::@m producer : !pipegroup.state<4>
  // Armed by each CTA for itself.
  // CHECK: %[[EMPTY:.*]] = pipegroup.barrier @row[%{{.*}}] offset(4) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[EMPTY]]
  // CHECK-NEXT: pipegroup.elect {
  // CHECK-NEXT:   %[[FULL:.*]] = pipegroup.barrier @row[%{{.*}}] : !llvm.ptr<3>
  // CHECK-NEXT:   pipegroup.barrier_arrive_expect_tx %[[FULL]] bytes(4096)
  pipegroup.acquire @row::@m[%p] : !pipegroup.state<4>
  %c = pipegroup.start @row consumer : !pipegroup.state<4>
  // CHECK: pipegroup.barrier_wait
  pipegroup.wait @row::@m[%c] : !pipegroup.state<4>
  // CHECK: pipegroup.for_ctas %[[BOTH]] {
  // CHECK-NEXT: ^bb0(%[[RANK:.*]]: i32):
  // CHECK-NEXT:   %[[THERE:.*]] = pipegroup.barrier @row[%{{.*}}] offset(4) cta(%[[RANK]]) : !llvm.ptr<7>
  // CHECK-NEXT:   pipegroup.barrier_arrive %[[THERE]] : !llvm.ptr<7>
  // CHECK-NEXT: }
  pipegroup.release @row[%c] : !pipegroup.state<4>
  // CHECK: pipegroup.sync_cluster{{$}}
  // CHECK-NEXT: pipegroup.once {
  // CHECK: pipegroup.barrier_invalidate
  // CHECK: pipegroup.barrier_invalidate
  // Only the CTA's own threads are told that its memory is free.
  // CHECK: {{^ *}}pipegroup.sync_{{cta}}{{$}}
  pipegroup.invalidate @row
  return
}

// -----

// A grid: the mask is a row, shifted along x, and a column, shifted by whole ones.
pipegroup.group @grid merge {
  pipegroup.member @m tma_async stages(4) producer(warp 1) consumer(warp 4) bytes(4096) cluster(1, 2, 2, 2)
}
// CHECK-LABEL: func.func @on_grid(
func.func @on_grid(%k: i32) {
  // CHECK-DAG: %[[PLANE_SIZE:.*]] = arith.constant 4 : i32
  // CHECK-DAG: %[[COLUMN:.*]] = arith.constant 3 : i32
  // CHECK-DAG: %[[ROW:.*]] = arith.constant 5 : i32
  // CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : i32
  pipegroup.init @grid
  %c = pipegroup.start @grid consumer : !pipegroup.state<4>
  // CHECK: %[[RANK:.*]] = pipegroup.cta_rank
  // CHECK-NEXT: %[[X:.*]] = arith.remui %[[RANK]], %[[TWO]]
  // CHECK-NEXT: %[[IN:.*]] = arith.remui %[[RANK]], %[[PLANE_SIZE]]
  // CHECK-NEXT: %[[PLANE:.*]] = arith.subi %[[RANK]], %[[IN]]
  // CHECK-NEXT: %[[FIRST:.*]] = arith.addi %[[PLANE]], %[[X]]
  // CHECK-NEXT: %[[ALONG_N:.*]] = arith.shli %[[ROW]], %[[FIRST]]
  // CHECK-NEXT: %[[AGAIN:.*]] = pipegroup.cta_rank
  // CHECK-NEXT: %[[X:.*]] = arith.remui %[[AGAIN]], %[[TWO]]
  // CHECK-NEXT: %[[AT:.*]] = arith.subi %[[AGAIN]], %[[X]]
  // CHECK-NEXT: %[[ALONG_M:.*]] = arith.shli %[[COLUMN]], %[[AT]]
  // CHECK-NEXT: %[[MASK:.*]] = arith.ori %[[ALONG_N]], %[[ALONG_M]]
  // CHECK-NEXT: pipegroup.for_ctas %[[MASK]] {
  pipegroup.release @grid[%c] : !pipegroup.state<4>
  return
}

// -----

// Data that threads of a pair store cross CTAs: released and acquired in the cluster.
pipegroup.group @stores merge {
  pipegroup.member @m async_umma stages(4) producer(thread 32) cluster(2, 1, 1, 1)
}
// CHECK-LABEL: func.func @on_stores(
func.func @on_stores() -> i1 {
  // CHECK: pipegroup.barrier_init %{{.*}} count(64)
  // CHECK: pipegroup.barrier_init %{{.*}} count(1)
  pipegroup.init @stores
  %p = pipegroup.start @stores::@m producer : !pipegroup.state<4>
  // CHECK: pipegroup.barrier_wait %{{.*}} parity(%{{[^)]*}}) {
  pipegroup.acquire @stores::@m[%p] : !pipegroup.state<4>
  // CHECK: pipegroup.fence_proxy_async
  // CHECK-NEXT: %[[LEADER:.*]] = pipegroup.barrier @stores[%{{.*}}] leader : !llvm.ptr<7>
  // CHECK-NEXT: pipegroup.barrier_arrive %[[LEADER]] {{scope[(]cluster[)]}} : !llvm.ptr<7>
  pipegroup.commit @stores::@m[%p] : !pipegroup.state<4>
  %c = pipegroup.start @stores consumer : !pipegroup.state<4>
  // Leaders ask; a peer has nothing to wait for.
  // CHECK: %[[RANK:.*]] = pipegroup.cta_rank
  // CHECK-NEXT: %[[HALF:.*]] = arith.andi %[[RANK]], %{{.*}}
  // CHECK-NEXT: %[[LEADS:.*]] = arith.cmpi eq, %[[HALF]], %{{.*}}
  // CHECK-NEXT: %[[TOKEN:.*]] = scf.if %[[LEADS]] -> (i1) {
  // CHECK:        pipegroup.barrier_try_wait %{{.*}} {{scope[(]cluster[)]}}
  // CHECK:      } else {
  // CHECK-NEXT:   scf.yield %true
  // CHECK-NEXT: }
  %t = pipegroup.try_wait @stores::@m[%c] : !pipegroup.state<4>
  // CHECK: %[[LEADS:.*]] = arith.cmpi eq
  // CHECK: scf.if %[[LEADS]] {
  // CHECK-NEXT: %[[WAITS:.*]] = arith.xori %[[TOKEN]], %true
  // CHECK-NEXT: scf.if %[[WAITS]] {
  // CHECK: pipegroup.barrier_wait %{{.*}} {{scope[(]cluster[)]}}
  pipegroup.wait @stores::@m[%c] unless %t : !pipegroup.state<4>
  // CHECK: %[[LEADS:.*]] = arith.cmpi eq
  // CHECK: scf.if %[[LEADS]] {
  // CHECK-NEXT: pipegroup.elect {
  // CHECK-NEXT:   %[[EMPTY:.*]] = pipegroup.barrier @stores[%{{.*}}] offset(4) : !llvm.ptr<3>
  // CHECK-NEXT:   pipegroup.barrier_umma_commit %[[EMPTY]] pair multicast(%c3_i16)
  pipegroup.release @stores[%c] : !pipegroup.state<4>
  return %t : i1
}

// -----

// The leader arms for the loads of both, which complete on its barrier.
pipegroup.group @loads merge {
  pipegroup.member @m tma_umma stages(4) producer(warp 1) bytes(4096) cluster(2, 2, 1, 1)
}
// CHECK-LABEL: func.func @on_loads(
func.func @on_loads() -> !llvm.ptr<3> {
  pipegroup.init @loads
  %p = pipegroup.start @loads::@m producer : !pipegroup.state<4>
  // Both wait for their slot.
  // CHECK: sync_cluster
  // CHECK-NEXT: pipegroup.barrier @loads
  // CHECK-NEXT: pipegroup.barrier_wait
  // CHECK: %[[LEADS:.*]] = arith.cmpi eq
  // CHECK-NEXT: scf.if %[[LEADS]] {
  // CHECK-NEXT:   pipegroup.elect {
  // CHECK:          pipegroup.barrier_arrive_expect_tx %{{.*}} bytes(4096)
  pipegroup.acquire @loads::@m[%p] : !pipegroup.state<4>
  // CHECK: %[[FULL:.*]] = pipegroup.barrier @loads[%{{.*}}] leader : !llvm.ptr<3>
  %full = pipegroup.full_barrier @loads::@m[%p] : !pipegroup.state<4> -> !llvm.ptr<3>
  %c = pipegroup.start @loads consumer : !pipegroup.state<4>
  // A column of two pairs is all of the cluster.
  // CHECK: pipegroup.barrier_umma_commit %{{.*}} pair multicast(%c15_i16)
  pipegroup.release @loads[%c] : !pipegroup.state<4>
  // The empty barrier that the tail waits for is the CTA's own: no condition.
  // CHECK: scf.for
  // CHECK-NEXT: pipegroup.barrier @loads
  // CHECK-NEXT: pipegroup.barrier_wait
  pipegroup.tail @loads::@m[%p] : !pipegroup.state<4>
  // CHECK: return %[[FULL]]
  return %full : !llvm.ptr<3>
}

// -----

// Results go to both CTAs; the threads of both free them at the leader, which waits.
pipegroup.group @acc merge {
  pipegroup.member @m umma_async stages(2) consumer(warp 4) cluster(2, 2, 1, 1)
}
// CHECK-LABEL: func.func @on_acc(
func.func @on_acc() {
  // CHECK: pipegroup.barrier_init %{{.*}} count(1)
  // CHECK: pipegroup.barrier_init %{{.*}} count(8)
  pipegroup.init @acc
  %p = pipegroup.start @acc::@m producer : !pipegroup.state<2>
  // CHECK: %[[LEADS:.*]] = arith.cmpi eq
  // CHECK-NEXT: scf.if %[[LEADS]] {
  // CHECK: pipegroup.barrier_wait
  pipegroup.acquire @acc::@m[%p] : !pipegroup.state<2>
  // One pair of several: the mask moves with the rank.
  // CHECK: scf.if
  // CHECK-NEXT: %[[RANK:.*]] = pipegroup.cta_rank
  // CHECK-NEXT: %[[PAIR:.*]] = arith.shli %c3_i32, %[[RANK]]
  // CHECK-NEXT: %[[MASK:.*]] = arith.trunci %[[PAIR]] : i32 to i16
  // CHECK-NEXT: pipegroup.elect {
  // CHECK:        pipegroup.barrier_umma_commit %{{.*}} pair multicast(%[[MASK]])
  pipegroup.commit @acc::@m[%p] : !pipegroup.state<2>
  %c = pipegroup.start @acc consumer : !pipegroup.state<2>
  pipegroup.wait @acc::@m[%c] : !pipegroup.state<2>
  // CHECK: pipegroup.elect {
  // CHECK-NEXT: %[[LEADER:.*]] = pipegroup.barrier @acc[%{{.*}}] offset(2) leader : !llvm.ptr<7>
  // CHECK-NEXT: pipegroup.barrier_arrive %[[LEADER]] : !llvm.ptr<7>
  pipegroup.release @acc[%c] : !pipegroup.state<2>
  // CHECK: %[[LEADS:.*]] = arith.cmpi eq
  // CHECK-NEXT: scf.if %[[LEADS]] {
  // CHECK-NEXT: scf.for
  pipegroup.tail @acc::@m[%p] : !pipegroup.state<2>
  return
}

// -----

// Between two MMAs only the leader's barriers are in use.
pipegroup.group @chain merge {
  pipegroup.member @m umma_umma stages(2) cluster(2, 1, 1, 1)
}
// CHECK-LABEL: func.func @on_chain(
func.func @on_chain() {
  pipegroup.init @chain
  %p = pipegroup.start @chain::@m producer : !pipegroup.state<2>
  // CHECK: scf.if
  // CHECK: pipegroup.barrier_umma_commit %{{.*}} pair{{$}}
  pipegroup.commit @chain::@m[%p] : !pipegroup.state<2>
  %c = pipegroup.start @chain consumer : !pipegroup.state<2>
  // CHECK: scf.if
  // CHECK: pipegroup.barrier_umma_commit %{{.*}} pair{{$}}
  pipegroup.release @chain[%c] : !pipegroup.state<2>
  return
}

// -----

// What is in one CTA stays as it is in a cluster.
pipegroup.group @local merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(warp 2) cluster(1, 2, 2, 1)
}
// CHECK-LABEL: func.func @on_local(
func.func @on_local() {
  // CHECK: pipegroup.barrier_init %{{.*}} count(32)
  // CHECK: pipegroup.barrier_init %{{.*}} count(2)
  pipegroup.init @local
  %p = pipegroup.start @local::@m producer : !pipegroup.state<2>
  // CHECK: %[[FULL:.*]] = pipegroup.barrier @local[%{{.*}}] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_arrive %[[FULL]]{{$}}
  pipegroup.commit @local::@m[%p] : !pipegroup.state<2>
  %c = pipegroup.start @local consumer : !pipegroup.state<2>
  // CHECK: pipegroup.elect {
  // CHECK-NEXT: %[[EMPTY:.*]] = pipegroup.barrier @local[%{{.*}}] offset(2) : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_arrive %[[EMPTY]]{{$}}
  pipegroup.release @local[%c] : !pipegroup.state<2>
  return
}

// -----

// What the author leaves to leaders is not asked again.
pipegroup.group @asked merge {
  pipegroup.member @m umma_umma stages(2) cluster(2, 2, 1, 1)
}
// CHECK-LABEL: func.func @on_asked(
func.func @on_asked(%x: i1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %half = arith.andi %rank, %one : i32
  %leads = arith.cmpi eq, %half, %zero : i32
  %odd = arith.cmpi eq, %half, %one : i32
  %second = arith.cmpi eq, %rank, %two : i32
  pipegroup.init @asked
  // CHECK: sync_cluster
  %c = pipegroup.start @asked consumer : !pipegroup.state<2>
  // CHECK-NEXT: scf.if
  scf.if %leads {
    // CHECK-NEXT: scf.if
    scf.if %x {
      // CHECK-NEXT: pipegroup.barrier @asked
      // CHECK-NEXT: pipegroup.barrier_wait
      pipegroup.wait @asked::@m[%c] : !pipegroup.state<2>
    }
  }
  // CHECK: scf.if
  scf.if %second {
    // CHECK-NEXT: pipegroup.barrier @asked
    // CHECK-NEXT: pipegroup.barrier_wait
    // CHECK-NEXT: pipegroup.tensor_fence_after
    // CHECK-NEXT: } else {
    pipegroup.wait @asked::@m[%c] : !pipegroup.state<2>
  } else {
    // CHECK-NEXT: pipegroup.cta_rank
    // CHECK: scf.if
    // CHECK: pipegroup.barrier_wait
    pipegroup.wait @asked::@m[%c] : !pipegroup.state<2>
  }
  // CHECK: scf.if
  scf.if %odd {
    // CHECK-NEXT: pipegroup.cta_rank
    pipegroup.wait @asked::@m[%c] : !pipegroup.state<2>
  }
  return
}
