// chip: sm_90a
//
// The kernel beside this file without what the compiler works out: agents are those
// of the tasks, states follow from the rounds. The PTX is the same.

gpu.module @kernels {
  pipegroup.group @in merge {
    pipegroup.member @tile tma_async stages(4) bytes(512) slot(memref<128xf32, 3>)
  }

  // dst[i] = 2 * src[i] for `tiles` tiles of 128 floats; one CTA of 160 threads.
  gpu.func @scale(%src: !llvm.ptr<1>, %dst: !llvm.ptr<1>, %tiles: i32) kernel
      attributes {known_block_size = array<i32: 160, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %tid = gpu.thread_id x
    %thread = arith.index_cast %tid : index to i32

    pipegroup.init @in

    pipegroup.specialize {
      pipegroup.task @scale warps(0, 4) {
        %two = arith.constant 2.0 : f32
        scf.for %t = %c0 to %tiles step %c1 : i32 {
          pipegroup.wait @in::@tile
          %s = pipegroup.current @in consumer : !pipegroup.state<4>
          %tile = pipegroup.slot @in::@tile[%s] : !pipegroup.state<4> -> memref<128xf32, 3>
          %x = memref.load %tile[%tid] : memref<128xf32, 3>
          pipegroup.release @in
          %y = arith.mulf %x, %two : f32
          %to = llvm.getelementptr %dst[%t, %thread] : (!llvm.ptr<1>, i32, i32)
              -> !llvm.ptr<1>, !llvm.array<128 x f32>
          llvm.store %y, %to : f32, !llvm.ptr<1>
        }
      }
      pipegroup.task @load warps(4, 1) {
        scf.for %t = %c0 to %tiles step %c1 : i32 {
          %from = llvm.getelementptr %src[%t] : (!llvm.ptr<1>, i32)
              -> !llvm.ptr<1>, !llvm.array<128 x f32>
          pipegroup.acquire @in::@tile
          %s = pipegroup.current @in::@tile producer : !pipegroup.state<4>
          pipegroup.bulk_load %from, @in::@tile[%s] : !llvm.ptr<1>, !pipegroup.state<4>
          pipegroup.commit @in::@tile
        }
      }
    }
    gpu.return
  }
}
