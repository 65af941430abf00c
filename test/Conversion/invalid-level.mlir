// Groups have no NVVM form of their own: without materialization the conversion
// says so instead of leaving them.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm --split-input-file --verify-diagnostics

// expected-error @below {{'pipegroup.group' op is not a barrier op, expected 'pipegroup-materialize-barriers' to run first}}
pipegroup.group @copy merge {
  pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32)
}

// -----

gpu.module @kernels {
  // Found deep in a module, too.
  // expected-error @below {{'pipegroup.group' op is not a barrier op, expected 'pipegroup-materialize-barriers' to run first}}
  pipegroup.group @copy merge {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32)
  }
  gpu.func @kernel() kernel {
    pipegroup.init @copy
    gpu.return
  }
}

// -----

func.func @loose(%if: i1, %other: !pipegroup.state<2>) {
  // expected-error @below {{'pipegroup.advance' op is not a barrier op, expected 'pipegroup-materialize-barriers' to run first}}
  %0 = pipegroup.advance %other : !pipegroup.state<2>
  return
}
