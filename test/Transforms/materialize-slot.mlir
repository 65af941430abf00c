// A slot is a buffer of a storage behind its group, whose stride is the slot's size up to
// its alignment.
// accepts: M14, P10, G17
// RUN: pipegroup-opt %s -pipegroup-materialize-barriers -split-input-file | FileCheck %s

// A ring behind its group, as aligned as its swizzle.
pipegroup.group @ab merge {
  pipegroup.member @a async_async stages(3) producer(thread 32) consumer(thread 32) slot(memref<64x64xf16, 3>) swizzle(128)
  pipegroup.member @b async_async stages(3) producer(thread 32) consumer(thread 32) slot(memref<100xi8, 3>)
  pipegroup.member @unused async_async stages(3) producer(thread 32) consumer(thread 32) slot(memref<100xi8, 3>)
}
// CHECK:      pipegroup.barriers @ab size(12)
// CHECK-NEXT: pipegroup.buffers @ab_b size(384) align(128){{$}}
// CHECK-NEXT: pipegroup.buffers @ab_a size(24576) align(1024){{$}}
// CHECK-NOT:  pipegroup.buffers
// CHECK-LABEL: func @static
func.func @static(%n: index) -> (memref<64x64xf16, 3>, !llvm.ptr<3>, !llvm.ptr<3>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @ab
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK: pipegroup.sync_cta
  %p = pipegroup.start @ab::@a producer : !pipegroup.state<3>
  // CHECK-NEXT: %[[A:.*]] = pipegroup.buffer @ab_a[%[[ZERO]]] stride(8192) : memref<64x64xf16, 3>
  %a = pipegroup.slot @ab::@a[%p] : !pipegroup.state<3> -> memref<64x64xf16, 3>
  %c = pipegroup.start @ab consumer step(4) : !pipegroup.state<3>
  // CHECK-NEXT: %[[B:.*]] = pipegroup.buffer @ab_b[%[[ONE]]] stride(128) : !llvm.ptr<3>
  %b = pipegroup.slot @ab::@b[%c] : !pipegroup.state<3> -> !llvm.ptr<3>
  %next = pipegroup.advance %c : !pipegroup.state<3>
  // CHECK: %[[NEXT:.*]] = arith.select %{{.*}}, %[[ZERO]], %{{.*}} : i32
  // CHECK: %[[B2:.*]] = pipegroup.buffer @ab_b[%[[NEXT]]] stride(128) : !llvm.ptr<3>
  // CHECK-NEXT: return %[[A]], %[[B]], %[[B2]]
  %b2 = pipegroup.slot @ab::@b[%next] : !pipegroup.state<3> -> !llvm.ptr<3>
  return %a, %b, %b2 : memref<64x64xf16, 3>, !llvm.ptr<3>, !llvm.ptr<3>
}

// -----

// The members of a fork have one ring, whichever of them an op names.
pipegroup.group @g fork {
  pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<32x32xf32, 3>) swizzle(64)
  pipegroup.member @y async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<64x32xf16, 3>) swizzle(64)
}
// CHECK:      pipegroup.barriers @g size(6)
// CHECK-NEXT: pipegroup.buffers @g_slots size(8192) align(512)
// CHECK-NOT:  pipegroup.buffers
// CHECK-LABEL: func @fork
func.func @fork() -> (memref<32x32xf32, 3>, memref<64x32xf16, 3>) {
  pipegroup.init @g
  %p = pipegroup.start @g producer : !pipegroup.state<2>
  // CHECK: pipegroup.buffer @g_slots[%{{.*}}] stride(4096) : memref<32x32xf32, 3>
  %x = pipegroup.slot @g::@x[%p] : !pipegroup.state<2> -> memref<32x32xf32, 3>
  %s = pipegroup.start @g::@y consumer : !pipegroup.state<2>
  // CHECK: pipegroup.buffer @g_slots[%{{.*}}] stride(4096) : memref<64x32xf16, 3>
  %y = pipegroup.slot @g::@y[%s] : !pipegroup.state<2> -> memref<64x32xf16, 3>
  return %x, %y : memref<32x32xf32, 3>, memref<64x32xf16, 3>
}

// -----

// With one slot its number is a constant.
pipegroup.group @one merge {
  pipegroup.member @m async_async stages(1) producer(thread 32) consumer(thread 32) slot(memref<f64, 3>)
}
// CHECK: pipegroup.buffers @one_m size(128) align(128)
// CHECK-LABEL: func @one_slot
func.func @one_slot(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipegroup.init @one
  %p = pipegroup.start @one::@m producer : !pipegroup.state<1>
  scf.for %i = %c0 to %n step %c1 iter_args(%s = %p) -> (!pipegroup.state<1>) {
    // CHECK: scf.for
    // CHECK-NEXT: pipegroup.buffer @one_m[%c0_i32] stride(128) : memref<f64, 3>
    %m = pipegroup.slot @one::@m[%s] : !pipegroup.state<1> -> memref<f64, 3>
    %x = memref.load %m[] : memref<f64, 3>
    %t = pipegroup.advance %s : !pipegroup.state<1>
    scf.yield %t : !pipegroup.state<1>
  }
  return
}

// -----

// Names that are taken, by anything in the table or by another ring.
pipegroup.barriers @g_x size(1)
func.func private @g_x_()
pipegroup.group @g merge {
  pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<64xf32, 3>)
  pipegroup.member @y_z async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<64xf32, 3>)
}
pipegroup.group @g_y merge {
  pipegroup.member @z async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<128xf32, 3>)
}
// CHECK:      pipegroup.barriers @g_x size(1)
// CHECK:      pipegroup.barriers @g size(6)
// CHECK-NEXT: pipegroup.buffers @g_y_z size(512) align(128)
// CHECK-NEXT: pipegroup.buffers @g_x__ size(512) align(128)
// CHECK-NEXT: pipegroup.barriers @g_y size(4)
// CHECK-NEXT: pipegroup.buffers @g_y_z_ size(1024) align(128)
// CHECK-LABEL: func @names
func.func @names() -> (!llvm.ptr<3>, !llvm.ptr<3>, !llvm.ptr<3>) {
  pipegroup.init @g, @g_y
  %c = pipegroup.start @g consumer : !pipegroup.state<2>
  // CHECK: pipegroup.buffer @g_x__[%{{.*}}] stride(256)
  %x = pipegroup.slot @g::@x[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
  // CHECK: pipegroup.buffer @g_y_z[%{{.*}}] stride(256)
  %y = pipegroup.slot @g::@y_z[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
  %d = pipegroup.start @g_y consumer : !pipegroup.state<2>
  // CHECK: pipegroup.buffer @g_y_z_[%{{.*}}] stride(512)
  %z = pipegroup.slot @g_y::@z[%d] : !pipegroup.state<2> -> !llvm.ptr<3>
  return %x, %y, %z : !llvm.ptr<3>, !llvm.ptr<3>, !llvm.ptr<3>
}
