// chip: sm_90a
//
// The kernel beside this file without what the compiler works out: agents are those
// of the tasks, states follow from the rounds, the tail is added. The PTX is the same.

gpu.module @kernels {
  pipegroup.group @in merge {
    pipegroup.member @tile tma_async stages(4) bytes(512)
        slot(memref<128xi32, 3>) cluster(1, 2, 1, 1) multicast(0, 1)
  }

  // dst[c] = src[c / 2] for every CTA c, `tiles` tiles of 128 words each; the map of
  // dst has boxes of 128 words. CTAs of 64 threads.
  gpu.func @broadcast(%src: !llvm.ptr<1>, %dst: !llvm.ptr {pipegroup.tensor_map},
                      %tiles: i32) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c128 = arith.constant 128 : i32
    %cta = nvvm.read.ptx.sreg.ctaid.x : i32

    pipegroup.init @in

    pipegroup.specialize {
      pipegroup.task @store warps(0, 1) {
        %first = arith.muli %cta, %tiles : i32
        scf.for %t = %c0 to %tiles step %c1 : i32 {
          pipegroup.wait @in::@tile
          %s = pipegroup.current @in consumer : !pipegroup.state<4>
          %tile = pipegroup.slot @in::@tile[%s] : !pipegroup.state<4> -> memref<128xi32, 3>
          %block = arith.addi %first, %t : i32
          %word = arith.muli %block, %c128 : i32
          pipegroup.tma_store %tile to %dst[%word] : memref<128xi32, 3>, !llvm.ptr
          // The slot is free once it has been read.
          pipegroup.tma_store_wait 0 read
          pipegroup.release @in
        }
      }
      pipegroup.task @load warps(1, 1) {
        %both = arith.constant 3 : i16
        %half = pipegroup.cta_rank
        %cluster = arith.shrui %cta, %c1 : i32
        %first = arith.muli %cluster, %tiles : i32
        scf.for %t = %c0 to %tiles step %c1 : i32 {
          %block = arith.addi %first, %t : i32
          %from = llvm.getelementptr %src[%block, %half] : (!llvm.ptr<1>, i32, i32)
              -> !llvm.ptr<1>, !llvm.array<2 x array<64 x i32>>
          pipegroup.acquire @in::@tile
          %s = pipegroup.current @in::@tile producer : !pipegroup.state<4>
          pipegroup.bulk_load %from, @in::@tile[%s] part(%half of 2) multicast(%both) : !llvm.ptr<1>, !pipegroup.state<4>
          pipegroup.commit @in::@tile
        }
      }
    }
    gpu.return
  }
}
