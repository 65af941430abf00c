// The pass is told apart from those that run on one function: that does not hold
// the groups.
// RUN: not pipegroup-opt %s -pass-pipeline='builtin.module(func.func(pipegroup-materialize-barriers))' 2>&1 | FileCheck %s
// CHECK: unable to schedule pass 'PipegroupMaterializeBarriers'

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @f() {
  pipegroup.init @g
  return
}
