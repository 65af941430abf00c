// A group is a symbol table, but not one that holds groups.
// RUN: not pipegroup-opt %s --pass-pipeline='builtin.module(pipegroup.group(pipegroup-materialize-barriers))' 2>&1 | FileCheck %s
// CHECK: error: {{.*}}pipegroup.group
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
