// RUN: pipegroup-explain < %s > %t.stdin
// RUN: pipegroup-explain %s -o %t.file | count 0
// RUN: diff %t.stdin %t.file
// RUN: not pipegroup-explain %s -o %t.none/file 2>&1 | FileCheck %s

// Input can come from stdin and output can go to a file; a file that cannot be
// written is an error.

// CHECK: error: {{.*}}.none/file

pipegroup.group @acc merge {
  pipegroup.member @tmem umma_async stages(1) producer(warp 1) consumer(thread 128)
}
