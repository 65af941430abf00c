// A second conversion finds nothing to do, and dynamic storage that comes later
// goes on beginning where dynamic shared memory does.
// RUN: pipegroup-opt %s --convert-pipegroup-to-nvvm -o %t.once
// RUN: pipegroup-opt %t.once --convert-pipegroup-to-nvvm -o %t.twice
// RUN: diff %t.once %t.twice

pipegroup.barriers @ring size(2)
pipegroup.barriers @late size(2) dynamic(64)
func.func @f(%i: i32) {
  %0 = pipegroup.barrier @ring[%i] : !llvm.ptr<3>
  pipegroup.barrier_wait %0 parity(%i)
  %1 = pipegroup.barrier @late[%i] : !llvm.ptr<3>
  pipegroup.elect {
    pipegroup.barrier_arrive %1
  }
  return
}
