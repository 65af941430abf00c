// Several groups are initialised by one thread, with one fence and one sync;
// an end of life is synchronised before and after.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -canonicalize | FileCheck %s

// CHECK: pipegroup.barriers @a size(2)
pipegroup.group @a merge {
  pipegroup.member @m async_async stages(1) producer(thread 1) consumer(thread 2)
}
// The place and the visibility go over to the storage.
// CHECK: pipegroup.barriers @b size(2) dynamic(64) {sym_visibility = "private"}
pipegroup.group @b merge dynamic(64) attributes {sym_visibility = "private"} {
  pipegroup.member @m async_async stages(1) producer(thread 3) consumer(thread 4)
}
// Nobody uses it, but others may know its name.
// CHECK: pipegroup.barriers @unused size(8) dynamic(0)
pipegroup.group @unused merge dynamic(0) {
  pipegroup.member @m async_async stages(4) producer(thread 3) consumer(thread 4)
}

// CHECK-LABEL: func @f
func.func @f() {
  // CHECK: pipegroup.once {
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @a[%c0_i32] :
  // CHECK-NEXT: pipegroup.barrier_init %[[B]] count(1)
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @a[%c0_i32] offset(1)
  // CHECK-NEXT: pipegroup.barrier_init %[[B]] count(2)
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @b[%c0_i32] :
  // CHECK-NEXT: pipegroup.barrier_init %[[B]] count(3)
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @b[%c0_i32] offset(1)
  // CHECK-NEXT: pipegroup.barrier_init %[[B]] count(4)
  // CHECK-NEXT: pipegroup.fence_barrier_init
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.sync_cta
  pipegroup.init @a, @b
  // CHECK-NEXT: pipegroup.sync_cta
  // CHECK-NEXT: pipegroup.once {
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @b[%c0_i32] :
  // CHECK-NEXT: pipegroup.barrier_invalidate %[[B]]
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @b[%c0_i32] offset(1)
  // CHECK-NEXT: pipegroup.barrier_invalidate %[[B]]
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @a[%c0_i32] :
  // CHECK-NEXT: pipegroup.barrier_invalidate %[[B]]
  // CHECK-NEXT: %[[B:.*]] = pipegroup.barrier @a[%c0_i32] offset(1)
  // CHECK-NEXT: pipegroup.barrier_invalidate %[[B]]
  // CHECK-NEXT: }
  // CHECK-NEXT: pipegroup.sync_cta
  pipegroup.invalidate @b, @a
  // CHECK-NEXT: return
  return
}

// Another function has its own life of the same storage.
// CHECK-LABEL: func @g
func.func @g() {
  // CHECK-COUNT-2: pipegroup.barrier_init
  // CHECK: pipegroup.fence_barrier_init
  pipegroup.init @a
  // CHECK: pipegroup.sync_cta
  // CHECK: pipegroup.barrier @a[%c0_i32] offset(1)
  // CHECK: pipegroup.barrier_wait
  %p = pipegroup.start @a::@m producer : !pipegroup.state<1>
  pipegroup.acquire @a::@m[%p] : !pipegroup.state<1>
  return
}
