// RUN: pipegroup-compile --batch-waits=false --chip=sm_100a %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.ptx -o /dev/null %}

// Three tasks of one kernel in the implicit form: a warp loads, a warp issues for
// the tensor core, a warpgroup stores what that made, once per tile.
//
//   array         from byte  count  bytes
//   full of @x            0      1  16384
//   empty                32      1
//   full of @tmem         0      1
//   empty                16    128

gpu.module @kernels {
  pipegroup.group @load merge {
    pipegroup.member @x tma_umma stages(4) bytes(16384)
  }
  pipegroup.group @acc merge {
    pipegroup.member @tmem umma_async stages(2)
  }
  gpu.func @kernel(%tiles: index, %k: index, %out: memref<1024xi32>) kernel
      attributes {known_block_size = array<i32: 192, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    pipegroup.init @load, @acc
    pipegroup.specialize {
      pipegroup.task @store warps(0, 4) {
        scf.for %tile = %c0 to %tiles step %c1 {
          pipegroup.wait @acc::@tmem
          %s = pipegroup.current @acc consumer : !pipegroup.state<2>
          %slot = pipegroup.index %s : !pipegroup.state<2>
          memref.store %slot, %out[%tile] : memref<1024xi32>
          pipegroup.release @acc
        }
      }
      pipegroup.task @fetch warps(4, 1) {
        scf.for %tile = %c0 to %tiles step %c1 {
          scf.for %i = %c0 to %k step %c1 {
            pipegroup.acquire @load::@x
            pipegroup.commit @load::@x
          }
        }
      }
      pipegroup.task @math warps(5, 1) {
        scf.for %tile = %c0 to %tiles step %c1 {
          %none = arith.cmpi eq, %k, %c0 : index
          // A tile without work still has its round.
          pipegroup.acquire @acc::@tmem
          scf.if %none {
          } else {
            scf.for %i = %c0 to %k step %c1 {
              pipegroup.wait @load::@x
              pipegroup.release @load
            }
          }
          pipegroup.commit @acc::@tmem
        }
      }
    }
    gpu.return
  }
}

// CHECK: .maxntid 192
// CHECK-NOT: .maxnreg
// CHECK-DAG: .shared .align 8 .b8 load[64];
// CHECK-DAG: .shared .align 8 .b8 acc[32];
// CHECK: mov.b32 [[N1:%r[0-9]+]], 1;
// CHECK: mbarrier.init.shared.b64 [load], [[N1]];
// CHECK: mbarrier.init.shared.b64 [load+32], [[N1]];
// CHECK: mbarrier.init.shared.b64 [acc], [[N1]];
// CHECK: mov.b32 [[N128:%r[0-9]+]], 128;
// CHECK: mbarrier.init.shared.b64 [acc+16], [[N128]];
// CHECK: bar.sync 0;
// CHECK: shr.u32 [[OWN:%r[0-9]+]], %r{{[0-9]+}}, 5;
// CHECK: shfl.sync.idx.b32 {{.*}}, [[OWN]], 0, 31, -1;
// CHECK-NOT: {{bar.sync|setmaxnreg}}
// One arms, one releases for the tensor core, one commits for it.
// CHECK-DAG: mbarrier.arrive.expect_tx
// CHECK-DAG: tcgen05.commit.cta_group::1.mbarrier::arrive::one
// CHECK-DAG: tcgen05.commit.cta_group::1.mbarrier::arrive::one
// CHECK-NOT: {{bar.sync|setmaxnreg}}
// CHECK: ret;
