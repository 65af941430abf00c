// A state becomes a slot number and a parity, in whatever carries it.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file | FileCheck %s
// accepts: P3

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
}

// CHECK-LABEL: func @for_loop
func.func @for_loop(%n: index) {
  pipegroup.init @g
  %p = pipegroup.start @g::@m producer step(3) : !pipegroup.state<4>
  // After no trip the result is what went in.
  // CHECK: %[[I0:.*]] = arith.constant 3 : i32
  // CHECK: %[[P0:.*]] = arith.constant 1 : i32
  // CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[I:.*]] = %[[I0]], %[[P:.*]] = %[[P0]]) -> (i32, i32)
  %r = scf.for %i = %n to %n step %n iter_args(%s = %p) -> (!pipegroup.state<4>) {
    // CHECK: pipegroup.barrier @g[%[[I]]] offset(4)
    // CHECK: pipegroup.barrier_wait %{{.*}} parity(%[[P]])
    pipegroup.acquire @g::@m[%s] : !pipegroup.state<4>
    // CHECK: %[[ADD:.*]] = arith.addi %[[I]]
    // CHECK: %[[WRAP:.*]] = arith.cmpi eq, %[[ADD]]
    // CHECK: %[[FLIP:.*]] = arith.extui %[[WRAP]]
    // CHECK: %[[NI:.*]] = arith.select %[[WRAP]], %{{.*}}, %[[ADD]]
    // CHECK: %[[NP:.*]] = arith.xori %[[P]], %[[FLIP]]
    %next = pipegroup.advance %s : !pipegroup.state<4>
    // CHECK: scf.yield %[[NI]], %[[NP]] : i32, i32
    scf.yield %next : !pipegroup.state<4>
  }
  // CHECK: pipegroup.barrier @g[%[[R]]#0]
  // CHECK: pipegroup.barrier_wait %{{.*}} parity(%[[R]]#1)
  pipegroup.acquire @g::@m[%r] : !pipegroup.state<4>
  return
}

// CHECK-LABEL: func @while_loop
func.func @while_loop(%x: i1) {
  pipegroup.init @g
  %c = pipegroup.start @g consumer : !pipegroup.state<4>
  // CHECK: %[[R:.*]]:2 = scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (i32, i32) -> (i32, i32)
  %r = scf.while (%s = %c) : (!pipegroup.state<4>) -> !pipegroup.state<4> {
    // CHECK: scf.condition(%{{.*}}) %{{.*}}, %{{.*}} : i32, i32
    scf.condition(%x) %s : !pipegroup.state<4>
  } do {
  // CHECK: ^bb0(%[[I:.*]]: i32, %[[P:.*]]: i32):
  ^bb0(%s: !pipegroup.state<4>):
    // CHECK: pipegroup.barrier @g[%[[I]]]
    // CHECK: pipegroup.barrier_wait %{{.*}} parity(%[[P]])
    pipegroup.wait @g::@m[%s] : !pipegroup.state<4>
    %next = pipegroup.advance %s : !pipegroup.state<4>
    // CHECK: scf.yield %{{.*}}, %{{.*}} : i32, i32
    scf.yield %next : !pipegroup.state<4>
  }
  // CHECK: pipegroup.barrier @g[%[[R]]#0] offset(4)
  pipegroup.release @g[%r] : !pipegroup.state<4>
  return
}

// CHECK-LABEL: func @choices
func.func @choices(%x: i1, %k: index) {
  pipegroup.init @g
  %c = pipegroup.start @g consumer : !pipegroup.state<4>
  // CHECK: %[[A:.*]]:2 = scf.if %{{.*}} -> (i32, i32)
  %a = scf.if %x -> !pipegroup.state<4> {
    %next = pipegroup.advance %c : !pipegroup.state<4>
    scf.yield %next : !pipegroup.state<4>
  } else {
    scf.yield %c : !pipegroup.state<4>
  }
  // CHECK: %[[BI:.*]] = arith.select %{{.*}}, %{{.*}}, %[[A]]#0 : i32
  // CHECK: %[[BP:.*]] = arith.select %{{.*}}, %{{.*}}, %[[A]]#1 : i32
  %b = arith.select %x, %c, %a : !pipegroup.state<4>
  // CHECK: %[[S:.*]]:2 = scf.index_switch %{{.*}} -> i32, i32
  %s = scf.index_switch %k -> !pipegroup.state<4>
  case 1 {
    // CHECK: scf.yield %[[BI]], %[[BP]] : i32, i32
    scf.yield %b : !pipegroup.state<4>
  }
  default {
    scf.yield %c : !pipegroup.state<4>
  }
  // CHECK: pipegroup.barrier @g[%[[S]]#0]
  // CHECK: pipegroup.barrier_wait %{{.*}} parity(%[[S]]#1)
  pipegroup.wait @g::@m[%s] : !pipegroup.state<4>
  return
}

// CHECK-LABEL: func @branches
func.func @branches(%x: i1) -> i32 {
  pipegroup.init @g
  %c = pipegroup.start @g consumer : !pipegroup.state<4>
  // CHECK: cf.br ^[[LOOP:.*]](%{{.*}}, %{{.*}} : i32, i32)
  cf.br ^loop(%c : !pipegroup.state<4>)
// CHECK: ^[[LOOP]](%[[I:.*]]: i32, %[[P:.*]]: i32):
^loop(%s: !pipegroup.state<4>):
  // CHECK: pipegroup.barrier @g[%[[I]]]
  // CHECK: pipegroup.barrier_wait %{{.*}} parity(%[[P]])
  pipegroup.wait @g::@m[%s] : !pipegroup.state<4>
  %next = pipegroup.advance %s : !pipegroup.state<4>
  // CHECK: cf.cond_br %{{.*}}, ^[[LOOP]](%[[NI:.*]], %[[NP:.*]] : i32, i32), ^[[EXIT:.*]](%[[NI]], %[[NP]] : i32, i32)
  cf.cond_br %x, ^loop(%next : !pipegroup.state<4>), ^exit(%next : !pipegroup.state<4>)
// CHECK: ^[[EXIT]](%[[LAST:.*]]: i32, %{{.*}}: i32):
^exit(%last: !pipegroup.state<4>):
  %i = pipegroup.index %last : !pipegroup.state<4>
  // CHECK: return %[[LAST]] : i32
  return %i : i32
}

// An outer loop carries the state on, so that no phase is lost between tiles.
// CHECK-LABEL: func @nested
func.func @nested(%n: index) {
  pipegroup.init @g
  %c = pipegroup.start @g consumer : !pipegroup.state<4>
  // CHECK: scf.for {{.*}} iter_args(%[[OI:.*]] = %{{.*}}, %[[OP:.*]] = %{{.*}}) -> (i32, i32)
  scf.for %i = %n to %n step %n iter_args(%s = %c) -> (!pipegroup.state<4>) {
    // CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[OI]], %{{.*}} = %[[OP]]) -> (i32, i32)
    %r = scf.for %j = %n to %n step %n iter_args(%t = %s) -> (!pipegroup.state<4>) {
      pipegroup.wait @g::@m[%t] : !pipegroup.state<4>
      %next = pipegroup.advance %t : !pipegroup.state<4>
      scf.yield %next : !pipegroup.state<4>
    }
    // CHECK: scf.yield %[[R]]#0, %[[R]]#1 : i32, i32
    scf.yield %r : !pipegroup.state<4>
  }
  return
}
