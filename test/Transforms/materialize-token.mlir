// A token that is true replaces the wait; a TMA producer arms in any case.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -canonicalize | FileCheck %s

pipegroup.group @g merge {
  pipegroup.member @m tma_async stages(2) producer(warp 1) consumer(thread 32) bytes(64)
}
// CHECK-LABEL: func @f
func.func @f() {
  // CHECK-DAG: %[[TRUE:.*]] = arith.constant true
  // CHECK: pipegroup.sync_cta
  pipegroup.init @g
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: %[[E:.*]] = pipegroup.barrier @g[%c0_i32] offset(2)
  // CHECK-NEXT: %[[T:.*]] = pipegroup.barrier_try_wait %[[E]] parity(%c1_i32)
  %t = pipegroup.try_acquire @g::@m[%p] : !pipegroup.state<2>
  // CHECK-NEXT: %[[MUST:.*]] = arith.xori %[[T]], %[[TRUE]]
  // CHECK-NEXT: scf.if %[[MUST]] {
  // CHECK-NEXT:   %[[E2:.*]] = pipegroup.barrier @g[%c0_i32] offset(2)
  // CHECK-NEXT:   pipegroup.barrier_wait %[[E2]] parity(%c1_i32) {pipegroup.round = 2 : i64}
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.elect {
  // CHECK:        pipegroup.barrier_arrive_expect_tx
  // CHECK-NEXT: }
  pipegroup.acquire @g::@m[%p] unless %t : !pipegroup.state<2>
  // CHECK-NEXT: %[[F:.*]] = pipegroup.barrier @g[%c0_i32] :
  // CHECK-NEXT: %[[W:.*]] = pipegroup.barrier_try_wait %[[F]] parity(%c0_i32)
  %w = pipegroup.try_wait @g::@m[%c] : !pipegroup.state<2>
  // CHECK-NEXT: %[[MUST2:.*]] = arith.xori %[[W]], %[[TRUE]]
  // CHECK-NEXT: scf.if %[[MUST2]] {
  // CHECK:        pipegroup.barrier_wait {{.*}} {pipegroup.round = 2 : i64}
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  pipegroup.wait @g::@m[%c] unless %w : !pipegroup.state<2>
  return
}
