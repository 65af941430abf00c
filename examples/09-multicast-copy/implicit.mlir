// chip: sm_90a
//
// The kernel beside this file without what the compiler works out: agents are those
// of the tasks, states follow from the rounds, the tail is added. The PTX is the same.

gpu.module @kernels {
  pipegroup.group @in merge {
    pipegroup.member @tile tma_async stages(4) bytes(512)
        cluster(1, 2, 1, 1) multicast(0, 1)
  }

  // Four tiles of 128 words, in two halves.
  llvm.mlir.global internal @slots() {addr_space = 3 : i32, alignment = 128 : i64}
      : !llvm.array<4 x array<2 x array<64 x i32>>>

  // dst[c] = src[c / 2] for every CTA c, `tiles` tiles each; CTAs of 160 threads.
  gpu.func @broadcast(%src: !llvm.ptr<1>, %dst: !llvm.ptr<1>, %tiles: i32) kernel
      attributes {known_block_size = array<i32: 160, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %slots = llvm.mlir.addressof @slots : !llvm.ptr<3>
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %cta = nvvm.read.ptx.sreg.ctaid.x : i32

    pipegroup.init @in

    pipegroup.specialize {
      pipegroup.task @store warps(0, 4) {
        %first = arith.muli %cta, %tiles : i32
        scf.for %t = %c0 to %tiles step %c1 : i32 {
          pipegroup.wait @in::@tile
          %s = pipegroup.current @in consumer : !pipegroup.state<4>
          %i = pipegroup.index %s : !pipegroup.state<4>
          %from = llvm.getelementptr %slots[0, %i, %tid] : (!llvm.ptr<3>, i32, i32)
              -> !llvm.ptr<3>, !llvm.array<4 x array<128 x i32>>
          %x = llvm.load %from : !llvm.ptr<3> -> i32
          pipegroup.release @in
          %block = arith.addi %first, %t : i32
          %to = llvm.getelementptr %dst[%block, %tid] : (!llvm.ptr<1>, i32, i32)
              -> !llvm.ptr<1>, !llvm.array<128 x i32>
          llvm.store %x, %to : i32, !llvm.ptr<1>
        }
      }
      pipegroup.task @load warps(4, 1) {
        %both = arith.constant 3 : i16
        %bytes = arith.constant 256 : i32
        %half = pipegroup.cta_rank
        %cluster = arith.shrui %cta, %c1 : i32
        %first = arith.muli %cluster, %tiles : i32
        scf.for %t = %c0 to %tiles step %c1 : i32 {
          pipegroup.acquire @in::@tile
          %s = pipegroup.current @in::@tile producer : !pipegroup.state<4>
          %full = pipegroup.full_barrier @in::@tile[%s] : !pipegroup.state<4> -> !llvm.ptr<3>
          %i = pipegroup.index %s : !pipegroup.state<4>
          %slot = llvm.getelementptr %slots[0, %i, %half] : (!llvm.ptr<3>, i32, i32)
              -> !llvm.ptr<3>, !llvm.array<4 x array<2 x array<64 x i32>>>
          %to = llvm.addrspacecast %slot : !llvm.ptr<3> to !llvm.ptr<7>
          %block = arith.addi %first, %t : i32
          %from = llvm.getelementptr %src[%block, %half] : (!llvm.ptr<1>, i32, i32)
              -> !llvm.ptr<1>, !llvm.array<2 x array<64 x i32>>
          %elected = nvvm.elect.sync -> i1
          scf.if %elected {
            nvvm.cp.async.bulk.shared.cluster.global %to, %from, %full, %bytes multicast_mask = %both
                : !llvm.ptr<7>, !llvm.ptr<1>
          }
          pipegroup.commit @in::@tile
        }
      }
    }
    gpu.return
  }
}
