// TMA for threads in a cluster: the lanes of a consumer warp release at the CTAs that
// share an operand. The address of the ring in each CTA, and whether a lane signals
// one, are worked out before the loop. Releases need no more than the CTA's scope,
// since what they order has only been read; other groups stay as in one CTA.
// RUN: pipegroup-compile --chip=sm_90a %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx \
// RUN:   --implicit-check-not='{{release\.cluster\.shared|acquire|bar\.sync|mapa|fence\.proxy|laneid|mbarrier\.arrive}}'
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

gpu.module @kernels {
  // Two CTAs along m, which both read operand B: all of the cluster, so that the mask is
  // a constant.
  pipegroup.group @row merge {
    pipegroup.member @x tma_async stages(2) bytes(4096) cluster(1, 2, 1, 1) multicast(0, 1)
  }
  // Two by two: the row and the column of a CTA are 3 of 4.
  pipegroup.group @grid merge {
    pipegroup.member @x tma_async stages(2) bytes(4096) cluster(1, 2, 2, 1) multicast(1, 1)
  }
  // Only A is shared, along n: 2 of 4.
  pipegroup.group @along merge {
    pipegroup.member @x tma_async stages(2) bytes(4096) cluster(1, 2, 2, 1) multicast(1, 0)
  }
  // Nothing is sent elsewhere.
  pipegroup.group @local merge {
    pipegroup.member @x async_async stages(2) cluster(1, 2, 2, 1)
  }
  pipegroup.group @local_of_two merge {
    pipegroup.member @x async_async stages(2) cluster(1, 2, 1, 1)
  }
  gpu.func @two(%n: i32) kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    pipegroup.init @row
    pipegroup.specialize {
      pipegroup.task @use warps(0, 2) {
        scf.for %i = %c0 to %n step %c1 : i32 {
          pipegroup.wait @row::@x
          pipegroup.release @row
        }
      }
      pipegroup.task @fill warps(2, 1) {
        scf.for %i = %c0 to %n step %c1 : i32 {
          pipegroup.acquire @row::@x
          pipegroup.commit @row::@x
        }
      }
    }
    gpu.return
  }
  gpu.func @four(%n: i32) kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    pipegroup.init @grid
    pipegroup.specialize {
      pipegroup.task @use warps(0, 2) {
        scf.for %i = %c0 to %n step %c1 : i32 {
          pipegroup.wait @grid::@x
          pipegroup.release @grid
        }
      }
      pipegroup.task @fill warps(2, 1) {
        scf.for %i = %c0 to %n step %c1 : i32 {
          pipegroup.acquire @grid::@x
          pipegroup.commit @grid::@x
        }
      }
    }
    gpu.return
  }
  gpu.func @half(%n: i32) kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    pipegroup.init @along
    pipegroup.specialize {
      pipegroup.task @use warps(0, 2) {
        scf.for %i = %c0 to %n step %c1 : i32 {
          pipegroup.wait @along::@x
          pipegroup.release @along
        }
      }
      pipegroup.task @fill warps(2, 1) {
        scf.for %i = %c0 to %n step %c1 : i32 {
          pipegroup.acquire @along::@x
          pipegroup.commit @along::@x
        }
      }
    }
    gpu.return
  }
  gpu.func @stay(%n: i32) kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    pipegroup.init @local
    pipegroup.specialize {
      pipegroup.task @use warps(0, 2) {
        scf.for %i = %c0 to %n step %c1 : i32 {
          pipegroup.wait @local::@x
          pipegroup.release @local
        }
      }
      pipegroup.task @fill warps(2, 1) {
        scf.for %i = %c0 to %n step %c1 : i32 {
          pipegroup.acquire @local::@x
          pipegroup.commit @local::@x
        }
      }
    }
    gpu.return
  }
  gpu.func @stay_of_two(%n: i32) kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    pipegroup.init @local_of_two
    pipegroup.specialize {
      pipegroup.task @use warps(0, 2) {
        scf.for %i = %c0 to %n step %c1 : i32 {
          pipegroup.wait @local_of_two::@x
          pipegroup.release @local_of_two
        }
      }
      pipegroup.task @fill warps(2, 1) {
        scf.for %i = %c0 to %n step %c1 : i32 {
          pipegroup.acquire @local_of_two::@x
          pipegroup.commit @local_of_two::@x
        }
      }
    }
    gpu.return
  }
}

// CHECK-LABEL: .entry two(
// CHECK: .explicitcluster
// CHECK-NEXT: .reqnctapercluster 2, 1, 1
// Full: 1 arrival; empty: 2 warps of 2 CTAs.
// CHECK: mov.b32 [[N1:%r[0-9]+]], 1;
// CHECK-NEXT: mbarrier.init.shared.b64 [row], [[N1]];
// CHECK-NEXT: mbarrier.init.shared.b64 [row+8], [[N1]];
// CHECK-NEXT: mov.b32 [[N4:%r[0-9]+]], 4;
// CHECK-NEXT: mbarrier.init.shared.b64 [row+16], [[N4]];
// CHECK-NEXT: mbarrier.init.shared.b64 [row+24], [[N4]];
// CHECK-NEXT: fence.mbarrier_init.release.cluster;
// CHECK: barrier.cluster.arrive.relaxed.aligned;
// CHECK-NEXT: barrier.cluster.wait.aligned;
// CHECK: mov.u32 [[LANE:%r[0-9]+]], %laneid;
// CHECK: mapa.shared::cluster.u64 [[THERE:%rd[0-9]+]], %rd{{[0-9]+}}, [[LANE]];
// CHECK: setp.gt.u32 [[NONE:%p[0-9]+]], [[LANE]], 1;
// CHECK: mbarrier.try_wait.parity.shared.b64
// CHECK: bar.warp.sync -1;
// CHECK-NEXT: @[[NONE]] bra
// CHECK: add.s64 [[SLOT:%rd[0-9]+]], [[THERE]],
// CHECK-NEXT: add.s64 [[EMPTY:%rd[0-9]+]], [[SLOT]], 16;
// CHECK: mbarrier.arrive.shared::cluster.b64 _, {{\[}}[[EMPTY]]], %r{{[0-9]+}};
// CHECK: mbarrier.arrive.expect_tx.shared.b64
// The tail, which nobody has written.
// CHECK: mbarrier.try_wait.parity.shared.b64
// CHECK: mbarrier.try_wait.parity.shared.b64
// CHECK: ret;

// CHECK-LABEL: .entry four(
// CHECK: .reqnctapercluster 2, 2, 1
// CHECK: mov.b32 [[N6:%r[0-9]+]], 6;
// CHECK-NEXT: mbarrier.init.shared.b64 [grid+16], [[N6]];
// CHECK: mov.u32 [[RANK:%r[0-9]+]], %cluster_ctarank;
// CHECK-NEXT: and.b32 [[X:%r[0-9]+]], [[RANK]], 1;
// CHECK-NEXT: mov.b32 [[ALONG_N:%r[0-9]+]], 5;
// CHECK-NEXT: shl.b32 [[ROW:%r[0-9]+]], [[ALONG_N]], [[X]];
// CHECK-NEXT: and.b32 [[Y:%r[0-9]+]], [[RANK]], 2;
// CHECK-NEXT: mov.b32 [[ALONG_M:%r[0-9]+]], 3;
// CHECK-NEXT: shl.b32 [[COLUMN:%r[0-9]+]], [[ALONG_M]], [[Y]];
// CHECK-NEXT: or.b32 [[MASK:%r[0-9]+]], [[ROW]], [[COLUMN]];
// CHECK-NEXT: mov.u32 [[LANE:%r[0-9]+]], %laneid;
// CHECK-NEXT: shr.u32 {{%r[0-9]+}}, [[MASK]], [[LANE]];
// CHECK: mapa.shared::cluster.u64 {{%rd[0-9]+}}, {{%rd[0-9]+}}, [[LANE]];
// CHECK: mbarrier.try_wait.parity.shared.b64
// CHECK: bar.warp.sync -1;
// CHECK: mbarrier.arrive.shared::cluster.b64 _, [%rd{{[0-9]+}}], %r{{[0-9]+}};
// CHECK: mbarrier.arrive.expect_tx.shared.b64
// CHECK: ret;

// CHECK-LABEL: .entry half(
// CHECK: mov.b32 [[N4:%r[0-9]+]], 4;
// CHECK-NEXT: mbarrier.init.shared.b64 [along+16], [[N4]];
// CHECK: mov.u32 [[RANK:%r[0-9]+]], %cluster_ctarank;
// CHECK-NEXT: and.b32 [[X:%r[0-9]+]], [[RANK]], 1;
// CHECK-NEXT: mov.b32 [[ALONG_N:%r[0-9]+]], 5;
// CHECK-NEXT: shl.b32 [[MASK:%r[0-9]+]], [[ALONG_N]], [[X]];
// CHECK-NEXT: mov.u32 [[LANE:%r[0-9]+]], %laneid;
// CHECK-NEXT: shr.u32 {{%r[0-9]+}}, [[MASK]], [[LANE]];
// CHECK: mapa.shared::cluster.u64
// CHECK: mbarrier.arrive.shared::cluster.b64
// CHECK: mbarrier.arrive.expect_tx.shared.b64
// CHECK: ret;

// CHECK-LABEL: .entry stay(
// CHECK: .reqnctapercluster 2, 2, 1
// CHECK: barrier.cluster.wait.aligned;
// CHECK: mbarrier.arrive.shared.b64 %rd{{[0-9]+}}, [%rd{{[0-9]+}}+16];
// CHECK: mbarrier.arrive.shared.b64 %rd{{[0-9]+}}, [%rd{{[0-9]+}}];
// CHECK: ret;

// CHECK-LABEL: .entry stay_of_two(
// CHECK: .reqnctapercluster 2, 1, 1
// CHECK: barrier.cluster.wait.aligned;
// CHECK: mbarrier.arrive.shared.b64 %rd{{[0-9]+}}, [%rd{{[0-9]+}}+16];
// CHECK: mbarrier.arrive.shared.b64 %rd{{[0-9]+}}, [%rd{{[0-9]+}}];
// CHECK: ret;
