// Every protocol op survives each form of the IR.
// RUN: pipegroup-opt %s --verify-roundtrip | FileCheck %s
// RUN: pipegroup-opt %s | pipegroup-opt | FileCheck %s
// RUN: pipegroup-opt %s -mlir-print-op-generic | pipegroup-opt | FileCheck %s
// RUN: pipegroup-opt %s --emit-bytecode | pipegroup-opt | FileCheck %s

gpu.module @kernels {
  pipegroup.group @ab merge {
    pipegroup.member @a async_umma stages(4) producer(thread 32) consumer(warp 1)
    pipegroup.member @b tma_umma stages(4) producer(warp 1) consumer(warp 1) bytes(2048)
  }
  pipegroup.group @acc merge {
    pipegroup.member @tmem umma_async stages(1) producer(warp 1) consumer(thread 128)
  }

  // CHECK-LABEL: gpu.func @kernel
  gpu.func @kernel() kernel {
    // CHECK: pipegroup.init @ab, @acc
    pipegroup.init @ab, @acc
    // CHECK: %[[P:.*]] = pipegroup.start @ab::@a producer : !pipegroup.state<4>
    %p = pipegroup.start @ab::@a producer : !pipegroup.state<4>
    // CHECK: %[[C:.*]] = pipegroup.start @ab consumer : !pipegroup.state<4>
    %c = pipegroup.start @ab consumer : !pipegroup.state<4>
    // CHECK: pipegroup.start @ab consumer step(5) : !pipegroup.state<4>
    %later = pipegroup.start @ab consumer step(5) : !pipegroup.state<4>
    // A step of 0 is the default.
    // CHECK: pipegroup.start @ab consumer : !pipegroup.state<4>
    %same = pipegroup.start @ab consumer step(0) : !pipegroup.state<4>
    // CHECK: %[[T:.*]] = pipegroup.try_acquire @ab::@a[%[[P]]] : !pipegroup.state<4>
    %t = pipegroup.try_acquire @ab::@a[%p] : !pipegroup.state<4>
    // CHECK: pipegroup.acquire @ab::@a[%[[P]]] unless %[[T]] : !pipegroup.state<4>
    pipegroup.acquire @ab::@a[%p] unless %t : !pipegroup.state<4>
    // CHECK: pipegroup.commit @ab::@a[%[[P]]] : !pipegroup.state<4>
    pipegroup.commit @ab::@a[%p] : !pipegroup.state<4>
    // CHECK: %[[W:.*]] = pipegroup.try_wait @ab::@a[%[[C]]] : !pipegroup.state<4>
    %w = pipegroup.try_wait @ab::@a[%c] : !pipegroup.state<4>
    // CHECK: pipegroup.wait @ab::@a[%[[C]]] unless %[[W]] : !pipegroup.state<4>
    pipegroup.wait @ab::@a[%c] unless %w : !pipegroup.state<4>
    // CHECK: pipegroup.wait @ab::@b[%[[C]]] {test.note} : !pipegroup.state<4>
    pipegroup.wait @ab::@b[%c] {test.note} : !pipegroup.state<4>
    // CHECK: pipegroup.release @ab[%[[C]]] : !pipegroup.state<4>
    pipegroup.release @ab[%c] : !pipegroup.state<4>
    // CHECK: %[[N:.*]] = pipegroup.advance %[[P]] : !pipegroup.state<4>
    %n = pipegroup.advance %p : !pipegroup.state<4>
    // CHECK: pipegroup.tail @ab::@a[%[[N]]] : !pipegroup.state<4>
    pipegroup.tail @ab::@a[%n] : !pipegroup.state<4>
    // CHECK: pipegroup.index %[[P]] : !pipegroup.state<4>
    %i = pipegroup.index %p : !pipegroup.state<4>
    // CHECK: pipegroup.full_barrier @ab::@b[%[[P]]] : !pipegroup.state<4> -> !llvm.ptr<3>
    %full = pipegroup.full_barrier @ab::@b[%p] : !pipegroup.state<4> -> !llvm.ptr<3>
    // CHECK: pipegroup.empty_barrier @ab::@a[%[[C]]] : !pipegroup.state<4> -> !llvm.ptr<3>
    %empty = pipegroup.empty_barrier @ab::@a[%c] : !pipegroup.state<4> -> !llvm.ptr<3>
    // CHECK: -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
    %nv = pipegroup.empty_barrier @ab[%c] : !pipegroup.state<4>
        -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
    // CHECK: pipegroup.invalidate @acc, @ab
    pipegroup.invalidate @acc, @ab
    gpu.return
  }
}
