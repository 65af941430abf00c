// Fork of one TMA load to a GEMM and to an activation.
// One kernel a role; sass.py replaces the 4 stages by others.

gpu.module @kernels {
  pipegroup.group @load fork {
    pipegroup.member @gemm tma_umma stages(4) producer(warp 1) consumer(warp 1) bytes(16384)
    pipegroup.member @act tma_async stages(4) producer(warp 1) consumer(warp 4) bytes(16384)
  }
  gpu.func @producer(%n: i32) kernel {
    pipegroup.init @load
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %start = pipegroup.start @load producer : !pipegroup.state<4>
    scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!pipegroup.state<4>) : i32 {
      pipegroup.acquire @load::@gemm[%s] : !pipegroup.state<4>
      pipegroup.acquire @load::@act[%s] : !pipegroup.state<4>
      pipegroup.commit @load[%s] : !pipegroup.state<4>
      %next = pipegroup.advance %s : !pipegroup.state<4>
      scf.yield %next : !pipegroup.state<4>
    }
    gpu.return
  }
  gpu.func @umma_consumer(%n: i32) kernel {
    pipegroup.init @load
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %start = pipegroup.start @load::@gemm consumer : !pipegroup.state<4>
    scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!pipegroup.state<4>) : i32 {
      pipegroup.wait @load::@gemm[%s] : !pipegroup.state<4>
      pipegroup.release @load::@gemm[%s] : !pipegroup.state<4>
      %next = pipegroup.advance %s : !pipegroup.state<4>
      scf.yield %next : !pipegroup.state<4>
    }
    gpu.return
  }
  gpu.func @warp_consumer(%n: i32) kernel {
    pipegroup.init @load
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %start = pipegroup.start @load::@act consumer : !pipegroup.state<4>
    scf.for %i = %zero to %n step %one iter_args(%s = %start) -> (!pipegroup.state<4>) : i32 {
      pipegroup.wait @load::@act[%s] : !pipegroup.state<4>
      pipegroup.release @load::@act[%s] : !pipegroup.state<4>
      %next = pipegroup.advance %s : !pipegroup.state<4>
      scf.yield %next : !pipegroup.state<4>
    }
    gpu.return
  }
}
