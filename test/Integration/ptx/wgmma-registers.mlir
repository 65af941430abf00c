// A in registers has its own: no step writes what a later one reads. The fifth register
// of the result is not the first one that the second step takes.
// RUN: pipegroup-compile --chip=sm_90a %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

gpu.module @kernels {
  memref.global "private" @s : memref<64x64xf16, 3> {alignment = 1024}

  // A dies at the op.
  // CHECK: .entry loop(
  // CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f16.f16.f16 {%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, [[D:%r[0-9]+]],
  // CHECK-NOT: }, {[[D]],
  // CHECK: wgmma.commit_group
  gpu.func @loop(%out: memref<?x4096xf16>, %n: i32, %x: f16) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %b = memref.get_global @s : memref<64x64xf16, 3>
    %v = vector.broadcast %x : f16 to vector<32xf16>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> (vector<32xf16>) : i32 {
      %d = pipegroup.wgmma %a, %b transpose_b swizzle(0, 128) : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf16>
      %e = pipegroup.wgmma_wait 0, %d : vector<32xf16>
      scf.yield %e : vector<32xf16>
    }
    pipegroup.fragment_store %r, %out : vector<32xf16>, memref<?x4096xf16>
    gpu.return
  }

  // A is the accumulator, too.
  // CHECK: .entry both(
  // CHECK: wgmma.commit_group
  // CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f16.f16.f16 {%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, [[D:%r[0-9]+]],
  // CHECK-NOT: }, {[[D]],
  // CHECK: wgmma.commit_group
  gpu.func @both(%out: memref<?x4096xf16>, %x: f16) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %b = memref.get_global @s : memref<64x64xf16, 3>
    %v = vector.broadcast %x : f16 to vector<32xf16>
    %d0 = pipegroup.wgmma %v, %b, %v transpose_b swizzle(0, 128) : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf16>
    %d = pipegroup.wgmma_wait 0, %d0 : vector<32xf16>
    %e0 = pipegroup.wgmma %d, %b, %d transpose_b swizzle(0, 128) : vector<32xf16>, memref<64x64xf16, 3> -> vector<32xf16>
    %e = pipegroup.wgmma_wait 0, %e0 : vector<32xf16>
    pipegroup.fragment_store %e, %out : vector<32xf16>, memref<?x4096xf16>
    gpu.return
  }
}
