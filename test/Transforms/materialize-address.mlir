// The way out: the address of the barrier that the name and the slot number say.
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -canonicalize | FileCheck %s

pipegroup.group @m merge {
  pipegroup.member @a tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64)
  pipegroup.member @b tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64)
}
pipegroup.group @f fork {
  pipegroup.member @a tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64)
  pipegroup.member @b tma_async stages(2) producer(warp 1) consumer(warp 1) bytes(64)
}
func.func private @use(!llvm.ptr<3>, !llvm.ptr<3>, !llvm.ptr<3>)
func.func private @use_nvgpu(!nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>)

// CHECK-LABEL: func @merge
func.func @merge() {
  pipegroup.init @m
  // CHECK: pipegroup.sync_cta
  %p = pipegroup.start @m::@b producer step(1) : !pipegroup.state<2>
  // CHECK-NEXT: %[[F:.*]] = pipegroup.barrier @m[%c1_i32] offset(2) : !llvm.ptr<3>
  // CHECK-NEXT: %[[EB:.*]] = pipegroup.barrier @m[%c1_i32] offset(4) : !llvm.ptr<3>
  // CHECK-NEXT: %[[E:.*]] = pipegroup.barrier @m[%c1_i32] offset(4) : !llvm.ptr<3>
  %full = pipegroup.full_barrier @m::@b[%p] : !pipegroup.state<2> -> !llvm.ptr<3>
  %empty_b = pipegroup.empty_barrier @m::@b[%p] : !pipegroup.state<2> -> !llvm.ptr<3>
  %empty = pipegroup.empty_barrier @m[%p] : !pipegroup.state<2> -> !llvm.ptr<3>
  // CHECK-NEXT: call @use(%[[F]], %[[EB]], %[[E]])
  func.call @use(%full, %empty_b, %empty) : (!llvm.ptr<3>, !llvm.ptr<3>, !llvm.ptr<3>) -> ()
  return
}

// CHECK-LABEL: func @fork
func.func @fork() {
  pipegroup.init @f
  // CHECK: pipegroup.sync_cta
  %c = pipegroup.start @f::@b consumer step(1) : !pipegroup.state<2>
  // CHECK-NEXT: %[[F:.*]] = pipegroup.barrier @f[%c1_i32] : !llvm.ptr<3>
  // CHECK-NEXT: %[[FB:.*]] = pipegroup.barrier @f[%c1_i32] : !llvm.ptr<3>
  // CHECK-NEXT: %[[E:.*]] = pipegroup.barrier @f[%c1_i32] offset(4) : !llvm.ptr<3>
  %full = pipegroup.full_barrier @f[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
  %full_b = pipegroup.full_barrier @f::@b[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
  %empty = pipegroup.empty_barrier @f::@b[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
  // CHECK-NEXT: call @use(%[[F]], %[[FB]], %[[E]])
  func.call @use(%full, %full_b, %empty) : (!llvm.ptr<3>, !llvm.ptr<3>, !llvm.ptr<3>) -> ()
  // CHECK-NEXT: pipegroup.barrier @f[%c1_i32] offset(2) : !nvgpu.mbarrier.group
  %nv = pipegroup.empty_barrier @f::@a[%c] : !pipegroup.state<2>
      -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
  func.call @use_nvgpu(%nv) : (!nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>) -> ()
  return
}
