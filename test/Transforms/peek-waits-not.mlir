// What keeps tests behind it, and waits that are not tested early.
// RUN: pipegroup-opt %s -pipegroup-peek-waits | FileCheck %s --implicit-check-not=test_wait \
// RUN:   --implicit-check-not=inline_ptx
// What is right for the first of each pair is so without what stands in between.
// RUN: sed '/REMOVE$/d' %s | pipegroup-opt -pipegroup-peek-waits \
// RUN:   | FileCheck %s --check-prefix=WITHOUT

pipegroup.barriers @g size(8)
pipegroup.barriers @wide size(64)
pipegroup.barriers @wider size(64)
pipegroup.barriers @merge size(8)

func.func private @other()

// CHECK-LABEL: func @call(
// WITHOUT-LABEL: func @call(
// WITHOUT: barrier_test_wait
func.func @call(%i: i32, %p: i32, %x: i1) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @g[%p] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_arrive %a
  func.call @other() : () -> () // REMOVE
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
  return
}

// CHECK-LABEL: func @invalidate(
// WITHOUT-LABEL: func @invalidate(
// WITHOUT: barrier_test_wait
func.func @invalidate(%i: i32, %p: i32, %x: i1) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @g[%p] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_arrive %a
  pipegroup.once { pipegroup.barrier_invalidate %b } // REMOVE
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
  return
}

// CHECK-LABEL: func @init(
// WITHOUT-LABEL: func @init(
// WITHOUT: barrier_test_wait
func.func @init(%i: i32, %p: i32, %x: i1) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @g[%p] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_arrive %a
  pipegroup.once { pipegroup.barrier_init %b count(1) } // REMOVE
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
  return
}

// CHECK-LABEL: func @by_hand(
// WITHOUT-LABEL: func @by_hand(
// WITHOUT: barrier_test_wait
func.func @by_hand(%i: i32, %p: i32, %x: i1) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @g[%p] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_arrive %a
  pipegroup.barrier_wait %b parity(%p) // REMOVE
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
  return
}

// CHECK-LABEL: func @polled(
// WITHOUT-LABEL: func @polled(
// WITHOUT: barrier_test_wait
func.func @polled(%i: i32, %p: i32, %x: i1) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @g[%p] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_arrive %a
  %t = pipegroup.barrier_try_wait %b parity(%p) // REMOVE
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
  return
}

// CHECK-LABEL: func @nested(
// WITHOUT-LABEL: func @nested(
// WITHOUT: barrier_test_wait
func.func @nested(%i: i32, %p: i32, %x: i1) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @g[%p] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_arrive %a
  scf.if %x { pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64} } // REMOVE
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
  return
}

// CHECK-LABEL: func @upstream(
// WITHOUT-LABEL: func @upstream(
// WITHOUT: barrier_test_wait
func.func @upstream(%i: i32, %p: i32, %x: i1) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @g[%p] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_arrive %a
  nvvm.mbarrier.try_wait.parity %b, %p, %p : !llvm.ptr<3>, i32, i32 // REMOVE
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
  return
}

// CHECK-LABEL: func @assembly(
// WITHOUT-LABEL: func @assembly(
// WITHOUT: barrier_test_wait
func.func @assembly(%i: i32, %p: i32, %x: i1) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @g[%p] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_arrive %a
  llvm.inline_asm has_side_effects "mbarrier.inval.shared.b64 [$0];", "l" %b : (!llvm.ptr<3>) -> () // REMOVE
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
  return
}

// CHECK-LABEL: func @rendezvous(
// WITHOUT-LABEL: func @rendezvous(
// WITHOUT: barrier_test_wait
func.func @rendezvous(%i: i32, %p: i32, %x: i1) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @g[%p] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_arrive %a
  %id = arith.constant 1 : i32 // REMOVE
  %all = arith.constant 64 : i32 // REMOVE
  nvvm.barrier id = %id number_of_threads = %all // REMOVE
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
  return
}

// CHECK-LABEL: func @cta(
// WITHOUT-LABEL: func @cta(
// WITHOUT: barrier_test_wait
func.func @cta(%i: i32, %p: i32, %x: i1) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @g[%p] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_arrive %a
  pipegroup.sync_cta // REMOVE
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
  return
}

// CHECK-LABEL: func @cluster(
// WITHOUT-LABEL: func @cluster(
// WITHOUT: barrier_test_wait
func.func @cluster(%i: i32, %p: i32, %x: i1) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @g[%p] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_arrive %a
  pipegroup.sync_cluster // REMOVE
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
  return
}

// CHECK-LABEL: func @upstream_cta(
// WITHOUT-LABEL: func @upstream_cta(
// WITHOUT: barrier_test_wait
func.func @upstream_cta(%i: i32, %p: i32, %x: i1) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @g[%p] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_arrive %a
  gpu.barrier // REMOVE
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
  return
}

// CHECK-LABEL: func @intrinsic(
// WITHOUT-LABEL: func @intrinsic(
// WITHOUT: barrier_test_wait
func.func @intrinsic(%i: i32, %p: i32, %x: i1) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @g[%p] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_arrive %a
  llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"(%p) : (i32) -> () // REMOVE
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
  return
}

// CHECK-LABEL: func @seen(
// WITHOUT-LABEL: func @seen(
// WITHOUT: barrier_test_wait
func.func @seen(%i: i32, %p: i32, %x: i1) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @g[%p] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_arrive %a
  %v = llvm.load volatile %b : !llvm.ptr<3> -> i32 // REMOVE
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
  return
}

// The way round the loop leads over what comes before the wait, too; the next parity is
// computed early nonetheless.
// CHECK-LABEL: func @before_in_loop(
// CHECK: nvvm.inline_ptx
// WITHOUT-LABEL: func @before_in_loop(
// WITHOUT: barrier_test_wait
func.func @before_in_loop(%n: i32, %x: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a = pipegroup.barrier @g[%c0] : !llvm.ptr<3>
  scf.for %t = %c0 to %n step %c1 iter_args(%p = %c0) -> (i32) : i32 {
    func.call @other() : () -> () // REMOVE
    pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
    pipegroup.barrier_arrive %a
    %q = arith.xori %p, %c1 : i32
    scf.yield %q : i32
  }
  return
}

// CHECK-LABEL: func @behind_in_loop(
// CHECK: nvvm.inline_ptx
// WITHOUT-LABEL: func @behind_in_loop(
// WITHOUT: barrier_test_wait
func.func @behind_in_loop(%n: i32, %x: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a = pipegroup.barrier @g[%c0] : !llvm.ptr<3>
  scf.for %t = %c0 to %n step %c1 iter_args(%p = %c0) -> (i32) : i32 {
    pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
    pipegroup.barrier_arrive %a
    scf.if %x { pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64} } // REMOVE
    %q = arith.xori %p, %c1 : i32
    scf.yield %q : i32
  }
  return
}

// The next parity is not known before this iteration has read it.
// CHECK-LABEL: func @effect(
func.func @effect(%n: i32, %m: memref<1xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %z = arith.constant 0 : index
  %a = pipegroup.barrier @g[%c0] : !llvm.ptr<3>
  scf.for %t = %c0 to %n step %c1 iter_args(%p = %c0) -> (i32) : i32 {
    pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
    pipegroup.barrier_arrive %a
    %q = memref.load %m[%z] : memref<1xi32>
    scf.yield %q : i32
  }
  return
}

// A slot number that is the loop's counter is not carried.
// CHECK-LABEL: func @counter(
func.func @counter(%n: i32, %p: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %t = %c0 to %n step %c1 : i32 {
    %a = pipegroup.barrier @g[%t] : !llvm.ptr<3>
    pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
    pipegroup.barrier_arrive %a
  }
  return
}

// Nobody says of waits by hand that an earlier phase is over.
// CHECK-LABEL: func @both_by_hand(
func.func @both_by_hand(%i: i32, %p: i32) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @g[%p] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p)
  pipegroup.barrier_arrive %a
  pipegroup.barrier_wait %b parity(%p)
  return
}

// The consumer waits for two barriers a round: it is tested early, the producers are not.
// CHECK-LABEL: func @consumer(
// CHECK: barrier_test_wait
// CHECK: barrier_test_wait
func.func @consumer(%i: i32, %j: i32, %p: i32) {
  %a = pipegroup.barrier @merge[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @merge[%i] offset(4) : !llvm.ptr<3>
  %c = pipegroup.barrier @merge[%j] : !llvm.ptr<3>
  %d = pipegroup.barrier @merge[%j] offset(4) : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_arrive %a
  pipegroup.barrier_wait %c parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %d parity(%p) {pipegroup.round = 4 : i64}
  return
}
// CHECK-LABEL: func @producer(
func.func @producer(%i: i32, %j: i32, %p: i32) {
  %a = pipegroup.barrier @merge[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @merge[%j] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_arrive %a
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
  return
}

// Of eight waits in a row mostly one is not over; seven are tested.
// CHECK-LABEL: func @waits7(
// CHECK-COUNT-7: barrier_test_wait
func.func @waits7(%i: i32, %j: i32, %p: i32) {
  %a0 = pipegroup.barrier @wide[%i] offset(0) : !llvm.ptr<3>
  %b0 = pipegroup.barrier @wide[%j] offset(0) : !llvm.ptr<3>
  %a1 = pipegroup.barrier @wide[%i] offset(8) : !llvm.ptr<3>
  %b1 = pipegroup.barrier @wide[%j] offset(8) : !llvm.ptr<3>
  %a2 = pipegroup.barrier @wide[%i] offset(16) : !llvm.ptr<3>
  %b2 = pipegroup.barrier @wide[%j] offset(16) : !llvm.ptr<3>
  %a3 = pipegroup.barrier @wide[%i] offset(24) : !llvm.ptr<3>
  %b3 = pipegroup.barrier @wide[%j] offset(24) : !llvm.ptr<3>
  %a4 = pipegroup.barrier @wide[%i] offset(32) : !llvm.ptr<3>
  %b4 = pipegroup.barrier @wide[%j] offset(32) : !llvm.ptr<3>
  %a5 = pipegroup.barrier @wide[%i] offset(40) : !llvm.ptr<3>
  %b5 = pipegroup.barrier @wide[%j] offset(40) : !llvm.ptr<3>
  %a6 = pipegroup.barrier @wide[%i] offset(48) : !llvm.ptr<3>
  %b6 = pipegroup.barrier @wide[%j] offset(48) : !llvm.ptr<3>
  pipegroup.barrier_wait %a0 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %a1 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %a2 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %a3 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %a4 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %a5 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %a6 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_arrive %a0
  pipegroup.barrier_wait %b0 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %b1 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %b2 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %b3 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %b4 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %b5 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %b6 parity(%p) {pipegroup.round = 4 : i64}
  return
}
// CHECK-LABEL: func @waits8(
func.func @waits8(%i: i32, %j: i32, %p: i32) {
  %a0 = pipegroup.barrier @wider[%i] offset(0) : !llvm.ptr<3>
  %b0 = pipegroup.barrier @wider[%j] offset(0) : !llvm.ptr<3>
  %a1 = pipegroup.barrier @wider[%i] offset(8) : !llvm.ptr<3>
  %b1 = pipegroup.barrier @wider[%j] offset(8) : !llvm.ptr<3>
  %a2 = pipegroup.barrier @wider[%i] offset(16) : !llvm.ptr<3>
  %b2 = pipegroup.barrier @wider[%j] offset(16) : !llvm.ptr<3>
  %a3 = pipegroup.barrier @wider[%i] offset(24) : !llvm.ptr<3>
  %b3 = pipegroup.barrier @wider[%j] offset(24) : !llvm.ptr<3>
  %a4 = pipegroup.barrier @wider[%i] offset(32) : !llvm.ptr<3>
  %b4 = pipegroup.barrier @wider[%j] offset(32) : !llvm.ptr<3>
  %a5 = pipegroup.barrier @wider[%i] offset(40) : !llvm.ptr<3>
  %b5 = pipegroup.barrier @wider[%j] offset(40) : !llvm.ptr<3>
  %a6 = pipegroup.barrier @wider[%i] offset(48) : !llvm.ptr<3>
  %b6 = pipegroup.barrier @wider[%j] offset(48) : !llvm.ptr<3>
  %a7 = pipegroup.barrier @wider[%i] offset(56) : !llvm.ptr<3>
  %b7 = pipegroup.barrier @wider[%j] offset(56) : !llvm.ptr<3>
  pipegroup.barrier_wait %a0 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %a1 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %a2 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %a3 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %a4 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %a5 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %a6 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %a7 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_arrive %a0
  pipegroup.barrier_wait %b0 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %b1 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %b2 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %b3 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %b4 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %b5 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %b6 parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_wait %b7 parity(%p) {pipegroup.round = 4 : i64}
  return
}
