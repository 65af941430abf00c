// After a wait the barriers of the next one are tested, and what the operands of the next one
// are made of is computed in front of the first.
// RUN: pipegroup-opt %s -pipegroup-peek-waits > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-peek-waits | diff %t.once -
// RUN: pipegroup-opt %s -pipegroup-peek-waits=min-slots=9 | FileCheck %s --check-prefix=FEW \
// RUN:   --implicit-check-not=barrier_test_wait

pipegroup.barriers @g size(8)
pipegroup.barriers @h size(8)
pipegroup.barriers @two size(4)
pipegroup.barriers @one size(2)

// FEW-LABEL: func @straight
// CHECK-LABEL: func @straight
// CHECK-SAME: %[[I:.*]]: i32, %[[P:.*]]: i32
func.func @straight(%i: i32, %p: i32) {
  // CHECK-DAG:  %[[A:.*]] = pipegroup.barrier @g[%[[I]]] :
  // CHECK-DAG:  %[[J:.*]] = arith.addi %[[I]], %[[I]]
  // CHECK-DAG:  %[[B:.*]] = pipegroup.barrier @g[%[[J]]] :
  // CHECK:      pipegroup.barrier_wait %[[A]] parity(%[[P]])
  // CHECK-NEXT: %[[READY:.*]] = pipegroup.barrier_test_wait %[[B]] parity(%[[P]]){{$}}
  // CHECK-NEXT: pipegroup.barrier_arrive
  // CHECK:      %[[NOT:.*]] = arith.xori %[[READY]], %true
  // CHECK:      %[[SLOW:.*]] = llvm.intr.expect %[[NOT]], %false
  // CHECK-NEXT: scf.if %[[SLOW]] {
  // CHECK-NEXT:   pipegroup.barrier_wait %[[B]] parity(%[[P]]) {pipegroup.round = 4 : i64}
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.barrier_arrive %a
  %j = arith.addi %i, %i : i32
  %b = pipegroup.barrier @g[%j] : !llvm.ptr<3>
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
  return
}

// The scope is that of the wait, and a fence for the wait stays behind it, in front of the test.
// FEW-LABEL: func @scope
// CHECK-LABEL: func @scope
func.func @scope(%i: i32, %p: i32) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @g[%p] : !llvm.ptr<3>
  // CHECK:      pipegroup.barrier_wait
  // CHECK-NEXT: pipegroup.tensor_fence_after
  // CHECK-NEXT: pipegroup.barrier_test_wait %{{.*}} parity(%{{.*}}) scope(cluster)
  // CHECK-NEXT: pipegroup.barrier_arrive
  // CHECK:      scf.if
  // CHECK-NEXT:   pipegroup.barrier_wait %{{.*}} parity(%{{.*}}) scope(cluster) {pipegroup.round = 4 : i64}
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.tensor_fence_after
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
  pipegroup.tensor_fence_after
  pipegroup.barrier_arrive %a
  pipegroup.barrier_wait %b parity(%p) scope(cluster) {pipegroup.round = 4 : i64}
  pipegroup.tensor_fence_after
  return
}

// In a loop the test is for the next iteration, which knows nothing yet in the first.
// FEW-LABEL: func @loop
// CHECK-LABEL: func @loop
func.func @loop(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  // CHECK:      %[[NOTYET:.*]] = arith.constant false
  // CHECK-NEXT: scf.for {{.*}} iter_args(%[[I:.*]] = %{{.*}}, %[[P:.*]] = %{{.*}}, %[[READY:.*]] = %[[NOTYET]]) -> (i32, i32, i1)
  // CHECK-NEXT:   %[[A:.*]] = pipegroup.barrier @g[%[[I]]] :
  // CHECK-NEXT:   %[[UP:.*]] = arith.addi %[[I]]
  // CHECK-NEXT:   %[[WRAPS:.*]] = arith.cmpi eq, %[[UP]]
  // CHECK-NEXT:   %[[FLIP:.*]] = arith.extui %[[WRAPS]]
  // CHECK-DAG:    %[[NEXTP:.*]] = arith.xori %[[P]], %[[FLIP]]
  // CHECK-DAG:    %[[NEXTI:.*]] = arith.select %[[WRAPS]]
  // CHECK-DAG:    %[[PINI:.*]] = nvvm.inline_ptx "mov.b32 $0, $1;" ro(%[[NEXTI]] : i32) -> i32
  // CHECK-DAG:    %[[PINP:.*]] = nvvm.inline_ptx "mov.b32 $0, $1;" ro(%[[NEXTP]] : i32) -> i32
  // CHECK-DAG:    %[[B:.*]] = pipegroup.barrier @g[%[[PINI]]] :
  // CHECK:        %[[NOT:.*]] = arith.xori %[[READY]]
  // CHECK:        %[[SLOW:.*]] = llvm.intr.expect %[[NOT]]
  // CHECK-NEXT:   scf.if %[[SLOW]] {
  // CHECK-NEXT:     pipegroup.barrier_wait %[[A]] parity(%[[P]]) {pipegroup.round = 4 : i64}
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %[[TEST:.*]] = pipegroup.barrier_test_wait %[[B]] parity(%[[PINP]])
  // CHECK-NEXT:   pipegroup.elect
  // CHECK:        scf.yield %[[PINI]], %[[PINP]], %[[TEST]] : i32, i32, i1
  scf.for %t = %c0 to %n step %c1 iter_args(%i = %c0, %p = %c0) -> (i32, i32) : i32 {
    %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
    pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
    pipegroup.elect {
      pipegroup.barrier_arrive %a
    }
    %up = arith.addi %i, %c1 : i32
    %wraps = arith.cmpi eq, %up, %c4 : i32
    %flip = arith.extui %wraps : i1 to i32
    %q = arith.xori %p, %flip : i32
    %j = arith.select %wraps, %c0, %up : i32
    scf.yield %j, %q : i32, i32
  }
  return
}

// All waits of a run are tested, and tests reach from the last run to the first.
// CHECK-LABEL: func @runs
func.func @runs(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a = pipegroup.barrier @h[%c0] : !llvm.ptr<3>
  %b = pipegroup.barrier @h[%c0] offset(4) : !llvm.ptr<3>
  %c = pipegroup.barrier @h[%c1] : !llvm.ptr<3>
  %d = pipegroup.barrier @h[%c1] offset(4) : !llvm.ptr<3>
  // CHECK: %[[A:.*]] = pipegroup.barrier @h[%c0_i32] :
  // CHECK: %[[B:.*]] = pipegroup.barrier @h[%c0_i32] offset(4)
  // CHECK: %[[C:.*]] = pipegroup.barrier @h[%c1_i32] :
  // CHECK: %[[D:.*]] = pipegroup.barrier @h[%c1_i32] offset(4)
  // CHECK: scf.for {{.*}} iter_args(%[[P:.*]] = %{{.*}}, %[[TA:.*]] = %{{.*}}, %[[TB:.*]] = %{{.*}})
  // CHECK:   arith.xori %[[TA]]
  // CHECK:   barrier_wait %[[A]] parity(%[[P]])
  // CHECK:   arith.xori %[[TB]]
  // CHECK:   barrier_wait %[[B]] parity(%[[P]])
  // CHECK:   %[[TC:.*]] = pipegroup.barrier_test_wait %[[C]] parity(%[[P]])
  // CHECK-NEXT: %[[TD:.*]] = pipegroup.barrier_test_wait %[[D]] parity(%[[P]])
  // CHECK-NEXT: barrier_arrive
  // CHECK:   arith.xori %[[TC]]
  // CHECK:   %[[Q:.*]] = nvvm.inline_ptx
  // CHECK:   barrier_wait %[[C]] parity(%[[P]])
  // CHECK:   arith.xori %[[TD]]
  // CHECK:   barrier_wait %[[D]] parity(%[[P]])
  // CHECK:   %[[NA:.*]] = pipegroup.barrier_test_wait %[[A]] parity(%[[Q]])
  // CHECK-NEXT: %[[NB:.*]] = pipegroup.barrier_test_wait %[[B]] parity(%[[Q]])
  // CHECK-NEXT: barrier_arrive
  // CHECK:   scf.yield %[[Q]], %[[NA]], %[[NB]]
  scf.for %t = %c0 to %n step %c1 iter_args(%p = %c0) -> (i32) : i32 {
    pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
    pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
    pipegroup.barrier_arrive %a
    pipegroup.barrier_wait %c parity(%p) {pipegroup.round = 4 : i64}
    pipegroup.barrier_wait %d parity(%p) {pipegroup.round = 4 : i64}
    pipegroup.barrier_arrive %c
    %q = arith.xori %p, %c1 : i32
    scf.yield %q : i32
  }
  return
}

// A single wait for one of two slots is not tested, but the next parity is computed in front of
// it; with one slot not even that.
// CHECK-LABEL: func @few
func.func @few(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a = pipegroup.barrier @two[%c0] : !llvm.ptr<3>
  %b = pipegroup.barrier @one[%c0] : !llvm.ptr<3>
  // CHECK:      scf.for
  // CHECK-NEXT:   %[[Q:.*]] = arith.xori
  // CHECK-NEXT:   %[[PIN:.*]] = nvvm.inline_ptx "mov.b32 $0, $1;" ro(%[[Q]]
  // CHECK-NEXT:   pipegroup.barrier_wait
  // CHECK-NEXT:   pipegroup.barrier_arrive
  // CHECK-NEXT:   scf.yield %[[PIN]]
  scf.for %t = %c0 to %n step %c1 iter_args(%p = %c0) -> (i32) : i32 {
    pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 2 : i64}
    pipegroup.barrier_arrive %a
    %q = arith.xori %p, %c1 : i32
    scf.yield %q : i32
  }
  // CHECK:      scf.for
  // CHECK-NEXT:   pipegroup.barrier_wait
  // CHECK-NEXT:   pipegroup.barrier_arrive
  // CHECK-NEXT:   arith.xori
  scf.for %t = %c0 to %n step %c1 iter_args(%p = %c0) -> (i32) : i32 {
    pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 1 : i64}
    pipegroup.barrier_arrive %b
    %q = arith.xori %p, %c1 : i32
    scf.yield %q : i32
  }
  return
}

// A parity that does not change between iterations is left where it is.
// CHECK-LABEL: func @constant
// CHECK-NOT: inline_ptx
// CHECK: return
func.func @constant(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a = pipegroup.barrier @two[%c0] : !llvm.ptr<3>
  scf.for %t = %c0 to %n step %c1 iter_args(%p = %c0) -> (i32) : i32 {
    pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 2 : i64}
    pipegroup.barrier_arrive %a
    scf.yield %c1 : i32
  }
  return
}

// A consumer that lags waits for two rounds of one array in its prologue, which are not two arrays.
pipegroup.barriers @lag size(16)
// CHECK-LABEL: func @lagging
// CHECK: scf.for
// CHECK: barrier_test_wait
// CHECK: return
func.func @lagging(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c7 = arith.constant 7 : i32
  %a = pipegroup.barrier @lag[%c0] : !llvm.ptr<3>
  %b = pipegroup.barrier @lag[%c1] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%c0) {pipegroup.round = 8 : i64}
  pipegroup.barrier_wait %b parity(%c0) {pipegroup.round = 8 : i64}
  scf.for %t = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
    %c = pipegroup.barrier @lag[%i] : !llvm.ptr<3>
    pipegroup.barrier_wait %c parity(%c0) {pipegroup.round = 8 : i64}
    pipegroup.barrier_arrive %c
    %up = arith.addi %i, %c1 : i32
    %j = arith.andi %up, %c7 : i32
    scf.yield %j : i32
  }
  return
}

// Storages of one name in two modules are two.
// CHECK-LABEL: module @wide
module @wide {
  pipegroup.barriers @ring size(12)
  func.func @both(%i: i32, %p: i32) {
    %a = pipegroup.barrier @ring[%i] : !llvm.ptr<3>
    %b = pipegroup.barrier @ring[%i] offset(4) : !llvm.ptr<3>
    pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
    pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
    return
  }
}
// CHECK-LABEL: module @narrow
// CHECK: barrier_test_wait
module @narrow {
  pipegroup.barriers @ring size(8)
  func.func @one(%i: i32, %j: i32, %p: i32) {
    %a = pipegroup.barrier @ring[%i] : !llvm.ptr<3>
    %b = pipegroup.barrier @ring[%j] : !llvm.ptr<3>
    pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 4 : i64}
    pipegroup.barrier_arrive %a
    pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 4 : i64}
    return
  }
}
