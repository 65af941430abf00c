// A persistent product whose first step starts the sum, so that no register is zeroed,
// whose slots are released one round late, while the next wgmma runs, and whose sum
// goes to a slot for TMA as halves. Nothing is spilled and nothing serialized.
// RUN: pipegroup-compile --chip=sm_90a %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: FileCheck %s --input-file=%t.ptx --check-prefix=STORE
// RUN: %if ptxas %{ %ptxas -v -arch=sm_90a %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS --implicit-check-not=warning --implicit-check-not=C75 %}

// CHECK: wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 0, 1, 1, 0, 0;
// CHECK: wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 1, 1, 1, 0, 0;
// CHECK: wgmma.commit_group.sync.aligned;
// CHECK: wgmma.commit_group.sync.aligned;
// CHECK-NEXT: wgmma.wait_group.sync.aligned 1;
// CHECK: mbarrier.arrive
// STORE: wgmma.wait_group.sync.aligned 0;
// STORE: mbarrier.arrive
// STORE-COUNT-32: cvt.rn.f16x2.f32
// STORE-COUNT-8: stmatrix.sync.aligned.m8n8.x4.shared.b16
// STORE: fence.proxy.async.shared::cta;
// PTXAS: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads

gpu.module @kernels {
  pipegroup.group @ab fused_merge {
    pipegroup.member @a tma_async stages(4) bytes(16384) advance_on_wait
    pipegroup.member @b tma_async stages(4) bytes(16384) advance_on_wait
  }
  memref.global "private" @as : memref<65536xi8, 3> {alignment = 1024}
  memref.global "private" @bs : memref<65536xi8, 3> {alignment = 1024}
  memref.global "private" @cs : memref<128x128xf16, 3> {alignment = 1024}
  gpu.func @gemm(%tiles: i32, %more: i32) kernel attributes {known_block_size = array<i32: 384, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c64 = arith.constant 64 : i32
    %ab = arith.constant 16384 : index
    %as = memref.get_global @as : memref<65536xi8, 3>
    %bs = memref.get_global @bs : memref<65536xi8, 3>
    %cs = memref.get_global @cs : memref<128x128xf16, 3>
    pipegroup.init @ab
    pipegroup.specialize {
      pipegroup.task @load_a warps(8, 1) registers(40) {
        scf.for %t = %c0 to %tiles step %c1 : i32 {
          pipegroup.acquire @ab::@a
          pipegroup.commit @ab::@a
          scf.for %i = %c0 to %more step %c1 : i32 {
            pipegroup.acquire @ab::@a
            pipegroup.commit @ab::@a
          }
        }
      }
      pipegroup.task @load_b warps(9, 1) registers(40) {
        scf.for %t = %c0 to %tiles step %c1 : i32 {
          pipegroup.acquire @ab::@b
          pipegroup.commit @ab::@b
          scf.for %i = %c0 to %more step %c1 : i32 {
            pipegroup.acquire @ab::@b
            pipegroup.commit @ab::@b
          }
        }
      }
      pipegroup.task @math warps(0, 8) registers(232) {
        %warp = pipegroup.task_warp : i32
        %wg = arith.divui %warp, %c4 : i32
        %row = arith.muli %wg, %c64 : i32
        scf.for %t = %c0 to %tiles step %c1 : i32 {
          %st0 = pipegroup.current @ab consumer : !pipegroup.state<4>
          pipegroup.wait @ab
          %slot0 = pipegroup.index %st0 : !pipegroup.state<4>
          %s0 = arith.index_cast %slot0 : i32 to index
          %o0 = arith.muli %s0, %ab : index
          %a0 = memref.view %as[%o0][] : memref<65536xi8, 3> to memref<128x64xf16, 3>
          %b0 = memref.view %bs[%o0][] : memref<65536xi8, 3> to memref<128x64xf16, 3>
          %first = pipegroup.wgmma %a0[%row], %b0 transpose_b swizzle(128)
              : memref<128x64xf16, 3>, memref<128x64xf16, 3> -> vector<64xf32>
          %sum = scf.for %i = %c0 to %more step %c1 iter_args(%acc = %first) -> (vector<64xf32>) : i32 {
            %st = pipegroup.current @ab consumer : !pipegroup.state<4>
            pipegroup.wait @ab
            %slot = pipegroup.index %st : !pipegroup.state<4>
            %s = arith.index_cast %slot : i32 to index
            %o = arith.muli %s, %ab : index
            %a = memref.view %as[%o][] : memref<65536xi8, 3> to memref<128x64xf16, 3>
            %b = memref.view %bs[%o][] : memref<65536xi8, 3> to memref<128x64xf16, 3>
            %next = pipegroup.wgmma %a[%row], %b, %acc transpose_b swizzle(128)
                : memref<128x64xf16, 3>, memref<128x64xf16, 3> -> vector<64xf32>
            pipegroup.wgmma_wait 1
            pipegroup.release @ab
            scf.yield %next : vector<64xf32>
          }
          %done = pipegroup.wgmma_wait 0, %sum : vector<64xf32>
          pipegroup.release @ab
          %half = arith.truncf %done : vector<64xf32> to vector<64xf16>
          pipegroup.fragment_store %half, %cs[%row, %c0] swizzle(128) : vector<64xf16>, memref<128x128xf16, 3>
          pipegroup.fence_proxy_async
        }
      }
    }
    gpu.return
  }
}
