// What it is for: the slots of a loop that starts at a known one are constants, and
// with two laps the parities are, too, in the loop; what is left counts on.
// RUN: pipegroup-opt %s -pipegroup-unroll-rings -pipegroup-materialize-barriers -sccp -canonicalize \
// RUN:   | FileCheck %s --check-prefixes=CHECK,ONE
// RUN: pipegroup-opt %s -pipegroup-unroll-rings=laps=2 -pipegroup-materialize-barriers -sccp -canonicalize \
// RUN:   | FileCheck %s --check-prefixes=CHECK,TWO

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}

// CHECK-LABEL: func @kernel
func.func @kernel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: pipegroup.sync_cta
  pipegroup.init @g
  // ONE: scf.for {{.*}} iter_args(%[[P:.*]] = %c1_i32) -> (i32) {
  // ONE-NEXT:   %[[A:.*]] = pipegroup.barrier @g[%c0_i32] offset(2)
  // ONE-NEXT:   pipegroup.barrier_wait %[[A]] parity(%[[P]]) {pipegroup.round = 2 : i64}
  // ONE-NEXT:   %[[B:.*]] = pipegroup.barrier @g[%c1_i32] offset(2)
  // ONE-NEXT:   pipegroup.barrier_wait %[[B]] parity(%[[P]]) {pipegroup.round = 2 : i64}
  // ONE-NEXT:   %[[Q:.*]] = arith.xori %[[P]], %c1_i32
  // ONE-NEXT:   scf.yield %[[Q]] : i32
  // ONE-NEXT: }
  // TWO: scf.for {{.*}} {
  // TWO-NOT: iter_args
  // TWO-NEXT:   %[[A:.*]] = pipegroup.barrier @g[%c0_i32] offset(2)
  // TWO-NEXT:   pipegroup.barrier_wait %[[A]] parity(%c1_i32) {pipegroup.round = 2 : i64}
  // TWO-NEXT:   %[[B:.*]] = pipegroup.barrier @g[%c1_i32] offset(2)
  // TWO-NEXT:   pipegroup.barrier_wait %[[B]] parity(%c1_i32) {pipegroup.round = 2 : i64}
  // TWO-NEXT:   %[[C:.*]] = pipegroup.barrier @g[%c0_i32] offset(2)
  // TWO-NEXT:   pipegroup.barrier_wait %[[C]] parity(%c0_i32) {pipegroup.round = 2 : i64}
  // TWO-NEXT:   %[[D:.*]] = pipegroup.barrier @g[%c1_i32] offset(2)
  // TWO-NEXT:   pipegroup.barrier_wait %[[D]] parity(%c0_i32) {pipegroup.round = 2 : i64}
  // TWO-NEXT: }
  // CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[I:.*]] = %c0_i32, %[[PH:.*]] = %{{.*}}) -> (i32, i32) {
  // CHECK-NEXT: %[[L:.*]] = pipegroup.barrier @g[%[[I]]] offset(2)
  // CHECK-NEXT: pipegroup.barrier_wait %[[L]] parity(%[[PH]]) {pipegroup.round = 2 : i64}
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %p) -> (!pipegroup.state<2>) {
    pipegroup.acquire @g::@m[%s] : !pipegroup.state<2>
    %next = pipegroup.advance %s : !pipegroup.state<2>
    scf.yield %next : !pipegroup.state<2>
  }
  // CHECK: %[[T:.*]] = pipegroup.barrier @g[%[[R]]#0] offset(2)
  // CHECK-NEXT: pipegroup.barrier_wait %[[T]] parity(%[[R]]#1) {pipegroup.round = 2 : i64}
  // CHECK-NEXT: return
  pipegroup.acquire @g::@m[%r] : !pipegroup.state<2>
  return
}
