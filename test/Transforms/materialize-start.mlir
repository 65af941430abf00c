// Where a state starts: a producer one phase ahead, and both after n steps.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file | FileCheck %s

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(3) producer(thread 1) consumer(thread 1)
}
// CHECK-LABEL: func @three
func.func @three() {
  pipegroup.init @g
  %p = pipegroup.start @g::@m producer : !pipegroup.state<3>
  %p2 = pipegroup.start @g::@m producer step(2) : !pipegroup.state<3>
  %p4 = pipegroup.start @g::@m producer step(4) : !pipegroup.state<3>
  %c = pipegroup.start @g consumer : !pipegroup.state<3>
  %c5 = pipegroup.start @g consumer step(5) : !pipegroup.state<3>
  %c6 = pipegroup.start @g consumer step(6) : !pipegroup.state<3>
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : i32
  // CHECK: pipegroup.sync_cta
  // CHECK: pipegroup.barrier @g[%[[ZERO]]]
  // CHECK: parity(%[[ONE]])
  pipegroup.acquire @g::@m[%p] : !pipegroup.state<3>
  // CHECK: pipegroup.barrier @g[%[[TWO]]]
  // CHECK: parity(%[[ONE]])
  pipegroup.acquire @g::@m[%p2] : !pipegroup.state<3>
  // CHECK: pipegroup.barrier @g[%[[ONE]]]
  // CHECK: parity(%[[ZERO]])
  pipegroup.acquire @g::@m[%p4] : !pipegroup.state<3>
  // CHECK: pipegroup.barrier @g[%[[ZERO]]]
  // CHECK: parity(%[[ZERO]])
  pipegroup.wait @g::@m[%c] : !pipegroup.state<3>
  // CHECK: pipegroup.barrier @g[%[[TWO]]]
  // CHECK: parity(%[[ONE]])
  pipegroup.wait @g::@m[%c5] : !pipegroup.state<3>
  // CHECK: pipegroup.barrier @g[%[[ZERO]]]
  // CHECK: parity(%[[ZERO]])
  pipegroup.wait @g::@m[%c6] : !pipegroup.state<3>
  return
}

// -----

// With one slot the parity flips on every step, and no loop goes over slots.
pipegroup.group @one merge {
  pipegroup.member @m async_async stages(1) producer(thread 1) consumer(thread 1)
}
// CHECK: pipegroup.barriers @one size(2)
// CHECK-LABEL: func @one_slot
func.func @one_slot() {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK-NOT: scf.for
  // CHECK: pipegroup.sync_cta
  pipegroup.init @one
  %c = pipegroup.start @one consumer step(9223372036854775807) : !pipegroup.state<1>
  // CHECK: %[[PHASE:.*]] = arith.xori %[[ONE]], %[[ONE]]
  // CHECK: parity(%[[PHASE]])
  %n = pipegroup.advance %c : !pipegroup.state<1>
  pipegroup.wait @one::@m[%n] : !pipegroup.state<1>
  return
}
