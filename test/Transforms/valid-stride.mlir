// The near misses of P9: each stride of the side, that of its first op and that of its
// last one.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -verify-diagnostics | FileCheck %s
// CHECK-NOT: pipegroup.advance
// accepts: P9

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(8) producer(thread 32) consumer(thread 32)
      interleave(1, 2, 4, 8) advance_on_acquire advance_on_wait
}
// CHECK: func @both
func.func @both(%n: index) {
  pipegroup.init @g
  %p = pipegroup.start @g::@m producer : !pipegroup.state<8>
  %c = pipegroup.start @g consumer : !pipegroup.state<8>
  %p1 = pipegroup.advance %p by 1 : !pipegroup.state<8>
  %p2 = pipegroup.advance %p by 2 : !pipegroup.state<8>
  %c4 = pipegroup.advance %c by 4 : !pipegroup.state<8>
  %c8 = pipegroup.advance %c by 8 : !pipegroup.state<8>
  pipegroup.wait @g::@m[%c4] : !pipegroup.state<8>
  return
}

pipegroup.group @plain merge {
  pipegroup.member @m async_async stages(3) producer(thread 32) consumer(thread 32)
}
func.func @one(%n: index) {
  pipegroup.init @plain
  %p = pipegroup.start @plain::@m producer : !pipegroup.state<3>
  scf.for %i = %n to %n step %n iter_args(%s = %p) -> (!pipegroup.state<3>) {
    %next = pipegroup.advance %s by 1 : !pipegroup.state<3>
    scf.yield %next : !pipegroup.state<3>
  }
  return
}
