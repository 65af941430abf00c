// A gpu.module with several targets is held to each of them, and each of two
// modules to its own.
// accepts: T1
// RUN: pipegroup-opt %s --pipegroup-check-target --split-input-file --verify-diagnostics

gpu.module @both [#nvvm.target<chip = "sm_100a", features = "+ptx88">,
                  #nvvm.target<chip = "sm_103a", features = "+ptx88">] {
  pipegroup.group @acc merge {
    pipegroup.member @x umma_async stages(2) producer(warp 1) consumer(thread 128)
  }
}

// -----

gpu.module @one_of_two [#nvvm.target<chip = "sm_100a", features = "+ptx88">,
                        #nvvm.target<chip = "sm_90a", features = "+ptx88">] {
  pipegroup.group @acc merge {
    // expected-error @below {{'@x' is 'umma_async': tcgen05 needs sm_100a, sm_100f, sm_103a, sm_103f, sm_110a or sm_110f, found sm_90a [T1]}}
    pipegroup.member @x umma_async stages(2) producer(warp 1) consumer(thread 128)
  }
}

// -----

gpu.module @blackwell [#nvvm.target<chip = "sm_100a", features = "+ptx88">] {
  pipegroup.group @acc merge {
    pipegroup.member @x umma_async stages(2) producer(warp 1) consumer(thread 128)
  }
}
gpu.module @hopper [#nvvm.target<chip = "sm_90a", features = "+ptx88">] {
  pipegroup.group @acc merge {
    // expected-error @below {{found sm_90a [T1]}}
    pipegroup.member @x umma_async stages(2) producer(warp 1) consumer(thread 128)
  }
}
