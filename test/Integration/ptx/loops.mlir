// States that go round in every kind of loop, and out of and into loops that may
// run no time at all, lower to a slot and a parity each.
// RUN: pipegroup-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

!state = !pipegroup.state<2>

gpu.module @kernels {
  pipegroup.group @copy merge {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32)
  }

  // CHECK-LABEL:   .entry for_loop(
  // CHECK-COUNT-2: mbarrier.try_wait
  // CHECK:         ret;
  gpu.func @for_loop(%n: i32) kernel {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    pipegroup.init @copy
    %start = pipegroup.start @copy consumer : !state
    %end = scf.for %k = %c0 to %n step %c1 iter_args(%c = %start) -> (!state) : i32 {
      pipegroup.wait @copy::@x[%c] : !state
      pipegroup.release @copy[%c] : !state
      %next = pipegroup.advance %c : !state
      scf.yield %next : !state
    }
    // After no round this is the state that the loop began with.
    pipegroup.wait @copy::@x[%end] : !state
    gpu.return
  }

  // CHECK-LABEL:   .entry while_loop(
  // CHECK-COUNT-2: mbarrier.try_wait
  // CHECK:         ret;
  gpu.func @while_loop(%n: i32) kernel {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    pipegroup.init @copy
    %start = pipegroup.start @copy::@x producer : !state
    %k, %end = scf.while (%i = %c0, %p = %start) : (i32, !state) -> (i32, !state) {
      %more = arith.cmpi slt, %i, %n : i32
      scf.condition(%more) %i, %p : i32, !state
    } do {
    ^body(%i: i32, %p: !state):
      pipegroup.acquire @copy::@x[%p] : !state
      pipegroup.commit @copy::@x[%p] : !state
      %next = pipegroup.advance %p : !state
      %j = arith.addi %i, %c1 : i32
      scf.yield %j, %next : i32, !state
    }
    pipegroup.tail @copy::@x[%end] : !state
    gpu.return
  }

  // A persistent kernel: tiles outside, slots inside, neither need be any.
  // CHECK-LABEL:   .entry persistent(
  // CHECK:         mbarrier.try_wait
  // CHECK:         mbarrier.arrive
  // CHECK:         ret;
  gpu.func @persistent(%tiles: i32, %n: memref<?xi32>) kernel {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    pipegroup.init @copy
    %start = pipegroup.start @copy consumer : !state
    scf.for %tile = %c0 to %tiles step %c1 iter_args(%outer = %start) -> (!state) : i32 {
      %at = arith.index_cast %tile : i32 to index
      %k = memref.load %n[%at] : memref<?xi32>
      %after = scf.for %j = %c0 to %k step %c1 iter_args(%c = %outer) -> (!state) : i32 {
        pipegroup.wait @copy::@x[%c] : !state
        pipegroup.release @copy[%c] : !state
        %next = pipegroup.advance %c : !state
        scf.yield %next : !state
      }
      scf.yield %after : !state
    }
    gpu.return
  }

  // A static loop of no rounds leaves the start: slot 0, parity 1.
  // CHECK-LABEL: .entry no_rounds(
  // CHECK:       mov.b32 [[ONE:%r[0-9]+]], 1;
  // CHECK-NEXT:  mbarrier.try_wait.parity.shared.b64 {{%p[0-9]+}}, [copy+16], [[ONE]];
  gpu.func @no_rounds() kernel {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    pipegroup.init @copy
    %start = pipegroup.start @copy::@x producer : !state
    %end = scf.for %k = %c0 to %c0 step %c1 iter_args(%p = %start) -> (!state) : i32 {
      %next = pipegroup.advance %p : !state
      scf.yield %next : !state
    }
    pipegroup.acquire @copy::@x[%end] : !state
    gpu.return
  }

  // Three rounds of two slots: slot 1, parity 0.
  // CHECK-LABEL: .entry three_rounds(
  // CHECK:       mov.b32 [[ZERO:%r[0-9]+]], 0;
  // CHECK-NEXT:  mbarrier.try_wait.parity.shared.b64 {{%p[0-9]+}}, [copy+24], [[ZERO]];
  gpu.func @three_rounds() kernel {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : i32
    pipegroup.init @copy
    %start = pipegroup.start @copy::@x producer : !state
    %end = scf.for %k = %c0 to %c3 step %c1 iter_args(%p = %start) -> (!state) : i32 {
      %next = pipegroup.advance %p : !state
      scf.yield %next : !state
    }
    pipegroup.acquire @copy::@x[%end] : !state
    gpu.return
  }

  // Only one way advances.
  // CHECK-LABEL: .entry branch(
  // CHECK:       selp.b32
  // CHECK:       mbarrier.try_wait
  gpu.func @branch(%advances: i1) kernel {
    pipegroup.init @copy
    %start = pipegroup.start @copy::@x producer : !state
    %end = scf.if %advances -> (!state) {
      %next = pipegroup.advance %start : !state
      scf.yield %next : !state
    } else {
      scf.yield %start : !state
    }
    pipegroup.acquire @copy::@x[%end] : !state
    gpu.return
  }
}
