// The near misses of K10; a kernel that says nothing gets the cluster of its groups.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -verify-diagnostics | FileCheck %s
// accepts: K10

pipegroup.group @row merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(warp 4) bytes(64) cluster(1, 2, 1, 1)
}
pipegroup.group @pair merge {
  pipegroup.member @m tma_umma stages(2) producer(warp 1) bytes(64) cluster(2, 1, 1, 1)
}
pipegroup.group @grid merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(warp 4) bytes(64) cluster(1, 2, 2, 2)
}
pipegroup.group @cta merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(warp 4) bytes(64)
}

// CHECK: func.func @said() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
func.func @said() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  pipegroup.init @row
  return
}
// CHECK: func.func @unsaid() attributes {nvvm.cluster_dim = array<i32: 2, 2, 2>} {
func.func @unsaid() {
  pipegroup.init @grid
  return
}
// Fewer dimensions than three, and a layout of its own in each group.
// CHECK: func.func @together() attributes {nvvm.cluster_dim = array<i32: 2>} {
func.func @together() attributes {nvvm.cluster_dim = array<i32: 2>} {
  pipegroup.init @row, @pair
  return
}
// A group of one CTA in a cluster, and alone.
// CHECK: func.func @one_of_two() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} {
func.func @one_of_two() {
  pipegroup.init @cta
  pipegroup.init @row
  return
}
// CHECK: func.func @in_cluster() attributes {nvvm.cluster_dim = array<i32: 4, 1, 1>} {
func.func @in_cluster() attributes {nvvm.cluster_dim = array<i32: 4, 1, 1>} {
  pipegroup.init @cta
  return
}
// CHECK: func.func @alone() {
func.func @alone() {
  pipegroup.init @cta
  return
}
gpu.module @kernels {
  pipegroup.group @row merge {
    pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(warp 4) bytes(64) cluster(1, 2, 1, 1)
  }
  // CHECK: gpu.func @known() kernel attributes {known_cluster_size = array<i32: 2, 1, 1>} {
  gpu.func @known() kernel attributes {known_cluster_size = array<i32: 2, 1, 1>} {
    pipegroup.init @row
    gpu.return
  }
}
