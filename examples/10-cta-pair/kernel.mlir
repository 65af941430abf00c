// chip: sm_100a
//
// One tensor core operation for two CTAs: each loads its rows of A and half of B, the
// leader arms for both and issues MMAs of 256 rows, and its commits tell both. Each CTA
// stores its own rows of the result.

gpu.module @kernels {
  // The bytes are those of both CTAs, which arrive at the leader's barrier.
  pipegroup.group @ab fused_merge {
    pipegroup.member @a tma_umma stages(4) producer(warp 1) consumer(warp 1) bytes(32768)
        slot(memref<128x64xf16, 3>) swizzle(128) cluster(2, 1, 1, 1)
    pipegroup.member @b tma_umma stages(4) producer(warp 1) consumer(warp 1) bytes(4096)
        slot(memref<16x64xf16, 3>) swizzle(128) cluster(2, 1, 1, 1)
  }
  pipegroup.group @acc merge {
    pipegroup.member @tmem umma_async stages(1) producer(warp 1) consumer(thread 128) cluster(2, 1, 1, 1)
  }

  // d = a * b^T for a of 128 rows a CTA and b of 32 rows, both of 64 * tiles columns,
  // in f16 with sums in f32; an even number of CTAs of 224 threads.
  gpu.func @gemm(%a: !llvm.ptr {pipegroup.tensor_map}, %b: !llvm.ptr {pipegroup.tensor_map},
                 %d: memref<?x32xf32>, %tiles: i32) kernel
      attributes {known_block_size = array<i32: 224, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c16 = arith.constant 16 : i32
    %c64 = arith.constant 64 : i32
    %c0i = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %tid = gpu.thread_id x
    %cta = gpu.block_id x
    %row = arith.muli %cta, %c128 : index
    %row32 = arith.index_cast %row : index to i32
    %rank = pipegroup.cta_rank
    %leads = arith.cmpi eq, %rank, %c0 : i32

    // 32 columns of tensor memory, at the same place in both CTAs.
    %tmem = pipegroup.tmem_alloc columns(32) cta_group(2)

    pipegroup.init @ab, @acc

    pipegroup.specialize {
      // Tensor memory to d, in both CTAs; the leader learns from both that it is free.
      pipegroup.task @epilogue warps(0, 4) {
        %c = pipegroup.start @acc consumer : !pipegroup.state<1>
        pipegroup.wait @acc::@tmem[%c] : !pipegroup.state<1>
        %sum = pipegroup.tmem_load %tmem : vector<32xf32>
        pipegroup.release @acc[%c] : !pipegroup.state<1>
        %y = arith.addi %row, %tid : index
        vector.store %sum, %d[%y, %c0i] {alignment = 128 : i64} : memref<?x32xf32>, vector<32xf32>
      }
      // A by TMA: each CTA its rows.
      pipegroup.task @a warps(4, 1) {
        %p = pipegroup.start @ab::@a producer : !pipegroup.state<4>
        %last = scf.for %k = %c0 to %tiles step %c1 iter_args(%s = %p) -> (!pipegroup.state<4>) : i32 {
          %depth = arith.muli %k, %c64 : i32
          pipegroup.acquire @ab::@a[%s] : !pipegroup.state<4>
          pipegroup.tma_load %a[%depth, %row32], @ab::@a[%s] : !llvm.ptr, !pipegroup.state<4>
          pipegroup.commit @ab::@a[%s] : !pipegroup.state<4>
          %n = pipegroup.advance %s : !pipegroup.state<4>
          scf.yield %n : !pipegroup.state<4>
        }
        // The leader's tensor core may still read the slots of this CTA.
        pipegroup.tail @ab::@a[%last] : !pipegroup.state<4>
      }
      // B by TMA: each CTA one half.
      pipegroup.task @b warps(5, 1) {
        %half = arith.muli %rank, %c16 : i32
        %p = pipegroup.start @ab::@b producer : !pipegroup.state<4>
        %last = scf.for %k = %c0 to %tiles step %c1 iter_args(%s = %p) -> (!pipegroup.state<4>) : i32 {
          %depth = arith.muli %k, %c64 : i32
          pipegroup.acquire @ab::@b[%s] : !pipegroup.state<4>
          pipegroup.tma_load %b[%depth, %half], @ab::@b[%s] : !llvm.ptr, !pipegroup.state<4>
          pipegroup.commit @ab::@b[%s] : !pipegroup.state<4>
          %n = pipegroup.advance %s : !pipegroup.state<4>
          scf.yield %n : !pipegroup.state<4>
        }
        // The leader's tensor core may still read the slots of this CTA.
        pipegroup.tail @ab::@b[%last] : !pipegroup.state<4>
      }
      // The tensor core of the leader works for both.
      pipegroup.task @mma warps(6, 1) {
        scf.if %leads {
          %o = pipegroup.start @acc::@tmem producer : !pipegroup.state<1>
          pipegroup.acquire @acc::@tmem[%o] : !pipegroup.state<1>
          %c = pipegroup.start @ab consumer : !pipegroup.state<4>
          scf.for %k = %c0 to %tiles step %c1 iter_args(%s = %c) -> (!pipegroup.state<4>) : i32 {
            pipegroup.wait @ab[%s] : !pipegroup.state<4>
            %as = pipegroup.slot @ab::@a[%s] : !pipegroup.state<4> -> memref<128x64xf16, 3>
            %bs = pipegroup.slot @ab::@b[%s] : !pipegroup.state<4> -> memref<16x64xf16, 3>
            // The first tile of a sum does not accumulate.
            %isLater = arith.cmpi ne, %k, %c0 : i32
            pipegroup.elect {
              pipegroup.umma %tmem, %as, %bs accumulate(%isLater) transpose_b swizzle(128) cta_group(2)
                  : memref<128x64xf16, 3>, memref<16x64xf16, 3> -> f32
            }
            pipegroup.release @ab[%s] : !pipegroup.state<4>
            %n = pipegroup.advance %s : !pipegroup.state<4>
            scf.yield %n : !pipegroup.state<4>
          }
          pipegroup.commit @acc::@tmem[%o] : !pipegroup.state<1>
          %after = pipegroup.advance %o : !pipegroup.state<1>
          pipegroup.tail @acc::@tmem[%after] : !pipegroup.state<1>
        }
      }
    }
    pipegroup.tmem_free %tmem columns(32) cta_group(2)
    gpu.return
  }
}
