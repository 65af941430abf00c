// P4: a protocol op outside a function is told, never a crash.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

gpu.module @kernels {
  pipegroup.group @g merge {
    pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
  }
  // expected-error @below {{'pipegroup.init' op is outside a function, expected it inside one [P4]}}
  pipegroup.init @g
}

// -----

gpu.module @kernels {
  pipegroup.group @g merge {
    pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
  }
  // expected-error @below {{'pipegroup.start' op is outside a function, expected it inside one [P4]}}
  %p = pipegroup.start @g::@m producer : !pipegroup.state<4>
}

// -----

gpu.module @kernels {
  pipegroup.group @g merge {
    pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
  }
  %p = ub.poison : !pipegroup.state<4>
  // expected-error @below {{'pipegroup.acquire' op is outside a function, expected it inside one [P4]}}
  pipegroup.acquire @g::@m[%p] : !pipegroup.state<4>
}

// -----

gpu.module @kernels {
  pipegroup.group @g merge {
    pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
  }
  %p = ub.poison : !pipegroup.state<4>
  // expected-error @below {{'pipegroup.full_barrier' op is outside a function, expected it inside one [P4]}}
  %b = pipegroup.full_barrier @g::@m[%p] : !pipegroup.state<4> -> !llvm.ptr<3>
}

// -----

gpu.module @kernels {
  pipegroup.group @g merge {
    pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
  }
  // expected-error @below {{'pipegroup.invalidate' op is outside a function, expected it inside one [P4]}}
  pipegroup.invalidate @g
}
