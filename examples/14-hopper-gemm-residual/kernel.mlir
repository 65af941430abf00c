// chip: sm_90a
//
// C = A * B + R with two merges: TMA warps load A and B for the product and, 64 columns
// at a time, R for the sum. The tile is stored by TMA as well.

!quad = !llvm.struct<(i32, i32, i32, i32)>

gpu.module @kernels {
  pipegroup.group @ab merge {
    pipegroup.member @a tma_async stages(3) bytes(16384) slot(memref<128x64xf16, 3>) swizzle(128)
    pipegroup.member @b tma_async stages(3) bytes(32768) slot(memref<64x256xf16, 3>) swizzle(128)
  }
  pipegroup.group @residual merge {
    pipegroup.member @r tma_async stages(2) bytes(16384) slot(memref<128x64xf16, 3>) swizzle(128)
  }
  pipegroup.group @out merge {
    pipegroup.member @c async_async stages(2) slot(memref<128x64xf16, 3>) swizzle(128)
  }

  // The first row and column of a tile of 128 x 256. Tiles go down bands of eight, so
  // that CTAs which work at the same time load the same data.
  func.func private @place(%tile: i32, %m: i32, %n: i32) -> (i32, i32) {
    %c8 = arith.constant 8 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %tilesM = arith.ceildivsi %m, %c128 : i32
    %tilesN = arith.ceildivsi %n, %c256 : i32
    %size = arith.muli %tilesN, %c8 : i32
    %band = arith.divui %tile, %size : i32
    %inBand = arith.remui %tile, %size : i32
    %first = arith.muli %band, %c8 : i32
    %left = arith.subi %tilesM, %first : i32
    %height = arith.minui %left, %c8 : i32
    %down = arith.remui %inBand, %height : i32
    %right = arith.divui %inBand, %height : i32
    %y = arith.addi %first, %down : i32
    %row = arith.muli %y, %c128 : i32
    %column = arith.muli %right, %c256 : i32
    return %row, %column : i32, i32
  }

  // What a thread has of 64 rows of a slot, beginning at `row`, in the order of an
  // accumulator: ldmatrix loads four matrices of 8 x 8 at a time. Lane l has the address
  // of row l mod 16, in the left or the right half of 16 columns.
  func.func private @fragment(%slot: !llvm.ptr<3>, %row: i32) -> vector<32xf16> {
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %c6 = arith.constant 6 : i32
    %c8 = arith.constant 8 : i32
    %c16 = arith.constant 16 : i32
    %c32 = arith.constant 32 : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %warp = arith.divui %tid, %c32 : i32
    %inGroup = arith.remui %warp, %c4 : i32
    %ofWarp = arith.muli %inGroup, %c16 : i32
    %ofLane = arith.remui %tid, %c16 : i32
    %inTile = arith.addi %row, %ofWarp : i32
    %y = arith.addi %inTile, %ofLane : i32
    %lane = arith.remui %tid, %c32 : i32
    %half = arith.divui %lane, %c16 : i32
    // The swizzle: parts of 16 bytes change places with the row.
    %low = arith.remui %ofLane, %c8 : i32
    %place0 = arith.xori %half, %low : i32
    %place1 = arith.xori %place0, %c2 : i32
    %place2 = arith.xori %place0, %c4 : i32
    %place3 = arith.xori %place0, %c6 : i32
    %at0 = llvm.getelementptr %slot[%y, %place0] : (!llvm.ptr<3>, i32, i32) -> !llvm.ptr<3>, !llvm.array<8 x vector<8xf16>>
    %m0 = nvvm.ldmatrix %at0 {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>,
        num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !quad
    %at1 = llvm.getelementptr %slot[%y, %place1] : (!llvm.ptr<3>, i32, i32) -> !llvm.ptr<3>, !llvm.array<8 x vector<8xf16>>
    %m1 = nvvm.ldmatrix %at1 {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>,
        num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !quad
    %at2 = llvm.getelementptr %slot[%y, %place2] : (!llvm.ptr<3>, i32, i32) -> !llvm.ptr<3>, !llvm.array<8 x vector<8xf16>>
    %m2 = nvvm.ldmatrix %at2 {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>,
        num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !quad
    %at3 = llvm.getelementptr %slot[%y, %place3] : (!llvm.ptr<3>, i32, i32) -> !llvm.ptr<3>, !llvm.array<8 x vector<8xf16>>
    %m3 = nvvm.ldmatrix %at3 {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>,
        num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !quad
    %x0 = llvm.extractvalue %m0[0] : !quad
    %x1 = llvm.extractvalue %m0[1] : !quad
    %x2 = llvm.extractvalue %m0[2] : !quad
    %x3 = llvm.extractvalue %m0[3] : !quad
    %x4 = llvm.extractvalue %m1[0] : !quad
    %x5 = llvm.extractvalue %m1[1] : !quad
    %x6 = llvm.extractvalue %m1[2] : !quad
    %x7 = llvm.extractvalue %m1[3] : !quad
    %x8 = llvm.extractvalue %m2[0] : !quad
    %x9 = llvm.extractvalue %m2[1] : !quad
    %x10 = llvm.extractvalue %m2[2] : !quad
    %x11 = llvm.extractvalue %m2[3] : !quad
    %x12 = llvm.extractvalue %m3[0] : !quad
    %x13 = llvm.extractvalue %m3[1] : !quad
    %x14 = llvm.extractvalue %m3[2] : !quad
    %x15 = llvm.extractvalue %m3[3] : !quad
    %pairs = vector.from_elements %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7,
        %x8, %x9, %x10, %x11, %x12, %x13, %x14, %x15 : vector<16xi32>
    %fragment = vector.bitcast %pairs : vector<16xi32> to vector<32xf16>
    return %fragment : vector<32xf16>
  }

  // c[m, n] = a[m, k] * b[k, n] + r[m, n], row-major f16 with sums in f32. A CTA of 384
  // threads takes every gridDim.x-th tile. The boxes of the tensor maps are 64 wide, and
  // 128 high for a, r and c, 64 for b.
  gpu.func @gemm(%a: !llvm.ptr {pipegroup.tensor_map}, %b: !llvm.ptr {pipegroup.tensor_map},
                 %r: !llvm.ptr {pipegroup.tensor_map}, %c: !llvm.ptr {pipegroup.tensor_map}, %m: i32, %n: i32, %k: i32) kernel
      attributes {known_block_size = array<i32: 384, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %tilesM = arith.ceildivsi %m, %c128 : i32
    %tilesN = arith.ceildivsi %n, %c256 : i32
    %tiles = arith.muli %tilesM, %tilesN : i32
    %first = nvvm.read.ptx.sreg.ctaid.x : i32
    %ctas = nvvm.read.ptx.sreg.nctaid.x : i32

    pipegroup.init @ab, @residual, @out

    pipegroup.specialize {
      // Two warpgroups: each has 64 rows of the tile.
      pipegroup.task @math warps(0, 8) registers(232) {
        %zero = arith.constant dense<0.0> : vector<128xf32>
        %warp = pipegroup.task_warp : i32
        %group = arith.divui %warp, %c4 : i32
        %half = arith.muli %group, %c64 : i32
        scf.for %tile = %first to %tiles step %ctas : i32 {
          %sum = scf.for %depth = %c0 to %k step %c64 iter_args(%acc = %zero) -> (vector<128xf32>) : i32 {
            pipegroup.wait @ab::@a
            pipegroup.wait @ab::@b
            %s = pipegroup.current @ab consumer : !pipegroup.state<3>
            %as = pipegroup.slot @ab::@a[%s] : !pipegroup.state<3> -> memref<128x64xf16, 3>
            %bs = pipegroup.slot @ab::@b[%s] : !pipegroup.state<3> -> memref<64x256xf16, 3>
            %next = pipegroup.wgmma %as[%half], %bs, %acc swizzle(128)
                : memref<128x64xf16, 3>, memref<64x256xf16, 3> -> vector<128xf32>
            pipegroup.wgmma_wait 0
            pipegroup.release @ab
            scf.yield %next : vector<128xf32>
          }
          %done = pipegroup.wgmma_wait 0, %sum : vector<128xf32>
          // 64 columns at a time: plus R, to shared memory, from where TMA stores them.
          %product0 = vector.extract_strided_slice %done {offsets = [0], sizes = [32], strides = [1]}
              : vector<128xf32> to vector<32xf32>
          pipegroup.wait @residual::@r
          %q0 = pipegroup.current @residual consumer : !pipegroup.state<2>
          %r0s = pipegroup.slot @residual::@r[%q0] : !pipegroup.state<2> -> !llvm.ptr<3>
          %r0 = func.call @fragment(%r0s, %half) : (!llvm.ptr<3>, i32) -> vector<32xf16>
          pipegroup.release @residual
          %wide0 = arith.extf %r0 : vector<32xf16> to vector<32xf32>
          %sum0 = arith.addf %product0, %wide0 : vector<32xf32>
          %rounded0 = arith.truncf %sum0 : vector<32xf32> to vector<32xf16>
          pipegroup.acquire @out::@c
          %p0 = pipegroup.current @out::@c producer : !pipegroup.state<2>
          %c0s = pipegroup.slot @out::@c[%p0] : !pipegroup.state<2> -> memref<128x64xf16, 3>
          pipegroup.fragment_store %rounded0, %c0s[%half, %c0] columns(64) swizzle(128)
              : vector<32xf16>, memref<128x64xf16, 3>
          pipegroup.commit @out::@c
          %product1 = vector.extract_strided_slice %done {offsets = [32], sizes = [32], strides = [1]}
              : vector<128xf32> to vector<32xf32>
          pipegroup.wait @residual::@r
          %q1 = pipegroup.current @residual consumer : !pipegroup.state<2>
          %r1s = pipegroup.slot @residual::@r[%q1] : !pipegroup.state<2> -> !llvm.ptr<3>
          %r1 = func.call @fragment(%r1s, %half) : (!llvm.ptr<3>, i32) -> vector<32xf16>
          pipegroup.release @residual
          %wide1 = arith.extf %r1 : vector<32xf16> to vector<32xf32>
          %sum1 = arith.addf %product1, %wide1 : vector<32xf32>
          %rounded1 = arith.truncf %sum1 : vector<32xf32> to vector<32xf16>
          pipegroup.acquire @out::@c
          %p1 = pipegroup.current @out::@c producer : !pipegroup.state<2>
          %c1s = pipegroup.slot @out::@c[%p1] : !pipegroup.state<2> -> memref<128x64xf16, 3>
          pipegroup.fragment_store %rounded1, %c1s[%half, %c0] columns(64) swizzle(128)
              : vector<32xf16>, memref<128x64xf16, 3>
          pipegroup.commit @out::@c
          %product2 = vector.extract_strided_slice %done {offsets = [64], sizes = [32], strides = [1]}
              : vector<128xf32> to vector<32xf32>
          pipegroup.wait @residual::@r
          %q2 = pipegroup.current @residual consumer : !pipegroup.state<2>
          %r2s = pipegroup.slot @residual::@r[%q2] : !pipegroup.state<2> -> !llvm.ptr<3>
          %r2 = func.call @fragment(%r2s, %half) : (!llvm.ptr<3>, i32) -> vector<32xf16>
          pipegroup.release @residual
          %wide2 = arith.extf %r2 : vector<32xf16> to vector<32xf32>
          %sum2 = arith.addf %product2, %wide2 : vector<32xf32>
          %rounded2 = arith.truncf %sum2 : vector<32xf32> to vector<32xf16>
          pipegroup.acquire @out::@c
          %p2 = pipegroup.current @out::@c producer : !pipegroup.state<2>
          %c2s = pipegroup.slot @out::@c[%p2] : !pipegroup.state<2> -> memref<128x64xf16, 3>
          pipegroup.fragment_store %rounded2, %c2s[%half, %c0] columns(64) swizzle(128)
              : vector<32xf16>, memref<128x64xf16, 3>
          pipegroup.commit @out::@c
          %product3 = vector.extract_strided_slice %done {offsets = [96], sizes = [32], strides = [1]}
              : vector<128xf32> to vector<32xf32>
          pipegroup.wait @residual::@r
          %q3 = pipegroup.current @residual consumer : !pipegroup.state<2>
          %r3s = pipegroup.slot @residual::@r[%q3] : !pipegroup.state<2> -> !llvm.ptr<3>
          %r3 = func.call @fragment(%r3s, %half) : (!llvm.ptr<3>, i32) -> vector<32xf16>
          pipegroup.release @residual
          %wide3 = arith.extf %r3 : vector<32xf16> to vector<32xf32>
          %sum3 = arith.addf %product3, %wide3 : vector<32xf32>
          %rounded3 = arith.truncf %sum3 : vector<32xf32> to vector<32xf16>
          pipegroup.acquire @out::@c
          %p3 = pipegroup.current @out::@c producer : !pipegroup.state<2>
          %c3s = pipegroup.slot @out::@c[%p3] : !pipegroup.state<2> -> memref<128x64xf16, 3>
          pipegroup.fragment_store %rounded3, %c3s[%half, %c0] columns(64) swizzle(128)
              : vector<32xf16>, memref<128x64xf16, 3>
          pipegroup.commit @out::@c
        }
      }
      pipegroup.task @load_a warps(8, 1) registers(40) {
        pipegroup.tma_prefetch %a : !llvm.ptr
        scf.for %tile = %first to %tiles step %ctas : i32 {
          %row, %column = func.call @place(%tile, %m, %n) : (i32, i32, i32) -> (i32, i32)
          scf.for %depth = %c0 to %k step %c64 : i32 {
            pipegroup.acquire @ab::@a
            %p = pipegroup.current @ab::@a producer : !pipegroup.state<3>
            pipegroup.tma_load %a[%depth, %row], @ab::@a[%p] : !llvm.ptr, !pipegroup.state<3>
            pipegroup.commit @ab::@a
          }
        }
      }
      pipegroup.task @load_b warps(9, 1) registers(40) {
        pipegroup.tma_prefetch %b : !llvm.ptr
        scf.for %tile = %first to %tiles step %ctas : i32 {
          %row, %column = func.call @place(%tile, %m, %n) : (i32, i32, i32) -> (i32, i32)
          scf.for %depth = %c0 to %k step %c64 : i32 {
            pipegroup.acquire @ab::@b
            %p = pipegroup.current @ab::@b producer : !pipegroup.state<3>
            // A box is 64 columns, the span of the swizzle.
            scf.for %i = %c0 to %c4 step %c1 : i32 {
              %offset = arith.muli %i, %c64 : i32
              %x = arith.addi %column, %offset : i32
              pipegroup.tma_load %b[%x, %depth], @ab::@b[%p] part(%i of 4) : !llvm.ptr, !pipegroup.state<3>
            }
            pipegroup.commit @ab::@b
          }
        }
      }
      pipegroup.task @load_r warps(10, 1) registers(40) {
        pipegroup.tma_prefetch %r : !llvm.ptr
        scf.for %tile = %first to %tiles step %ctas : i32 {
          %row, %column = func.call @place(%tile, %m, %n) : (i32, i32, i32) -> (i32, i32)
          scf.for %i = %c0 to %c4 step %c1 : i32 {
            %offset = arith.muli %i, %c64 : i32
            %x = arith.addi %column, %offset : i32
            pipegroup.acquire @residual::@r
            %p = pipegroup.current @residual::@r producer : !pipegroup.state<2>
            pipegroup.tma_load %r[%x, %row], @residual::@r[%p] : !llvm.ptr, !pipegroup.state<2>
            pipegroup.commit @residual::@r
          }
        }
      }
      pipegroup.task @store warps(11, 1) registers(40) {
        scf.for %tile = %first to %tiles step %ctas : i32 {
          %row, %column = func.call @place(%tile, %m, %n) : (i32, i32, i32) -> (i32, i32)
          scf.for %i = %c0 to %c4 step %c1 : i32 {
            %offset = arith.muli %i, %c64 : i32
            %x = arith.addi %column, %offset : i32
            pipegroup.wait @out::@c
            %s = pipegroup.current @out consumer : !pipegroup.state<2>
            %cs = pipegroup.slot @out::@c[%s] : !pipegroup.state<2> -> memref<128x64xf16, 3>
            pipegroup.tma_store %cs to %c[%x, %row] : memref<128x64xf16, 3>, !llvm.ptr
            pipegroup.tma_store_wait 0 read
            pipegroup.release @out
          }
        }
      }
    }
    gpu.return
  }
}
