// P6: the near misses: any order, a try before, a round in either branch.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -verify-diagnostics | FileCheck %s
// CHECK-NOT: pipegroup.acquire
// accepts: P6

pipegroup.group @f fork {
  pipegroup.member @a tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64)
  pipegroup.member @b tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64)
}
// CHECK: func @any_order
func.func @any_order(%n: index) {
  pipegroup.init @f
  %p = pipegroup.start @f producer : !pipegroup.state<2>
  scf.for %i = %n to %n step %n iter_args(%s = %p) -> (!pipegroup.state<2>) {
    pipegroup.acquire @f::@b[%s] : !pipegroup.state<2>
    pipegroup.acquire @f::@a[%s] : !pipegroup.state<2>
    %next = pipegroup.advance %s : !pipegroup.state<2>
    scf.yield %next : !pipegroup.state<2>
  }
  return
}
func.func @nested(%c: i1) {
  pipegroup.init @f
  %p = pipegroup.start @f producer : !pipegroup.state<2>
  %t = pipegroup.try_acquire @f::@b[%p] : !pipegroup.state<2>
  scf.if %c {
    pipegroup.acquire @f::@a[%p] : !pipegroup.state<2>
    pipegroup.acquire @f::@b[%p] unless %t : !pipegroup.state<2>
  } else {
    pipegroup.acquire @f::@b[%p] : !pipegroup.state<2>
    pipegroup.acquire @f::@a[%p] : !pipegroup.state<2>
  }
  return
}
// Where no members share the full barrier, each is acquired on its own.
pipegroup.group @m merge {
  pipegroup.member @a tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64)
  pipegroup.member @b tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64)
}
func.func @merge(%c: i1) {
  pipegroup.init @m
  %p = pipegroup.start @m::@a producer : !pipegroup.state<2>
  pipegroup.acquire @m::@a[%p] : !pipegroup.state<2>
  return
}
