// chip: sm_100a
//
// C = A * B with tiles of 128 x 256. Two TMA warps load A and B; the tensor core
// fills one of two accumulators in tensor memory, while four warps take the other
// to shared memory, from where a last warp stores it by TMA.

gpu.module @kernels {
  pipegroup.group @ab merge {
    pipegroup.member @a tma_umma stages(4) bytes(16384) slot(memref<128x64xf16, 3>) swizzle(128)
    pipegroup.member @b tma_umma stages(4) bytes(32768) slot(memref<64x256xf16, 3>) swizzle(128)
  }
  pipegroup.group @acc merge {
    pipegroup.member @sum umma_async stages(2)
  }
  pipegroup.group @out merge {
    pipegroup.member @c async_async stages(2) slot(memref<128x64xf16, 3>) swizzle(128)
  }

  // The first row and column of a tile of 128 x 256. Tiles go down bands of eight
  // rows of tiles, so that CTAs which work at the same time load the same data.
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

  // Writes 64 elements to a row of a slot. The swizzle: parts of 16 bytes change
  // places with the row.
  func.func private @store_row(%row: vector<64xf16>, %slot: memref<128x64xf16, 3>, %y: index) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %low = arith.remui %y, %c8 : index
    %c0part = arith.constant 0 : index
    %place0 = arith.xori %low, %c0part : index
    %x0 = arith.muli %place0, %c8 : index
    %part0 = vector.extract_strided_slice %row {offsets = [0], sizes = [8], strides = [1]} : vector<64xf16> to vector<8xf16>
    vector.store %part0, %slot[%y, %x0] {alignment = 16 : i64} : memref<128x64xf16, 3>, vector<8xf16>
    %c1part = arith.constant 1 : index
    %place1 = arith.xori %low, %c1part : index
    %x1 = arith.muli %place1, %c8 : index
    %part1 = vector.extract_strided_slice %row {offsets = [8], sizes = [8], strides = [1]} : vector<64xf16> to vector<8xf16>
    vector.store %part1, %slot[%y, %x1] {alignment = 16 : i64} : memref<128x64xf16, 3>, vector<8xf16>
    %c2part = arith.constant 2 : index
    %place2 = arith.xori %low, %c2part : index
    %x2 = arith.muli %place2, %c8 : index
    %part2 = vector.extract_strided_slice %row {offsets = [16], sizes = [8], strides = [1]} : vector<64xf16> to vector<8xf16>
    vector.store %part2, %slot[%y, %x2] {alignment = 16 : i64} : memref<128x64xf16, 3>, vector<8xf16>
    %c3part = arith.constant 3 : index
    %place3 = arith.xori %low, %c3part : index
    %x3 = arith.muli %place3, %c8 : index
    %part3 = vector.extract_strided_slice %row {offsets = [24], sizes = [8], strides = [1]} : vector<64xf16> to vector<8xf16>
    vector.store %part3, %slot[%y, %x3] {alignment = 16 : i64} : memref<128x64xf16, 3>, vector<8xf16>
    %c4part = arith.constant 4 : index
    %place4 = arith.xori %low, %c4part : index
    %x4 = arith.muli %place4, %c8 : index
    %part4 = vector.extract_strided_slice %row {offsets = [32], sizes = [8], strides = [1]} : vector<64xf16> to vector<8xf16>
    vector.store %part4, %slot[%y, %x4] {alignment = 16 : i64} : memref<128x64xf16, 3>, vector<8xf16>
    %c5part = arith.constant 5 : index
    %place5 = arith.xori %low, %c5part : index
    %x5 = arith.muli %place5, %c8 : index
    %part5 = vector.extract_strided_slice %row {offsets = [40], sizes = [8], strides = [1]} : vector<64xf16> to vector<8xf16>
    vector.store %part5, %slot[%y, %x5] {alignment = 16 : i64} : memref<128x64xf16, 3>, vector<8xf16>
    %c6part = arith.constant 6 : index
    %place6 = arith.xori %low, %c6part : index
    %x6 = arith.muli %place6, %c8 : index
    %part6 = vector.extract_strided_slice %row {offsets = [48], sizes = [8], strides = [1]} : vector<64xf16> to vector<8xf16>
    vector.store %part6, %slot[%y, %x6] {alignment = 16 : i64} : memref<128x64xf16, 3>, vector<8xf16>
    %c7part = arith.constant 7 : index
    %place7 = arith.xori %low, %c7part : index
    %x7 = arith.muli %place7, %c8 : index
    %part7 = vector.extract_strided_slice %row {offsets = [56], sizes = [8], strides = [1]} : vector<64xf16> to vector<8xf16>
    vector.store %part7, %slot[%y, %x7] {alignment = 16 : i64} : memref<128x64xf16, 3>, vector<8xf16>
    return
  }

  // c[m, n] = a[m, k] * b[k, n], row-major f16 with sums in f32. A CTA of 256 threads
  // takes every gridDim.x-th tile. The boxes of the tensor maps are 64 wide, and 128
  // high for a and c, 64 for b.
  gpu.func @gemm(%a: !llvm.ptr {pipegroup.tensor_map}, %b: !llvm.ptr {pipegroup.tensor_map},
                 %c: !llvm.ptr {pipegroup.tensor_map}, %m: i32, %n: i32, %k: i32) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
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

    // Two accumulators of 256 columns.
    %tmem = pipegroup.tmem_alloc columns(512)

    pipegroup.init @ab, @acc, @out

    pipegroup.specialize {
      // Tensor memory to shared memory, a row a thread, 64 columns at a time.
      pipegroup.task @epilogue warps(0, 4) {
        %y = gpu.thread_id x
        scf.for %tile = %first to %tiles step %ctas : i32 {
          pipegroup.wait @acc::@sum
          %s = pipegroup.current @acc consumer : !pipegroup.state<2>
          %i = pipegroup.index %s : !pipegroup.state<2>
          %begin = arith.muli %i, %c256 : i32
          scf.for %part = %c0 to %c4 step %c1 : i32 {
            %offset = arith.muli %part, %c64 : i32
            %x = arith.addi %begin, %offset : i32
            %sum = pipegroup.tmem_load %tmem[%x] : vector<64xf32>
            %rounded = arith.truncf %sum : vector<64xf32> to vector<64xf16>
            pipegroup.acquire @out::@c
            %p = pipegroup.current @out::@c producer : !pipegroup.state<2>
            %cs = pipegroup.slot @out::@c[%p] : !pipegroup.state<2> -> memref<128x64xf16, 3>
            func.call @store_row(%rounded, %cs, %y) : (vector<64xf16>, memref<128x64xf16, 3>, index) -> ()
            pipegroup.commit @out::@c
          }
          pipegroup.release @acc
        }
      }
      pipegroup.task @load_a warps(4, 1) {
        pipegroup.tma_prefetch %a : !llvm.ptr
        scf.for %tile = %first to %tiles step %ctas : i32 {
          %row, %column = func.call @place(%tile, %m, %n) : (i32, i32, i32) -> (i32, i32)
          scf.for %depth = %c0 to %k step %c64 : i32 {
            pipegroup.acquire @ab::@a
            %p = pipegroup.current @ab::@a producer : !pipegroup.state<4>
            pipegroup.tma_load %a[%depth, %row], @ab::@a[%p] : !llvm.ptr, !pipegroup.state<4>
            pipegroup.commit @ab::@a
          }
        }
      }
      pipegroup.task @load_b warps(5, 1) {
        pipegroup.tma_prefetch %b : !llvm.ptr
        scf.for %tile = %first to %tiles step %ctas : i32 {
          %row, %column = func.call @place(%tile, %m, %n) : (i32, i32, i32) -> (i32, i32)
          scf.for %depth = %c0 to %k step %c64 : i32 {
            pipegroup.acquire @ab::@b
            %p = pipegroup.current @ab::@b producer : !pipegroup.state<4>
            // A box is 64 columns, the span of the swizzle.
            scf.for %i = %c0 to %c4 step %c1 : i32 {
              %offset = arith.muli %i, %c64 : i32
              %x = arith.addi %column, %offset : i32
              pipegroup.tma_load %b[%x, %depth], @ab::@b[%p] part(%i of 4) : !llvm.ptr, !pipegroup.state<4>
            }
            pipegroup.commit @ab::@b
          }
        }
      }
      pipegroup.task @mma warps(6, 1) {
        scf.for %tile = %first to %tiles step %ctas : i32 {
          pipegroup.acquire @acc::@sum
          %p = pipegroup.current @acc::@sum producer : !pipegroup.state<2>
          %i = pipegroup.index %p : !pipegroup.state<2>
          %begin = arith.muli %i, %c256 : i32
          %sum = llvm.getelementptr %tmem[%begin] : (!llvm.ptr<6>, i32) -> !llvm.ptr<6>, i8
          scf.for %depth = %c0 to %k step %c64 : i32 {
            pipegroup.wait @ab::@a
            pipegroup.wait @ab::@b
            %s = pipegroup.current @ab consumer : !pipegroup.state<4>
            %as = pipegroup.slot @ab::@a[%s] : !pipegroup.state<4> -> memref<128x64xf16, 3>
            %bs = pipegroup.slot @ab::@b[%s] : !pipegroup.state<4> -> memref<64x256xf16, 3>
            // The first step of a sum does not accumulate.
            %isLater = arith.cmpi ne, %depth, %c0 : i32
            pipegroup.elect {
              pipegroup.umma %sum, %as, %bs accumulate(%isLater) swizzle(128)
                  : memref<128x64xf16, 3>, memref<64x256xf16, 3> -> f32
            }
            pipegroup.release @ab
          }
          pipegroup.commit @acc::@sum
        }
      }
      pipegroup.task @store warps(7, 1) {
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
    pipegroup.tmem_free %tmem columns(512)
    gpu.return
  }
}
