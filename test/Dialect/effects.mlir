// No pass drops, merges or moves a protocol op: each acts on the barriers, even
// if its result is unused. What only names a state or a barrier may be merged.
// RUN: pipegroup-opt %s -cse -loop-invariant-code-motion -canonicalize -sccp -symbol-dce | FileCheck %s

pipegroup.group @g fused_merge attributes {sym_visibility = "private"} {
  // A private member counts even if nobody names it.
  // CHECK: pipegroup.member @silent
  pipegroup.member @silent tma_async stages(4) producer(warp 1) consumer(thread 32) bytes(64)
      attributes {sym_visibility = "private"}
  // CHECK: pipegroup.member @m
  pipegroup.member @m tma_async stages(4) producer(warp 1) consumer(thread 32) bytes(64)
      attributes {sym_visibility = "nested"}
}
// CHECK-NOT: @unused
pipegroup.group @unused merge attributes {sym_visibility = "private"} {
  pipegroup.member @m tma_async stages(4) producer(warp 1) consumer(thread 32) bytes(64)
}

// CHECK-LABEL: func @twice
func.func @twice() {
  // CHECK-NEXT: pipegroup.start
  // CHECK-NEXT: pipegroup.start
  %p = pipegroup.start @g::@m producer : !pipegroup.state<4>
  %c = pipegroup.start @g consumer : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.init @g
  pipegroup.init @g
  // CHECK-COUNT-2: pipegroup.acquire
  pipegroup.acquire @g::@m[%p] : !pipegroup.state<4>
  pipegroup.acquire @g::@m[%p] : !pipegroup.state<4>
  // CHECK-COUNT-2: pipegroup.commit
  pipegroup.commit @g::@m[%p] : !pipegroup.state<4>
  pipegroup.commit @g::@m[%p] : !pipegroup.state<4>
  // CHECK-COUNT-2: pipegroup.wait
  pipegroup.wait @g[%c] : !pipegroup.state<4>
  pipegroup.wait @g[%c] : !pipegroup.state<4>
  // CHECK-COUNT-2: pipegroup.release
  pipegroup.release @g[%c] : !pipegroup.state<4>
  pipegroup.release @g[%c] : !pipegroup.state<4>
  // CHECK-COUNT-2: pipegroup.try_acquire
  %t0 = pipegroup.try_acquire @g::@m[%p] : !pipegroup.state<4>
  %t1 = pipegroup.try_acquire @g::@m[%p] : !pipegroup.state<4>
  // CHECK-COUNT-2: pipegroup.try_wait
  %w0 = pipegroup.try_wait @g[%c] : !pipegroup.state<4>
  %w1 = pipegroup.try_wait @g[%c] : !pipegroup.state<4>
  // CHECK-COUNT-2: pipegroup.tail
  pipegroup.tail @g::@m[%p] : !pipegroup.state<4>
  pipegroup.tail @g::@m[%p] : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.invalidate @g
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: return
  pipegroup.invalidate @g
  pipegroup.init @g
  return
}

// CHECK-LABEL: func @invariant
func.func @invariant(%n: index) {
  %one = arith.constant 1 : index
  %p = pipegroup.start @g::@m producer : !pipegroup.state<4>
  %c = pipegroup.start @g consumer : !pipegroup.state<4>
  // CHECK: scf.for
  scf.for %i = %one to %n step %one {
    // CHECK-NEXT: pipegroup.init
    // CHECK-NEXT: pipegroup.try_acquire
    // CHECK-NEXT: pipegroup.acquire
    // CHECK-NEXT: pipegroup.commit
    // CHECK-NEXT: pipegroup.try_wait
    // CHECK-NEXT: pipegroup.wait
    // CHECK-NEXT: pipegroup.release
    // CHECK-NEXT: pipegroup.tail
    // CHECK-NEXT: pipegroup.invalidate
    // CHECK-NEXT: }
    pipegroup.init @g
    %t = pipegroup.try_acquire @g::@m[%p] : !pipegroup.state<4>
    pipegroup.acquire @g::@m[%p] unless %t : !pipegroup.state<4>
    pipegroup.commit @g::@m[%p] : !pipegroup.state<4>
    %w = pipegroup.try_wait @g[%c] : !pipegroup.state<4>
    pipegroup.wait @g[%c] : !pipegroup.state<4>
    pipegroup.release @g[%c] : !pipegroup.state<4>
    pipegroup.tail @g::@m[%p] : !pipegroup.state<4>
    pipegroup.invalidate @g
  }
  return
}

// CHECK-LABEL: func @pure
func.func @pure(%n: index, %mem: memref<?xi32>) -> (!llvm.ptr<3>, !llvm.ptr<3>) {
  // CHECK-COUNT-1: pipegroup.start
  // CHECK-NOT: pipegroup.start
  // CHECK: %[[F:.*]] = pipegroup.full_barrier
  // CHECK-NEXT: return %[[F]], %[[F]]
  %p = pipegroup.start @g::@m producer : !pipegroup.state<4>
  %q = pipegroup.start @g::@m producer : !pipegroup.state<4>
  %f0 = pipegroup.full_barrier @g::@m[%p] : !pipegroup.state<4> -> !llvm.ptr<3>
  %f1 = pipegroup.full_barrier @g::@m[%q] : !pipegroup.state<4> -> !llvm.ptr<3>
  %e = pipegroup.empty_barrier @g::@m[%q] : !pipegroup.state<4> -> !llvm.ptr<3>
  return %f0, %f1 : !llvm.ptr<3>, !llvm.ptr<3>
}
