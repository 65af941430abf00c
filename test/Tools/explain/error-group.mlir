// RUN: not pipegroup-explain %s 2>%t.err | count 0
// RUN: FileCheck %s < %t.err

// A broken rule is reported at the group, with notes, and the sound group in
// front of it is not explained either.

pipegroup.group @fine merge {
  pipegroup.member @x umma_async stages(1) producer(warp 1) consumer(thread 128)
}
// CHECK: error-group.mlir:[[#@LINE + 2]]:1: error: 'pipegroup.group' op '@broken' {{.*}} [G2]
// CHECK: error-group.mlir:[[#@LINE + 3]]:3: note: member '@y'
pipegroup.group @broken merge {
  pipegroup.member @x umma_async stages(1) producer(warp 1) consumer(thread 128)
  pipegroup.member @y umma_async stages(2) producer(warp 1) consumer(thread 128)
}
