// Every op that acts on a barrier is refused where no kernel runs; in a module
// it would have no place in the code that LLVM makes.
// RUN: pipegroup-opt %s --split-input-file --verify-diagnostics

%b = llvm.mlir.zero : !llvm.ptr<3>
// expected-error @below {{'pipegroup.barrier_init' op is outside a function, expected it inside one [P4]}}
pipegroup.barrier_init %b count(1)

// -----

%b = llvm.mlir.zero : !llvm.ptr<3>
// expected-error @below {{'pipegroup.barrier_invalidate' op is outside a function, expected it inside one [P4]}}
pipegroup.barrier_invalidate %b

// -----

%b = llvm.mlir.zero : !llvm.ptr<3>
// expected-error @below {{'pipegroup.barrier_arrive' op is outside a function, expected it inside one [P4]}}
pipegroup.barrier_arrive %b

// -----

%b = llvm.mlir.zero : !llvm.ptr<3>
// expected-error @below {{'pipegroup.barrier_arrive_expect_tx' op is outside a function, expected it inside one [P4]}}
pipegroup.barrier_arrive_expect_tx %b bytes(16)

// -----

%b = llvm.mlir.zero : !llvm.ptr<3>
// expected-error @below {{'pipegroup.barrier_cp_async_arrive' op is outside a function, expected it inside one [P4]}}
pipegroup.barrier_cp_async_arrive %b

// -----

%b = llvm.mlir.zero : !llvm.ptr<3>
// expected-error @below {{'pipegroup.barrier_umma_commit' op is outside a function, expected it inside one [P4]}}
pipegroup.barrier_umma_commit %b

// -----

%b = llvm.mlir.zero : !llvm.ptr<3>
%i = arith.constant 0 : i32
// expected-error @below {{'pipegroup.barrier_try_wait' op is outside a function, expected it inside one [P4]}}
%done = pipegroup.barrier_try_wait %b parity(%i)

// -----

%b = llvm.mlir.zero : !llvm.ptr<3>
%i = arith.constant 0 : i32
// expected-error @below {{'pipegroup.barrier_test_wait' op is outside a function, expected it inside one [P4]}}
%done = pipegroup.barrier_test_wait %b parity(%i)

// -----

%b = llvm.mlir.zero : !llvm.ptr<3>
%i = arith.constant 0 : i32
// expected-error @below {{'pipegroup.barrier_wait' op is outside a function, expected it inside one [P4]}}
pipegroup.barrier_wait %b parity(%i)

// -----

// expected-error @below {{'pipegroup.elect' op is outside a function, expected it inside one [P4]}}
pipegroup.elect {
}

// -----

// expected-error @below {{'pipegroup.once' op is outside a function, expected it inside one [P4]}}
pipegroup.once {
}

// -----

// expected-error @below {{'pipegroup.fence_barrier_init' op is outside a function, expected it inside one [P4]}}
pipegroup.fence_barrier_init

// -----

// expected-error @below {{'pipegroup.fence_proxy_async' op is outside a function, expected it inside one [P4]}}
pipegroup.fence_proxy_async

// -----

// expected-error @below {{'pipegroup.sync_cta' op is outside a function, expected it inside one [P4]}}
pipegroup.sync_cta

// -----

// Neither is a gpu.module a function, nor what a global begins with.
gpu.module @kernels {
  %b = llvm.mlir.zero : !llvm.ptr<3>
  // expected-error @below {{'pipegroup.barrier_arrive' op is outside a function, expected it inside one [P4]}}
  pipegroup.barrier_arrive %b
}

// -----

pipegroup.barriers @ring size(2)
llvm.mlir.global internal @g() : !llvm.ptr<3> {
  %i = llvm.mlir.constant(0 : i32) : i32
  // expected-error @below {{'pipegroup.barrier' op is outside a function, expected it inside one [P4]}}
  %0 = pipegroup.barrier @ring[%i] : !llvm.ptr<3>
  llvm.return %0 : !llvm.ptr<3>
}
