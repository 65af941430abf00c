// RUN: pipegroup-compile --chip=sm_90a %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

// Two warps load each slot, of which the first arms; two warpgroups take turns with the
// slots, so that each slot counts the arrivals of one.
//
//   array         from byte  count  bytes
//   full of @x            0      1  16384
//   empty                32    128

gpu.module @kernels {
  pipegroup.group @load merge {
    pipegroup.member @x tma_async stages(4) bytes(16384) arm(leader) interleave(1, 1, 2, 2)
  }
  gpu.func @kernel(%pairs: index, %out: memref<1024xi32>) kernel
      attributes {known_block_size = array<i32: 320, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    pipegroup.init @load
    pipegroup.specialize {
      pipegroup.task @fetch warps(8, 2) {
        scf.for %i = %c0 to %pairs step %c1 {
          pipegroup.acquire @load::@x
          pipegroup.commit @load::@x
          pipegroup.acquire @load::@x
          pipegroup.commit @load::@x
        }
        pipegroup.tail @load::@x
      }
      pipegroup.task @math warps(0, 8) {
        scf.for %i = %c0 to %pairs step %c1 {
          pipegroup.wait @load::@x
          %s = pipegroup.current @load consumer : !pipegroup.state<4>
          %slot = pipegroup.index %s : !pipegroup.state<4>
          memref.store %slot, %out[%i] : memref<1024xi32>
          pipegroup.release @load
        }
      }
    }
    gpu.return
  }
}

// CHECK: .maxntid 320
// CHECK: .shared .align 8 .b8 load[64];
// CHECK: mov.b32 [[N1:%r[0-9]+]], 1;
// CHECK-NEXT: mbarrier.init.shared.b64 [load], [[N1]];
// CHECK: mov.b32 [[N128:%r[0-9]+]], 128;
// CHECK-NEXT: mbarrier.init.shared.b64 [load+32], [[N128]];
// CHECK: bar.sync 0;
// CHECK: shr.u32 [[OWN:%r[0-9]+]], %r{{[0-9]+}}, 5;
// CHECK: shfl.sync.idx.b32 [[WARP:%r[0-9]+]]{{.*}}, [[OWN]], 0, 31, -1;
// Loads: both warps wait, one lane of the first one, elected before the loop, arms
// all bytes.
// CHECK: add.s32 [[FETCH:%r[0-9]+]], [[WARP]], -8;
// CHECK: elect.sync
// CHECK: setp.ne.b32 [[FOLLOWS:%p[0-9]+]], [[FETCH]], 0;
// CHECK: mbarrier.try_wait.parity
// CHECK: @[[FOLLOWS]] bra
// CHECK-NEXT: bar.warp.sync -1;
// CHECK: mov.b32 [[BYTES:%r[0-9]+]], 16384;
// CHECK-NEXT: mbarrier.arrive.expect_tx.shared.b64 %{{.*}}, [[BYTES]];
// CHECK: @[[FOLLOWS]] bra
// CHECK: mbarrier.arrive.expect_tx
// Math: four warps in a row are a lane, which goes on by two slots.
// CHECK: shr.u32 [[SLOT:%r[0-9]+]], [[WARP]], 2;
// CHECK: mul.wide.s32 %{{.*}}, [[SLOT]], 8;
// CHECK: mbarrier.try_wait.parity
// CHECK: mbarrier.arrive.shared.b64
// CHECK: add.s32 [[NEXT:%r[0-9]+]], [[SLOT]], 2;
// CHECK-NEXT: setp.gt.u32 [[WRAPS:%p[0-9]+]], [[NEXT]], 3;
// CHECK-NEXT: add.s32 [[BACK:%r[0-9]+]], [[SLOT]], -2;
// CHECK: selp.b32 [[SLOT]], [[BACK]], [[NEXT]], [[WRAPS]];
// CHECK: end of task math
// CHECK-COUNT-4: mbarrier.try_wait.parity
// CHECK: end of task fetch
// CHECK: ret;
