// The near misses of the barrier ops: the largest numbers, the last places.
// RUN: pipegroup-opt %s -verify-diagnostics | FileCheck %s
// CHECK: @static

pipegroup.barriers @static size(6144)
pipegroup.barriers @end size(1) dynamic(232440)

func.func @f(%i: i32, %b: !llvm.ptr<3>) {
  // The index is known only when the kernel runs.
  %0 = pipegroup.barrier @static[%i] offset(6143) : !llvm.ptr<3>
  %c = arith.constant 3 : i32
  %1 = pipegroup.barrier @static[%c] offset(6140) : !llvm.ptr<3>
  pipegroup.barrier_init %b count(1048575)
  pipegroup.barrier_arrive_expect_tx %b bytes(1048575)
  %one = arith.constant 1 : i32
  pipegroup.barrier_wait %b parity(%one)
  pipegroup.barrier_wait %b parity(%i)
  return
}
