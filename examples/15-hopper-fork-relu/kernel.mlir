// chip: sm_90a
//
// C = A * B and D = relu(A): a TMA warp loads each tile of A once, for two consumers. Two
// warpgroups multiply it and one warp writes its positive part; each frees the slot for
// itself.

gpu.module @kernels {
  pipegroup.group @a fork {
    pipegroup.member @gemm tma_async stages(3) bytes(16384) slot(memref<128x64xf16, 3>) swizzle(128)
    pipegroup.member @relu tma_async stages(3) bytes(16384) slot(memref<128x64xf16, 3>) swizzle(128)
  }
  pipegroup.group @b merge {
    pipegroup.member @b tma_async stages(3) bytes(32768) slot(memref<64x256xf16, 3>) swizzle(128)
  }
  pipegroup.group @out merge {
    pipegroup.member @c async_async stages(1) slot(memref<128x256xf16, 3>) swizzle(128)
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

  // c[m, n] = a[m, k] * b[k, n] and d[m, k] = max(a, 0), row-major f16 with sums in f32, for
  // any m, n and k. A CTA of 384 threads takes every gridDim.x-th tile. The boxes of the
  // tensor maps are 64 wide, and 128 high for a and c, 64 for b. Rows of d begin ldd
  // elements apart, a multiple of 8.
  gpu.func @gemm(%a: !llvm.ptr {pipegroup.tensor_map}, %b: !llvm.ptr {pipegroup.tensor_map},
                 %c: !llvm.ptr {pipegroup.tensor_map}, %d: !llvm.ptr<1>, %m: i32, %n: i32, %k: i32,
                 %ldd: i32) kernel
      attributes {known_block_size = array<i32: 384, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c8 = arith.constant 8 : i32
    %c32 = arith.constant 32 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %tilesM = arith.ceildivsi %m, %c128 : i32
    %tilesN = arith.ceildivsi %n, %c256 : i32
    %tiles = arith.muli %tilesM, %tilesN : i32
    %first = nvvm.read.ptx.sreg.ctaid.x : i32
    %ctas = nvvm.read.ptx.sreg.nctaid.x : i32
    %c4long = arith.constant 4 : i64

    pipegroup.init @a, @b, @out

    pipegroup.specialize {
      // Two warpgroups: each has 64 rows of the tile.
      pipegroup.task @math warps(0, 8) registers(232) {
        %zero = arith.constant dense<0.0> : vector<128xf32>
        %warp = pipegroup.task_warp : i32
        %group = arith.divui %warp, %c4 : i32
        %half = arith.muli %group, %c64 : i32
        scf.for %tile = %first to %tiles step %ctas : i32 {
          %sum = scf.for %depth = %c0 to %k step %c64 iter_args(%acc = %zero) -> (vector<128xf32>) : i32 {
            pipegroup.wait @a::@gemm
            pipegroup.wait @b::@b
            %sa = pipegroup.current @a::@gemm consumer : !pipegroup.state<3>
            %sb = pipegroup.current @b consumer : !pipegroup.state<3>
            %as = pipegroup.slot @a::@gemm[%sa] : !pipegroup.state<3> -> memref<128x64xf16, 3>
            %bs = pipegroup.slot @b::@b[%sb] : !pipegroup.state<3> -> memref<64x256xf16, 3>
            %next = pipegroup.wgmma %as[%half], %bs, %acc swizzle(128)
                : memref<128x64xf16, 3>, memref<64x256xf16, 3> -> vector<128xf32>
            pipegroup.wgmma_wait 0
            pipegroup.release @a::@gemm
            pipegroup.release @b
            scf.yield %next : vector<128xf32>
          }
          %done = pipegroup.wgmma_wait 0, %sum : vector<128xf32>
          // To shared memory, from where TMA stores it.
          %rounded = arith.truncf %done : vector<128xf32> to vector<128xf16>
          pipegroup.acquire @out::@c
          %p = pipegroup.current @out::@c producer : !pipegroup.state<1>
          %cs = pipegroup.slot @out::@c[%p] : !pipegroup.state<1> -> memref<128x256xf16, 3>
          pipegroup.fragment_store %rounded, %cs[%half, %c0] columns(256) swizzle(128)
              : vector<128xf16>, memref<128x256xf16, 3>
          pipegroup.commit @out::@c
        }
      }
      pipegroup.task @load_a warps(8, 1) registers(40) {
        pipegroup.tma_prefetch %a : !llvm.ptr
        scf.for %tile = %first to %tiles step %ctas : i32 {
          %row, %column = func.call @place(%tile, %m, %n) : (i32, i32, i32) -> (i32, i32)
          scf.for %depth = %c0 to %k step %c64 : i32 {
            pipegroup.acquire @a::@gemm
            pipegroup.acquire @a::@relu
            %p = pipegroup.current @a producer : !pipegroup.state<3>
            pipegroup.tma_load %a[%depth, %row], @a::@gemm[%p] : !llvm.ptr, !pipegroup.state<3>
            pipegroup.commit @a
          }
        }
      }
      pipegroup.task @load_b warps(9, 1) registers(40) {
        pipegroup.tma_prefetch %b : !llvm.ptr
        scf.for %tile = %first to %tiles step %ctas : i32 {
          %row, %column = func.call @place(%tile, %m, %n) : (i32, i32, i32) -> (i32, i32)
          scf.for %depth = %c0 to %k step %c64 : i32 {
            pipegroup.acquire @b::@b
            %p = pipegroup.current @b::@b producer : !pipegroup.state<3>
            // A box is 64 columns, the span of the swizzle.
            scf.for %i = %c0 to %c4 step %c1 : i32 {
              %offset = arith.muli %i, %c64 : i32
              %x = arith.addi %column, %offset : i32
              pipegroup.tma_load %b[%x, %depth], @b::@b[%p] part(%i of 4) : !llvm.ptr, !pipegroup.state<3>
            }
            pipegroup.commit @b::@b
          }
        }
      }
      // Eight lanes have a row of 128 bytes, four rows at a time.
      pipegroup.task @relu warps(10, 1) registers(40) {
        %zero = arith.constant dense<0.0> : vector<8xf16>
        %zero1 = arith.constant 0.0 : f16
        %tid = nvvm.read.ptx.sreg.tid.x : i32
        %lane = arith.remui %tid, %c32 : i32
        %line = arith.divui %lane, %c8 : i32
        %part = arith.remui %lane, %c8 : i32
        %inRow = arith.muli %part, %c8 : i32
        %wide = arith.extsi %ldd : i32 to i64
        %fourRows = arith.muli %wide, %c4long : i64
        scf.for %tile = %first to %tiles step %ctas : i32 {
          %row, %column = func.call @place(%tile, %m, %n) : (i32, i32, i32) -> (i32, i32)
          %top = arith.addi %row, %line : i32
          %top64 = arith.extsi %top : i32 to i64
          %start = arith.muli %top64, %wide : i64
          %firstRow = llvm.getelementptr %d[%start] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
          // The tiles of the first column are all of A.
          %below = arith.subi %m, %row : i32
          %inside = arith.minsi %below, %c128 : i32
          %isFirst = arith.cmpi eq, %column, %c0 : i32
          %height = arith.select %isFirst, %inside, %c0 : i32
          scf.for %depth = %c0 to %k step %c64 : i32 {
            %x = arith.addi %depth, %inRow : i32
            %begin = llvm.getelementptr %firstRow[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
            %left = arith.subi %k, %depth : i32
            %whole = arith.divui %left, %c8 : i32
            %isWhole = arith.cmpi ult, %part, %whole : i32
            %rows = arith.select %isWhole, %height, %c0 : i32
            pipegroup.wait @a::@relu
            %s = pipegroup.current @a::@relu consumer : !pipegroup.state<3>
            %as = pipegroup.slot @a::@relu[%s] : !pipegroup.state<3> -> !llvm.ptr<3>
            scf.for %r = %line to %rows step %c4 iter_args(%to = %begin) -> (!llvm.ptr<1>) : i32 {
              // The swizzle: parts of 16 bytes change places with the row.
              %low = arith.remui %r, %c8 : i32
              %place = arith.xori %part, %low : i32
              %from = llvm.getelementptr %as[%r, %place] : (!llvm.ptr<3>, i32, i32) -> !llvm.ptr<3>, !llvm.array<8 x vector<8xf16>>
              %v = llvm.load %from : !llvm.ptr<3> -> vector<8xf16>
              %relu = arith.maximumf %v, %zero : vector<8xf16>
              llvm.store %relu, %to {alignment = 16 : i64} : vector<8xf16>, !llvm.ptr<1>
              %next = llvm.getelementptr %to[%fourRows] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
              scf.yield %next : !llvm.ptr<1>
            }
            // Where rows end inside of 16 bytes, each lane has an element: none behind them is
            // written.
            %rest = arith.remui %left, %c8 : i32
            %isLast = arith.cmpi ult, %whole, %c8 : i32
            %isRest = arith.cmpi ult, %part, %rest : i32
            %hasElement = arith.andi %isLast, %isRest : i1
            %restRows = arith.select %hasElement, %height, %c0 : i32
            %ofWhole = arith.muli %whole, %c8 : i32
            %ofElement = arith.addi %ofWhole, %part : i32
            %xElement = arith.addi %depth, %ofElement : i32
            %firstElement = llvm.getelementptr %firstRow[%xElement] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
            scf.for %r = %line to %restRows step %c4 iter_args(%to = %firstElement) -> (!llvm.ptr<1>) : i32 {
              %low = arith.remui %r, %c8 : i32
              %place = arith.xori %whole, %low : i32
              %from = llvm.getelementptr %as[%r, %place, %part] : (!llvm.ptr<3>, i32, i32, i32) -> !llvm.ptr<3>, !llvm.array<8 x array<8 x f16>>
              %v = llvm.load %from : !llvm.ptr<3> -> f16
              %relu = arith.maximumf %v, %zero1 : f16
              llvm.store %relu, %to : f16, !llvm.ptr<1>
              %next = llvm.getelementptr %to[%fourRows] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
              scf.yield %next : !llvm.ptr<1>
            }
            pipegroup.release @a::@relu
          }
        }
      }
      pipegroup.task @store warps(11, 1) registers(40) {
        scf.for %tile = %first to %tiles step %ctas : i32 {
          %row, %column = func.call @place(%tile, %m, %n) : (i32, i32, i32) -> (i32, i32)
          pipegroup.wait @out::@c
          %s = pipegroup.current @out consumer : !pipegroup.state<1>
          %cs = pipegroup.slot @out::@c[%s] : !pipegroup.state<1> -> !llvm.ptr<3>
          scf.for %i = %c0 to %c4 step %c1 : i32 {
            %offset = arith.muli %i, %c64 : i32
            %x = arith.addi %column, %offset : i32
            %box = llvm.getelementptr %cs[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<8192 x f16>
            pipegroup.tma_store %box to %c[%x, %row] : !llvm.ptr<3>, !llvm.ptr
          }
          pipegroup.tma_store_wait 0 read
          pipegroup.release @out
        }
      }
    }
    gpu.return
  }
}
