// chip: sm_90a
//
// A gemm whose A is copied by threads: 64 of them start copies of 16 bytes, which arrive
// at the full barrier by themselves, while a TMA warp loads B. Two warpgroups wait for
// each and free both with one arrival.

gpu.module @kernels {
  pipegroup.group @ab merge {
    pipegroup.member @a async_async stages(3) slot(memref<128x64xf16, 3>) swizzle(128)
        transport(cp_async)
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

  // c[m, n] = a[m, k] * b[k, n], row-major f16 with sums in f32, for any m, n and k. A CTA
  // of 384 threads takes every gridDim.x-th tile. Rows of a begin lda elements apart, a
  // multiple of 8; the boxes of the tensor maps are 64 wide, and 64 high for b, 128 for c.
  gpu.func @gemm(%a: !llvm.ptr<1>, %b: !llvm.ptr {pipegroup.tensor_map},
                 %c: !llvm.ptr {pipegroup.tensor_map}, %m: i32, %n: i32, %k: i32, %lda: i32) kernel
      attributes {known_block_size = array<i32: 384, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %c8 = arith.constant 8 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %tilesM = arith.ceildivsi %m, %c128 : i32
    %tilesN = arith.ceildivsi %n, %c256 : i32
    %tiles = arith.muli %tilesM, %tilesN : i32
    %first = nvvm.read.ptx.sreg.ctaid.x : i32
    %ctas = nvvm.read.ptx.sreg.nctaid.x : i32
    %c8long = arith.constant 8 : i64

    pipegroup.init @ab, @out

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
      // Eight threads copy a row of 128 bytes, eight rows at a time.
      pipegroup.task @load_a warps(8, 2) registers(40) {
        %tid = nvvm.read.ptx.sreg.tid.x : i32
        %inTask = arith.remui %tid, %c64 : i32
        %line = arith.divui %inTask, %c8 : i32
        %part = arith.remui %inTask, %c8 : i32
        %inRow = arith.muli %part, %c8 : i32
        // The swizzle: parts of 16 bytes change places with the row.
        %place = arith.xori %part, %line : i32
        %wide = arith.extsi %lda : i32 to i64
        %eightRows = arith.muli %wide, %c8long : i64
        scf.for %tile = %first to %tiles step %ctas : i32 {
          %row, %column = func.call @place(%tile, %m, %n) : (i32, i32, i32) -> (i32, i32)
          %top = arith.addi %row, %line : i32
          %height = arith.subi %m, %top : i32
          %top64 = arith.extsi %top : i32 to i64
          %start = arith.muli %top64, %wide : i64
          %firstRow = llvm.getelementptr %a[%start] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
          scf.for %depth = %c0 to %k step %c64 : i32 {
            %x = arith.addi %depth, %inRow : i32
            %begin = llvm.getelementptr %firstRow[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
            pipegroup.acquire @ab::@a
            %p = pipegroup.current @ab::@a producer : !pipegroup.state<3>
            %as = pipegroup.slot @ab::@a[%p] : !pipegroup.state<3> -> !llvm.ptr<3>
            %firstPart = llvm.getelementptr %as[%line, %place] : (!llvm.ptr<3>, i32, i32) -> !llvm.ptr<3>, !llvm.array<8 x vector<8xf16>>
            // Of 16 bytes, those outside are not read, but become zero.
            %left = arith.subi %k, %x : i32
            %some = arith.maxsi %left, %c0 : i32
            %count = arith.minsi %some, %c8 : i32
            %bytes = arith.muli %count, %c2 : i32
            scf.for %i = %c0 to %c128 step %c8 iter_args(%from = %begin) -> (!llvm.ptr<1>) : i32 {
              %above = arith.cmpi slt, %i, %height : i32
              %read = arith.select %above, %bytes, %c0 : i32
              %to = llvm.getelementptr %firstPart[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<64 x f16>
              nvvm.cp.async.shared.global %to, %from, 16, cache = cg, %read : !llvm.ptr<3>, !llvm.ptr<1>, i32
              %next = llvm.getelementptr %from[%eightRows] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
              scf.yield %next : !llvm.ptr<1>
            }
            pipegroup.commit @ab::@a
          }
        }
      }
      pipegroup.task @load_b warps(10, 1) registers(40) {
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
