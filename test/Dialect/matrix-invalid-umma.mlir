// What tcgen05 lacks is refused with what was found and expected.
// RUN: pipegroup-opt %s -split-input-file -verify-diagnostics

func.func @lanes(%t: !llvm.ptr<6>, %a: memref<128x64xf16, 3>, %k: i1) {
  // expected-error @below {{is executed by all lanes, expected one inside 'pipegroup.elect' [D4]}}
  pipegroup.umma %t, %a, %a accumulate(%k) transpose_b swizzle(128) : memref<128x64xf16, 3>, memref<128x64xf16, 3> -> f32
  return
}

// -----

func.func @types(%t: !llvm.ptr<6>, %a: memref<128x64xf16, 3>, %b: memref<128x64xbf16, 3>, %k: i1) {
  pipegroup.elect {
    // expected-error @below {{multiplies 'f16' by 'bf16', expected both 'f16', 'bf16' or 'tf32', 8-bit integers, or floats of at most 8 bits [D4]}}
    pipegroup.umma %t, %a, %b accumulate(%k) transpose_b swizzle(128) : memref<128x64xf16, 3>, memref<128x64xbf16, 3> -> f32
  }
  return
}

// -----

func.func @unknown(%t: !llvm.ptr<6>, %a: memref<128x64xf16, 3>, %k: i1) {
  pipegroup.elect {
    // expected-error @below {{multiplies 'f16' by 'f16' into 'f64', expected types that tcgen05 has, f32 for tf32 [D4]}}
    pipegroup.umma %t, %a, %a accumulate(%k) transpose_b swizzle(128) : memref<128x64xf16, 3>, memref<128x64xf16, 3> -> f64
  }
  return
}

// -----

func.func @rows(%t: !llvm.ptr<6>, %a: memref<256x64xf16, 3>, %k: i1) {
  pipegroup.elect {
    // expected-error @below {{has M = 256 in cta_group(1), expected 64 or 128 [D4]}}
    pipegroup.umma %t, %a, %a accumulate(%k) transpose_b swizzle(128) : memref<256x64xf16, 3>, memref<256x64xf16, 3> -> f32
  }
  return
}

// -----

func.func @columns(%t: !llvm.ptr<6>, %a: memref<128x64xf16, 3>, %b: memref<24x64xf16, 3>, %k: i1) {
  pipegroup.elect {
    // expected-error @below {{has N = 24 beside M = 128, expected a multiple of 16 up to 256 [D4]}}
    pipegroup.umma %t, %a, %b accumulate(%k) transpose_b swizzle(128) : memref<128x64xf16, 3>, memref<24x64xf16, 3> -> f32
  }
  return
}

// -----

func.func @depth(%t: !llvm.ptr<6>, %a: memref<128x64xf16, 3>, %b: memref<128x128xf16, 3>, %k: i1) {
  pipegroup.elect {
    // expected-error @below {{has K = 64 in A and 128 in B, expected the same [D4]}}
    pipegroup.umma %t, %a, %b accumulate(%k) transpose_b swizzle(128) : memref<128x64xf16, 3>, memref<128x128xf16, 3> -> f32
  }
  return
}

// -----

func.func @scales(%t: !llvm.ptr<6>, %a: memref<128x128xf8E4M3FN, 3>, %k: i1) {
  pipegroup.elect {
    // expected-error @below {{multiplies 'e4m3' by 'e4m3' with a scale of 'ue4m3' for 16 elements, expected types of at most 8 bits with 'ue8m0' for 32, or 'e2m1' with 'ue8m0' or 'ue4m3' for 16 [D4]}}
    pipegroup.umma %t, %a, %a accumulate(%k) scales(%t, %t : f8E4M3FN, 16) transpose_b swizzle(128) : memref<128x128xf8E4M3FN, 3>, memref<128x128xf8E4M3FN, 3> -> f32
  }
  return
}

// -----

func.func @layout(%t: !llvm.ptr<6>, %a: memref<128x64xf8E4M3FN, 3>, %k: i1) {
  pipegroup.elect {
    // expected-error @below {{A has lines of 64 bytes, expected a positive multiple of the 128 bytes of swizzle(128) [D3]}}
    pipegroup.umma %t, %a, %a accumulate(%k) transpose_b swizzle(128) : memref<128x64xf8E4M3FN, 3>, memref<128x64xf8E4M3FN, 3> -> f32
  }
  return
}

// -----

func.func @some() {
  // expected-error @below {{has 48 columns, expected 32, 64, 128, 256 or 512 [D5]}}
  %t = pipegroup.tmem_alloc columns(48)
  return
}

// -----

func.func @group() {
  // expected-error @below {{has cta_group(3), expected 1 or 2 [D5]}}
  %t = pipegroup.tmem_alloc columns(64) cta_group(3)
  return
}

// -----

func.func @load(%t: !llvm.ptr<6>) {
  // expected-error @below {{moves 'vector<24xf32>', expected a power of two up to 128 of f32 or i32 [D5]}}
  %v = pipegroup.tmem_load %t : vector<24xf32>
  return
}

// -----

func.func @kernel() attributes {known_block_size = array<i32: 128, 1, 1>} {
  %t = pipegroup.tmem_alloc columns(64)
  pipegroup.specialize {
    // expected-note @below {{the task is here}}
    pipegroup.task @mma warps(0, 1) {
      // expected-error @below {{is inside a task, expected all threads of the CTA to execute it [D5]}}
      pipegroup.tmem_free %t columns(64)
    }
  }
  return
}

// -----

func.func @one(%t: !llvm.ptr<6>) {
  // expected-note @below {{only one thread executes this}}
  pipegroup.once {
    // expected-error @below {{is inside 'pipegroup.once', expected all threads of the CTA to execute it}}
    pipegroup.tmem_free %t columns(64)
  }
  return
}

// -----

func.func @narrow(%t: !llvm.ptr<6>, %a: memref<128x64xtf32, 3>, %k: i1) {
  pipegroup.elect {
    // expected-error @below {{multiplies 'tf32' by 'tf32' into 'f32', expected types that tcgen05 has, f32 for tf32 [D4]}}
    pipegroup.umma %t, %a, %a accumulate(%k) transpose_b : memref<128x64xtf32, 3>, memref<128x64xtf32, 3> -> f32
  }
  return
}

// -----

func.func @type_alone(%t: !llvm.ptr<6>, %a: memref<128x128xf8E4M3FN, 3>, %k: i1) {
  pipegroup.elect {
    // expected-error @below {{has a part of what scales need, expected both addresses, a type and a number of elements, or none [D4]}}
    "pipegroup.umma"(%t, %a, %a, %k) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0>, type = f32, scaleType = f8E8M0FNU}>
        : (!llvm.ptr<6>, memref<128x128xf8E4M3FN, 3>, memref<128x128xf8E4M3FN, 3>, i1) -> ()
  }
  return
}

// -----

func.func @no_addresses(%t: !llvm.ptr<6>, %a: memref<128x128xf8E4M3FN, 3>, %k: i1) {
  pipegroup.elect {
    // expected-error @below {{has a part of what scales need}}
    "pipegroup.umma"(%t, %a, %a, %k) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0>, type = f32, scaleType = f8E8M0FNU, block = 32 : i64}>
        : (!llvm.ptr<6>, memref<128x128xf8E4M3FN, 3>, memref<128x128xf8E4M3FN, 3>, i1) -> ()
  }
  return
}

// -----

func.func @scaled_pair(%t: !llvm.ptr<6>, %a: memref<64x128xf8E4M3FN, 3>, %k: i1) {
  pipegroup.elect {
    // expected-error @below {{has M = 128 in cta_group(2), expected 256 [D4]}}
    pipegroup.umma %t, %a, %a accumulate(%k) scales(%t, %t : f8E8M0FNU, 32) transpose_b swizzle(64) cta_group(2)
        : memref<64x128xf8E4M3FN, 3>, memref<64x128xf8E4M3FN, 3> -> f32
  }
  return
}

// -----

func.func @warps(%t: !llvm.ptr<6>, %a: memref<128x64xf16, 3>, %k: i1) attributes {known_block_size = array<i32: 128, 1, 1>} {
  pipegroup.specialize {
    // expected-note @below {{the task is here}}
    pipegroup.task @mma warps(0, 4) {
      pipegroup.elect {
        // expected-error @below {{is executed by one lane of each of 4 warps, expected a task of one warp [D4]}}
        pipegroup.umma %t, %a, %a accumulate(%k) transpose_b swizzle(128) : memref<128x64xf16, 3>, memref<128x64xf16, 3> -> f32
      }
    }
  }
  return
}

// -----

func.func @warps(%t: !llvm.ptr<6>, %a: memref<128x64xf16, 3>, %k: i1) attributes {known_block_size = array<i32: 128, 1, 1>} {
  pipegroup.elect {
    // expected-error @below {{is executed by one lane of each warp of 128 threads, expected one warp, or a condition [D4]}}
    pipegroup.umma %t, %a, %a accumulate(%k) transpose_b swizzle(128) : memref<128x64xf16, 3>, memref<128x64xf16, 3> -> f32
  }
  return
}
