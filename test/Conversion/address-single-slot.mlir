// In a loop, the constant address of a ring of one slot is hidden from ptxas,
// which would work it out anew in every iteration; elsewhere it is not.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm | FileCheck %s

pipegroup.barriers @one size(2)
// CHECK-LABEL: func.func @loop(
// CHECK:  %[[HIDDEN:.*]] = nvvm.inline_ptx "mov.b32 $0, $1;" ro(%{{.*}} : !llvm.ptr<3>) -> !llvm.ptr<3>
// CHECK:  %[[BASE:.*]] = llvm.mlir.addressof @one : !llvm.ptr<3>
func.func @loop(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: llvm.getelementptr %[[BASE]]
  %outside = pipegroup.barrier @one[%c0] : !llvm.ptr<3>
  pipegroup.barrier_arrive %outside
  // CHECK: scf.for
  scf.for %i = %c0 to %n step %c1 : i32 {
    // CHECK: llvm.getelementptr %[[HIDDEN]]
    %inside = pipegroup.barrier @one[%c0] : !llvm.ptr<3>
    pipegroup.barrier_arrive %inside
  }
  return
}
// CHECK-LABEL: func.func @branches(
// CHECK:  %[[HIDDEN:.*]] = nvvm.inline_ptx
func.func @branches(%again: i1) {
  %c0 = arith.constant 0 : i32
  cf.br ^loop
^loop:
  // CHECK: llvm.getelementptr %[[HIDDEN]]
  %b = pipegroup.barrier @one[%c0] : !llvm.ptr<3>
  pipegroup.barrier_arrive %b
  cf.cond_br %again, ^loop, ^end
^end:
  return
}
