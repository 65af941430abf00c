// chip: sm_100a
//
// The kernel beside this file without what the compiler works out: agents are those
// of the tasks, states follow from the rounds, tails are added. The PTX is the same.

gpu.module @kernels {
  // 128 x 64 of A and 16 x 64 of B for each CTA of the pair.
  pipegroup.group @ab merge {
    pipegroup.member @tile tma_umma stages(4) bytes(36864) cluster(2, 1, 1, 1)
  }
  pipegroup.group @acc merge {
    pipegroup.member @tmem umma_async stages(1) cluster(2, 1, 1, 1)
  }

  // Four A tiles of 128 x 64 and four halves of B tiles, 16 x 64, fp16, rows of 128
  // bytes in the 128-byte swizzle.
  llvm.mlir.global internal @a_slots() {addr_space = 3 : i32, alignment = 1024 : i64}
      : !llvm.array<4 x array<8192 x f16>>
  llvm.mlir.global internal @b_slots() {addr_space = 3 : i32, alignment = 1024 : i64}
      : !llvm.array<4 x array<1024 x f16>>
  llvm.mlir.global internal @tmem_base() {addr_space = 3 : i32, alignment = 4 : i64} : i32

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

  // Four MMAs of 256 x 32 x 16; the first tile of a sum does not accumulate. The
  // descriptors are good for both CTAs, whose slots are at the same places.
  llvm.func internal @mma(%a: !llvm.ptr<3>, %b: !llvm.ptr<3>, %acc: !llvm.ptr<6>, %accumulate: i1) {
    %c0 = arith.constant 0 : i64
    %c1 = arith.constant 1 : i64
    %c4 = arith.constant 4 : i64
    %true = arith.constant true
    // fp32 += fp16 * fp16, N = 32, M = 256.
    %shape = arith.constant 0x10080010 : i32
    // 16 columns of fp16 are two units of 16 bytes.
    %step = arith.constant 2 : i64
    %a0 = llvm.call @descriptor(%a) : (!llvm.ptr<3>) -> i64
    %b0 = llvm.call @descriptor(%b) : (!llvm.ptr<3>) -> i64
    scf.for %k = %c0 to %c4 step %c1 iter_args(%ad = %a0, %bd = %b0, %add = %accumulate) -> (i64, i64, i1) : i64 {
      nvvm.tcgen05.mma %acc, %ad, %bd, %shape, %add {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_2>}
          : (!llvm.ptr<6>, i64, i64, i32, i1)
      %an = arith.addi %ad, %step : i64
      %bn = arith.addi %bd, %step : i64
      scf.yield %an, %bn, %true : i64, i64, i1
    }
    llvm.return
  }

  // d = a * b^T for a of 128 rows a CTA and b of 32 rows, both of 64 * tiles columns;
  // an even number of CTAs of 192 threads.
  llvm.func @gemm(%a: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant},
      %b: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant},
      %d: !llvm.ptr<1>, %tiles: i32)
      attributes {gpu.kernel, nvvm.kernel, nvvm.reqntid = array<i32: 192, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c5 = arith.constant 5 : i32
    %c16 = arith.constant 16 : i32
    %c32 = arith.constant 32 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %as = llvm.mlir.addressof @a_slots : !llvm.ptr<3>
    %bs = llvm.mlir.addressof @b_slots : !llvm.ptr<3>
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %cta = nvvm.read.ptx.sreg.ctaid.x : i32
    %rank = pipegroup.cta_rank
    %leads = arith.cmpi eq, %rank, %c0 : i32
    %row = arith.muli %cta, %c128 : i32
    %warp = arith.divui %tid, %c32 : i32

    // 32 columns of tensor memory, at the same place in both CTAs.
    %isMma = arith.cmpi eq, %warp, %c5 : i32
    %base = llvm.mlir.addressof @tmem_base : !llvm.ptr<3>
    scf.if %isMma {
      nvvm.tcgen05.alloc %base, %c32 {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i32
      nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
    }
    pipegroup.init @ab, @acc
    // The barrier of a cluster orders nothing but the barriers of the groups.
    nvvm.barrier
    %columns = llvm.load %base : !llvm.ptr<3> -> i32
    %tmem = llvm.inttoptr %columns : i32 to !llvm.ptr<6>

    pipegroup.specialize {
      // Tensor memory to d, in both CTAs; the leader learns from both that it is free.
      pipegroup.task @epilogue warps(0, 4) {
        pipegroup.wait @acc::@tmem
        // A warp reads its own 32 lanes of tensor memory, a row each.
        %lanes = arith.muli %warp, %c32 : i32
        %shifted = arith.shli %lanes, %c16 : i32
        %address = arith.addi %columns, %shifted : i32
        // The load and its wait are one string: nothing may come between them.
        %r:32 = nvvm.inline_ptx "tcgen05.ld.sync.aligned.32x32b.x32.b32 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, [$32]; tcgen05.wait::ld.sync.aligned;"
            ro(%address : i32) -> i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
        %sum = vector.from_elements %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7, %r#8, %r#9, %r#10, %r#11, %r#12, %r#13, %r#14, %r#15, %r#16, %r#17, %r#18, %r#19, %r#20, %r#21, %r#22, %r#23, %r#24, %r#25, %r#26, %r#27, %r#28, %r#29, %r#30, %r#31 : vector<32xi32>
        %product = vector.bitcast %sum : vector<32xi32> to vector<32xf32>
        pipegroup.release @acc
        %y = arith.addi %row, %tid : i32
        %to = llvm.getelementptr %d[%y] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<32xf32>
        llvm.store %product, %to : vector<32xf32>, !llvm.ptr<1>
      }
      // A and B by TMA, in both CTAs; all bytes complete on the leader's barrier.
      pipegroup.task @load warps(4, 1) {
        %half = arith.muli %rank, %c16 : i32
        scf.for %k = %c0 to %tiles step %c1 : i32 {
          %column = arith.muli %k, %c64 : i32
          pipegroup.acquire @ab::@tile
          %s = pipegroup.current @ab::@tile producer : !pipegroup.state<4>
          %full = pipegroup.full_barrier @ab::@tile[%s] : !pipegroup.state<4> -> !llvm.ptr<3>
          %i = pipegroup.index %s : !pipegroup.state<4>
          %aSlot = llvm.getelementptr %as[0, %i] : (!llvm.ptr<3>, i32)
              -> !llvm.ptr<3>, !llvm.array<4 x array<8192 x f16>>
          %bSlot = llvm.getelementptr %bs[0, %i] : (!llvm.ptr<3>, i32)
              -> !llvm.ptr<3>, !llvm.array<4 x array<1024 x f16>>
          %at = llvm.addrspacecast %aSlot : !llvm.ptr<3> to !llvm.ptr<7>
          %bt = llvm.addrspacecast %bSlot : !llvm.ptr<3> to !llvm.ptr<7>
          %elected = nvvm.elect.sync -> i1
          scf.if %elected {
            nvvm.cp.async.bulk.tensor.shared.cluster.global %at, %a, %full, box[%column, %row]
                {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<7>, !llvm.ptr
            nvvm.cp.async.bulk.tensor.shared.cluster.global %bt, %b, %full, box[%column, %half]
                {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<7>, !llvm.ptr
          }
          pipegroup.commit @ab::@tile
        }
      }
      // The tensor core of the leader works for both.
      pipegroup.task @mma warps(5, 1) {
        scf.if %leads {
          pipegroup.acquire @acc::@tmem
          scf.for %k = %c0 to %tiles step %c1 : i32 {
            pipegroup.wait @ab::@tile
            %s = pipegroup.current @ab consumer : !pipegroup.state<4>
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
            pipegroup.release @ab
          }
          pipegroup.commit @acc::@tmem
        }
      }
    }
    // Tensor memory is given back by both together.
    pipegroup.sync_cluster
    scf.if %isMma {
      nvvm.tcgen05.dealloc %tmem, %c32 {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32
    }
    llvm.return
  }
}
