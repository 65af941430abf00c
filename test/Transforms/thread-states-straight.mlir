// Without control flow: a commit or a release ends a round, nothing else does.
// RUN: pipegroup-opt %s -pipegroup-thread-states > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-thread-states | diff %t.once -

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32)
}

// CHECK-LABEL: func @rounds
func.func @rounds() {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V2]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.advance %[[V2]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.tail @g::@m[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @g::@m[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.release @g[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V4:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @g::@m[%[[V4]]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  pipegroup.acquire @g::@m
  pipegroup.acquire @g::@m
  pipegroup.commit @g::@m
  pipegroup.commit @g::@m
  pipegroup.tail @g::@m
  pipegroup.wait @g::@m
  pipegroup.release @g
  pipegroup.wait @g::@m
  return
}

// The state as it is where it stands, before and after the round ends.
// CHECK-LABEL: func @current
func.func @current() {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.full_barrier @g::@m[%[[V0]]] : !pipegroup.state<2> -> !llvm.ptr<3>
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V4:.*]] = pipegroup.full_barrier @g::@m[%[[V3]]] : !pipegroup.state<2> -> !llvm.ptr<3>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.index %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V6:.*]] = pipegroup.index %[[V1]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  %a = pipegroup.current @g::@m producer : !pipegroup.state<2>
  %b = pipegroup.full_barrier @g::@m[%a] : !pipegroup.state<2> -> !llvm.ptr<3>
  pipegroup.commit @g::@m
  %c = pipegroup.current @g::@m producer : !pipegroup.state<2>
  %d = pipegroup.full_barrier @g::@m[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
  // Taken before, used after: it stays what it was.
  %e = pipegroup.index %a : !pipegroup.state<2>
  %f = pipegroup.current @g consumer : !pipegroup.state<2>
  %h = pipegroup.index %f : !pipegroup.state<2>
  return
}

// Nobody uses it.
// CHECK-LABEL: func @unused
func.func @unused() {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: return
  pipegroup.init @g
  %a = pipegroup.current @g::@m producer : !pipegroup.state<2>
  return
}

// Attributes and what stands between stay.
// CHECK-LABEL: func @attributes
// CHECK-SAME: %[[A0:.*]]:
func.func @attributes(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @g::@m producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @g
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.try_acquire @g::@m[%[[V0]]] {note = 1 : i64} : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.acquire @g::@m[%[[V0]]] unless %[[V1]] {note = 2 : i64} : !pipegroup.state<2>
  // CHECK-NEXT: %[[V2:.*]] = arith.andi %[[V1]], %[[A0]] : i1
  // CHECK-NEXT: pipegroup.commit @g::@m[%[[V0]]] {note = 3 : i64} : !pipegroup.state<2>
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @g
  %t = pipegroup.try_acquire @g::@m {note = 1 : i64}
  pipegroup.acquire @g::@m unless %t {note = 2 : i64}
  %v = arith.andi %t, %x : i1
  pipegroup.commit @g::@m {note = 3 : i64}
  return
}
