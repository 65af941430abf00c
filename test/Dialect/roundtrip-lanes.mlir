// Lanes, strides, the state that stays behind and the number of a warp survive each
// form of the IR; what is the default is not printed.
// RUN: pipegroup-opt %s --verify-roundtrip | FileCheck %s
// RUN: pipegroup-opt %s | pipegroup-opt | FileCheck %s
// RUN: pipegroup-opt %s -mlir-print-op-generic | pipegroup-opt | FileCheck %s
// RUN: pipegroup-opt %s --emit-bytecode | pipegroup-opt | FileCheck %s

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) interleave(2, 2, 1, 4) advance_on_wait
}

// CHECK-LABEL: func @kernel
// CHECK-SAME: %[[L:.*]]: i32
func.func @kernel(%l: i32) {
  // CHECK-NEXT: %[[P:.*]] = pipegroup.start @g::@m producer lane(%[[L]]) : !pipegroup.state<4>
  %p = pipegroup.start @g::@m producer lane(%l) : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.start @g consumer lane(%[[L]]) {note} : !pipegroup.state<4>
  %c = pipegroup.start @g consumer lane(%l) {note} : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.start @g consumer lane(%[[L]]) : !pipegroup.state<4>
  %same = pipegroup.start @g consumer step(0) lane(%l) : !pipegroup.state<4>
  // CHECK-NEXT: %[[N:.*]] = pipegroup.advance %[[P]] by 2 : !pipegroup.state<4>
  %n = pipegroup.advance %p by 2 : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.advance %[[N]] by 4 {note} : !pipegroup.state<4>
  %all = pipegroup.advance %n by 4 {note} : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.advance %[[N]] : !pipegroup.state<4>
  %one = pipegroup.advance %n by 1 : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.current @g consumer : !pipegroup.state<4>
  %lead = pipegroup.current @g consumer : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.current @g consumer lagging : !pipegroup.state<4>
  %lag = pipegroup.current @g consumer lagging : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.current @g::@m producer lagging {note} : !pipegroup.state<4>
  %old = pipegroup.current @g::@m producer lagging {note} : !pipegroup.state<4>
  // CHECK-NEXT: pipegroup.specialize threads(256) {
  pipegroup.specialize threads(256) {
    pipegroup.task @math warps(0, 8) {
      // CHECK: pipegroup.task_warp : i32
      %warp = pipegroup.task_warp : i32
      // CHECK: pipegroup.task_warp {note} : i32
      %other = pipegroup.task_warp {note} : i32
    }
  }
  return
}
