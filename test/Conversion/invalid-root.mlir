// Run on one function only, the conversion can't turn the storage outside it
// into a global; it says so instead of leaving an address of nothing.
// RUN: pipegroup-opt %s --verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(func.func(convert-pipegroup-to-nvvm))'

// expected-note @below {{the storage is here}}
pipegroup.barriers @ring size(2)
func.func @f(%i: i32) {
  // expected-error @below {{'pipegroup.barrier' op has its storage outside the 'func.func' that the pass runs on, expected it inside}}
  %0 = pipegroup.barrier @ring[%i] : !llvm.ptr<3>
  pipegroup.barrier_arrive %0
  return
}
