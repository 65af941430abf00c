// What an advance becomes: one slot wraps to slot 0 where it meets the end, a stride
// wraps by a lap where it passes it, and a lap only changes the parity.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers | FileCheck %s

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(4) producer(thread 32) consumer(thread 32)
      interleave(1, 2, 4, 4) advance_on_acquire
}

// CHECK-LABEL: func @strides
// CHECK-SAME: %[[L:.*]]: i32
func.func @strides(%l: i32) -> (i32, i32, i32) {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i32
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i32
  // CHECK-DAG: %[[C2:.*]] = arith.constant 2 : i32
  // CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i32
  // CHECK: pipegroup.sync_cta
  pipegroup.init @g
  %p = pipegroup.start @g::@m producer lane(%l) : !pipegroup.state<4>
  %c = pipegroup.start @g consumer lane(%l) : !pipegroup.state<4>
  // CHECK-NEXT: %[[N1:.*]] = arith.addi %[[L]], %[[C1]] : i32
  // CHECK-NEXT: %[[W1:.*]] = arith.cmpi eq, %[[N1]], %[[C4]] : i32
  // CHECK-NEXT: %[[F1:.*]] = arith.extui %[[W1]] : i1 to i32
  // CHECK-NEXT: %[[I1:.*]] = arith.select %[[W1]], %[[C0]], %[[N1]] : i32
  // CHECK-NEXT: %[[P1:.*]] = arith.xori %[[C1]], %[[F1]] : i32
  %p1 = pipegroup.advance %p : !pipegroup.state<4>
  // CHECK-NEXT: %[[B1:.*]] = pipegroup.barrier @g[%[[I1]]] offset(4)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B1]] parity(%[[P1]])
  pipegroup.acquire @g::@m[%p1] : !pipegroup.state<4>
  // CHECK-NEXT: %[[N2:.*]] = arith.addi %[[L]], %[[C2]] : i32
  // CHECK-NEXT: %[[W2:.*]] = arith.cmpi uge, %[[N2]], %[[C4]] : i32
  // CHECK-NEXT: %[[S2:.*]] = arith.subi %[[N2]], %[[C4]] : i32
  // CHECK-NEXT: %[[F2:.*]] = arith.extui %[[W2]] : i1 to i32
  // CHECK-NEXT: %[[I2:.*]] = arith.select %[[W2]], %[[S2]], %[[N2]] : i32
  // CHECK-NEXT: %[[P2:.*]] = arith.xori %[[C1]], %[[F2]] : i32
  %p2 = pipegroup.advance %p by 2 : !pipegroup.state<4>
  // CHECK-NEXT: %[[B2:.*]] = pipegroup.barrier @g[%[[I2]]] offset(4)
  // CHECK-NEXT: pipegroup.barrier_wait %[[B2]] parity(%[[P2]])
  pipegroup.acquire @g::@m[%p2] : !pipegroup.state<4>
  // CHECK-NEXT: %[[P4:.*]] = arith.xori %[[C0]], %[[C1]] : i32
  %c4 = pipegroup.advance %c by 4 : !pipegroup.state<4>
  // CHECK-NEXT: %[[B4:.*]] = pipegroup.barrier @g[%[[L]]] : !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.barrier_wait %[[B4]] parity(%[[P4]])
  pipegroup.wait @g::@m[%c4] : !pipegroup.state<4>
  %i1 = pipegroup.index %p1 : !pipegroup.state<4>
  %i2 = pipegroup.index %p2 : !pipegroup.state<4>
  %i4 = pipegroup.index %c4 : !pipegroup.state<4>
  // CHECK-NEXT: return %[[I1]], %[[I2]], %[[L]]
  return %i1, %i2, %i4 : i32, i32, i32
}
