// Every kind of tcgen05.mma, with its scales, assembles; none is executed here.
// RUN: pipegroup-compile --chip=sm_100a %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.ptx -o /dev/null %}

gpu.module @kernels {
  // CHECK-LABEL: .entry f16(
  // CHECK: tcgen05.mma.cta_group::1.kind::f16
  gpu.func @f16(%a: memref<128x64xf16, 3>, %b: memref<256x64xf16, 3>, %p: i1) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = pipegroup.tmem_alloc columns(512)
    pipegroup.elect {
      pipegroup.umma %t, %a, %b accumulate(%p)  transpose_b swizzle(128) : memref<128x64xf16, 3>, memref<256x64xf16, 3> -> f32
    }
    pipegroup.tmem_free %t columns(512)
    gpu.return
  }
  // CHECK-LABEL: .entry bf(
  // CHECK: tcgen05.mma.cta_group::1.kind::f16
  gpu.func @bf(%a: memref<128x64xbf16, 3>, %b: memref<64x64xbf16, 3>, %p: i1) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = pipegroup.tmem_alloc columns(512)
    pipegroup.elect {
      pipegroup.umma %t, %a, %b accumulate(%p)  transpose_b swizzle(128) : memref<128x64xbf16, 3>, memref<64x64xbf16, 3> -> f32
    }
    pipegroup.tmem_free %t columns(512)
    gpu.return
  }
  // CHECK-LABEL: .entry tf(
  // CHECK: tcgen05.mma.cta_group::1.kind::tf32
  gpu.func @tf(%a: memref<128x32xf32, 3>, %b: memref<64x32xf32, 3>, %p: i1) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = pipegroup.tmem_alloc columns(512)
    pipegroup.elect {
      pipegroup.umma %t, %a, %b accumulate(%p)  transpose_b swizzle(128) : memref<128x32xf32, 3>, memref<64x32xf32, 3> -> f32
    }
    pipegroup.tmem_free %t columns(512)
    gpu.return
  }
  // CHECK-LABEL: .entry i8(
  // CHECK: tcgen05.mma.cta_group::1.kind::i8
  gpu.func @i8(%a: memref<64x128xi8, 3>, %b: memref<32x128xui8, 3>, %p: i1) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = pipegroup.tmem_alloc columns(512)
    pipegroup.elect {
      pipegroup.umma %t, %a, %b accumulate(%p)  transpose_b swizzle(128) : memref<64x128xi8, 3>, memref<32x128xui8, 3> -> i32
    }
    pipegroup.tmem_free %t columns(512)
    gpu.return
  }
  // CHECK-LABEL: .entry f8(
  // CHECK: tcgen05.mma.cta_group::1.kind::f8f6f4
  gpu.func @f8(%a: memref<128x128xf8E4M3FN, 3>, %b: memref<64x128xf6E3M2FN, 3>, %p: i1) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = pipegroup.tmem_alloc columns(512)
    pipegroup.elect {
      pipegroup.umma %t, %a, %b accumulate(%p)  transpose_b swizzle(128) : memref<128x128xf8E4M3FN, 3>, memref<64x128xf6E3M2FN, 3> -> f32
    }
    pipegroup.tmem_free %t columns(512)
    gpu.return
  }
  // CHECK-LABEL: .entry f8h(
  // CHECK: tcgen05.mma.cta_group::1.kind::f8f6f4
  gpu.func @f8h(%a: memref<128x128xf8E5M2, 3>, %b: memref<64x128xf4E2M1FN, 3>, %p: i1) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = pipegroup.tmem_alloc columns(512)
    pipegroup.elect {
      pipegroup.umma %t, %a, %b accumulate(%p)  transpose_b swizzle(128) : memref<128x128xf8E5M2, 3>, memref<64x128xf4E2M1FN, 3> -> f16
    }
    pipegroup.tmem_free %t columns(512)
    gpu.return
  }
  // CHECK-LABEL: .entry mx8(
  // CHECK: tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32
  gpu.func @mx8(%a: memref<128x256xf8E4M3FN, 3>, %b: memref<256x256xf8E5M2, 3>, %p: i1) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = pipegroup.tmem_alloc columns(512)
    pipegroup.elect {
      pipegroup.umma %t, %a, %b accumulate(%p) scales(%t, %t : f8E8M0FNU, 32) transpose_b swizzle(128) : memref<128x256xf8E4M3FN, 3>, memref<256x256xf8E5M2, 3> -> f32
    }
    pipegroup.tmem_free %t columns(512)
    gpu.return
  }
  // CHECK-LABEL: .entry mx4(
  // CHECK: tcgen05.mma.cta_group::1.kind::mxf4.block_scale.block32
  gpu.func @mx4(%a: memref<128x256xf4E2M1FN, 3>, %b: memref<256x256xf4E2M1FN, 3>, %p: i1) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = pipegroup.tmem_alloc columns(512)
    pipegroup.elect {
      pipegroup.umma %t, %a, %b accumulate(%p) scales(%t, %t : f8E8M0FNU, 32) transpose_b swizzle(128) : memref<128x256xf4E2M1FN, 3>, memref<256x256xf4E2M1FN, 3> -> f32
    }
    pipegroup.tmem_free %t columns(512)
    gpu.return
  }
  // CHECK-LABEL: .entry nv4(
  // CHECK: tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16
  gpu.func @nv4(%a: memref<128x256xf4E2M1FN, 3>, %b: memref<128x256xf4E2M1FN, 3>, %p: i1) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = pipegroup.tmem_alloc columns(512)
    pipegroup.elect {
      pipegroup.umma %t, %a, %b accumulate(%p) scales(%t, %t : f8E4M3FN, 16) transpose_b swizzle(64) : memref<128x256xf4E2M1FN, 3>, memref<128x256xf4E2M1FN, 3> -> f32
    }
    pipegroup.tmem_free %t columns(512)
    gpu.return
  }
  // CHECK-LABEL: .entry pair(
  // CHECK: tcgen05.mma.cta_group::2.kind::f16
  // CHECK: barrier.cluster.arrive
  // CHECK: barrier.cluster.wait
  // CHECK: tcgen05.dealloc.cta_group::2
  gpu.func @pair(%a: memref<64x64xf16, 3>, %b: memref<64x64xf16, 3>, %p: i1) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = pipegroup.tmem_alloc columns(128) cta_group(2)
    pipegroup.elect {
      pipegroup.umma %t, %a, %b accumulate(%p) transpose_a swizzle(128) cta_group(2) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> f32
    }
    pipegroup.tmem_free %t columns(128) cta_group(2)
    gpu.return
  }
}
