// Two TMA loads that share their barriers.
// One kernel a role; sass.py replaces the 4 stages by others.

gpu.module @kernels {
  pipegroup.group @fused fused_merge {
    pipegroup.member @x tma_async stages(4) producer(warp 1) consumer(thread 128) bytes(8192)
    pipegroup.member @y tma_async stages(4) producer(warp 1) consumer(thread 128) bytes(4096)
  }
  gpu.func @x_producer(%n: i32) kernel {
    pipegroup.init @fused
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %start = pipegroup.start @fused::@x producer : !pipegroup.state<4>
    scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!pipegroup.state<4>) : i32 {
      pipegroup.acquire @fused::@x[%s] : !pipegroup.state<4>
      pipegroup.commit @fused::@x[%s] : !pipegroup.state<4>
      %next = pipegroup.advance %s : !pipegroup.state<4>
      scf.yield %next : !pipegroup.state<4>
    }
    gpu.return
  }
  gpu.func @y_producer(%n: i32) kernel {
    pipegroup.init @fused
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %start = pipegroup.start @fused::@y producer : !pipegroup.state<4>
    scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!pipegroup.state<4>) : i32 {
      pipegroup.acquire @fused::@y[%s] : !pipegroup.state<4>
      pipegroup.commit @fused::@y[%s] : !pipegroup.state<4>
      %next = pipegroup.advance %s : !pipegroup.state<4>
      scf.yield %next : !pipegroup.state<4>
    }
    gpu.return
  }
  gpu.func @consumer(%n: i32) kernel {
    pipegroup.init @fused
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %start = pipegroup.start @fused consumer : !pipegroup.state<4>
    scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!pipegroup.state<4>) : i32 {
      pipegroup.wait @fused[%s] : !pipegroup.state<4>
      pipegroup.release @fused[%s] : !pipegroup.state<4>
      %next = pipegroup.advance %s : !pipegroup.state<4>
      scf.yield %next : !pipegroup.state<4>
    }
    gpu.return
  }
}
