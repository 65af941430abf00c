// The largest and smallest counts and bytes of an mbarrier arrive unchanged.
// accepts: M2, M3
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm | FileCheck %s

func.func @limits(%b: !llvm.ptr<3>) {
  // CHECK-DAG: %[[MOST:.*]] = arith.constant 1048575 : i32
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK: nvvm.mbarrier.init %{{.*}}, %[[MOST]] :
  pipegroup.barrier_init %b count(1048575)
  // CHECK: nvvm.mbarrier.init %{{.*}}, %[[ONE]] :
  pipegroup.barrier_init %b count(1)
  // CHECK: %[[BYTES:.*]] = arith.constant 1048575 : i32
  // CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %[[BYTES]] :
  pipegroup.barrier_arrive_expect_tx %b bytes(1048575)
  return
}
