// A persistent product on Blackwell: the tensor core fills one of two accumulators in
// tensor memory while an epilogue reads the other one.
// RUN: pipegroup-compile --chip=sm_100a %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.ptx -o /dev/null %}

// CHECK: tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [__pipegroup_tensor_memory],
// CHECK-NEXT: tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
// One lane, elected before the loop, issues.
// CHECK: elect.sync
// acquire @d
// CHECK: mbarrier.try_wait.parity
// CHECK: tcgen05.fence::after_thread_sync;
// wait @ab; the operands are in shared memory, which needs no fence
// CHECK: mbarrier.try_wait.parity
// CHECK-NOT: fence
// CHECK: tcgen05.mma.cta_group::1.kind::f16
// CHECK: tcgen05.mma.cta_group::1.kind::f16
// CHECK: tcgen05.mma.cta_group::1.kind::f16
// CHECK: tcgen05.mma.cta_group::1.kind::f16
// CHECK-NOT: fence
// CHECK: tcgen05.commit
// CHECK: tcgen05.commit
// wait @d
// CHECK: tcgen05.fence::after_thread_sync;
// CHECK: tcgen05.ld.sync.aligned.32x32b.x64.b32
// CHECK-NEXT: tcgen05.wait::ld.sync.aligned;
// release @acc
// CHECK: tcgen05.fence::before_thread_sync;
// CHECK-NEXT: mbarrier.arrive
// free
// CHECK: tcgen05.fence::before_thread_sync;
// CHECK-NEXT: bar.sync 0;
// CHECK-NEXT: tcgen05.fence::after_thread_sync;
// CHECK: tcgen05.dealloc.cta_group::1.sync.aligned.b32

gpu.module @kernels {
  pipegroup.group @ab fused_merge {
    pipegroup.member @a tma_umma stages(4) bytes(16384)
    pipegroup.member @b tma_umma stages(4) bytes(32768)
  }
  pipegroup.group @acc merge {
    pipegroup.member @d umma_async stages(2)
  }
  memref.global "private" @as : memref<65536xi8, 3> {alignment = 1024}
  memref.global "private" @bs : memref<131072xi8, 3> {alignment = 1024}
  gpu.func @gemm(%tiles: i32, %ks: i32, %out: memref<?x4096xf16>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c256 = arith.constant 256 : i32
    %as = memref.get_global @as : memref<65536xi8, 3>
    %bs = memref.get_global @bs : memref<131072xi8, 3>
    %tmem = pipegroup.tmem_alloc columns(512)
    pipegroup.init @ab, @acc
    pipegroup.specialize {
      pipegroup.task @load_a warps(4, 1) {
        scf.for %t = %c0 to %tiles step %c1 : i32 {
          scf.for %i = %c0 to %ks step %c1 : i32 {
            pipegroup.acquire @ab::@a
            pipegroup.commit @ab::@a
          }
        }
      }
      pipegroup.task @load_b warps(5, 1) {
        scf.for %t = %c0 to %tiles step %c1 : i32 {
          scf.for %i = %c0 to %ks step %c1 : i32 {
            pipegroup.acquire @ab::@b
            pipegroup.commit @ab::@b
          }
        }
      }
      pipegroup.task @mma warps(6, 1) {
        scf.for %t = %c0 to %tiles step %c1 : i32 {
          %ts = pipegroup.current @acc::@d producer : !pipegroup.state<2>
          pipegroup.acquire @acc::@d
          %ti = pipegroup.index %ts : !pipegroup.state<2>
          %column = arith.muli %ti, %c256 : i32
          %base = llvm.ptrtoint %tmem : !llvm.ptr<6> to i32
          %at = arith.addi %base, %column : i32
          %d = llvm.inttoptr %at : i32 to !llvm.ptr<6>
          scf.for %i = %c0 to %ks step %c1 : i32 {
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
            %more = arith.cmpi ne, %i, %c0 : i32
            pipegroup.elect {
              pipegroup.umma %d, %a, %b accumulate(%more) transpose_b swizzle(128)
                : memref<128x64xf16, 3>, memref<256x64xf16, 3> -> f32
            }
            pipegroup.release @ab
          }
          pipegroup.commit @acc::@d
        }
      }
      pipegroup.task @epilogue warps(0, 4) {
        scf.for %t = %c0 to %tiles step %c1 : i32 {
          %ts = pipegroup.current @acc consumer : !pipegroup.state<2>
          pipegroup.wait @acc::@d
          %ti = pipegroup.index %ts : !pipegroup.state<2>
          %column = arith.muli %ti, %c256 : i32
          %v = pipegroup.tmem_load %tmem[%column] : vector<64xf32>
          %h = arith.truncf %v : vector<64xf32> to vector<64xf16>
          %tid = gpu.thread_id x
          %z = arith.constant 0 : index
          vector.store %h, %out[%tid, %z] : memref<?x4096xf16>, vector<64xf16>
          pipegroup.release @acc
        }
      }
    }
    pipegroup.tmem_free %tmem columns(512)
    gpu.return
  }
}
