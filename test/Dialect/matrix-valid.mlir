// Near misses of what D2, D3, D4, D5 and D6 refuse.
// accepts: D2, D3, D4, D5, D6
// RUN: pipegroup-opt %s -o /dev/null

func.func @wgmma(%a: memref<64x64xf16, 3>, %b: memref<128x64xf16, 3>, %i: memref<64x128xi8, 3>,
                 %u: memref<48x128xui8, 3>, %t: memref<64x32xf32, 3>, %f: vector<32xbf16>,
                 %g: memref<64x64xbf16, 3>) {
  %c64 = arith.constant 64 : i32
  %v0 = pipegroup.wgmma %b[%c64], %a swizzle(128) : memref<128x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  %v1 = pipegroup.wgmma %b, %a swizzle(128, 32) : memref<128x64xf16, 3>, memref<64x64xf16, 3> -> vector<64xf16>
  %v2 = pipegroup.wgmma %i, %u transpose_b swizzle(128) : memref<64x128xi8, 3>, memref<48x128xui8, 3> -> vector<24xi32>
  %v3 = pipegroup.wgmma %t, %t transpose_b swizzle(128) : memref<64x32xf32, 3>, memref<64x32xf32, 3> -> vector<32xf32>
  %v4 = pipegroup.wgmma %f, %g swizzle(none, 128) : vector<32xbf16>, memref<64x64xbf16, 3> -> vector<32xf32>
  return
}

func.func @tasks(%a: memref<64x64xf16, 3>, %out: memref<64x64xf32, 3>) attributes {known_block_size = array<i32: 256, 1, 1>} {
  pipegroup.specialize {
    pipegroup.task @math warps(4, 4) {
      %v = pipegroup.wgmma %a, %a swizzle(64) : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
      %w = pipegroup.wgmma_wait 0, %v : vector<32xf32>
      %c32 = arith.constant 32 : i32
      %c0 = arith.constant 0 : i32
      pipegroup.fragment_store %w, %out swizzle(128) : vector<32xf32>, memref<64x64xf32, 3>
      pipegroup.fragment_store %w, %out[%c0, %c0] : vector<32xf32>, memref<64x64xf32, 3>
    }
  }
  return
}

func.func @umma(%t: !llvm.ptr<6>, %a: memref<64x64xf16, 3>, %b: memref<8x64xf16, 3>, %n: memref<128x128xf8E5M2, 3>,
                %p: memref<128x128xf4E2M1FN, 3>, %s: memref<64x128xui8, 3>, %k: i1) {
  pipegroup.elect {
    pipegroup.umma %t, %a, %b accumulate(%k) transpose_b swizzle(128) : memref<64x64xf16, 3>, memref<8x64xf16, 3> -> f16
    pipegroup.umma %t, %n, %n accumulate(%k) swizzle(128) : memref<128x128xf8E5M2, 3>, memref<128x128xf8E5M2, 3> -> f32
    pipegroup.umma %t, %p, %n accumulate(%k) transpose_b swizzle(128) : memref<128x128xf4E2M1FN, 3>, memref<128x128xf8E5M2, 3> -> f32
    pipegroup.umma %t, %p, %p accumulate(%k) scales(%t, %t : f8E4M3FN, 16) transpose_b swizzle(64) : memref<128x128xf4E2M1FN, 3>, memref<128x128xf4E2M1FN, 3> -> f32
    pipegroup.umma %t, %s, %s accumulate(%k) transpose_b swizzle(128) cta_group(2) : memref<64x128xui8, 3>, memref<64x128xui8, 3> -> i32
  }
  return
}

func.func @tensor_memory() {
  %t = pipegroup.tmem_alloc columns(32)
  %v = pipegroup.tmem_load %t : vector<1xf32>
  pipegroup.tmem_free %t columns(32)
  return
}

// A slot as large as a CTA has; parts of a CTA under a condition; no K step in a target.
func.func @edges(%a: memref<64x1792xf16, 3>, %v: vector<4xf16>, %out: memref<64x8xf16, 3>, %p: i1)
    attributes {known_block_size = array<i32: 160, 1, 1>} {
  scf.if %p {
    %w = pipegroup.wgmma %a, %a transpose_b swizzle(128) : memref<64x1792xf16, 3>, memref<64x1792xf16, 3> -> vector<32xf32>
    pipegroup.fragment_store %v, %out : vector<4xf16>, memref<64x8xf16, 3>
  }
  return
}

func.func @whole(%a: memref<64x64xf16, 3>) attributes {known_block_size = array<i32: 32, 4, 2>} {
  %v = pipegroup.wgmma %a, %a : memref<64x64xf16, 3>, memref<64x64xf16, 3> -> vector<32xf32>
  return
}

// One warp of several, and a pair with scales.
func.func @one_warp(%t: !llvm.ptr<6>, %a: memref<128x128xf8E4M3FN, 3>, %k: i1) attributes {known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : i32
  pipegroup.specialize {
    pipegroup.task @mma warps(0, 4) {
      %warp = pipegroup.task_warp : i32
      %first = arith.cmpi eq, %warp, %c0 : i32
      scf.if %first {
        pipegroup.elect {
          pipegroup.umma %t, %a, %a accumulate(%k) scales(%t, %t : f8E8M0FNU, 32) transpose_b swizzle(128) cta_group(2)
              : memref<128x128xf8E4M3FN, 3>, memref<128x128xf8E4M3FN, 3> -> f32
        }
      }
    }
  }
  return
}

func.func @one_of_four_warps(%t: !llvm.ptr<6>, %a: memref<128x64xf16, 3>, %k: i1, %first: i1) attributes {known_block_size = array<i32: 128, 1, 1>} {
  scf.if %first {
    pipegroup.elect {
      pipegroup.umma %t, %a, %a accumulate(%k) transpose_b swizzle(128) : memref<128x64xf16, 3>, memref<128x64xf16, 3> -> f32
    }
  }
  return
}

func.func @a_cta_of_one_warp(%t: !llvm.ptr<6>, %a: memref<128x64xf16, 3>, %k: i1) attributes {known_block_size = array<i32: 32, 1, 1>} {
  pipegroup.elect {
    pipegroup.umma %t, %a, %a accumulate(%k) transpose_b swizzle(128) : memref<128x64xf16, 3>, memref<128x64xf16, 3> -> f32
  }
  return
}
