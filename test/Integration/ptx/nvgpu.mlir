// The way out for the nvgpu dialect: its TMA load, and its own wait, on a barrier
// of a group.
// RUN: pipegroup-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

!barrier = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
!tile = memref<32x32xf32, #gpu.address_space<workgroup>>
!desc = !nvgpu.tensormap.descriptor<tensor = !tile, swizzle = none, l2promo = none, oob = zero, interleave = none>

gpu.module @kernels {
  pipegroup.group @load merge {
    pipegroup.member @x tma_async stages(2) producer(warp 1) consumer(warp 4) bytes(4096)
  }
  memref.global "private" @tile : !tile {alignment = 128 : i64}

  gpu.func @kernel(%map: !llvm.ptr) kernel {
    %desc = builtin.unrealized_conversion_cast %map : !llvm.ptr to !desc
    %zero = arith.constant 0 : index
    %parity = arith.constant false
    %ticks = arith.constant 1000000 : index
    pipegroup.init @load
    %start = pipegroup.start @load::@x producer : !pipegroup.state<2>
    %p = pipegroup.advance %start : !pipegroup.state<2>
    pipegroup.acquire @load::@x[%p] : !pipegroup.state<2>
    %tile = memref.get_global @tile : !tile
    %full = pipegroup.full_barrier @load::@x[%p] : !pipegroup.state<2> -> !barrier
    pipegroup.elect {
      nvgpu.tma.async.load %desc[%zero, %zero], %full[%zero] to %tile : !desc, !barrier -> !tile
    }
    pipegroup.commit @load::@x[%p] : !pipegroup.state<2>
    nvgpu.mbarrier.try_wait.parity %full[%zero], %parity, %ticks : !barrier
    gpu.return
  }
}
// Slot 1 of the full array.
// CHECK: mbarrier.arrive.expect_tx.shared.b64 {{%rd[0-9]+}}, [load+8], {{%r[0-9]+}};
// CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [{{%rd[0-9]+}}], [{{%rd[0-9]+}}, {{.*}}], [load+8];
// CHECK: mov.b64 [[LOAD:%rd[0-9]+]], load;
// CHECK: cvt.u32.u64 [[BASE:%r[0-9]+]], [[LOAD]];
// CHECK: add.s32 [[FULL:%r[0-9]+]], [[BASE]], 8;
// CHECK: mbarrier.try_wait.parity.shared.b64 P1, {{\[}}[[FULL]]], 0,
