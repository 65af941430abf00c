// RUN: not pipegroup-explain %s 2>%t.err | count 0
// RUN: FileCheck %s < %t.err
// RUN: not pipegroup-explain --json %s 2>%t.err | count 0
// RUN: FileCheck %s < %t.err

// Nothing to explain is an error in every format, not an empty document:
// barriers without a group have no plan.

// CHECK: error-no-group.mlir:{{.*}}: error: found no 'pipegroup.group'

pipegroup.barriers @ring size(12)
