// chip: sm_90a
//
// One ring of four slots: a TMA warp fills, 128 threads double and store.
// A plain pipeline is a group of one member.

gpu.module @kernels {
  pipegroup.group @in merge {
    pipegroup.member @tile tma_async stages(4)
        producer(warp 1) consumer(thread 128) bytes(512)
  }

  // Four tiles of 128 floats.
  llvm.mlir.global internal @slots() {addr_space = 3 : i32, alignment = 128 : i64}
      : !llvm.array<4 x array<128 x f32>>

  // dst[i] = 2 * src[i] for `tiles` tiles; one CTA of 160 threads.
  gpu.func @scale(%src: !llvm.ptr<1>, %dst: !llvm.ptr<1>, %tiles: i32) kernel
      attributes {known_block_size = array<i32: 160, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %slots = llvm.mlir.addressof @slots : !llvm.ptr<3>
    %tid = nvvm.read.ptx.sreg.tid.x : i32

    pipegroup.init @in

    pipegroup.specialize {
      pipegroup.task @scale warps(0, 4) {
        %two = arith.constant 2.0 : f32
        %c = pipegroup.start @in consumer : !pipegroup.state<4>
        scf.for %t = %c0 to %tiles step %c1 iter_args(%s = %c) -> (!pipegroup.state<4>) : i32 {
          pipegroup.wait @in::@tile[%s] : !pipegroup.state<4>
          %i = pipegroup.index %s : !pipegroup.state<4>
          %from = llvm.getelementptr %slots[0, %i, %tid] : (!llvm.ptr<3>, i32, i32)
              -> !llvm.ptr<3>, !llvm.array<4 x array<128 x f32>>
          %x = llvm.load %from : !llvm.ptr<3> -> f32
          pipegroup.release @in[%s] : !pipegroup.state<4>
          %n = pipegroup.advance %s : !pipegroup.state<4>
          %y = arith.mulf %x, %two : f32
          %to = llvm.getelementptr %dst[%t, %tid] : (!llvm.ptr<1>, i32, i32)
              -> !llvm.ptr<1>, !llvm.array<128 x f32>
          llvm.store %y, %to : f32, !llvm.ptr<1>
          scf.yield %n : !pipegroup.state<4>
        }
      }
      pipegroup.task @load warps(4, 1) {
        %bytes = arith.constant 512 : i32
        %p = pipegroup.start @in::@tile producer : !pipegroup.state<4>
        scf.for %t = %c0 to %tiles step %c1 iter_args(%s = %p) -> (!pipegroup.state<4>) : i32 {
          pipegroup.acquire @in::@tile[%s] : !pipegroup.state<4>
          %full = pipegroup.full_barrier @in::@tile[%s] : !pipegroup.state<4> -> !llvm.ptr<3>
          %i = pipegroup.index %s : !pipegroup.state<4>
          %to = llvm.getelementptr %slots[0, %i] : (!llvm.ptr<3>, i32)
              -> !llvm.ptr<3>, !llvm.array<4 x array<128 x f32>>
          %from = llvm.getelementptr %src[%t] : (!llvm.ptr<1>, i32)
              -> !llvm.ptr<1>, !llvm.array<128 x f32>
          %elected = nvvm.elect.sync -> i1
          scf.if %elected {
            nvvm.cp.async.bulk.shared.cluster.global %to, %from, %full, %bytes : !llvm.ptr<3>, !llvm.ptr<1>
          }
          pipegroup.commit @in::@tile[%s] : !pipegroup.state<4>
          %n = pipegroup.advance %s : !pipegroup.state<4>
          scf.yield %n : !pipegroup.state<4>
        }
      }
    }
    gpu.return
  }
}
