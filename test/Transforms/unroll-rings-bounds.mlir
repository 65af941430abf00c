// A number of iterations that is known although the bounds are not, and one of none that
// is known although the step is not: laps all the same.
// RUN: pipegroup-opt %s -pipegroup-unroll-rings | FileCheck %s

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}

// CHECK-LABEL: func @distance
func.func @distance(%lower: index) {
  // CHECK: scf.for
  // CHECK-COUNT-2: pipegroup.advance
  // CHECK: scf.for
  // CHECK: pipegroup.advance
  // CHECK-NOT: pipegroup.advance
  // CHECK: return
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %upper = arith.addi %lower, %c7 overflow<nsw> : index
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  scf.for %i = %lower to %upper step %c1 iter_args(%s = %p) -> (!pipegroup.state<2>) {
    %n = pipegroup.advance %s : !pipegroup.state<2>
    scf.yield %n : !pipegroup.state<2>
  }
  return
}

// CHECK-LABEL: func @empty
func.func @empty(%n: index, %step: index) {
  // CHECK: arith.maxsi
  // CHECK: %[[R:.*]] = scf.for
  // CHECK-COUNT-2: pipegroup.advance
  // CHECK: %[[T:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[R]])
  // CHECK: pipegroup.tail @g::@m[%[[T]]]
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  %r = scf.for %i = %n to %n step %step iter_args(%s = %p) -> (!pipegroup.state<2>) {
    %next = pipegroup.advance %s : !pipegroup.state<2>
    scf.yield %next : !pipegroup.state<2>
  }
  pipegroup.tail @g::@m[%r] : !pipegroup.state<2>
  return
}

// CHECK-LABEL: func @backwards
func.func @backwards(%step: index) {
  // CHECK: arith.maxsi
  // CHECK: scf.for
  // CHECK-COUNT-2: pipegroup.advance
  // CHECK: scf.for
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  scf.for %i = %c4 to %c0 step %step iter_args(%s = %p) -> (!pipegroup.state<2>) {
    %next = pipegroup.advance %s : !pipegroup.state<2>
    scf.yield %next : !pipegroup.state<2>
  }
  return
}
