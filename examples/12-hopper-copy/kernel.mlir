// chip: sm_90a
//
// A copy at the speed of memory: four warps fill the slots of x, a TMA warp those of y, and a third
// one stores both by TMA. Each stage has one full barrier for each of the two, and one empty barrier for
// both.

gpu.module @kernels {
  pipegroup.group @xy merge {
    pipegroup.member @x async_async stages(4) slot(memref<4x256xi32, 3>)
    pipegroup.member @y tma_async stages(4) bytes(4096) slot(memref<4x256xi32, 3>)
  }

  // For each of `tiles` tiles: dst, in rows of 256 words, gets 1024 words of x, then
  // 1024 words of y. CTAs of 192 threads, several to a multiprocessor, take every
  // gridDim.x-th tile.
  gpu.func @copy(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %dst: !llvm.ptr {pipegroup.tensor_map},
                 %tiles: i32) kernel
      attributes {known_block_size = array<i32: 192, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c4 = arith.constant 4 : i32
    %c8 = arith.constant 8 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = nvvm.read.ptx.sreg.ctaid.x : i32
    %ctas = nvvm.read.ptx.sreg.nctaid.x : i32

    pipegroup.init @xy

    pipegroup.specialize {
      pipegroup.task @x warps(0, 4) {
        scf.for %t = %first to %tiles step %ctas : i32 {
          pipegroup.acquire @xy::@x
          %p = pipegroup.current @xy::@x producer : !pipegroup.state<4>
          %xs = pipegroup.slot @xy::@x[%p] : !pipegroup.state<4> -> !llvm.ptr<3>
          scf.for %j = %c0 to %c256 step %c128 : i32 {
            %i = arith.addi %j, %tid : i32
            %from = llvm.getelementptr %x[%t, %i] : (!llvm.ptr<1>, i32, i32)
                -> !llvm.ptr<1>, !llvm.array<256 x vector<4xi32>>
            %v = llvm.load %from : !llvm.ptr<1> -> vector<4xi32>
            %to = llvm.getelementptr %xs[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
            llvm.store %v, %to : vector<4xi32>, !llvm.ptr<3>
          }
          pipegroup.commit @xy::@x
        }
      }
      pipegroup.task @y warps(4, 1) {
        scf.for %t = %first to %tiles step %ctas : i32 {
          pipegroup.acquire @xy::@y
          %p = pipegroup.current @xy::@y producer : !pipegroup.state<4>
          %from = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32)
              -> !llvm.ptr<1>, !llvm.array<1024 x i32>
          pipegroup.bulk_load %from, @xy::@y[%p] : !llvm.ptr<1>, !pipegroup.state<4>
          pipegroup.commit @xy::@y
        }
      }
      pipegroup.task @store warps(5, 1) {
        scf.for %t = %first to %tiles step %ctas : i32 {
          %rowX = arith.muli %t, %c8 : i32
          %rowY = arith.addi %rowX, %c4 : i32
          %s = pipegroup.current @xy consumer : !pipegroup.state<4>
          %xs = pipegroup.slot @xy::@x[%s] : !pipegroup.state<4> -> memref<4x256xi32, 3>
          %ys = pipegroup.slot @xy::@y[%s] : !pipegroup.state<4> -> memref<4x256xi32, 3>
          pipegroup.wait @xy::@x
          pipegroup.wait @xy::@y
          pipegroup.tma_store %xs to %dst[%c0, %rowX] : memref<4x256xi32, 3>, !llvm.ptr
          pipegroup.tma_store %ys to %dst[%c0, %rowY] : memref<4x256xi32, 3>, !llvm.ptr
          // The slots are free once they have been read.
          pipegroup.tma_store_wait 0 read
          pipegroup.release @xy
        }
      }
    }
    gpu.return
  }
}
