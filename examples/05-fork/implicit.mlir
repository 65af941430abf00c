// chip: sm_100a
//
// The kernel beside this file without what the compiler works out: agents are those
// of the tasks, states follow from the rounds. The PTX is the same.

gpu.module @kernels {
  pipegroup.group @load fork {
    pipegroup.member @gemm tma_umma stages(4) bytes(16384)
        slot(memref<128x64xf16, 3>) swizzle(128)
    pipegroup.member @act tma_async stages(4) consumer(warp 4) bytes(16384)
        slot(memref<128x64xf16, 3>) swizzle(128)
  }
  pipegroup.group @weights merge {
    pipegroup.member @b tma_umma stages(4) bytes(2048)
        slot(memref<16x64xf16, 3>) swizzle(128)
  }
  pipegroup.group @acc merge {
    pipegroup.member @tmem umma_async stages(1)
  }

  // d = a * b^T and act = relu(a) for a of 128 rows a CTA and b of 16 rows, both of
  // 64 * tiles columns, in f16 with sums in f32; one CTA of 224 threads for every 128
  // rows.
  gpu.func @fork(%a: !llvm.ptr {pipegroup.tensor_map}, %b: !llvm.ptr {pipegroup.tensor_map},
                 %act: memref<?x?xf16>, %d: memref<?x16xf32>, %tiles: i32) kernel
      attributes {known_block_size = array<i32: 224, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c0i = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c128 = arith.constant 128 : index
    %tid = gpu.thread_id x
    %tile = gpu.block_id x
    %row = arith.muli %tile, %c128 : index
    %row32 = arith.index_cast %row : index to i32

    // 32 columns of tensor memory: the least there is.
    %tmem = pipegroup.tmem_alloc columns(32)

    pipegroup.init @load, @weights, @acc

    pipegroup.specialize {
      // Relu of every A tile, then tensor memory to d, a row a thread.
      pipegroup.task @epilogue warps(0, 4) {
        // 16 rows at a time: eight threads a row, 16 bytes a thread.
        %zero = arith.constant dense<0.0> : vector<8xf16>
        %line = arith.divui %tid, %c8 : index
        %part = arith.remui %tid, %c8 : index
        %inRow = arith.muli %part, %c8 : index
        scf.for %k = %c0 to %tiles step %c1 : i32 {
          %depth = arith.muli %k, %c64 : i32
          %begin = arith.index_cast %depth : i32 to index
          %x = arith.addi %begin, %inRow : index
          pipegroup.wait @load::@act
          %s = pipegroup.current @load::@act consumer : !pipegroup.state<4>
          %as = pipegroup.slot @load::@act[%s] : !pipegroup.state<4> -> memref<128x64xf16, 3>
          scf.for %j = %c0i to %c128 step %c16 {
            %r = arith.addi %line, %j : index
            // The swizzle: parts of 16 bytes change places with the row.
            %low = arith.remui %r, %c8 : index
            %place = arith.xori %part, %low : index
            %from = arith.muli %place, %c8 : index
            %v = vector.load %as[%r, %from] {alignment = 16 : i64} : memref<128x64xf16, 3>, vector<8xf16>
            %relu = arith.maximumf %v, %zero : vector<8xf16>
            %y = arith.addi %row, %r : index
            vector.store %relu, %act[%y, %x] {alignment = 16 : i64} : memref<?x?xf16>, vector<8xf16>
          }
          pipegroup.release @load::@act
        }
        pipegroup.wait @acc::@tmem
        %sum = pipegroup.tmem_load %tmem : vector<16xf32>
        pipegroup.release @acc
        %y = arith.addi %row, %tid : index
        vector.store %sum, %d[%y, %c0i] {alignment = 64 : i64} : memref<?x16xf32>, vector<16xf32>
      }
      // A by TMA, once for both consumers.
      pipegroup.task @a warps(4, 1) {
        scf.for %k = %c0 to %tiles step %c1 : i32 {
          %depth = arith.muli %k, %c64 : i32
          pipegroup.acquire @load::@gemm
          pipegroup.acquire @load::@act
          %s = pipegroup.current @load producer : !pipegroup.state<4>
          pipegroup.tma_load %a[%depth, %row32], @load::@gemm[%s] : !llvm.ptr, !pipegroup.state<4>
          pipegroup.commit @load
        }
      }
      // B by TMA.
      pipegroup.task @b warps(5, 1) {
        scf.for %k = %c0 to %tiles step %c1 : i32 {
          %depth = arith.muli %k, %c64 : i32
          pipegroup.acquire @weights::@b
          %s = pipegroup.current @weights::@b producer : !pipegroup.state<4>
          pipegroup.tma_load %b[%depth, %c0], @weights::@b[%s] : !llvm.ptr, !pipegroup.state<4>
          pipegroup.commit @weights::@b
        }
      }
      // The tensor core.
      pipegroup.task @mma warps(6, 1) {
        pipegroup.acquire @acc::@tmem
        scf.for %k = %c0 to %tiles step %c1 : i32 {
          pipegroup.wait @load::@gemm
          pipegroup.wait @weights::@b
          %sa = pipegroup.current @load::@gemm consumer : !pipegroup.state<4>
          %sb = pipegroup.current @weights consumer : !pipegroup.state<4>
          %as = pipegroup.slot @load::@gemm[%sa] : !pipegroup.state<4> -> memref<128x64xf16, 3>
          %bs = pipegroup.slot @weights::@b[%sb] : !pipegroup.state<4> -> memref<16x64xf16, 3>
          // The first tile of a sum does not accumulate.
          %isLater = arith.cmpi ne, %k, %c0 : i32
          pipegroup.elect {
            pipegroup.umma %tmem, %as, %bs accumulate(%isLater) transpose_b swizzle(128)
                : memref<128x64xf16, 3>, memref<16x64xf16, 3> -> f32
          }
          pipegroup.release @load::@gemm
          pipegroup.release @weights
        }
        pipegroup.commit @acc::@tmem
      }
    }
    pipegroup.tmem_free %tmem columns(32)
    gpu.return
  }
}
