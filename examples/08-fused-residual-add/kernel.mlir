// chip: sm_100a
//
// The residual gemm with both merges fused: 2 arrivals and 18432 bytes complete
// an operand phase, 33 arrivals complete the output phase.

gpu.module @kernels {
  pipegroup.group @ab fused_merge {
    pipegroup.member @a tma_umma stages(4) producer(warp 1) consumer(warp 1) bytes(16384)
    pipegroup.member @b tma_umma stages(4) producer(warp 1) consumer(warp 1) bytes(2048)
  }
  pipegroup.group @out fused_merge {
    pipegroup.member @product umma_async stages(1) producer(warp 1) consumer(thread 128)
    pipegroup.member @residual async_async stages(1) producer(thread 32) consumer(thread 128)
  }

  // Four A tiles of 128 x 64 and four B tiles of 16 x 64, fp16, rows of 128 bytes
  // in the 128-byte swizzle.
  llvm.mlir.global internal @a_slots() {addr_space = 3 : i32, alignment = 1024 : i64}
      : !llvm.array<4 x array<8192 x f16>>
  llvm.mlir.global internal @b_slots() {addr_space = 3 : i32, alignment = 1024 : i64}
      : !llvm.array<4 x array<1024 x f16>>
  llvm.mlir.global internal @tmem_base() {addr_space = 3 : i32, alignment = 4 : i64} : i32
  // The residual tile: 128 rows of 16 floats.
  llvm.mlir.global internal @residual_slot() {addr_space = 3 : i32, alignment = 64 : i64}
      : !llvm.array<128 x vector<16xf32>>

  // The descriptor of a K-major tile in the 128-byte swizzle: 1024 bytes between
  // groups of eight rows, descriptor version 1, layout 2.
  llvm.func internal @descriptor(%tile: !llvm.ptr<3>) -> i64 {
    %four = arith.constant 4 : i64
    %mask = arith.constant 0x3FFF : i64
    %layout = arith.constant 0x4000404000010000 : i64
    %address = llvm.ptrtoint %tile : !llvm.ptr<3> to i64
    %units = arith.shrui %address, %four : i64
    %start = arith.andi %units, %mask : i64
    %descriptor = arith.ori %start, %layout : i64
    llvm.return %descriptor : i64
  }

  // Four MMAs of 128 x 16 x 16; the first tile of a sum does not accumulate.
  llvm.func internal @mma(%a: !llvm.ptr<3>, %b: !llvm.ptr<3>, %acc: !llvm.ptr<6>, %accumulate: i1) {
    %c0 = arith.constant 0 : i64
    %c1 = arith.constant 1 : i64
    %c4 = arith.constant 4 : i64
    %true = arith.constant true
    // fp32 += fp16 * fp16, N = 16, M = 128.
    %shape = arith.constant 0x8040010 : i32
    // 16 columns of fp16 are two units of 16 bytes.
    %step = arith.constant 2 : i64
    %a0 = llvm.call @descriptor(%a) : (!llvm.ptr<3>) -> i64
    %b0 = llvm.call @descriptor(%b) : (!llvm.ptr<3>) -> i64
    scf.for %k = %c0 to %c4 step %c1 iter_args(%ad = %a0, %bd = %b0, %add = %accumulate) -> (i64, i64, i1) : i64 {
      nvvm.tcgen05.mma %acc, %ad, %bd, %shape, %add {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>}
          : (!llvm.ptr<6>, i64, i64, i32, i1)
      %an = arith.addi %ad, %step : i64
      %bn = arith.addi %bd, %step : i64
      scf.yield %an, %bn, %true : i64, i64, i1
    }
    llvm.return
  }

  // d = a * b^T + c for a of 128 rows a CTA, b of 16 rows, c and d of 16
  // columns; one CTA of 256 threads for every 128 rows.
  llvm.func @residual_gemm(%a: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant},
      %b: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant},
      %c: !llvm.ptr<1>, %d: !llvm.ptr<1>, %tiles: i32)
      attributes {gpu.kernel, nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c6 = arith.constant 6 : i32
    %c7 = arith.constant 7 : i32
    %c32 = arith.constant 32 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %as = llvm.mlir.addressof @a_slots : !llvm.ptr<3>
    %bs = llvm.mlir.addressof @b_slots : !llvm.ptr<3>
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %tile = nvvm.read.ptx.sreg.ctaid.x : i32
    %row = arith.muli %tile, %c128 : i32
    %warp = arith.divui %tid, %c32 : i32
    %lane = arith.remui %tid, %c32 : i32

    // 32 columns of tensor memory: the least there is.
    %isMma = arith.cmpi eq, %warp, %c6 : i32
    %base = llvm.mlir.addressof @tmem_base : !llvm.ptr<3>
    scf.if %isMma {
      nvvm.tcgen05.alloc %base, %c32 : !llvm.ptr<3>, i32
      nvvm.tcgen05.relinquish_alloc_permit
    }
    pipegroup.init @ab, @out
    %columns = llvm.load %base : !llvm.ptr<3> -> i32
    %tmem = llvm.inttoptr %columns : i32 to !llvm.ptr<6>

    %rs = llvm.mlir.addressof @residual_slot : !llvm.ptr<3>

    pipegroup.specialize {
      // Tensor memory plus residual to d.
      pipegroup.task @epilogue warps(0, 4) {
        %o = pipegroup.start @out consumer : !pipegroup.state<1>
        pipegroup.wait @out[%o] : !pipegroup.state<1>
        // A warp reads its own 32 lanes of tensor memory, a row each.
        %c16 = arith.constant 16 : i32
        %lanes = arith.muli %warp, %c32 : i32
        %shifted = arith.shli %lanes, %c16 : i32
        %address = arith.addi %columns, %shifted : i32
        // The load and its wait are one string: nothing may come between them.
        %r:16 = nvvm.inline_ptx "tcgen05.ld.sync.aligned.32x32b.x16.b32 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15}, [$16]; tcgen05.wait::ld.sync.aligned;"
            ro(%address : i32) -> i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
        %sum = vector.from_elements %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7, %r#8, %r#9, %r#10, %r#11, %r#12, %r#13, %r#14, %r#15 : vector<16xi32>
        %product = vector.bitcast %sum : vector<16xi32> to vector<16xf32>
        %kept = llvm.getelementptr %rs[0, %tid] : (!llvm.ptr<3>, i32)
            -> !llvm.ptr<3>, !llvm.array<128 x vector<16xf32>>
        %old = llvm.load %kept : !llvm.ptr<3> -> vector<16xf32>
        %result = arith.addf %product, %old : vector<16xf32>
        pipegroup.release @out[%o] : !pipegroup.state<1>
        %y = arith.addi %row, %tid : i32
        %to = llvm.getelementptr %d[%y] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<16xf32>
        llvm.store %result, %to : vector<16xf32>, !llvm.ptr<1>
      }
      // A by TMA.
      pipegroup.task @a warps(4, 1) {
        %p = pipegroup.start @ab::@a producer : !pipegroup.state<4>
        scf.for %k = %c0 to %tiles step %c1 iter_args(%s = %p) -> (!pipegroup.state<4>) : i32 {
          %column = arith.muli %k, %c64 : i32
          %i = pipegroup.index %s : !pipegroup.state<4>
          pipegroup.acquire @ab::@a[%s] : !pipegroup.state<4>
          %full = pipegroup.full_barrier @ab::@a[%s] : !pipegroup.state<4> -> !llvm.ptr<3>
          %to = llvm.getelementptr %as[0, %i] : (!llvm.ptr<3>, i32)
              -> !llvm.ptr<3>, !llvm.array<4 x array<8192 x f16>>
          %elected = nvvm.elect.sync -> i1
          scf.if %elected {
            nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %a, %full, box[%column, %row]
                {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
          }
          pipegroup.commit @ab::@a[%s] : !pipegroup.state<4>
          %n = pipegroup.advance %s : !pipegroup.state<4>
          scf.yield %n : !pipegroup.state<4>
        }
      }
      // B by TMA.
      pipegroup.task @b warps(5, 1) {
        %p = pipegroup.start @ab::@b producer : !pipegroup.state<4>
        scf.for %k = %c0 to %tiles step %c1 iter_args(%s = %p) -> (!pipegroup.state<4>) : i32 {
          %column = arith.muli %k, %c64 : i32
          %i = pipegroup.index %s : !pipegroup.state<4>
          pipegroup.acquire @ab::@b[%s] : !pipegroup.state<4>
          %full = pipegroup.full_barrier @ab::@b[%s] : !pipegroup.state<4> -> !llvm.ptr<3>
          %to = llvm.getelementptr %bs[0, %i] : (!llvm.ptr<3>, i32)
              -> !llvm.ptr<3>, !llvm.array<4 x array<1024 x f16>>
          %elected = nvvm.elect.sync -> i1
          scf.if %elected {
            nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %b, %full, box[%column, %c0]
                {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
          }
          pipegroup.commit @ab::@b[%s] : !pipegroup.state<4>
          %n = pipegroup.advance %s : !pipegroup.state<4>
          scf.yield %n : !pipegroup.state<4>
        }
      }
      // The tensor core.
      pipegroup.task @mma warps(6, 1) {
        %acc = pipegroup.start @out::@product producer : !pipegroup.state<1>
        pipegroup.acquire @out::@product[%acc] : !pipegroup.state<1>
        %o = pipegroup.start @ab consumer : !pipegroup.state<4>
        scf.for %k = %c0 to %tiles step %c1 iter_args(%s = %o) -> (!pipegroup.state<4>) : i32 {
          pipegroup.wait @ab[%s] : !pipegroup.state<4>
          %i = pipegroup.index %s : !pipegroup.state<4>
          %at = llvm.getelementptr %as[0, %i] : (!llvm.ptr<3>, i32)
              -> !llvm.ptr<3>, !llvm.array<4 x array<8192 x f16>>
          %bt = llvm.getelementptr %bs[0, %i] : (!llvm.ptr<3>, i32)
              -> !llvm.ptr<3>, !llvm.array<4 x array<1024 x f16>>
          %accumulate = arith.cmpi ne, %k, %c0 : i32
          %elected = nvvm.elect.sync -> i1
          scf.if %elected {
            llvm.call @mma(%at, %bt, %tmem, %accumulate) : (!llvm.ptr<3>, !llvm.ptr<3>, !llvm.ptr<6>, i1) -> ()
          }
          pipegroup.release @ab[%s] : !pipegroup.state<4>
          %n = pipegroup.advance %s : !pipegroup.state<4>
          scf.yield %n : !pipegroup.state<4>
        }
        pipegroup.commit @out::@product[%acc] : !pipegroup.state<1>
      }
      // The residual by threads.
      pipegroup.task @residual warps(7, 1) {
        %p = pipegroup.start @out::@residual producer : !pipegroup.state<1>
        pipegroup.acquire @out::@residual[%p] : !pipegroup.state<1>
        scf.for %r = %lane to %c128 step %c32 : i32 {
          %y = arith.addi %row, %r : i32
          %from = llvm.getelementptr %c[%y] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<16xf32>
          %v = llvm.load %from : !llvm.ptr<1> -> vector<16xf32>
          %to = llvm.getelementptr %rs[0, %r] : (!llvm.ptr<3>, i32)
              -> !llvm.ptr<3>, !llvm.array<128 x vector<16xf32>>
          llvm.store %v, %to : vector<16xf32>, !llvm.ptr<3>
        }
        pipegroup.commit @out::@residual[%p] : !pipegroup.state<1>
      }
    }
    nvvm.barrier
    scf.if %isMma {
      nvvm.tcgen05.dealloc %tmem, %c32 : !llvm.ptr<6>, i32
    }
    llvm.return
  }
}
