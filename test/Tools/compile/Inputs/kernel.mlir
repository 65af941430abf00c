gpu.module @kernels {
  pipegroup.group @copy merge {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 128)
  }
  gpu.func @kernel() kernel {
    pipegroup.init @copy
    gpu.return
  }
}
