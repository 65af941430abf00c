// A loop over several rings runs until all are where they began: the least common
// multiple of their laps, which are shorter by the stride of a lane.
// RUN: pipegroup-opt %s -pipegroup-unroll-rings=max-slots=6 | FileCheck %s
// RUN: pipegroup-opt %s -pipegroup-unroll-rings | FileCheck %s --check-prefix=FOUR

pipegroup.group @two merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}
pipegroup.group @three merge {
  pipegroup.member @m async_async stages(3) producer(thread 32) consumer(thread 32)
}
pipegroup.group @lanes merge {
  pipegroup.member @m async_async stages(8) producer(thread 32) consumer(thread 32) interleave(4, 4, 1, 1)
}

// CHECK-LABEL: func @coprime
// CHECK: scf.for
// CHECK-COUNT-12: pipegroup.advance
// CHECK-NOT: pipegroup.advance
// CHECK: scf.for
// CHECK-COUNT-2: pipegroup.advance
// FOUR-LABEL: func @coprime
// FOUR-COUNT-1: scf.for
// FOUR-NOT: scf.for
func.func @coprime(%l: index, %u: index, %t: index) {
  %p = pipegroup.start @two::@m producer : !pipegroup.state<2>
  %c = pipegroup.start @three consumer : !pipegroup.state<3>
  scf.for %i = %l to %u step %t iter_args(%s = %p, %q = %c) -> (!pipegroup.state<2>, !pipegroup.state<3>) {
    %s1 = pipegroup.advance %s : !pipegroup.state<2>
    %q1 = pipegroup.advance %q : !pipegroup.state<3>
    scf.yield %s1, %q1 : !pipegroup.state<2>, !pipegroup.state<3>
  }
  return
}

// Eight slots by four are a lap of two.
// CHECK-LABEL: func @stride
// FOUR-LABEL: func @stride
// FOUR: scf.for
// FOUR-COUNT-4: pipegroup.advance
// FOUR-NOT: pipegroup.advance
// FOUR: scf.for
func.func @stride(%l: index, %u: index, %t: index) {
  %p = pipegroup.start @lanes::@m producer : !pipegroup.state<8>
  %c = pipegroup.start @two consumer : !pipegroup.state<2>
  scf.for %i = %l to %u step %t iter_args(%s = %p, %q = %c) -> (!pipegroup.state<8>, !pipegroup.state<2>) {
    %s1 = pipegroup.advance %s by 4 : !pipegroup.state<8>
    %q1 = pipegroup.advance %q : !pipegroup.state<2>
    scf.yield %s1, %q1 : !pipegroup.state<8>, !pipegroup.state<2>
  }
  return
}

// Of nested loops the inner one alone.
// CHECK-LABEL: func @nested
// CHECK: scf.for
// CHECK: scf.for
// CHECK-COUNT-3: pipegroup.advance
// CHECK: scf.for
// CHECK: pipegroup.advance
// CHECK: pipegroup.advance
// CHECK-NOT: {{scf.for|pipegroup.advance}}
// CHECK: return
func.func @nested(%l: index, %u: index, %t: index) {
  %p = pipegroup.start @three::@m producer : !pipegroup.state<3>
  %c = pipegroup.start @two consumer : !pipegroup.state<2>
  scf.for %i = %l to %u step %t iter_args(%s = %p, %q = %c) -> (!pipegroup.state<3>, !pipegroup.state<2>) {
    %r = scf.for %j = %l to %u step %t iter_args(%v = %s) -> (!pipegroup.state<3>) {
      %next = pipegroup.advance %v : !pipegroup.state<3>
      scf.yield %next : !pipegroup.state<3>
    }
    %q1 = pipegroup.advance %q : !pipegroup.state<2>
    scf.yield %r, %q1 : !pipegroup.state<3>, !pipegroup.state<2>
  }
  return
}
