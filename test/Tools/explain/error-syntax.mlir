// RUN: not pipegroup-explain %s 2>%t.err | count 0
// RUN: FileCheck %s < %t.err

// What does not parse is reported where it stands, and nothing is explained.

pipegroup.group @fine merge {
  pipegroup.member @x umma_async stages(1) producer(warp 1) consumer(thread 128)
}
// CHECK: error-syntax.mlir:[[#@LINE + 2]]:23: error: custom op 'pipegroup.member' found 'tma', expected one of
pipegroup.group @typo merge {
  pipegroup.member @x tma stages(1) producer(warp 1) consumer(thread 128)
}
