// What nvgpu ops take is a memref descriptor of one barrier at the address.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm | FileCheck %s

!group = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>

pipegroup.barriers @ring size(4)
func.func private @take(!group)
// CHECK-LABEL: func.func @descriptor(
func.func @descriptor(%i: i32) {
  // CHECK: %[[SLOT:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  // CHECK: %[[AT:.*]] = llvm.getelementptr %[[SLOT]][16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  // CHECK: %[[D0:.*]] = llvm.mlir.poison : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
  // CHECK: %[[D1:.*]] = llvm.insertvalue %[[AT]], %[[D0]][0]
  // CHECK: %[[D2:.*]] = llvm.insertvalue %[[AT]], %[[D1]][1]
  // CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i64) : i64
  // CHECK: %[[D3:.*]] = llvm.insertvalue %[[ZERO]], %[[D2]][2]
  // CHECK: %[[SIZE:.*]] = llvm.mlir.constant(1 : i64) : i64
  // CHECK: %[[D4:.*]] = llvm.insertvalue %[[SIZE]], %[[D3]][3, 0]
  // CHECK: %[[STRIDE:.*]] = llvm.mlir.constant(1 : i64) : i64
  // CHECK: %[[D5:.*]] = llvm.insertvalue %[[STRIDE]], %[[D4]][4, 0]
  // CHECK: %[[GROUP:.*]] = builtin.unrealized_conversion_cast %[[D5]]
  // CHECK: call @take(%[[GROUP]])
  %0 = pipegroup.barrier @ring[%i] offset(2) : !group
  func.call @take(%0) : (!group) -> ()
  return
}
