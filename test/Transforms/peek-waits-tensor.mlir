// The fence behind a run that is tried together is not put in again behind the tests.
// RUN: pipegroup-opt %s -pipegroup-peek-waits -pipegroup-batch-waits | FileCheck %s

pipegroup.barriers @g size(8)

// CHECK-LABEL: func @runs
// CHECK:      barrier_try_wait
// CHECK-NEXT: barrier_try_wait
// CHECK-NOT:  tensor_fence_after
// CHECK:      barrier_wait
// CHECK:      barrier_wait
// CHECK:      tensor_fence_after
// CHECK-NEXT: barrier_test_wait
// CHECK-NEXT: barrier_test_wait
// CHECK-NEXT: barrier_arrive
func.func @runs(%i: i32, %j: i32, %p: i32) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @g[%i] offset(4) : !llvm.ptr<3>
  %c = pipegroup.barrier @g[%j] : !llvm.ptr<3>
  %d = pipegroup.barrier @g[%j] offset(4) : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.tensor_fence_after
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.tensor_fence_after
  pipegroup.barrier_arrive %a
  pipegroup.barrier_wait %c parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.tensor_fence_after
  pipegroup.barrier_wait %d parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.tensor_fence_after
  return
}
