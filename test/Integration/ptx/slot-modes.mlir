// The other modes of loads, into slots in dynamic memory.
// RUN: pipegroup-compile %s --chip=sm_90a -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

gpu.module @kernels {
  pipegroup.group @im2col merge {
    pipegroup.member @x tma_async stages(2) bytes(32768) slot(memref<128x128xf16, 3>) swizzle(128)
  }
  pipegroup.group @bytes merge {
    pipegroup.member @x tma_async stages(1) bytes(4096) slot(memref<1024xf32, 3>)
  }
  pipegroup.group @shared merge {
    pipegroup.member @x tma_async stages(2) bytes(8192) slot(memref<64x64xf16, 3>) cluster(1, 2, 1, 1) multicast(0, 1)
  }
  gpu.func @modes(%n: i32, %d: !llvm.ptr {pipegroup.tensor_map}, %src: !llvm.ptr<1>, %hint: i64) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %o = arith.constant 2 : i16
    pipegroup.init @im2col, @bytes
    pipegroup.specialize {
      pipegroup.task @load warps(0, 1) {
        scf.for %i = %c0 to %n step %c1 : i32 {
          %p = pipegroup.current @im2col::@x producer : !pipegroup.state<2>
          pipegroup.acquire @im2col::@x
          pipegroup.tma_load %d[%c0, %i, %i, %i], @im2col::@x[%p] im2col(%o, %o) cache_hint(%hint) : !llvm.ptr, !pipegroup.state<2>
          pipegroup.commit @im2col::@x
          %q = pipegroup.current @bytes::@x producer : !pipegroup.state<1>
          pipegroup.acquire @bytes::@x
          pipegroup.bulk_load %src, @bytes::@x[%q] part(%c0 of 2) cache_hint(%hint) : !llvm.ptr<1>, !pipegroup.state<1>
          pipegroup.bulk_load %src, @bytes::@x[%q] part(%c1 of 2) : !llvm.ptr<1>, !pipegroup.state<1>
          pipegroup.commit @bytes::@x
        }
      }
      pipegroup.task @use warps(1, 1) {
        scf.for %i = %c0 to %n step %c1 : i32 {
          pipegroup.wait @im2col::@x
          pipegroup.release @im2col
          pipegroup.wait @bytes::@x
          pipegroup.release @bytes
        }
      }
    }
    gpu.return
  }
  gpu.func @multicast(%n: i32, %d: !llvm.ptr {pipegroup.tensor_map}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %all = arith.constant 3 : i16
    %rank = pipegroup.cta_rank
    pipegroup.init @shared
    pipegroup.specialize {
      pipegroup.task @load warps(0, 1) {
        scf.for %i = %c0 to %n step %c1 : i32 {
          %p = pipegroup.current @shared::@x producer : !pipegroup.state<2>
          pipegroup.acquire @shared::@x
          pipegroup.tma_load %d[%c0, %i], @shared::@x[%p] part(%rank of 2) multicast(%all) : !llvm.ptr, !pipegroup.state<2>
          pipegroup.commit @shared::@x
        }
      }
      pipegroup.task @use warps(1, 1) {
        scf.for %i = %c0 to %n step %c1 : i32 {
          pipegroup.wait @shared::@x
          pipegroup.release @shared
        }
      }
    }
    gpu.return
  }
}

// CHECK:     .extern .shared .align 1024 .b8 __pipegroup_dynamic_shared[];
// CHECK:     .visible .entry modes(
// CHECK-DAG: .shared .align 8 .b8 im2col[32];
// CHECK-DAG: .shared .align 8 .b8 bytes[16];
// CHECK-DAG: mov.b64 {{%rd[0-9]+}}, __pipegroup_dynamic_shared;
// One election for the arm and all loads of a round.
// CHECK:      elect.sync
// CHECK:      mbarrier.arrive.expect_tx.shared.b64
// CHECK:      cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.L2::cache_hint
// CHECK-NOT:  elect.sync
// CHECK:      mbarrier.arrive.expect_tx.shared.b64
// CHECK-NOT:  elect.sync
// CHECK:      cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint
// CHECK-NOT:  elect.sync
// CHECK:      cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [
// CHECK:      .visible .entry multicast(
// CHECK:      .shared .align 128 .b8 shared_x[16384];
// CHECK:      elect.sync
// CHECK:      mbarrier.arrive.expect_tx.shared.b64
// CHECK-NOT:  elect.sync
// CHECK:      cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster
