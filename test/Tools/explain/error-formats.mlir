// RUN: not pipegroup-explain --json --dot %s 2>%t.err | count 0
// RUN: FileCheck %s < %t.err

// Two formats cannot share one output, even if the input is fine.

// CHECK: error: found '--json' and '--dot', expected at most one of them

pipegroup.group @acc merge {
  pipegroup.member @tmem umma_async stages(1) producer(warp 1) consumer(thread 128)
}
