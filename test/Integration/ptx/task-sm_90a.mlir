// RUN: pipegroup-compile --chip=sm_90a %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PTXAS --allow-empty %}

// Three tasks of one kernel in the implicit form, with no count and no state
// written: a warp loads, two warps copy, two warpgroups consume.
//
//   array         from byte  count  bytes
//   full of @x            0      1  16384
//   full of @y           24     64
//   empty                48    256

// ptxas takes the requests: it says so if it drops them.
// PTXAS-NOT: setmaxnreg

gpu.module @kernels {
  pipegroup.group @ab merge {
    pipegroup.member @x tma_async stages(3) bytes(16384)
    pipegroup.member @y async_async stages(3)
  }
  gpu.func @kernel(%tiles: index, %k: index, %out: memref<1024xi32>) kernel
      attributes {known_block_size = array<i32: 384, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    pipegroup.init @ab
    pipegroup.specialize {
      pipegroup.task @math warps(0, 8) registers(240) {
        scf.for %tile = %c0 to %tiles step %c1 {
          scf.for %i = %c0 to %k step %c1 {
            pipegroup.wait @ab::@x
            pipegroup.wait @ab::@y
            %s = pipegroup.current @ab consumer : !pipegroup.state<3>
            %slot = pipegroup.index %s : !pipegroup.state<3>
            memref.store %slot, %out[%i] : memref<1024xi32>
            pipegroup.release @ab
          }
        }
      }
      pipegroup.task @load warps(8, 1) registers(24) {
        scf.for %tile = %c0 to %tiles step %c1 {
          scf.for %i = %c0 to %k step %c1 {
            pipegroup.acquire @ab::@x
            pipegroup.commit @ab::@x
          }
        }
        pipegroup.tail @ab::@x
      }
      pipegroup.task @copy warps(10, 2) registers(24) {
        scf.for %tile = %c0 to %tiles step %c1 {
          %first = pipegroup.try_acquire @ab::@y
          %last = scf.for %i = %c0 to %k step %c1 iter_args(%t = %first) -> (i1) {
            pipegroup.acquire @ab::@y unless %t
            pipegroup.commit @ab::@y
            %next = pipegroup.try_acquire @ab::@y
            scf.yield %next : i1
          }
        }
      }
    }
    gpu.return
  }
}

// CHECK: .maxntid 384
// CHECK: .maxnreg 168
// CHECK: .shared .align 8 .b8 ab[72];
// CHECK: mov.b32 [[N1:%r[0-9]+]], 1;
// CHECK: mbarrier.init.shared.b64 [ab], [[N1]];
// CHECK: mov.b32 [[N64:%r[0-9]+]], 64;
// CHECK: mbarrier.init.shared.b64 [ab+24], [[N64]];
// CHECK: mov.b32 [[N256:%r[0-9]+]], 256;
// CHECK: mbarrier.init.shared.b64 [ab+48], [[N256]];
// CHECK: bar.sync 0;
// The index of the warp, which all lanes have from the first one.
// CHECK: shr.u32 [[OWN:%r[0-9]+]], %r{{[0-9]+}}, 5;
// CHECK: shfl.sync.idx.b32 {{.*}}, [[OWN]], 0, 31, -1;
// From here on nobody meets the whole CTA. The warpgroup of the loads first gives
// up registers, with its idle warp.
// CHECK-NOT: bar.sync
// CHECK: setmaxnreg.dec.sync.aligned.u32 24;
// CHECK-NOT: bar.sync
// CHECK: setmaxnreg.inc.sync.aligned.u32 240;
// CHECK-NOT: {{bar.sync|setmaxnreg}}
// CHECK: mov.b32 [[BYTES:%r[0-9]+]], 16384;
// CHECK-NEXT: mbarrier.arrive.expect_tx.shared.b64 %{{.*}}, [[BYTES]];
// CHECK-NOT: {{bar.sync|setmaxnreg}}
// CHECK: ret;
