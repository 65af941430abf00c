// The target that a gpu.module has goes before the options. Without a PTX
// version it is taken to be the oldest that knows the chip.
// accepts: T1
// RUN: pipegroup-opt %s --pipegroup-check-target=chip=sm_80 --split-input-file --verify-diagnostics
// RUN: pipegroup-opt %s --pipegroup-to-nvvm=chip=sm_100a --split-input-file --verify-diagnostics

gpu.module @chip [#nvvm.target<chip = "sm_90a">] {
  pipegroup.group @load merge {
    pipegroup.member @x tma_async stages(2) producer(warp 1) consumer(thread 128) bytes(256)
  }
}

// -----

gpu.module @chip_and_version [#nvvm.target<chip = "sm_100a", features = "+ptx88">] {
  pipegroup.group @acc merge {
    pipegroup.member @x umma_async stages(2) producer(warp 1) consumer(thread 128)
  }
}

// -----

gpu.module @wrong_chip [#nvvm.target<chip = "sm_90a", features = "+ptx86">] {
  pipegroup.group @acc merge {
    // expected-error @below {{'@x' is 'umma_async': tcgen05 needs sm_100a, sm_100f, sm_103a, sm_103f, sm_110a or sm_110f, found sm_90a [T1]}}
    pipegroup.member @x umma_async stages(2) producer(warp 1) consumer(thread 128)
  }
}

// -----

// sm_90 came with PTX 7.8, which has no TMA.
gpu.module @oldest [#nvvm.target<chip = "sm_90">] {
  pipegroup.group @load merge {
    // expected-error @below {{'@x' is 'tma_async': TMA needs PTX ISA 8.0 or later, found 7.8 [T1]}}
    pipegroup.member @x tma_async stages(2) producer(warp 1) consumer(thread 128) bytes(256)
  }
}

// -----

gpu.module @newer [#nvvm.target<chip = "sm_90", features = "+ptx80">] {
  pipegroup.group @load merge {
    pipegroup.member @x tma_async stages(2) producer(warp 1) consumer(thread 128) bytes(256)
  }
}

// -----

// expected-error @below {{PTX ISA 7.8 for sm_90a, expected 8.0 to 9.0 [T1]}}
gpu.module @too_old [#nvvm.target<chip = "sm_90a", features = "+ptx78">] {
  pipegroup.group @load merge {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 128)
  }
}

// -----

// expected-error @below {{unknown chip 'sm_75', expected one of sm_80}}
gpu.module @unknown [#nvvm.target<chip = "sm_75">] {
  pipegroup.group @load merge {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 128)
  }
}
