// advance_on_acquire in a fork: members are acquired one by one, but the state that
// they share moves on once, when all of them have been.
// RUN: pipegroup-opt %s -pipegroup-thread-states > %t.once
// RUN: FileCheck %s --input-file=%t.once
// RUN: pipegroup-opt %t.once -pipegroup-thread-states | diff %t.once -
// RUN: pipegroup-opt %t.once -pipegroup-materialize-barriers -o /dev/null
// accepts: P6

pipegroup.group @f fork {
  pipegroup.member @a tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64) advance_on_acquire
  pipegroup.member @b tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64) advance_on_acquire
}

// In any order, with tries between; the tail drains from where acquires stand.
// CHECK-LABEL: func @order
func.func @order() {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @f producer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @f producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @f
  // CHECK-NEXT: pipegroup.acquire @f::@b[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.try_acquire @f::@a[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.acquire @f::@a[%[[V0]]] unless %[[V2]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V3:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.acquire @f::@a[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.acquire @f::@b[%[[V3]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V4:.*]] = pipegroup.advance %[[V3]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.commit @f[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.commit @f[%[[V5]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V6:.*]] = pipegroup.advance %[[V5]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.tail @f[%[[V4]]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @f
  pipegroup.acquire @f::@b
  %t = pipegroup.try_acquire @f::@a
  pipegroup.acquire @f::@a unless %t
  pipegroup.acquire @f::@a
  pipegroup.acquire @f::@b
  pipegroup.commit @f
  pipegroup.commit @f
  pipegroup.tail @f
  return
}

// A round in one branch, none in the other.
// CHECK-LABEL: func @branch
// CHECK-SAME: %[[A0:.*]]:
func.func @branch(%x: i1) {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @f producer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @f producer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @f
  // CHECK-NEXT: %[[V2:.*]]:2 = scf.if %[[A0]] -> (!pipegroup.state<2>, !pipegroup.state<2>) {
  // CHECK-NEXT:   pipegroup.acquire @f::@a[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.acquire @f::@b[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V3:.*]] = pipegroup.advance %[[V0]] : !pipegroup.state<2>
  // CHECK-NEXT:   pipegroup.commit @f[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT:   %[[V4:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<2>
  // CHECK-NEXT:   scf.yield %[[V3]], %[[V4]] : !pipegroup.state<2>, !pipegroup.state<2>
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   scf.yield %[[V0]], %[[V1]] : !pipegroup.state<2>, !pipegroup.state<2>
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.acquire @f::@b[%[[V2]]#0] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.acquire @f::@a[%[[V2]]#0] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V5:.*]] = pipegroup.advance %[[V2]]#0 : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.commit @f[%[[V2]]#1] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V6:.*]] = pipegroup.advance %[[V2]]#1 : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @f
  scf.if %x {
    pipegroup.acquire @f::@a
    pipegroup.acquire @f::@b
    pipegroup.commit @f
  }
  pipegroup.acquire @f::@b
  pipegroup.acquire @f::@a
  pipegroup.commit @f
  return
}

// Each member has one consumer state, whose round it ends alone.
// CHECK-LABEL: func @consumers
func.func @consumers() {
  // CHECK-NEXT: %[[V0:.*]] = pipegroup.start @f::@a consumer : !pipegroup.state<2>
  // CHECK-NEXT: %[[V1:.*]] = pipegroup.start @f::@b consumer : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.init @f
  // CHECK-NEXT: pipegroup.wait @f::@a[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @f::@b[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.release @f::@b[%[[V1]]] : !pipegroup.state<2>
  // CHECK-NEXT: %[[V2:.*]] = pipegroup.advance %[[V1]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @f::@a[%[[V0]]] : !pipegroup.state<2>
  // CHECK-NEXT: pipegroup.wait @f::@b[%[[V2]]] : !pipegroup.state<2>
  // CHECK-NEXT: return
  pipegroup.init @f
  pipegroup.wait @f::@a
  pipegroup.wait @f::@b
  pipegroup.release @f::@b
  pipegroup.wait @f::@a
  pipegroup.wait @f::@b
  return
}
