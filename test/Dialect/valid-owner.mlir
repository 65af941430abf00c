// P1: who may do what, accepted for every op in every mode.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics | FileCheck %s
// CHECK-COUNT-3: func @accepted
// accepts: P1, P2

pipegroup.group @g merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @accepted() {
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
  %0 = pipegroup.try_acquire @g::@m[%p] : !pipegroup.state<2>
  pipegroup.commit @g::@m[%p] : !pipegroup.state<2>
  pipegroup.tail @g::@m[%p] : !pipegroup.state<2>
  pipegroup.wait @g::@m[%c] : !pipegroup.state<2>
  %1 = pipegroup.try_wait @g::@m[%c] : !pipegroup.state<2>
  pipegroup.release @g[%c] : !pipegroup.state<2>
  %full_barrier_m = pipegroup.full_barrier @g::@m[%p] : !pipegroup.state<2> -> !llvm.ptr<3>
  %empty_barrier = pipegroup.empty_barrier @g[%p] : !pipegroup.state<2> -> !llvm.ptr<3>
  %empty_barrier_m = pipegroup.empty_barrier @g::@m[%p] : !pipegroup.state<2> -> !llvm.ptr<3>
  return
}

// -----

pipegroup.group @g fork {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @accepted() {
  %p = pipegroup.start @g producer : !pipegroup.state<2>
  %c = pipegroup.start @g::@m consumer : !pipegroup.state<2>
  pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
  %0 = pipegroup.try_acquire @g::@m[%p] : !pipegroup.state<2>
  pipegroup.commit @g[%p] : !pipegroup.state<2>
  pipegroup.tail @g[%p] : !pipegroup.state<2>
  pipegroup.wait @g::@m[%c] : !pipegroup.state<2>
  %1 = pipegroup.try_wait @g::@m[%c] : !pipegroup.state<2>
  pipegroup.release @g::@m[%c] : !pipegroup.state<2>
  %full_barrier = pipegroup.full_barrier @g[%p] : !pipegroup.state<2> -> !llvm.ptr<3>
  %full_barrier_m = pipegroup.full_barrier @g::@m[%p] : !pipegroup.state<2> -> !llvm.ptr<3>
  %empty_barrier_m = pipegroup.empty_barrier @g::@m[%p] : !pipegroup.state<2> -> !llvm.ptr<3>
  return
}

// -----

pipegroup.group @g fused_merge {
  pipegroup.member @m async_async stages(2) producer(thread 1) consumer(thread 1)
}
func.func @accepted() {
  %p = pipegroup.start @g::@m producer : !pipegroup.state<2>
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  pipegroup.acquire @g::@m[%p] : !pipegroup.state<2>
  %0 = pipegroup.try_acquire @g::@m[%p] : !pipegroup.state<2>
  pipegroup.commit @g::@m[%p] : !pipegroup.state<2>
  pipegroup.tail @g::@m[%p] : !pipegroup.state<2>
  pipegroup.wait @g[%c] : !pipegroup.state<2>
  %1 = pipegroup.try_wait @g[%c] : !pipegroup.state<2>
  pipegroup.release @g[%c] : !pipegroup.state<2>
  %full_barrier = pipegroup.full_barrier @g[%p] : !pipegroup.state<2> -> !llvm.ptr<3>
  %full_barrier_m = pipegroup.full_barrier @g::@m[%p] : !pipegroup.state<2> -> !llvm.ptr<3>
  %empty_barrier = pipegroup.empty_barrier @g[%p] : !pipegroup.state<2> -> !llvm.ptr<3>
  %empty_barrier_m = pipegroup.empty_barrier @g::@m[%p] : !pipegroup.state<2> -> !llvm.ptr<3>
  return
}
