// chip: sm_100a
//
// The kernel beside this file without what the compiler works out: agents are those
// of the tasks, states follow from the rounds. The PTX is the same.

gpu.module @kernels {
  pipegroup.group @ab fused_merge {
    pipegroup.member @a async_umma stages(4)
        slot(memref<128x64xf16, 3>) swizzle(128)
    pipegroup.member @b tma_umma stages(4) bytes(2048)
        slot(memref<16x64xf16, 3>) swizzle(128)
  }
  pipegroup.group @acc merge {
    pipegroup.member @tmem umma_async stages(1)
  }

  // d = a * b^T for a of 128 rows a CTA and b of 16 rows, both of 64 * tiles
  // columns, in f16 with sums in f32; one CTA of 224 threads for every 128 rows.
  gpu.func @gemm(%a: memref<?x?xf16>, %b: !llvm.ptr {pipegroup.tensor_map},
                 %d: memref<?x16xf32>, %tiles: i32) kernel
      attributes {known_block_size = array<i32: 224, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c0i = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c128 = arith.constant 128 : index
    %tid = gpu.thread_id x
    %lane = gpu.lane_id upper_bound 32
    %tile = gpu.block_id x
    %row = arith.muli %tile, %c128 : index

    // 32 columns of tensor memory: the least there is.
    %tmem = pipegroup.tmem_alloc columns(32)

    pipegroup.init @ab, @acc

    pipegroup.specialize {
      // Tensor memory to d, a row a thread.
      pipegroup.task @epilogue warps(0, 4) {
        pipegroup.wait @acc::@tmem
        %sum = pipegroup.tmem_load %tmem : vector<16xf32>
        pipegroup.release @acc
        %y = arith.addi %row, %tid : index
        vector.store %sum, %d[%y, %c0i] {alignment = 64 : i64} : memref<?x16xf32>, vector<16xf32>
      }
      // A by threads.
      pipegroup.task @a warps(4, 1) {
        // Four rows at a time: eight lanes a row, 16 bytes a lane.
        %line = arith.divui %lane, %c8 : index
        %part = arith.remui %lane, %c8 : index
        %inRow = arith.muli %part, %c8 : index
        scf.for %k = %c0 to %tiles step %c1 : i32 {
          %depth = arith.muli %k, %c64 : i32
          %begin = arith.index_cast %depth : i32 to index
          %x = arith.addi %begin, %inRow : index
          pipegroup.acquire @ab::@a
          %s = pipegroup.current @ab::@a producer : !pipegroup.state<4>
          %as = pipegroup.slot @ab::@a[%s] : !pipegroup.state<4> -> memref<128x64xf16, 3>
          scf.for %j = %c0i to %c128 step %c4 {
            %r = arith.addi %line, %j : index
            %y = arith.addi %row, %r : index
            %v = vector.load %a[%y, %x] {alignment = 16 : i64} : memref<?x?xf16>, vector<8xf16>
            // The swizzle: parts of 16 bytes change places with the row.
            %low = arith.remui %r, %c8 : index
            %place = arith.xori %part, %low : index
            %to = arith.muli %place, %c8 : index
            vector.store %v, %as[%r, %to] {alignment = 16 : i64} : memref<128x64xf16, 3>, vector<8xf16>
          }
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
        pipegroup.acquire @acc::@tmem
        scf.for %k = %c0 to %tiles step %c1 : i32 {
          pipegroup.wait @ab
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
        pipegroup.commit @acc::@tmem
      }
    }
    pipegroup.tmem_free %tmem columns(32)
    gpu.return
  }
}
