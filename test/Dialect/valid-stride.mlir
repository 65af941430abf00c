// The near misses of P9: one slot, one lap, and all that lies between, whether or not
// it divides the slots.
// RUN: pipegroup-opt %s -verify-diagnostics | FileCheck %s
// accepts: P9

// CHECK-LABEL: func @four
func.func @four(%s: !pipegroup.state<4>) {
  // CHECK: pipegroup.advance %{{.*}} : !pipegroup.state<4>
  %1 = pipegroup.advance %s by 1 : !pipegroup.state<4>
  // CHECK: pipegroup.advance %{{.*}} by 3 : !pipegroup.state<4>
  %3 = pipegroup.advance %s by 3 : !pipegroup.state<4>
  // CHECK: pipegroup.advance %{{.*}} by 4 : !pipegroup.state<4>
  %4 = pipegroup.advance %s by 4 : !pipegroup.state<4>
  return
}

// CHECK-LABEL: func @one
func.func @one(%s: !pipegroup.state<1>) {
  // CHECK: pipegroup.advance %{{.*}} : !pipegroup.state<1>
  %1 = pipegroup.advance %s by 1 : !pipegroup.state<1>
  return
}
