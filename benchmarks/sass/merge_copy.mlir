// Merge of a copy by threads and a TMA copy.
// One kernel a role; sass.py replaces the 4 stages by others.

gpu.module @kernels {
  pipegroup.group @xy merge {
    pipegroup.member @x async_async stages(4) producer(thread 32) consumer(thread 128)
    pipegroup.member @y tma_async stages(4) producer(warp 1) consumer(thread 128) bytes(256)
  }
  gpu.func @async_producer(%n: i32) kernel {
    pipegroup.init @xy
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %start = pipegroup.start @xy::@x producer : !pipegroup.state<4>
    scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!pipegroup.state<4>) : i32 {
      pipegroup.acquire @xy::@x[%s] : !pipegroup.state<4>
      pipegroup.commit @xy::@x[%s] : !pipegroup.state<4>
      %next = pipegroup.advance %s : !pipegroup.state<4>
      scf.yield %next : !pipegroup.state<4>
    }
    gpu.return
  }
  gpu.func @tma_producer(%n: i32) kernel {
    pipegroup.init @xy
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %start = pipegroup.start @xy::@y producer : !pipegroup.state<4>
    scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!pipegroup.state<4>) : i32 {
      pipegroup.acquire @xy::@y[%s] : !pipegroup.state<4>
      pipegroup.commit @xy::@y[%s] : !pipegroup.state<4>
      %next = pipegroup.advance %s : !pipegroup.state<4>
      scf.yield %next : !pipegroup.state<4>
    }
    gpu.return
  }
  gpu.func @consumer(%n: i32) kernel {
    pipegroup.init @xy
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %start = pipegroup.start @xy consumer : !pipegroup.state<4>
    scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!pipegroup.state<4>) : i32 {
      pipegroup.wait @xy::@x[%s] : !pipegroup.state<4>
      pipegroup.wait @xy::@y[%s] : !pipegroup.state<4>
      pipegroup.release @xy[%s] : !pipegroup.state<4>
      %next = pipegroup.advance %s : !pipegroup.state<4>
      scf.yield %next : !pipegroup.state<4>
    }
    gpu.return
  }
}
