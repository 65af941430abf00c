// What a warp or the CTA executes together is not where one thread is alone: it
// would wait for ever.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics
func.func @elect(%b: !llvm.ptr<3>) {
  // expected-note @below {{only one thread executes this}}
  pipegroup.once {
    // expected-error @below {{'pipegroup.elect' op is inside 'pipegroup.once', expected all lanes of the warp to execute it}}
    pipegroup.elect {
      pipegroup.barrier_arrive %b
    }
  }
  return
}

// -----

func.func @sync() {
  // expected-note @below {{only one thread executes this}}
  pipegroup.elect {
    // expected-error @below {{'pipegroup.sync_cta' op is inside 'pipegroup.elect', expected all threads of the CTA to execute it}}
    pipegroup.sync_cta
  }
  return
}
