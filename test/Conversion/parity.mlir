// A known parity is 0 or 1; both are accepted.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm | FileCheck %s

func.func @parities(%b: !llvm.ptr<3>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // CHECK: nvvm.mbarrier.try_wait %{{.*}}, %c0_i32 :
  pipegroup.barrier_wait %b parity(%zero)
  // CHECK: nvvm.mbarrier.try_wait %{{.*}}, %c1_i32 :
  %done = pipegroup.barrier_try_wait %b parity(%one)
  // CHECK: nvvm.mbarrier.test.wait %{{.*}}, %c0_i32 :
  %now = pipegroup.barrier_test_wait %b parity(%zero)
  // CHECK: nvvm.mbarrier.test.wait %{{.*}}, %c1_i32 :
  %late = pipegroup.barrier_test_wait %b parity(%one)
  return
}
