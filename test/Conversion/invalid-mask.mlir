// M13: masks that are constant name CTAs of the kernel's cluster, and commits of a
// pair both of it.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_100a -split-input-file -verify-diagnostics

func.func @outside(%b: !llvm.ptr<3>) attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %mask = arith.constant 4 : i16
  // expected-error @below {{'pipegroup.barrier_umma_commit' op has mask 4, expected one or more of the 2 CTAs of its cluster [M13]}}
  pipegroup.barrier_umma_commit %b multicast(%mask)
  return
}

// -----

func.func @nobody(%b: !llvm.ptr<3>) attributes {nvvm.cluster_dim = array<i32: 2, 2>} {
  %mask = arith.constant 0 : i16
  // expected-error @below {{has mask 0, expected one or more of the 4 CTAs of its cluster [M13]}}
  pipegroup.barrier_umma_commit %b multicast(%mask)
  return
}

// -----

func.func @half_a_pair(%b: !llvm.ptr<3>) attributes {nvvm.cluster_dim = array<i32: 4, 1, 1>} {
  %mask = arith.constant 7 : i16
  // expected-error @below {{has mask 7 with CTA 2, expected also CTA 3 of its pair [M13]}}
  pipegroup.barrier_umma_commit %b pair multicast(%mask)
  return
}

// -----

func.func @lanes(%b: !llvm.ptr<3>) attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %mask = arith.constant 5 : i32
  // expected-error @below {{'pipegroup.for_ctas' op has mask 5, expected one or more of the 2 CTAs of its cluster [M13]}}
  pipegroup.for_ctas %mask {
  ^bb0(%rank: i32):
    pipegroup.barrier_arrive %b
  }
  return
}

// -----

// Loads in the nvvm dialect, too.
func.func @bulk(%b: !llvm.ptr<3>, %to: !llvm.ptr<7>, %from: !llvm.ptr<1>, %n: i32)
    attributes {nvvm.cluster_dim = array<i32: 1, 2, 1>} {
  %mask = arith.constant 7 : i16
  // expected-error @below {{'nvvm.cp.async.bulk.shared.cluster.global' op has mask 7, expected one or more of the 2 CTAs of its cluster [M13]}}
  nvvm.cp.async.bulk.shared.cluster.global %to, %from, %b, %n multicast_mask = %mask : !llvm.ptr<7>, !llvm.ptr<1>
  return
}

// -----

func.func @tensor(%b: !llvm.ptr<3>, %to: !llvm.ptr<7>, %from: !llvm.ptr, %n: i32)
    attributes {nvvm.cluster_dim = array<i32: 1, 2, 1>} {
  %mask = arith.constant 8 : i16
  // expected-error @below {{'nvvm.cp.async.bulk.tensor.shared.cluster.global' op has mask 8, expected one or more of the 2 CTAs of its cluster [M13]}}
  nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %from, %b, box[%n] multicast_mask = %mask : !llvm.ptr<7>, !llvm.ptr
  return
}
