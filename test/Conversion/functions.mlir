// Barrier ops lower the same in every kind of function and between the branches
// of every dialect.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm | FileCheck %s \
// RUN:   --implicit-check-not=pipegroup.

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @gpu_func(
  // CHECK-NEXT:    nvvm.mbarrier.arrive
  gpu.func @gpu_func(%b: !llvm.ptr<3>) kernel {
    pipegroup.barrier_arrive %b
    gpu.return
  }
  // CHECK-LABEL: func.func @cf(
  // CHECK:         cf.cond_br
  // CHECK-NEXT:  ^bb1:
  // CHECK-NEXT:    scf.while
  // CHECK:         cf.br ^bb2
  func.func @cf(%b: !llvm.ptr<3>, %parity: i32, %if: i1) {
    cf.cond_br %if, ^then, ^done
  ^then:
    pipegroup.barrier_wait %b parity(%parity)
    cf.br ^done
  ^done:
    return
  }
  // CHECK-LABEL: llvm.func @llvm_func(
  // CHECK:         llvm.cond_br
  // CHECK:       ^bb1:
  // CHECK-NEXT:    scf.while
  // CHECK:         llvm.br ^bb2
  llvm.func @llvm_func(%b: !llvm.ptr<3>, %parity: i32, %if: i1) attributes {nvvm.kernel} {
    llvm.cond_br %if, ^then, ^done
  ^then:
    pipegroup.barrier_wait %b parity(%parity)
    llvm.br ^done
  ^done:
    llvm.return
  }
  // CHECK-LABEL: llvm.func @scf_in_llvm(
  // CHECK:         scf.for
  // CHECK-NEXT:      scf.if
  // CHECK-NEXT:        nvvm.mbarrier.arrive
  llvm.func @scf_in_llvm(%b: !llvm.ptr<3>, %n: i32, %if: i1) attributes {nvvm.kernel} {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    scf.for %i = %zero to %n step %one : i32 {
      scf.if %if {
        pipegroup.barrier_arrive %b
      }
    }
    llvm.return
  }
}
