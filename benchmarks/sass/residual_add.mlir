// Merge of an accumulator and a residual.
// One kernel a role; sass.py replaces the 4 stages by others.

gpu.module @kernels {
  pipegroup.group @sum merge {
    pipegroup.member @acc umma_async stages(4) producer(warp 1) consumer(thread 128)
    pipegroup.member @res async_async stages(4) producer(thread 32) consumer(thread 128)
  }
  gpu.func @umma_producer(%n: i32) kernel {
    pipegroup.init @sum
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %start = pipegroup.start @sum::@acc producer : !pipegroup.state<4>
    scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!pipegroup.state<4>) : i32 {
      pipegroup.acquire @sum::@acc[%s] : !pipegroup.state<4>
      pipegroup.commit @sum::@acc[%s] : !pipegroup.state<4>
      %next = pipegroup.advance %s : !pipegroup.state<4>
      scf.yield %next : !pipegroup.state<4>
    }
    gpu.return
  }
  gpu.func @async_producer(%n: i32) kernel {
    pipegroup.init @sum
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %start = pipegroup.start @sum::@res producer : !pipegroup.state<4>
    scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!pipegroup.state<4>) : i32 {
      pipegroup.acquire @sum::@res[%s] : !pipegroup.state<4>
      pipegroup.commit @sum::@res[%s] : !pipegroup.state<4>
      %next = pipegroup.advance %s : !pipegroup.state<4>
      scf.yield %next : !pipegroup.state<4>
    }
    gpu.return
  }
  gpu.func @consumer(%n: i32) kernel {
    pipegroup.init @sum
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %start = pipegroup.start @sum consumer : !pipegroup.state<4>
    scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!pipegroup.state<4>) : i32 {
      pipegroup.wait @sum::@acc[%s] : !pipegroup.state<4>
      pipegroup.wait @sum::@res[%s] : !pipegroup.state<4>
      pipegroup.release @sum[%s] : !pipegroup.state<4>
      %next = pipegroup.advance %s : !pipegroup.state<4>
      scf.yield %next : !pipegroup.state<4>
    }
    gpu.return
  }
}
