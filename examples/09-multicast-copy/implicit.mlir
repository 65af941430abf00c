// chip: sm_90a
//
// The kernel beside this file without what the compiler works out: agents are those
// of the tasks, states follow from the rounds, the tail is added. The PTX is the same.

gpu.module @kernels {
  pipegroup.group @in merge {
    pipegroup.member @tile tma_async stages(4) bytes(512)
        slot(memref<128xi32, 3>) cluster(1, 2, 1, 1) multicast(0, 1)
  }

  // dst[c] = src[c / 2] for every CTA c, `tiles` tiles of 128 words each; CTAs of 160
  // threads.
  gpu.func @broadcast(%src: !llvm.ptr<1>, %dst: !llvm.ptr<1>, %tiles: i32) kernel
      attributes {known_block_size = array<i32: 160, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %tid = gpu.thread_id x
    %thread = arith.index_cast %tid : index to i32
    %cta = nvvm.read.ptx.sreg.ctaid.x : i32

    pipegroup.init @in

    pipegroup.specialize {
      pipegroup.task @store warps(0, 4) {
        %first = arith.muli %cta, %tiles : i32
        scf.for %t = %c0 to %tiles step %c1 : i32 {
          pipegroup.wait @in::@tile
          %s = pipegroup.current @in consumer : !pipegroup.state<4>
          %tile = pipegroup.slot @in::@tile[%s] : !pipegroup.state<4> -> memref<128xi32, 3>
          %x = memref.load %tile[%tid] : memref<128xi32, 3>
          pipegroup.release @in
          %block = arith.addi %first, %t : i32
          %to = llvm.getelementptr %dst[%block, %thread] : (!llvm.ptr<1>, i32, i32)
              -> !llvm.ptr<1>, !llvm.array<128 x i32>
          llvm.store %x, %to : i32, !llvm.ptr<1>
        }
      }
      pipegroup.task @load warps(4, 1) {
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
