// What the ops for other CTAs refuse.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

pipegroup.barriers @b size(1)
func.func @two_places(%i: i32) {
  // expected-error @below {{'pipegroup.barrier' op is in the CTA of a rank and in the leader, expected one of them}}
  %x = pipegroup.barrier @b[%i] cta(%i) leader : !llvm.ptr<7>
  return
}

// -----

pipegroup.barriers @b size(1)
func.func @own_cta(%i: i32) {
  // expected-error @below {{'pipegroup.barrier' op is in its own CTA, expected a pointer in address space 3, or 'cta' or 'leader'}}
  %x = pipegroup.barrier @b[%i] : !llvm.ptr<7>
  return
}

// -----

pipegroup.barriers @b size(1)
func.func @other_cta(%i: i32) {
  // expected-error @below {{'pipegroup.barrier' op is in the CTA of a rank, expected a pointer in address space 7}}
  %x = pipegroup.barrier @b[%i] cta(%i) : !llvm.ptr<3>
  return
}

// -----

// NVVM has no wait for a barrier elsewhere.
// expected-note @below {{prior use here}}
func.func @remote_wait(%b: !llvm.ptr<7>, %i: i32) {
  // expected-error @below {{use of value '%b' expects different type than prior uses}}
  pipegroup.barrier_wait %b parity(%i)
  return
}

// -----

func.func @no_rank(%mask: i32) {
  // expected-error @below {{'pipegroup.for_ctas' op has a body with 0 arguments, expected one 'i32' for the CTA's rank}}
  pipegroup.for_ctas %mask {
    pipegroup.fence_proxy_async
  }
  return
}

// -----

func.func @wrong_rank(%mask: i32) {
  // expected-error @below {{'pipegroup.for_ctas' op has a body with 1 arguments, expected one 'i32' for the CTA's rank}}
  pipegroup.for_ctas %mask {
  ^bb0(%rank: i64):
    pipegroup.fence_proxy_async
  }
  return
}

// -----

func.func @one_lane(%mask: i32) {
  // expected-note @below {{only one thread executes this}}
  pipegroup.elect {
    // expected-error @below {{'pipegroup.for_ctas' op is inside 'pipegroup.elect', expected all lanes of the warp to execute it}}
    pipegroup.for_ctas %mask {
    ^bb0(%rank: i32):
      pipegroup.fence_proxy_async
    }
  }
  return
}

// -----

func.func @elected_twice(%mask: i32) {
  // expected-note @below {{only one thread executes this}}
  pipegroup.for_ctas %mask {
  ^bb0(%rank: i32):
    // expected-error @below {{'pipegroup.elect' op is inside 'pipegroup.for_ctas', expected all lanes of the warp to execute it}}
    pipegroup.elect {
      pipegroup.fence_proxy_async
    }
  }
  return
}

// -----

func.func @sync() {
  // expected-note @below {{only one thread executes this}}
  pipegroup.once {
    // expected-error @below {{'pipegroup.sync_cluster' op is inside 'pipegroup.once', expected all threads of the CTA to execute it}}
    pipegroup.sync_cluster
  }
  return
}
