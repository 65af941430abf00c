// A tile by TMA, doubled by threads and stored by TMA, from slots in static memory: each
// op is the instruction that one would write, at an address that the slot number gives.
// RUN: pipegroup-compile %s --chip=sm_90a -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

gpu.module @kernels {
  pipegroup.group @in merge {
    pipegroup.member @x tma_async stages(2) bytes(4096) slot(memref<32x32xf32, 3>) swizzle(128)
  }
  pipegroup.group @out merge {
    pipegroup.member @y async_async stages(2) slot(memref<32x32xf32, 3>)
  }
  gpu.func @double(%n: index, %from: !llvm.ptr {pipegroup.tensor_map}, %to: !llvm.ptr {pipegroup.tensor_map}) kernel
      attributes {known_block_size = array<i32: 96, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %lane = gpu.lane_id
    pipegroup.init @in, @out
    pipegroup.specialize {
      pipegroup.task @load warps(0, 1) {
        pipegroup.tma_prefetch %from : !llvm.ptr
        scf.for %i = %c0 to %n step %c1 {
          %row = arith.index_cast %i : index to i32
          %p = pipegroup.current @in::@x producer : !pipegroup.state<2>
          pipegroup.acquire @in::@x
          pipegroup.tma_load %from[%zero, %row], @in::@x[%p] : !llvm.ptr, !pipegroup.state<2>
          pipegroup.commit @in::@x
        }
      }
      pipegroup.task @work warps(1, 1) {
        scf.for %i = %c0 to %n step %c1 {
          %c = pipegroup.current @in consumer : !pipegroup.state<2>
          %x = pipegroup.slot @in::@x[%c] : !pipegroup.state<2> -> memref<32x32xf32, 3>
          %p = pipegroup.current @out::@y producer : !pipegroup.state<2>
          %y = pipegroup.slot @out::@y[%p] : !pipegroup.state<2> -> memref<32x32xf32, 3>
          pipegroup.wait @in::@x
          pipegroup.acquire @out::@y
          %a = memref.load %x[%c1, %lane] : memref<32x32xf32, 3>
          %b = arith.addf %a, %a : f32
          memref.store %b, %y[%c1, %lane] : memref<32x32xf32, 3>
          pipegroup.release @in
          pipegroup.commit @out::@y
        }
      }
      pipegroup.task @store warps(2, 1) {
        scf.for %i = %c0 to %n step %c1 {
          %row = arith.index_cast %i : index to i32
          %c = pipegroup.current @out consumer : !pipegroup.state<2>
          %y = pipegroup.slot @out::@y[%c] : !pipegroup.state<2> -> memref<32x32xf32, 3>
          pipegroup.wait @out::@y
          pipegroup.tma_store %y to %to[%zero, %row] : memref<32x32xf32, 3>, !llvm.ptr
          pipegroup.tma_store_wait 0 read
          pipegroup.release @out
        }
      }
    }
    gpu.return
  }
}

// CHECK:      .visible .entry double(
// CHECK:      .param .align 64 .b8 double_param_1[128]
// CHECK-NEXT: .param .align 64 .b8 double_param_2[128]
// CHECK-DAG:  .shared .align 1024 .b8 in_x[8192];
// CHECK-DAG:  .shared .align 128 .b8 out_y[8192];
// CHECK-DAG:  prefetch.tensormap [{{%rd[0-9]+}}];
// CHECK-DAG:  mbarrier.arrive.expect_tx.shared.b64
// CHECK-DAG:  cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [{{%rd[0-9]+}}], [{{%rd[0-9]+}}, {{{%r[0-9]+, %r[0-9]+}}}], [{{%rd[0-9]+}}];
// CHECK-DAG:  fence.proxy.async.shared::cta;
// CHECK-DAG:  cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [{{%rd[0-9]+}}, {{{%r[0-9]+, %r[0-9]+}}}], [{{%rd[0-9]+}}];
// CHECK-DAG:  cp.async.bulk.commit_group;
// CHECK-DAG:  cp.async.bulk.wait_group.read 0;
