// merge_copy in one kernel: warps 0 to 3 consume, warps 4 and 5 produce.
// sass.py replaces the 4 stages by others.

gpu.module @kernels {
  pipegroup.group @xy merge {
    pipegroup.member @x async_async stages(4)
    pipegroup.member @y tma_async stages(4) bytes(256)
  }
  gpu.func @roles(%n: i32) kernel attributes {known_block_size = array<i32: 192, 1, 1>} {
    pipegroup.init @xy
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    pipegroup.specialize {
      pipegroup.task @x warps(4, 1) {
        scf.for %i = %zero to %n step %one : i32 {
          pipegroup.acquire @xy::@x
          pipegroup.commit @xy::@x
        }
      }
      pipegroup.task @y warps(5, 1) {
        scf.for %i = %zero to %n step %one : i32 {
          pipegroup.acquire @xy::@y
          pipegroup.commit @xy::@y
        }
      }
      pipegroup.task @store warps(0, 4) {
        scf.for %i = %zero to %n step %one : i32 {
          pipegroup.wait @xy::@x
          pipegroup.wait @xy::@y
          pipegroup.release @xy
        }
      }
    }
    gpu.return
  }
}
