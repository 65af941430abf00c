// A gather of rows, and a pair of CTAs whose loads complete at the leader's barrier.
// RUN: pipegroup-compile %s --chip=sm_100a -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.ptx -o /dev/null %}

gpu.module @kernels {
  pipegroup.group @rows merge {
    pipegroup.member @x tma_async stages(2) bytes(512) slot(memref<4x64xf16, 3>)
  }
  pipegroup.group @pair merge {
    pipegroup.member @x tma_umma stages(2) bytes(16384) slot(memref<64x64xf16, 3>) swizzle(128) cluster(2, 1, 1, 1)
  }
  gpu.func @gather(%n: i32, %d: !llvm.ptr {pipegroup.tensor_map}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    pipegroup.init @rows
    pipegroup.specialize {
      pipegroup.task @load warps(0, 1) {
        scf.for %i = %c0 to %n step %c1 : i32 {
          %p = pipegroup.current @rows::@x producer : !pipegroup.state<2>
          pipegroup.acquire @rows::@x
          pipegroup.tma_load %d[%c0, %i, %i, %i, %i], @rows::@x[%p] gather4 : !llvm.ptr, !pipegroup.state<2>
          pipegroup.commit @rows::@x
        }
      }
      pipegroup.task @use warps(1, 1) {
        scf.for %i = %c0 to %n step %c1 : i32 {
          pipegroup.wait @rows::@x
          pipegroup.release @rows
        }
      }
    }
    gpu.return
  }
  gpu.func @pair_load(%n: i32, %d: !llvm.ptr {pipegroup.tensor_map}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    pipegroup.init @pair
    pipegroup.specialize {
      pipegroup.task @load warps(0, 1) {
        scf.for %i = %c0 to %n step %c1 : i32 {
          %p = pipegroup.current @pair::@x producer : !pipegroup.state<2>
          pipegroup.acquire @pair::@x
          pipegroup.tma_load %d[%c0, %i], @pair::@x[%p] : !llvm.ptr, !pipegroup.state<2>
          pipegroup.commit @pair::@x
        }
      }
      pipegroup.task @use warps(1, 1) {
        scf.for %i = %c0 to %n step %c1 : i32 {
          pipegroup.wait @pair::@x
          pipegroup.release @pair
        }
      }
    }
    gpu.return
  }
}

// CHECK:     .visible .entry gather(
// CHECK:     cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes [{{%rd[0-9]+}}], [{{%rd[0-9]+}}, {{{%r[0-9]+, %r[0-9]+, %r[0-9]+, %r[0-9]+, %r[0-9]+}}}]
// CHECK:     .visible .entry pair_load(
// The bit of the rank that tells a peer from its leader.
// CHECK:     and.b64 {{%rd[0-9]+}}, {{%rd[0-9]+}}, 42781900{{[0-9]+}};
// CHECK:     cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.cta_group::2 [
