// The driver is mlir-opt as well: upstream passes run on upstream dialects.
// RUN: pipegroup-opt %s --canonicalize --convert-scf-to-cf --convert-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func @sum(
// CHECK:         llvm.cond_br
// CHECK:         llvm.add
func.func @sum(%n: index) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %sum = scf.for %i = %zero to %n step %one iter_args(%s = %zero) -> index {
    %t = arith.addi %s, %i : index
    scf.yield %t : index
  }
  return %sum : index
}
