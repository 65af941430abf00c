// Waits for rounds of groups try their barriers together; whoever was not ready
// is waited for. Anything but pure ops ends a run.
// RUN: pipegroup-opt %s -pipegroup-batch-waits > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-batch-waits | diff %t.once -

pipegroup.barriers @g size(6)
pipegroup.barriers @h size(2)

// CHECK-LABEL: func @three
// CHECK-SAME: %[[I:.*]]: i32, %[[P:.*]]: i32
func.func @three(%i: i32, %p: i32) {
  // CHECK:      %[[A:.*]] = pipegroup.barrier @g[%[[I]]] : !llvm.ptr<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @g[%[[I]]] offset(2)
  // CHECK-NEXT: %[[Q:.*]] = arith.addi %[[P]], %[[P]]
  // CHECK-NEXT: %[[C:.*]] = pipegroup.barrier @g[%[[I]]] offset(4)
  // CHECK-NEXT: %[[TA:.*]] = pipegroup.barrier_try_wait %[[A]] parity(%[[P]])
  // CHECK-NEXT: %[[TB:.*]] = pipegroup.barrier_try_wait %[[B]] parity(%[[P]])
  // CHECK-NEXT: %[[TC:.*]] = pipegroup.barrier_try_wait %[[C]] parity(%[[P]])
  // CHECK:      %[[NA:.*]] = arith.xori %[[TA]]
  // CHECK:      %[[SLOWA:.*]] = llvm.intr.expect %[[NA]], %false
  // CHECK-NEXT: scf.if %[[SLOWA]] {
  // CHECK-NEXT:   pipegroup.barrier_wait %[[A]] parity(%[[P]]) {pipegroup.round = 2 : i64}
  // CHECK-NEXT: }
  // CHECK:      %[[NB:.*]] = arith.xori %[[TB]]
  // CHECK:      %[[SLOWB:.*]] = llvm.intr.expect %[[NB]], %false
  // CHECK-NEXT: scf.if %[[SLOWB]] {
  // CHECK-NEXT:   pipegroup.barrier_wait %[[B]] parity(%[[P]]) {pipegroup.round = 2 : i64}
  // CHECK-NEXT: }
  // CHECK:      %[[NC:.*]] = arith.xori %[[TC]]
  // CHECK:      %[[SLOWC:.*]] = llvm.intr.expect %[[NC]], %false
  // CHECK-NEXT: scf.if %[[SLOWC]] {
  // CHECK-NEXT:   pipegroup.barrier_wait %[[C]] parity(%[[P]]) {pipegroup.round = 2 : i64}
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 2 : i64}
  %b = pipegroup.barrier @g[%i] offset(2) : !llvm.ptr<3>
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 2 : i64}
  %q = arith.addi %p, %p : i32
  %c = pipegroup.barrier @g[%i] offset(4) : !llvm.ptr<3>
  pipegroup.barrier_wait %c parity(%p) {pipegroup.round = 2 : i64}
  return
}

// A signal in between is what the second wait may depend on.
// CHECK-LABEL: func @apart
// CHECK-NOT: try_wait
func.func @apart(%i: i32, %p: i32) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @g[%i] offset(2) : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 2 : i64}
  pipegroup.barrier_arrive %b
  pipegroup.barrier_wait %b parity(%p) {pipegroup.round = 2 : i64}
  return
}

// CHECK-LABEL: func @one
// CHECK-NOT: try_wait
func.func @one(%i: i32, %p: i32, %x: i1) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 2 : i64}
  scf.if %x {
    pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 2 : i64}
  }
  return
}

// Of waits written as barrier ops nobody says that an earlier phase is over: the
// second barrier may be two phases behind until the first wait has ended.
// CHECK-LABEL: func @by_hand
// CHECK-NOT: try_wait
func.func @by_hand(%i: i32, %p: i32) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  %b = pipegroup.barrier @g[%i] offset(2) : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p)
  pipegroup.barrier_wait %b parity(%p)
  return
}

// Rounds of different groups.
// CHECK-LABEL: func @two_groups
// CHECK: %[[A:.*]] = pipegroup.barrier @g
// CHECK: %[[B:.*]] = pipegroup.barrier @h
// CHECK-NEXT: pipegroup.barrier_try_wait %[[A]]
// CHECK-NEXT: pipegroup.barrier_try_wait %[[B]]
func.func @two_groups(%i: i32, %j: i32, %p: i32, %q: i32) {
  %a = pipegroup.barrier @g[%i] : !llvm.ptr<3>
  pipegroup.barrier_wait %a parity(%p) {pipegroup.round = 2 : i64}
  %b = pipegroup.barrier @h[%j] : !llvm.ptr<3>
  pipegroup.barrier_wait %b parity(%q) {pipegroup.round = 2 : i64}
  return
}
