// RUN: pipegroup-explain --json %s | %python %S/Inputs/flatten-json.py \
// RUN:   | FileCheck %s --match-full-lines

// Slots of each ring, and what the kernels take that use the group.

gpu.module @kernels {
  pipegroup.group @ab merge {
    pipegroup.member @a async_async stages(3) producer(thread 32) consumer(thread 32) slot(memref<64x64xf16, 3>) swizzle(128)
    pipegroup.member @b async_async stages(3) producer(thread 32) consumer(thread 32) slot(memref<100xi8, 3>)
    pipegroup.member @c async_async stages(3) producer(thread 32) consumer(thread 32)
  }
  pipegroup.group @both fork dynamic(1000) {
    pipegroup.member @x async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<16384xf32, 3>)
    pipegroup.member @y async_async stages(2) producer(thread 32) consumer(thread 32) slot(memref<16384xf32, 3>)
  }
  gpu.func @first() kernel {
    pipegroup.init @ab
    %c = pipegroup.start @ab consumer : !pipegroup.state<3>
    %a = pipegroup.slot @ab::@a[%c] : !pipegroup.state<3> -> !llvm.ptr<3>
    gpu.return
  }
  gpu.func @second() workgroup(%w: memref<25xf32, #gpu.address_space<workgroup>>) kernel {
    pipegroup.init @ab, @both
    %c = pipegroup.start @both::@y consumer : !pipegroup.state<2>
    %y = pipegroup.slot @both::@y[%c] : !pipegroup.state<2> -> !llvm.ptr<3>
    gpu.return
  }
}

//      CHECK: 0.slots.0.member = "a"
// CHECK-NEXT: 0.slots.0.bytes = 8192
// CHECK-NEXT: 0.slots.0.stride = 8192
// CHECK-NEXT: 0.slots.0.alignment = 1024
// CHECK-NEXT: 0.slots.0.place = "static"
// CHECK-NEXT: 0.slots.0.offset = null
// CHECK-NEXT: 0.slots.1.member = "b"
// CHECK-NEXT: 0.slots.1.bytes = 100
// CHECK-NEXT: 0.slots.1.stride = 128
// CHECK-NEXT: 0.slots.1.alignment = 128
// CHECK-NEXT: 0.slots.1.place = "unused"
// CHECK-NEXT: 0.slots.1.offset = null
// CHECK-NEXT: 0.arrays.0.role = "full"
//      CHECK: 0.kernels.0.name = "first"
// CHECK-NEXT: 0.kernels.0.scope.0 = "kernels"
// CHECK-NEXT: 0.kernels.0.staticBytes = 25688
// CHECK-NEXT: 0.kernels.0.dynamicBytes = 0
// CHECK-NEXT: 0.kernels.0.bytes = 25688
// CHECK-NEXT: 0.kernels.1.name = "second"
//      CHECK: 1.slots.0.member = null
//      CHECK: 1.slots.0.place = "dynamic"
// CHECK-NEXT: 1.slots.0.offset = 1152
//  CHECK-NOT: 1.slots.1.{{.*}}
//      CHECK: 1.kernels.0.name = "second"
// CHECK-NEXT: 1.kernels.0.scope.0 = "kernels"
// CHECK-NEXT: 1.kernels.0.staticBytes = 25792
// CHECK-NEXT: 1.kernels.0.dynamicBytes = 132224
// CHECK-NEXT: 1.kernels.0.bytes = 158080
//  CHECK-NOT: 1.kernels.1.{{.*}}
