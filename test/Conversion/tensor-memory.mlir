// Tensor memory is allocated and freed by the first warp, the CTA meets before it is
// used and before it is free; each warp loads its own lanes, wait included.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm=chip=sm_100a --canonicalize --cse | FileCheck %s \
// RUN:   --implicit-check-not=pipegroup.

// CHECK: llvm.mlir.global internal @__pipegroup_tensor_memory() {addr_space = 3 : i32, alignment = 4 : i64} : i32
// CHECK-LABEL: func @one(
// CHECK: %[[AT:.*]] = llvm.mlir.addressof @__pipegroup_tensor_memory
// CHECK: %[[THREAD:.*]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK-NEXT: %[[FIRST:.*]] = arith.cmpi ult, %[[THREAD]], %c32_i32 : i32
// CHECK-NEXT: scf.if %[[FIRST]] {
// CHECK-NEXT: nvvm.tcgen05.alloc %[[AT]], %c64_i32 : !llvm.ptr<3>, i32
// CHECK-NEXT: nvvm.tcgen05.relinquish_alloc_permit
// CHECK-NEXT: }
// CHECK-NEXT: nvvm.barrier
// CHECK-NEXT: %[[COLUMN:.*]] = llvm.load %[[AT]] : !llvm.ptr<3> -> i32
// CHECK-NEXT: %[[T:.*]] = llvm.inttoptr %[[COLUMN]] : i32 to !llvm.ptr<6>
// CHECK-NEXT: %[[BASE:.*]] = llvm.ptrtoint %[[T]] : !llvm.ptr<6> to i32
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[BASE]], %arg0 : i32
// CHECK-NEXT: %[[WARP:.*]] = arith.andi %[[THREAD]], %c96_i32 : i32
// CHECK-NEXT: %[[LANES:.*]] = arith.shli %[[WARP]], %c16_i32 : i32
// CHECK-NEXT: %[[FROM:.*]] = arith.addi %[[NEXT]], %[[LANES]] : i32
// CHECK-NEXT: llvm.inline_asm has_side_effects asm_dialect = att "tcgen05.ld.sync.aligned.32x32b.x2.b32 {$0, $1}, [$2];\0Atcgen05.wait::ld.sync.aligned;", "=&f,=&f,r" %[[FROM]]
// CHECK: nvvm.tcgen05.wait <load>
// CHECK: %[[TO:.*]] = arith.addi %[[BASE]], %[[LANES]] : i32
// CHECK-NEXT: llvm.inline_asm {{.*}} "tcgen05.st.sync.aligned.32x32b.x2.b32 [$2], {$0, $1};", "f,f,r" %{{.*}}, %{{.*}}, %[[TO]]
// CHECK-NEXT: nvvm.tcgen05.wait <store>
// CHECK: llvm.inline_asm {{.*}} "tcgen05.ld.sync.aligned.32x32b.x1.b32 {$0}, [$1];\0Atcgen05.wait::ld.sync.aligned;", "=&r,r" %[[TO]] : (i32) -> i32
// CHECK: nvvm.tcgen05.wait <load>
// CHECK: nvvm.tcgen05.fence <before>
// CHECK-NEXT: nvvm.barrier
// CHECK-NEXT: nvvm.tcgen05.fence <after>
// CHECK-NEXT: scf.if %[[FIRST]] {
// CHECK-NEXT: nvvm.tcgen05.dealloc %[[T]], %c64_i32 : !llvm.ptr<6>, i32
func.func @one(%c: i32) -> (vector<2xf32>, vector<1xi32>) attributes {nvvm.reqntid = array<i32: 128, 1, 1>} {
  %t = pipegroup.tmem_alloc columns(64)
  %v = pipegroup.tmem_load %t[%c] : vector<2xf32>
  pipegroup.tmem_store %v, %t : vector<2xf32>
  %w = pipegroup.tmem_load %t : vector<1xi32>
  pipegroup.tmem_free %t columns(64)
  return %v, %w : vector<2xf32>, vector<1xi32>
}

// A pair allocates when both CTAs are there, and its memory is free when both have done
// with it.
// CHECK-LABEL: func @pair(
// CHECK: nvvm.cluster.arrive {aligned}
// CHECK-NEXT: nvvm.cluster.wait {aligned}
// CHECK: nvvm.tcgen05.alloc %{{.*}}, %c512_i32 {group = #nvvm.cta_group<cta_2>}
// CHECK-NEXT: nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
// CHECK: nvvm.tcgen05.fence <before>
// CHECK-NEXT: nvvm.cluster.arrive {aligned}
// CHECK-NEXT: nvvm.cluster.wait {aligned}
// CHECK-NEXT: nvvm.tcgen05.fence <after>
// CHECK: nvvm.tcgen05.dealloc %{{.*}}, %c512_i32 {group = #nvvm.cta_group<cta_2>}
func.func @pair() attributes {nvvm.reqntid = array<i32: 128, 1, 1>} {
  %t = pipegroup.tmem_alloc columns(512) cta_group(2)
  pipegroup.tmem_free %t columns(512) cta_group(2)
  return
}

// CHECK-LABEL: func @fences(
// CHECK-NEXT: nvvm.tcgen05.fence <before>
// CHECK-NEXT: nvvm.tcgen05.fence <after>
func.func @fences() {
  pipegroup.tensor_fence_before
  pipegroup.tensor_fence_after
  return
}
