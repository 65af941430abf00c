// RUN: not pipegroup-explain %s 2>%t.err | count 0
// RUN: FileCheck %s < %t.err

// A group without agents verifies, but has no counts yet: every side that
// nothing is known of is reported, and no group is explained.

pipegroup.group @fine merge {
  pipegroup.member @x umma_async stages(1) producer(warp 1) consumer(thread 128)
}
// CHECK: error-agents.mlir:[[#@LINE + 3]]:3: error: 'pipegroup.member' op '@a' has no 'producer' agent, {{.*}} [M10]
// CHECK: error-agents.mlir:[[#@LINE + 2]]:3: error: 'pipegroup.member' op '@a' has no 'consumer' agent, {{.*}} [M10]
pipegroup.group @later merge {
  pipegroup.member @a async_async stages(4)
}
