// K7: where other CTAs release slots, every task that fills some ends with a tail, as a
// CTA that has exited has no barriers. One that has a tail gets no second one.
// RUN: pipegroup-opt %s -pipegroup-insert-tails > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-insert-tails | diff %t.once -
// accepts: K7

// Two CTAs share a tensor core.
pipegroup.group @pair merge {
  pipegroup.member @x tma_umma stages(2) bytes(64) cluster(2, 1, 1, 1)
  pipegroup.member @y async_umma stages(2) cluster(2, 1, 1, 1)
}

// CHECK-LABEL: func @members
func.func @members(%n: index, %x: i1) {
  pipegroup.init @pair
  // CHECK: pipegroup.specialize
  pipegroup.specialize threads(160) {
    // CHECK-NEXT: pipegroup.task @fill
    pipegroup.task @fill warps(0, 1) {
      // CHECK-NEXT: scf.for
      // CHECK-NEXT:   pipegroup.acquire @pair::@x
      // CHECK-NEXT:   pipegroup.commit @pair::@x
      // CHECK-NEXT: }
      // CHECK-NEXT: pipegroup.tail @pair::@x{{$}}
      // CHECK-NEXT: }
      scf.for %i = %n to %n step %n {
        pipegroup.acquire @pair::@x
        pipegroup.commit @pair::@x
      }
    }
    // CHECK-NEXT: pipegroup.task @copy
    pipegroup.task @copy warps(1, 1) {
      // CHECK-NEXT: pipegroup.commit @pair::@y
      // CHECK-NEXT: arith.constant
      // CHECK-NEXT: pipegroup.tail @pair::@y{{$}}
      // CHECK-NEXT: }
      pipegroup.commit @pair::@y
      %c = arith.constant 0 : i32
    }
    // Those who consume or do nothing need none.
    // CHECK-NEXT: pipegroup.task @math
    pipegroup.task @math warps(2, 1) {
      // CHECK-NEXT: pipegroup.wait
      // CHECK-NEXT: pipegroup.wait
      // CHECK-NEXT: pipegroup.release
      // CHECK-NEXT: }
      pipegroup.wait @pair::@x
      pipegroup.wait @pair::@y
      pipegroup.release @pair
    }
    // CHECK-NEXT: pipegroup.task @idle
    // CHECK-NEXT: }
    pipegroup.task @idle warps(3, 1) {
    }
  }
  return
}

// Both targets of one task, in the order of their first ops.
// CHECK-LABEL: func @two
func.func @two() {
  pipegroup.init @pair
  pipegroup.specialize threads(64) {
    // CHECK: pipegroup.task @fill
    // CHECK-NEXT: pipegroup.acquire @pair::@y
    // CHECK-NEXT: pipegroup.acquire @pair::@x
    // CHECK-NEXT: pipegroup.commit @pair::@y
    // CHECK-NEXT: pipegroup.tail @pair::@y{{$}}
    // CHECK-NEXT: pipegroup.tail @pair::@x{{$}}
    // CHECK-NEXT: }
    pipegroup.task @fill warps(0, 1) {
      pipegroup.acquire @pair::@y
      pipegroup.acquire @pair::@x
      pipegroup.commit @pair::@y
    }
  }
  return
}

// One tail is enough, wherever it stands.
// CHECK-LABEL: func @written
func.func @written(%x: i1) {
  pipegroup.init @pair
  pipegroup.specialize threads(96) {
    // CHECK: pipegroup.task @fill
    // CHECK-NEXT: pipegroup.commit @pair::@x
    // CHECK-NEXT: pipegroup.tail @pair::@x
    // CHECK-NEXT: arith.constant
    // CHECK-NEXT: }
    pipegroup.task @fill warps(0, 1) {
      pipegroup.commit @pair::@x
      pipegroup.tail @pair::@x
      %c = arith.constant 0 : i32
    }
    // CHECK-NEXT: pipegroup.task @nested
    // CHECK-NEXT: pipegroup.commit @pair::@y
    // CHECK-NEXT: scf.if
    // CHECK-NEXT: pipegroup.tail @pair::@y
    // CHECK-NEXT: }
    // CHECK-NEXT: }
    pipegroup.task @nested warps(1, 1) {
      pipegroup.commit @pair::@y
      scf.if %x {
        pipegroup.tail @pair::@y
      }
    }
  }
  return
}
