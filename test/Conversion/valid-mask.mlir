// The near misses of M13.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_100a -verify-diagnostics | FileCheck %s
// accepts: M13

// All of the cluster; half of a pair whose tensor cores work alone.
// CHECK-LABEL: func.func @commits
func.func @commits(%b: !llvm.ptr<3>) attributes {nvvm.cluster_dim = array<i32: 4, 1, 1>} {
  %all = arith.constant 15 : i16
  pipegroup.barrier_umma_commit %b pair multicast(%all)
  %second = arith.constant 12 : i16
  pipegroup.barrier_umma_commit %b pair multicast(%second)
  %one = arith.constant 2 : i16
  // CHECK: nvvm.tcgen05.commit
  // CHECK: nvvm.tcgen05.commit
  // CHECK: nvvm.tcgen05.commit
  pipegroup.barrier_umma_commit %b multicast(%one)
  return
}
// CHECK-LABEL: func.func @sixteen
func.func @sixteen(%b: !llvm.ptr<3>) attributes {nvvm.cluster_dim = array<i32: 8, 2, 1>} {
  %all = arith.constant -1 : i16
  // CHECK: nvvm.tcgen05.commit
  pipegroup.barrier_umma_commit %b multicast(%all)
  return
}
// A cluster whose size nobody says, and a mask that is not constant.
// CHECK-LABEL: func.func @unknown
func.func @unknown(%b: !llvm.ptr<3>) {
  %all = arith.constant 15 : i16
  // CHECK: nvvm.tcgen05.commit
  pipegroup.barrier_umma_commit %b multicast(%all)
  return
}
// CHECK-LABEL: func.func @computed
func.func @computed(%b: !llvm.ptr<3>, %mask: i16) attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  // CHECK: nvvm.tcgen05.commit
  pipegroup.barrier_umma_commit %b multicast(%mask)
  return
}
// CHECK-LABEL: func.func @loads
func.func @loads(%b: !llvm.ptr<3>, %to: !llvm.ptr<7>, %from: !llvm.ptr<1>, %map: !llvm.ptr, %n: i32)
    attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %mask = arith.constant 2 : i16
  // CHECK: nvvm.cp.async.bulk.shared.cluster.global
  nvvm.cp.async.bulk.shared.cluster.global %to, %from, %b, %n multicast_mask = %mask : !llvm.ptr<7>, !llvm.ptr<1>
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
  nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %map, %b, box[%n] multicast_mask = %mask : !llvm.ptr<7>, !llvm.ptr
  return
}
