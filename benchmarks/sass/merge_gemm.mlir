// Merge of the two operands of a GEMM: A by threads, B by TMA.
// One kernel a role; sass.py replaces the 4 stages by others.

gpu.module @kernels {
  pipegroup.group @ab merge {
    pipegroup.member @a async_umma stages(4) producer(thread 32) consumer(warp 1)
    pipegroup.member @b tma_umma stages(4) producer(warp 1) consumer(warp 1) bytes(2048)
  }
  gpu.func @async_producer(%n: i32) kernel {
    pipegroup.init @ab
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %start = pipegroup.start @ab::@a producer : !pipegroup.state<4>
    scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!pipegroup.state<4>) : i32 {
      pipegroup.acquire @ab::@a[%s] : !pipegroup.state<4>
      pipegroup.commit @ab::@a[%s] : !pipegroup.state<4>
      %next = pipegroup.advance %s : !pipegroup.state<4>
      scf.yield %next : !pipegroup.state<4>
    }
    gpu.return
  }
  gpu.func @tma_producer(%n: i32) kernel {
    pipegroup.init @ab
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %start = pipegroup.start @ab::@b producer : !pipegroup.state<4>
    scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!pipegroup.state<4>) : i32 {
      pipegroup.acquire @ab::@b[%s] : !pipegroup.state<4>
      pipegroup.commit @ab::@b[%s] : !pipegroup.state<4>
      %next = pipegroup.advance %s : !pipegroup.state<4>
      scf.yield %next : !pipegroup.state<4>
    }
    gpu.return
  }
  gpu.func @consumer(%n: i32) kernel {
    pipegroup.init @ab
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %start = pipegroup.start @ab consumer : !pipegroup.state<4>
    scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!pipegroup.state<4>) : i32 {
      pipegroup.wait @ab::@a[%s] : !pipegroup.state<4>
      pipegroup.wait @ab::@b[%s] : !pipegroup.state<4>
      pipegroup.release @ab[%s] : !pipegroup.state<4>
      %next = pipegroup.advance %s : !pipegroup.state<4>
      scf.yield %next : !pipegroup.state<4>
    }
    gpu.return
  }
}
