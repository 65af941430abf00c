// Tasks, the implicit form and `current` read as they are printed.
// RUN: pipegroup-opt %s | pipegroup-opt | FileCheck %s
// RUN: pipegroup-opt %s -mlir-print-op-generic | pipegroup-opt | FileCheck %s

pipegroup.group @g merge {
  pipegroup.member @a tma_async stages(4) bytes(256)
  pipegroup.member @b async_async stages(4)
}

// CHECK-LABEL: func @empty
func.func @empty() {
  // CHECK-NEXT: pipegroup.specialize {
  // CHECK-NEXT: }
  pipegroup.specialize {
  }
  return
}

// CHECK-LABEL: func @clauses
func.func @clauses() {
  // CHECK-NEXT: pipegroup.specialize threads(384) attributes {note} {
  pipegroup.specialize threads(384) attributes {note} {
    // CHECK-NEXT: pipegroup.task @idle warps(0, 1) {
    // CHECK-NEXT: }
    pipegroup.task @idle warps(0, 1) {
    }
    // CHECK-NEXT: pipegroup.task @load warps(4, 4) registers(40) {
    pipegroup.task @load warps(4, 4) registers(40) {
      // CHECK-NEXT: arith.constant
      %0 = arith.constant 0 : i32
    }
    // CHECK: pipegroup.task @"two words" warps(8, 4) registers(232) attributes {note = 1 : i64} {
    pipegroup.task @"two words" warps(8, 4) registers(232) attributes {note = 1} {
    }
  }
  return
}

// CHECK-LABEL: func @implicit
// CHECK-SAME: %[[X:.*]]: i1
func.func @implicit(%x: i1) {
  // CHECK-NEXT: pipegroup.init @g
  pipegroup.init @g
  // CHECK-NEXT: %[[T:.*]] = pipegroup.try_acquire @g::@a{{$}}
  %t = pipegroup.try_acquire @g::@a
  // CHECK-NEXT: pipegroup.acquire @g::@a{{$}}
  pipegroup.acquire @g::@a
  // CHECK-NEXT: pipegroup.acquire @g::@a unless %[[T]]{{$}}
  pipegroup.acquire @g::@a unless %t
  // CHECK-NEXT: pipegroup.current @g::@a producer : !pipegroup.state<4>
  %p = pipegroup.current @g::@a producer : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.commit @g::@a{{$}}
  pipegroup.commit @g::@a
  // CHECK-NEXT: pipegroup.tail @g::@a{{$}}
  pipegroup.tail @g::@a
  // CHECK-NEXT: %[[W:.*]] = pipegroup.try_wait @g::@b {note}{{$}}
  %w = pipegroup.try_wait @g::@b {note}
  // CHECK-NEXT: pipegroup.wait @g::@b unless %[[W]] {note}{{$}}
  pipegroup.wait @g::@b unless %w {note}
  // CHECK-NEXT: pipegroup.current @g consumer {note} : !pipegroup.state<4>
  %c = pipegroup.current @g consumer {note} : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.release @g{{$}}
  pipegroup.release @g
  return
}
