// Ops for other CTAs survive each form of the IR; what is in the own CTA is
// written as ever.
// RUN: pipegroup-opt %s --verify-roundtrip | FileCheck %s
// RUN: pipegroup-opt %s -mlir-print-op-generic | pipegroup-opt | FileCheck %s
// RUN: pipegroup-opt %s --emit-bytecode | pipegroup-opt | FileCheck %s

pipegroup.barriers @ring size(12)

// CHECK-LABEL: func @f
func.func @f(%i: i32, %ph: i32, %mask: i32, %m: i16) -> i1 {
  // CHECK: %[[RANK:.*]] = pipegroup.cta_rank{{$}}
  %rank = pipegroup.cta_rank
  // CHECK: %[[THERE:.*]] = pipegroup.barrier @ring[%{{.*}}] offset(4) cta(%[[RANK]]) : !llvm.ptr<7>
  %there = pipegroup.barrier @ring[%i] offset(4) cta(%rank) : !llvm.ptr<7>
  // CHECK: %[[FIRST:.*]] = pipegroup.barrier @ring[%{{.*}}] leader : !llvm.ptr<7>
  %first = pipegroup.barrier @ring[%i] leader : !llvm.ptr<7>
  // CHECK: pipegroup.barrier @ring[%{{.*}}] leader : !llvm.ptr<3>
  %bytes = pipegroup.barrier @ring[%i] leader : !llvm.ptr<3>
  // CHECK: %[[B:.*]] = pipegroup.barrier @ring[%{{.*}}] : !llvm.ptr<3>
  %b = pipegroup.barrier @ring[%i] : !llvm.ptr<3>
  // CHECK: pipegroup.sync_cluster relaxed{{$}}
  pipegroup.sync_cluster relaxed
  // CHECK: pipegroup.barrier_arrive %[[B]]{{$}}
  pipegroup.barrier_arrive %b
  // CHECK: pipegroup.barrier_arrive %[[B]] scope(cluster){{$}}
  pipegroup.barrier_arrive %b scope(cluster)
  // CHECK: pipegroup.barrier_arrive %[[THERE]] : !llvm.ptr<7>
  pipegroup.barrier_arrive %there : !llvm.ptr<7>
  // CHECK: pipegroup.barrier_arrive %[[FIRST]] scope(cluster) : !llvm.ptr<7>
  pipegroup.barrier_arrive %first scope(cluster) : !llvm.ptr<7>
  // CHECK: pipegroup.for_ctas %{{.*}} {
  // CHECK-NEXT: ^bb0(%[[CTA:.*]]: i32):
  pipegroup.for_ctas %mask {
  ^bb0(%cta: i32):
    // CHECK-NEXT: pipegroup.barrier @ring[%{{.*}}] cta(%[[CTA]]) : !llvm.ptr<7>
    %each = pipegroup.barrier @ring[%i] cta(%cta) : !llvm.ptr<7>
    pipegroup.barrier_arrive %each : !llvm.ptr<7>
  }
  // CHECK: pipegroup.barrier_umma_commit %[[B]] multicast(%{{.*}})
  pipegroup.barrier_umma_commit %b multicast(%m)
  // CHECK: pipegroup.barrier_umma_commit %[[B]] pair{{$}}
  pipegroup.barrier_umma_commit %b pair
  // CHECK: pipegroup.barrier_umma_commit %[[B]] pair multicast(%{{.*}})
  pipegroup.barrier_umma_commit %b pair multicast(%m)
  // CHECK: pipegroup.barrier_wait %[[B]] parity(%{{.*}}) scope(cluster){{$}}
  pipegroup.barrier_wait %b parity(%ph) scope(cluster)
  // CHECK: pipegroup.barrier_try_wait %[[B]] parity(%{{.*}}) scope(cluster){{$}}
  %done = pipegroup.barrier_try_wait %b parity(%ph) scope(cluster)
  // CHECK: pipegroup.barrier_test_wait %[[B]] parity(%{{.*}}) scope(cluster){{$}}
  %now = pipegroup.barrier_test_wait %b parity(%ph) scope(cluster)
  // CHECK: pipegroup.sync_cluster{{$}}
  pipegroup.sync_cluster
  return %done : i1
}
