// The states of loops whose trips are known: with nothing left of the loop, the
// number of rounds is left.
// RUN: pipegroup-opt %s -pipegroup-thread-states -canonicalize | FileCheck %s

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}

// CHECK-LABEL: func @none
func.func @none() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  scf.for %i = %c0 to %c0 step %c1 {
    pipegroup.acquire @g::@m
    pipegroup.commit @g::@m
  }
  // CHECK: %[[S:.*]] = pipegroup.start @g::@m producer :
  // CHECK-NOT: pipegroup.start
  // CHECK: pipegroup.acquire @g::@m[%[[S]]]
  pipegroup.acquire @g::@m
  return
}

// CHECK-LABEL: func @one
func.func @one() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  // CHECK: %[[S0:.*]] = pipegroup.start @g::@m producer :
  scf.for %i = %c0 to %c1 step %c1 {
    // CHECK: pipegroup.acquire @g::@m[%[[S0]]]
    pipegroup.acquire @g::@m
    // CHECK: pipegroup.commit @g::@m[%[[S0]]]
    pipegroup.commit @g::@m
  }
  // CHECK-NEXT: %[[S1:.*]] = pipegroup.start @g::@m producer step(1) :
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[S1]]]
  pipegroup.acquire @g::@m
  return
}

// One trip of each loop around, none of the last one.
// CHECK-LABEL: func @nested
func.func @nested() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  // CHECK: %[[S0:.*]] = pipegroup.start @g::@m producer :
  scf.for %i = %c0 to %c1 step %c1 {
    scf.for %j = %c0 to %c1 step %c1 {
      // CHECK: pipegroup.commit @g::@m[%[[S0]]]
      pipegroup.commit @g::@m
    }
    // CHECK-NEXT: %[[S1:.*]] = pipegroup.start @g::@m producer step(1) :
    // CHECK-NEXT: pipegroup.commit @g::@m[%[[S1]]]
    pipegroup.commit @g::@m
    scf.for %j = %c1 to %c0 step %c1 {
      pipegroup.commit @g::@m
    }
  }
  // CHECK-NEXT: %[[S2:.*]] = pipegroup.start @g::@m producer step(2) :
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[S2]]]
  pipegroup.acquire @g::@m
  return
}

// A side that is known.
// CHECK-LABEL: func @sides
func.func @sides() {
  %true = arith.constant true
  %false = arith.constant false
  pipegroup.init @g
  // CHECK: %[[S0:.*]] = pipegroup.start @g consumer :
  scf.if %true {
    // CHECK: pipegroup.release @g[%[[S0]]]
    pipegroup.release @g
  }
  scf.if %false {
    pipegroup.release @g
  }
  // CHECK-NEXT: %[[S1:.*]] = pipegroup.start @g consumer step(1) :
  // CHECK-NEXT: pipegroup.wait @g::@m[%[[S1]]]
  pipegroup.wait @g::@m
  return
}

// A loop that goes on keeps the state: only what is before it folds.
// CHECK-LABEL: func @many
func.func @many(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @g
  // CHECK: %[[S1:.*]] = pipegroup.start @g::@m producer step(1) :
  pipegroup.commit @g::@m
  // CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[S:.*]] = %[[S1]])
  scf.for %i = %c0 to %n step %c1 {
    // CHECK-NEXT: pipegroup.commit @g::@m[%[[S]]]
    pipegroup.commit @g::@m
  }
  // CHECK: pipegroup.acquire @g::@m[%[[R]]]
  pipegroup.acquire @g::@m
  return
}
