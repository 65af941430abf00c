// What is left alone: loops with more slots than asked for, with other loops inside,
// that carry no state or move none, and a ring of one slot, whose lap is an iteration.
// RUN: pipegroup-opt %s > %t.before
// RUN: pipegroup-opt %s -pipegroup-unroll-rings | diff %t.before -
// RUN: pipegroup-opt %s -pipegroup-unroll-rings="max-slots=0 laps=2" | diff %t.before -
// Five slots are not too many for five.
// RUN: pipegroup-opt %s -pipegroup-unroll-rings=max-slots=5 | FileCheck %s

pipegroup.group @five merge {
  pipegroup.member @m async_async stages(5) producer(thread 32) consumer(thread 32)
}
pipegroup.group @one merge {
  pipegroup.member @m async_async stages(1) producer(thread 32) consumer(thread 32)
}

// CHECK-LABEL: func @too_many
// CHECK: scf.for
// CHECK-COUNT-5: pipegroup.advance
// CHECK: scf.for
func.func @too_many(%l: index, %u: index, %t: index) {
  %p = pipegroup.start @five::@m producer : !pipegroup.state<5>
  scf.for %i = %l to %u step %t iter_args(%s = %p) -> (!pipegroup.state<5>) {
    %next = pipegroup.advance %s : !pipegroup.state<5>
    scf.yield %next : !pipegroup.state<5>
  }
  return
}

// CHECK-LABEL: func @one_slot
// CHECK: scf.for
// CHECK: pipegroup.advance
// CHECK-NOT: pipegroup.advance
// CHECK: return
func.func @one_slot(%l: index, %u: index, %t: index) {
  %p = pipegroup.start @one::@m producer : !pipegroup.state<1>
  scf.for %i = %l to %u step %t iter_args(%s = %p) -> (!pipegroup.state<1>) {
    %next = pipegroup.advance %s : !pipegroup.state<1>
    scf.yield %next : !pipegroup.state<1>
  }
  return
}

// The outer loop of these, and the inner one.
// CHECK-LABEL: func @outer
// CHECK-COUNT-2: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @outer(%l: index, %u: index, %t: index, %m: memref<?xindex>) {
  %p = pipegroup.start @five::@m producer : !pipegroup.state<5>
  scf.for %i = %l to %u step %t iter_args(%s = %p) -> (!pipegroup.state<5>) {
    scf.for %j = %l to %u step %t {
      memref.store %j, %m[%i] : memref<?xindex>
    }
    %next = pipegroup.advance %s : !pipegroup.state<5>
    scf.yield %next : !pipegroup.state<5>
  }
  return
}

// Not moved on in every iteration.
// CHECK-LABEL: func @sometimes
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @sometimes(%l: index, %u: index, %t: index, %x: i1) {
  %p = pipegroup.start @five::@m producer : !pipegroup.state<5>
  scf.for %i = %l to %u step %t iter_args(%s = %p) -> (!pipegroup.state<5>) {
    %next = scf.if %x -> (!pipegroup.state<5>) {
      %moved = pipegroup.advance %s : !pipegroup.state<5>
      scf.yield %moved : !pipegroup.state<5>
    } else {
      scf.yield %s : !pipegroup.state<5>
    }
    scf.yield %next : !pipegroup.state<5>
  }
  return
}

// Nothing is carried from one iteration to the next.
// CHECK-LABEL: func @not_carried
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @not_carried(%l: index, %u: index, %t: index) {
  scf.for %i = %l to %u step %t {
    %p = pipegroup.start @five::@m producer : !pipegroup.state<5>
    %next = pipegroup.advance %p : !pipegroup.state<5>
    pipegroup.acquire @five::@m[%next] : !pipegroup.state<5>
  }
  return
}

// A counter without a sign would need another guard.
// CHECK-LABEL: func @unsigned
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @unsigned(%l: index, %u: index, %t: index) {
  %p = pipegroup.start @five::@m producer : !pipegroup.state<5>
  scf.for unsigned %i = %l to %u step %t iter_args(%s = %p) -> (!pipegroup.state<5>) {
    %next = pipegroup.advance %s : !pipegroup.state<5>
    scf.yield %next : !pipegroup.state<5>
  }
  return
}
