// chip: sm_90a
//
// The merge copy with one full barrier a stage for both members: 33 arrivals
// and 256 bytes complete a phase, and the consumer waits once.

gpu.module @kernels {
  pipegroup.group @xy fused_merge {
    pipegroup.member @x async_async stages(4) producer(thread 32) consumer(thread 128) slot(memref<64xi32, 3>)
    pipegroup.member @y tma_async stages(4) producer(warp 1) consumer(thread 128) bytes(256) slot(memref<64xi32, 3>)
  }

  // For each of `tiles` tiles: dst gets 64 words of x, then 64 words of y.
  // One CTA of 192 threads.
  gpu.func @copy(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %dst: !llvm.ptr<1>, %tiles: i32) kernel
      attributes {known_block_size = array<i32: 192, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32

    pipegroup.init @xy

    pipegroup.specialize {
      // Two warps store x, two y: a word a thread.
      pipegroup.task @store warps(0, 4) {
        %isX = arith.cmpi ult, %tid, %c64 : i32
        %word = arith.remui %tid, %c64 : i32
        %c = pipegroup.start @xy consumer : !pipegroup.state<4>
        scf.for %t = %c0 to %tiles step %c1 iter_args(%s = %c) -> (!pipegroup.state<4>) : i32 {
          pipegroup.wait @xy[%s] : !pipegroup.state<4>
          %xs = pipegroup.slot @xy::@x[%s] : !pipegroup.state<4> -> !llvm.ptr<3>
          %ys = pipegroup.slot @xy::@y[%s] : !pipegroup.state<4> -> !llvm.ptr<3>
          %slot = arith.select %isX, %xs, %ys : !llvm.ptr<3>
          %from = llvm.getelementptr %slot[%word] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
          %v = llvm.load %from : !llvm.ptr<3> -> i32
          pipegroup.release @xy[%s] : !pipegroup.state<4>
          %n = pipegroup.advance %s : !pipegroup.state<4>
          %to = llvm.getelementptr %dst[%t, %tid] : (!llvm.ptr<1>, i32, i32)
              -> !llvm.ptr<1>, !llvm.array<128 x i32>
          llvm.store %v, %to : i32, !llvm.ptr<1>
          scf.yield %n : !pipegroup.state<4>
        }
      }
      // Two words a thread.
      pipegroup.task @x warps(4, 1) {
        %lane = arith.subi %tid, %c128 : i32
        %p = pipegroup.start @xy::@x producer : !pipegroup.state<4>
        scf.for %t = %c0 to %tiles step %c1 iter_args(%s = %p) -> (!pipegroup.state<4>) : i32 {
          %from = llvm.getelementptr %x[%t, %lane] : (!llvm.ptr<1>, i32, i32)
              -> !llvm.ptr<1>, !llvm.array<32 x i64>
          %v = llvm.load %from : !llvm.ptr<1> -> i64
          pipegroup.acquire @xy::@x[%s] : !pipegroup.state<4>
          %xs = pipegroup.slot @xy::@x[%s] : !pipegroup.state<4> -> !llvm.ptr<3>
          %to = llvm.getelementptr %xs[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
          llvm.store %v, %to : i64, !llvm.ptr<3>
          pipegroup.commit @xy::@x[%s] : !pipegroup.state<4>
          %n = pipegroup.advance %s : !pipegroup.state<4>
          scf.yield %n : !pipegroup.state<4>
        }
      }
      pipegroup.task @y warps(5, 1) {
        %p = pipegroup.start @xy::@y producer : !pipegroup.state<4>
        scf.for %t = %c0 to %tiles step %c1 iter_args(%s = %p) -> (!pipegroup.state<4>) : i32 {
          %from = llvm.getelementptr %y[%t] : (!llvm.ptr<1>, i32)
              -> !llvm.ptr<1>, !llvm.array<64 x i32>
          pipegroup.acquire @xy::@y[%s] : !pipegroup.state<4>
          pipegroup.bulk_load %from, @xy::@y[%s] : !llvm.ptr<1>, !pipegroup.state<4>
          pipegroup.commit @xy::@y[%s] : !pipegroup.state<4>
          %n = pipegroup.advance %s : !pipegroup.state<4>
          scf.yield %n : !pipegroup.state<4>
        }
      }
    }
    gpu.return
  }
}
