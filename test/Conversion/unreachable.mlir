// Code that cannot be reached goes, barrier ops and all.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm | FileCheck %s \
// RUN:   --implicit-check-not=pipegroup. --implicit-check-not=mbarrier

pipegroup.barriers @ring size(2)
// CHECK-LABEL: func.func @unreachable(
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @unreachable(%i: i32) {
  return
^loop(%b: !llvm.ptr<3>):
  %0 = pipegroup.barrier @ring[%i] : !llvm.ptr<3>
  pipegroup.elect {
    pipegroup.barrier_arrive %b
  }
  pipegroup.barrier_wait %0 parity(%i)
  cf.br ^loop(%0 : !llvm.ptr<3>)
}
