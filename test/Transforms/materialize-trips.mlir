// Loops of no trip, of one and of unknown many: the state goes through each.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -canonicalize -verify-diagnostics | FileCheck %s

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}

// CHECK-LABEL: func @none
func.func @none() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  %r = scf.for %i = %c0 to %c0 step %c1 iter_args(%s = %p) -> (!pipegroup.state<2>) {
    %t = pipegroup.try_acquire @g::@m[%s] : !pipegroup.state<2>
    pipegroup.acquire @g::@m[%s] unless %t : !pipegroup.state<2>
    pipegroup.commit @g::@m[%s] : !pipegroup.state<2>
    %next = pipegroup.advance %s : !pipegroup.state<2>
    scf.yield %next : !pipegroup.state<2>
  }
  // The state after no trip is the one before.
  // CHECK: pipegroup.sync_cta
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g[%c0_i32] offset(2)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B]] parity(%c1_i32)
  // CHECK-NEXT: return
  pipegroup.acquire @g::@m[%r] : !pipegroup.state<2>
  return
}

// CHECK-LABEL: func @one
func.func @one() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK: pipegroup.sync_cta
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g[%c0_i32] :
  // CHECK-NEXT: pipegroup.barrier_arrive %[[B]]
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %p) -> (!pipegroup.state<2>) {
    pipegroup.commit @g::@m[%s] : !pipegroup.state<2>
    %next = pipegroup.advance %s : !pipegroup.state<2>
    scf.yield %next : !pipegroup.state<2>
  }
  // CHECK-NEXT: %[[N:.*]] = pipegroup.barrier @g[%c1_i32] offset(2)
  // CHECK-NEXT: pipegroup.barrier_wait %[[N]] parity(%c1_i32)
  // CHECK-NEXT: return
  pipegroup.acquire @g::@m[%r] : !pipegroup.state<2>
  return
}

// A token that is carried through the same loops.
// CHECK-LABEL: func @token
func.func @token(%lb: i32, %ub: i32, %step: i32) {
  pipegroup.init @g
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  %first = pipegroup.try_acquire @g::@m[%p] : !pipegroup.state<2>
  // CHECK: scf.for {{.*}} iter_args(%[[I:.*]] = %c0_i32, %[[P:.*]] = %c1_i32, %[[T:.*]] = %{{.*}}) -> (i32, i32, i1)
  %r:2 = scf.for %i = %lb to %ub step %step iter_args(%s = %p, %t = %first) -> (!pipegroup.state<2>, i1) : i32 {
    // CHECK: arith.xori %[[T]], %true
    pipegroup.acquire @g::@m[%s] unless %t : !pipegroup.state<2>
    %next = pipegroup.advance %s : !pipegroup.state<2>
    %new = pipegroup.try_acquire @g::@m[%next] : !pipegroup.state<2>
    scf.yield %next, %new : !pipegroup.state<2>, i1
  }
  return
}
