// The address of a barrier stays behind the init that makes it.
// RUN: pipegroup-opt %s -loop-invariant-code-motion | FileCheck %s
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func private @use(!llvm.ptr<3>)
// CHECK-LABEL: func @lives
func.func @lives(%n: index) {
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK: scf.for
  scf.for %i = %n to %n step %n {
    // CHECK: pipegroup.init
    // CHECK-NEXT: pipegroup.full_barrier
    pipegroup.init @g
    %b = pipegroup.full_barrier @g::@m[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
    func.call @use(%b) : (!llvm.ptr<3>) -> ()
    pipegroup.invalidate @g
  }
  return
}
