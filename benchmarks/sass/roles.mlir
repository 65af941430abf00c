// merge_copy in one kernel: warps 0 to 3 consume, warps 4 and 5 produce.
// sass.py replaces the 4 stages by others.

gpu.module @kernels {
  pipegroup.group @xy merge {
    pipegroup.member @x async_async stages(4) producer(thread 32) consumer(thread 128)
    pipegroup.member @y tma_async stages(4) producer(warp 1) consumer(thread 128) bytes(256)
  }
  gpu.func @roles(%n: i32) kernel {
    pipegroup.init @xy
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %four = arith.constant 4 : i32
    %five = arith.constant 5 : i32
    %lanes = arith.constant 32 : i32
    %all = arith.constant -1 : i32
    %clamp = arith.constant 31 : i32
    %thread = nvvm.read.ptx.sreg.tid.x : i32
    %own = arith.divui %thread, %lanes : i32
    // The shuffle tells the compiler that the index is the same in all lanes.
    %warp = nvvm.shfl.sync idx %all, %own, %zero, %clamp : i32 -> i32
    %isX = arith.cmpi eq, %warp, %four : i32
    %isY = arith.cmpi eq, %warp, %five : i32
    %isConsumer = arith.cmpi ult, %warp, %four : i32
    scf.if %isX {
      %start = pipegroup.start @xy::@x producer : !pipegroup.state<4>
      scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!pipegroup.state<4>) : i32 {
        pipegroup.acquire @xy::@x[%s] : !pipegroup.state<4>
        pipegroup.commit @xy::@x[%s] : !pipegroup.state<4>
        %next = pipegroup.advance %s : !pipegroup.state<4>
        scf.yield %next : !pipegroup.state<4>
      }
    } else {
      scf.if %isY {
        %start = pipegroup.start @xy::@y producer : !pipegroup.state<4>
        scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!pipegroup.state<4>) : i32 {
          pipegroup.acquire @xy::@y[%s] : !pipegroup.state<4>
          pipegroup.commit @xy::@y[%s] : !pipegroup.state<4>
          %next = pipegroup.advance %s : !pipegroup.state<4>
          scf.yield %next : !pipegroup.state<4>
        }
      } else {
        scf.if %isConsumer {
          %start = pipegroup.start @xy consumer : !pipegroup.state<4>
          scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!pipegroup.state<4>) : i32 {
            pipegroup.wait @xy::@x[%s] : !pipegroup.state<4>
            pipegroup.wait @xy::@y[%s] : !pipegroup.state<4>
            pipegroup.release @xy[%s] : !pipegroup.state<4>
            %next = pipegroup.advance %s : !pipegroup.state<4>
            scf.yield %next : !pipegroup.state<4>
          }
        }
      }
    }
    gpu.return
  }
}
