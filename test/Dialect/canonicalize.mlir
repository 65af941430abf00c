// What is known of a state is folded: advances of a start, and its slot number.
// RUN: pipegroup-opt %s -canonicalize -split-input-file | FileCheck %s
// RUN: pipegroup-opt %s -canonicalize=top-down=false -split-input-file | FileCheck %s

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(3) producer(thread 1) consumer(thread 1)
}
func.func private @use(!pipegroup.state<3>)

// CHECK-LABEL: func @advance_start
func.func @advance_start() {
  // CHECK: %[[S:.*]] = pipegroup.start @g::@m producer step(2) : !pipegroup.state<3>
  %p = pipegroup.start @g::@m producer : !pipegroup.state<3>
  %a = pipegroup.advance %p : !pipegroup.state<3>
  %b = pipegroup.advance %a : !pipegroup.state<3>
  // CHECK: call @use(%[[S]])
  func.call @use(%b) : (!pipegroup.state<3>) -> ()
  return
}

// Steps are not reduced to a lap: two laps lead back to the same slot and parity,
// but to another round. A number that cannot grow is left alone.
// CHECK-LABEL: func @laps
func.func @laps() {
  // CHECK-DAG: %[[SIX:.*]] = pipegroup.start @g consumer step(6) : !pipegroup.state<3>
  // CHECK-DAG: %[[LARGEST:.*]] = pipegroup.start @g consumer step(9223372036854775807) : !pipegroup.state<3>
  // CHECK: %[[BEYOND:.*]] = pipegroup.advance %[[LARGEST]]
  %five = pipegroup.start @g consumer step(5) : !pipegroup.state<3>
  %six = pipegroup.advance %five : !pipegroup.state<3>
  %largest = pipegroup.start @g consumer step(9223372036854775807) : !pipegroup.state<3>
  %beyond = pipegroup.advance %largest : !pipegroup.state<3>
  // CHECK: call @use(%[[SIX]])
  func.call @use(%six) : (!pipegroup.state<3>) -> ()
  // CHECK: call @use(%[[BEYOND]])
  func.call @use(%beyond) : (!pipegroup.state<3>) -> ()
  return
}

// CHECK-LABEL: func @index
func.func @index() -> (i32, i32, i32, i32, i32) {
  // CHECK-DAG: %[[I0:.*]] = arith.constant 0 : i32
  // CHECK-DAG: %[[I1:.*]] = arith.constant 1 : i32
  // CHECK-DAG: %[[I2:.*]] = arith.constant 2 : i32
  %s0 = pipegroup.start @g::@m producer : !pipegroup.state<3>
  %s2 = pipegroup.start @g::@m producer step(2) : !pipegroup.state<3>
  %s3 = pipegroup.start @g consumer step(3) : !pipegroup.state<3>
  %s4 = pipegroup.advance %s3 : !pipegroup.state<3>
  %s7 = pipegroup.start @g consumer step(9223372036854775807) : !pipegroup.state<3>
  %i0 = pipegroup.index %s0 : !pipegroup.state<3>
  %i2 = pipegroup.index %s2 : !pipegroup.state<3>
  %i3 = pipegroup.index %s3 : !pipegroup.state<3>
  %i4 = pipegroup.index %s4 : !pipegroup.state<3>
  %i7 = pipegroup.index %s7 : !pipegroup.state<3>
  // CHECK: return %[[I0]], %[[I2]], %[[I0]], %[[I1]], %[[I1]]
  return %i0, %i2, %i3, %i4, %i7 : i32, i32, i32, i32, i32
}

// What a loop carries is not known.
// CHECK-LABEL: func @carried
func.func @carried(%n: index) -> i32 {
  %one = arith.constant 1 : index
  %p = pipegroup.start @g::@m producer : !pipegroup.state<3>
  // CHECK: %[[R:.*]] = scf.for
  %r = scf.for %i = %one to %n step %one iter_args(%s = %p) -> (!pipegroup.state<3>) {
    // CHECK: %[[N:.*]] = pipegroup.advance %{{.*}} : !pipegroup.state<3>
    %a = pipegroup.advance %s : !pipegroup.state<3>
    // CHECK: scf.yield %[[N]]
    scf.yield %a : !pipegroup.state<3>
  }
  // CHECK: pipegroup.index %[[R]]
  %i = pipegroup.index %r : !pipegroup.state<3>
  return %i : i32
}

// -----

// A ring of one slot alternates between two parities.
pipegroup.group @one merge {
  pipegroup.member @m async_async stages(1) producer(thread 1) consumer(thread 1)
}
func.func private @use(!pipegroup.state<1>)
// CHECK-LABEL: func @one_slot
func.func @one_slot() -> i32 {
  // CHECK-DAG: %[[I0:.*]] = arith.constant 0 : i32
  // CHECK-DAG: %[[S1:.*]] = pipegroup.start @one consumer step(1)
  // CHECK-DAG: %[[S2:.*]] = pipegroup.start @one consumer step(2)
  %s0 = pipegroup.start @one consumer : !pipegroup.state<1>
  %s1 = pipegroup.advance %s0 : !pipegroup.state<1>
  %s2 = pipegroup.advance %s1 : !pipegroup.state<1>
  // CHECK: call @use(%[[S1]])
  func.call @use(%s1) : (!pipegroup.state<1>) -> ()
  // CHECK: call @use(%[[S2]])
  func.call @use(%s2) : (!pipegroup.state<1>) -> ()
  %i = pipegroup.index %s1 : !pipegroup.state<1>
  // CHECK: return %[[I0]]
  return %i : i32
}

// -----

// The slot numbers of rings of two and four, on either side.
pipegroup.group @two fork {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
pipegroup.group @four merge {
  pipegroup.member @m async_async stages(4) producer(thread 1) consumer(thread 1)
}
// CHECK-LABEL: func @indices
func.func @indices() -> (i32, i32, i32, i32) {
  // CHECK-DAG: %[[I0:.*]] = arith.constant 0 : i32
  // CHECK-DAG: %[[I1:.*]] = arith.constant 1 : i32
  // CHECK-DAG: %[[I3:.*]] = arith.constant 3 : i32
  %a = pipegroup.start @two producer step(3) : !pipegroup.state<2>
  %b = pipegroup.start @two::@m consumer step(2) : !pipegroup.state<2>
  %c = pipegroup.start @four::@m producer step(7) : !pipegroup.state<4>
  %d = pipegroup.start @four consumer step(8) : !pipegroup.state<4>
  %ia = pipegroup.index %a : !pipegroup.state<2>
  %ib = pipegroup.index %b : !pipegroup.state<2>
  %ic = pipegroup.index %c : !pipegroup.state<4>
  %id = pipegroup.index %d : !pipegroup.state<4>
  // CHECK: return %[[I1]], %[[I0]], %[[I3]], %[[I0]]
  return %ia, %ib, %ic, %id : i32, i32, i32, i32
}
