// A product of 128 x 256 by two warpgroups that keep the accumulator in registers over
// a loop: ptxas has nothing to say about serialized wgmma, and nothing is spilled.
// RUN: pipegroup-compile --chip=sm_90a %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -v -arch=sm_90a %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS --implicit-check-not=warning --implicit-check-not=C75 %}

// CHECK: mbarrier.try_wait.parity
// CHECK: wgmma.fence.sync.aligned;
// CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 1, 1, 1, 0, 0;
// CHECK-NEXT: wgmma.mma_async
// CHECK-NEXT: wgmma.mma_async
// CHECK-NEXT: wgmma.mma_async
// CHECK-NOT: mov
// CHECK: wgmma.commit_group.sync.aligned;
// CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
// CHECK-NEXT: mbarrier.arrive
// PTXAS: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// PTXAS: Used 168 registers

gpu.module @kernels {
  pipegroup.group @ab fused_merge {
    pipegroup.member @a tma_async stages(4) bytes(16384)
    pipegroup.member @b tma_async stages(4) bytes(32768)
  }
  memref.global "private" @as : memref<65536xi8, 3> {alignment = 1024}
  memref.global "private" @bs : memref<131072xi8, 3> {alignment = 1024}
  gpu.func @gemm(%tiles: i32, %out: memref<?x4096xf16>) kernel attributes {known_block_size = array<i32: 384, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %as = memref.get_global @as : memref<65536xi8, 3>
    %bs = memref.get_global @bs : memref<131072xi8, 3>
    pipegroup.init @ab
    pipegroup.specialize {
      pipegroup.task @load_a warps(8, 1) registers(40) {
        scf.for %i = %c0 to %tiles step %c1 : i32 {
          pipegroup.acquire @ab::@a
          pipegroup.commit @ab::@a
        }
      }
      pipegroup.task @load_b warps(9, 1) registers(40) {
        scf.for %i = %c0 to %tiles step %c1 : i32 {
          pipegroup.acquire @ab::@b
          pipegroup.commit @ab::@b
        }
      }
      pipegroup.task @math warps(0, 8) registers(232) {
        %warp = pipegroup.task_warp : i32
        %wg = arith.divui %warp, %c4 : i32
        %row = arith.muli %wg, %c64 : i32
        %zero = arith.constant dense<0.0> : vector<128xf32>
        %sum = scf.for %i = %c0 to %tiles step %c1 iter_args(%acc = %zero) -> (vector<128xf32>) : i32 {
          %st = pipegroup.current @ab consumer : !pipegroup.state<4>
          pipegroup.wait @ab
          %slot = pipegroup.index %st : !pipegroup.state<4>
          %s = arith.index_cast %slot : i32 to index
          %ab = arith.constant 16384 : index
          %bb = arith.constant 32768 : index
          %ao = arith.muli %s, %ab : index
          %bo = arith.muli %s, %bb : index
          %a = memref.view %as[%ao][] : memref<65536xi8, 3> to memref<128x64xf16, 3>
          %b = memref.view %bs[%bo][] : memref<131072xi8, 3> to memref<256x64xf16, 3>
          %next = pipegroup.wgmma %a[%row], %b, %acc transpose_b swizzle(128)
              : memref<128x64xf16, 3>, memref<256x64xf16, 3> -> vector<128xf32>
          pipegroup.wgmma_wait 0
          pipegroup.release @ab
          scf.yield %next : vector<128xf32>
        }
        %done = pipegroup.wgmma_wait 0, %sum : vector<128xf32>
        %half = arith.truncf %done : vector<128xf32> to vector<128xf16>
        %x = gpu.block_id x
        %y = gpu.block_id y
        %xi = arith.index_cast %x : index to i32
        %yi = arith.index_cast %y : index to i32
        %r0 = arith.muli %yi, %c128 : i32
        %r = arith.addi %r0, %row : i32
        %c = arith.muli %xi, %c256 : i32
        pipegroup.fragment_store %half, %out[%r, %c] : vector<128xf16>, memref<?x4096xf16>
      }
    }
    gpu.return
  }
}
