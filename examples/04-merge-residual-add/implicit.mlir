// chip: sm_100a
//
// The kernel beside this file without what the compiler works out: agents are those
// of the tasks, states follow from the rounds. The PTX is the same.

gpu.module @kernels {
  pipegroup.group @ab merge {
    pipegroup.member @a tma_umma stages(4) bytes(16384)
        slot(memref<128x64xf16, 3>) swizzle(128)
    pipegroup.member @b tma_umma stages(4) bytes(2048)
        slot(memref<16x64xf16, 3>) swizzle(128)
  }
  pipegroup.group @out merge {
    pipegroup.member @product umma_async stages(1)
    pipegroup.member @residual async_async stages(1)
        slot(memref<128x16xf32, 3>)
  }

  // d = a * b^T + c for a of 128 rows a CTA, b of 16 rows, c and d of 16 columns, in
  // f16 with sums in f32; one CTA of 256 threads for every 128 rows.
  gpu.func @residual_gemm(%a: !llvm.ptr {pipegroup.tensor_map}, %b: !llvm.ptr {pipegroup.tensor_map},
                          %c: memref<?x16xf32>, %d: memref<?x16xf32>, %tiles: i32) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c0i = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c128 = arith.constant 128 : index
    %tid = gpu.thread_id x
    %lane = gpu.lane_id upper_bound 32
    %tile = gpu.block_id x
    %row = arith.muli %tile, %c128 : index
    %row32 = arith.index_cast %row : index to i32

    // 32 columns of tensor memory: the least there is.
    %tmem = pipegroup.tmem_alloc columns(32)

    pipegroup.init @ab, @out

    pipegroup.specialize {
      // Tensor memory plus residual to d, a row a thread.
      pipegroup.task @epilogue warps(0, 4) {
        pipegroup.wait @out::@product
        pipegroup.wait @out::@residual
        %o = pipegroup.current @out consumer : !pipegroup.state<1>
        %product = pipegroup.tmem_load %tmem : vector<16xf32>
        %rs = pipegroup.slot @out::@residual[%o] : !pipegroup.state<1> -> memref<128x16xf32, 3>
        %residual = vector.load %rs[%tid, %c0i] {alignment = 64 : i64} : memref<128x16xf32, 3>, vector<16xf32>
        pipegroup.release @out
        %sum = arith.addf %product, %residual : vector<16xf32>
        %y = arith.addi %row, %tid : index
        vector.store %sum, %d[%y, %c0i] {alignment = 64 : i64} : memref<?x16xf32>, vector<16xf32>
      }
      // A by TMA.
      pipegroup.task @a warps(4, 1) {
        scf.for %k = %c0 to %tiles step %c1 : i32 {
          %depth = arith.muli %k, %c64 : i32
          pipegroup.acquire @ab::@a
          %s = pipegroup.current @ab::@a producer : !pipegroup.state<4>
          pipegroup.tma_load %a[%depth, %row32], @ab::@a[%s] : !llvm.ptr, !pipegroup.state<4>
          pipegroup.commit @ab::@a
        }
      }
      // B by TMA.
      pipegroup.task @b warps(5, 1) {
        scf.for %k = %c0 to %tiles step %c1 : i32 {
          %depth = arith.muli %k, %c64 : i32
          pipegroup.acquire @ab::@b
          %s = pipegroup.current @ab::@b producer : !pipegroup.state<4>
          pipegroup.tma_load %b[%depth, %c0], @ab::@b[%s] : !llvm.ptr, !pipegroup.state<4>
          pipegroup.commit @ab::@b
        }
      }
      // The tensor core.
      pipegroup.task @mma warps(6, 1) {
        pipegroup.acquire @out::@product
        scf.for %k = %c0 to %tiles step %c1 : i32 {
          pipegroup.wait @ab::@a
          pipegroup.wait @ab::@b
          %s = pipegroup.current @ab consumer : !pipegroup.state<4>
          %as = pipegroup.slot @ab::@a[%s] : !pipegroup.state<4> -> memref<128x64xf16, 3>
          %bs = pipegroup.slot @ab::@b[%s] : !pipegroup.state<4> -> memref<16x64xf16, 3>
          // The first tile of a sum does not accumulate.
          %isLater = arith.cmpi ne, %k, %c0 : i32
          pipegroup.elect {
            pipegroup.umma %tmem, %as, %bs accumulate(%isLater) transpose_b swizzle(128)
                : memref<128x64xf16, 3>, memref<16x64xf16, 3> -> f32
          }
          pipegroup.release @ab
        }
        pipegroup.commit @out::@product
      }
      // The residual by threads.
      pipegroup.task @residual warps(7, 1) {
        pipegroup.acquire @out::@residual
        %p = pipegroup.current @out::@residual producer : !pipegroup.state<1>
        %rs = pipegroup.slot @out::@residual[%p] : !pipegroup.state<1> -> memref<128x16xf32, 3>
        scf.for %j = %c0i to %c128 step %c32 {
          %r = arith.addi %lane, %j : index
          %y = arith.addi %row, %r : index
          %v = vector.load %c[%y, %c0i] {alignment = 64 : i64} : memref<?x16xf32>, vector<16xf32>
          vector.store %v, %rs[%r, %c0i] {alignment = 64 : i64} : memref<128x16xf32, 3>, vector<16xf32>
        }
        pipegroup.commit @out::@residual
      }
    }
    pipegroup.tmem_free %tmem columns(32)
    gpu.return
  }
}
