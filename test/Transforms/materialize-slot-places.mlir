// Slots are static where all that a kernel has there fits, otherwise dynamic.
// accepts: K11
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file | FileCheck %s

// All that fits is static, with the gap in front of what is aligned.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1) producer(thread 32) consumer(thread 32) slot(memref<48896xi8, 3>)
}
pipegroup.group @more merge {
  pipegroup.member @m async_async stages(7) producer(thread 32) consumer(thread 32)
}
// CHECK: pipegroup.buffers @g_m size(48896) align(128){{$}}
func.func @full() -> !llvm.ptr<3> {
  pipegroup.init @g, @more
  %c = pipegroup.start @g consumer : !pipegroup.state<1>
  %x = pipegroup.slot @g::@m[%c] : !pipegroup.state<1> -> !llvm.ptr<3>
  return %x : !llvm.ptr<3>
}

// -----

// A barrier more, and they are dynamic.
pipegroup.group @g merge {
  pipegroup.member @m async_async stages(1) producer(thread 32) consumer(thread 32) slot(memref<48896xi8, 3>)
}
pipegroup.group @more merge {
  pipegroup.member @m async_async stages(8) producer(thread 32) consumer(thread 32)
}
// CHECK: pipegroup.buffers @g_m size(48896) align(128) dynamic(0)
func.func @full() -> !llvm.ptr<3> {
  pipegroup.init @g, @more
  %c = pipegroup.start @g consumer : !pipegroup.state<1>
  %x = pipegroup.slot @g::@m[%c] : !pipegroup.state<1> -> !llvm.ptr<3>
  return %x : !llvm.ptr<3>
}

// -----

// Barriers stay where they are; large alignments first.
pipegroup.group @g merge {
  pipegroup.member @a async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<128xi8, 3>)
  pipegroup.member @b async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<192x128xi8, 3>) swizzle(128)
}
// CHECK:      pipegroup.barriers @g size(6){{$}}
// CHECK-NEXT: pipegroup.buffers @g_b size(49152) align(1024) dynamic(0)
// CHECK-NEXT: pipegroup.buffers @g_a size(256) align(128) dynamic(49152)
func.func @large() -> (!llvm.ptr<3>, !llvm.ptr<3>) {
  pipegroup.init @g
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  %a = pipegroup.slot @g::@a[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
  %b = pipegroup.slot @g::@b[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
  return %a, %b : !llvm.ptr<3>, !llvm.ptr<3>
}

// -----

// Where the author puts the barriers, slots follow.
pipegroup.group @g merge dynamic(1000) {
  pipegroup.member @a async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<64xf32, 3>)
  pipegroup.member @b async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<32x128xi8, 3>) swizzle(128)
}
// CHECK:      pipegroup.barriers @g size(6) dynamic(1000)
// CHECK-NEXT: pipegroup.buffers @g_b size(8192) align(1024) dynamic(2048)
// CHECK-NEXT: pipegroup.buffers @g_a size(512) align(128) dynamic(10240)
func.func @placed() -> (!llvm.ptr<3>, !llvm.ptr<3>) {
  pipegroup.init @g
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  %a = pipegroup.slot @g::@a[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
  %b = pipegroup.slot @g::@b[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
  return %a, %b : !llvm.ptr<3>, !llvm.ptr<3>
}

// -----

// Two kernels: each has dynamic memory of its own, and what they share lies at one place.
pipegroup.group @shared merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<4096xi8, 3>)
}
pipegroup.group @large merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<65536xi8, 3>)
}
pipegroup.group @small merge {
  pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<1024xi8, 3>)
}
// CHECK:      pipegroup.barriers @shared size(4)
// CHECK-NEXT: pipegroup.buffers @shared_m size(8192) align(128) dynamic(0)
// CHECK-NEXT: pipegroup.barriers @large size(4)
// CHECK-NEXT: pipegroup.buffers @large_m size(131072) align(128) dynamic(8192)
// CHECK-NEXT: pipegroup.barriers @small size(4)
// CHECK-NEXT: pipegroup.buffers @small_m size(2048) align(128){{$}}
func.func @first() -> (!llvm.ptr<3>, !llvm.ptr<3>) {
  pipegroup.init @shared, @large
  %c = pipegroup.start @shared consumer : !pipegroup.state<2>
  %a = pipegroup.slot @shared::@m[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
  %d = pipegroup.start @large consumer : !pipegroup.state<2>
  %b = pipegroup.slot @large::@m[%d] : !pipegroup.state<2> -> !llvm.ptr<3>
  return %a, %b : !llvm.ptr<3>, !llvm.ptr<3>
}
func.func @second() -> (!llvm.ptr<3>, !llvm.ptr<3>) {
  pipegroup.init @shared, @small
  %c = pipegroup.start @shared consumer : !pipegroup.state<2>
  %a = pipegroup.slot @shared::@m[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
  %d = pipegroup.start @small consumer : !pipegroup.state<2>
  %b = pipegroup.slot @small::@m[%d] : !pipegroup.state<2> -> !llvm.ptr<3>
  return %a, %b : !llvm.ptr<3>, !llvm.ptr<3>
}

// -----

// The kernel's own variables and buffers count.
gpu.module @m {
  pipegroup.group @g merge {
    pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<8192xi8, 3>)
  }
  memref.global "private" @mine : memref<4096xf32, 3>
  llvm.mlir.global internal @also() {addr_space = 3 : i32} : !llvm.array<4096 x f32>
  // CHECK: pipegroup.buffers @g_m size(16384) align(128) dynamic(0)
  gpu.func @kernel(%x: index) workgroup(%w: memref<16xi8, #gpu.address_space<workgroup>>) kernel {
    pipegroup.init @g
    %c = pipegroup.start @g consumer : !pipegroup.state<2>
    %a = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<8192xi8, 3>
    %mine = memref.get_global @mine : memref<4096xf32, 3>
    %also = llvm.mlir.addressof @also : !llvm.ptr<3>
    %again = memref.get_global @mine : memref<4096xf32, 3>
    gpu.return
  }
}

// -----

gpu.module @m {
  pipegroup.group @g merge {
    pipegroup.member @m async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<7936xi8, 3>)
  }
  memref.global "private" @mine : memref<4096xf32, 3>
  llvm.mlir.global internal @also() {addr_space = 3 : i32} : !llvm.array<4096 x f32>
  // CHECK: pipegroup.buffers @g_m size(15872) align(128){{$}}
  gpu.func @kernel(%x: index) workgroup(%w: memref<16xi8, #gpu.address_space<workgroup>>) kernel {
    pipegroup.init @g
    %c = pipegroup.start @g consumer : !pipegroup.state<2>
    %a = pipegroup.slot @g::@m[%c] : !pipegroup.state<2> -> memref<7936xi8, 3>
    %mine = memref.get_global @mine : memref<4096xf32, 3>
    %also = llvm.mlir.addressof @also : !llvm.ptr<3>
    gpu.return
  }
}
