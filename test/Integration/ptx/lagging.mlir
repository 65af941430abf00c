// RUN: pipegroup-compile --batch-waits=false --chip=sm_90a %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

// A warpgroup releases a slot when it has the next one, as where operations on two slots
// are in flight: one round of waits before the loop, one release after it.
//
//   array         from byte  count  bytes
//   full of @a            0      1   4096
//   full of @b           24      1   8192
//   empty                48    128

gpu.module @kernels {
  pipegroup.group @ab merge {
    pipegroup.member @a tma_async stages(3) bytes(4096) advance_on_wait
    pipegroup.member @b tma_async stages(3) bytes(8192) advance_on_wait
  }
  gpu.func @kernel(%k: index) kernel attributes {known_block_size = array<i32: 192, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    pipegroup.init @ab
    pipegroup.specialize {
      pipegroup.task @math warps(0, 4) {
        pipegroup.wait @ab::@a
        pipegroup.wait @ab::@b
        scf.for %i = %c0 to %k step %c1 {
          pipegroup.wait @ab::@b
          pipegroup.wait @ab::@a
          pipegroup.release @ab
        }
        pipegroup.release @ab
      }
      pipegroup.task @fetch_a warps(4, 1) {
        pipegroup.acquire @ab::@a
        pipegroup.commit @ab::@a
        scf.for %i = %c0 to %k step %c1 {
          pipegroup.acquire @ab::@a
          pipegroup.commit @ab::@a
        }
      }
      pipegroup.task @fetch_b warps(5, 1) {
        pipegroup.acquire @ab::@b
        pipegroup.commit @ab::@b
        scf.for %i = %c0 to %k step %c1 {
          pipegroup.acquire @ab::@b
          pipegroup.commit @ab::@b
        }
      }
    }
    gpu.return
  }
}

// CHECK: .shared .align 8 .b8 ab[72];
// CHECK: bar.sync 0;
// Before the loop: slot 0 of both.
// CHECK: mbarrier.try_wait.parity.shared.b64 %{{.*}}, [ab], {{.*}};
// CHECK: mbarrier.try_wait.parity.shared.b64 %{{.*}}, [ab+24], {{.*}};
// In the loop waits begin at slot 1 and releases at slot 0, each with its own number.
// CHECK-DAG: mov.b32 [[LEAD:%r[0-9]+]], 1;
// CHECK-DAG: mov.b32 [[LAG:%r[0-9]+]], 0;
// CHECK: mul.wide.s32 [[AT:%rd[0-9]+]], [[LEAD]], 8;
// CHECK-NEXT: add.s64 [[A:%rd[0-9]+]], %{{.*}}, [[AT]];
// CHECK-NEXT: add.s64 [[B:%rd[0-9]+]], [[A]], 24;
// CHECK: mbarrier.try_wait.parity.shared.b64 %{{.*}}, [[[B]]], [[PARITY:%r[0-9]+]];
// CHECK: mbarrier.try_wait.parity.shared.b64 %{{.*}}, [[[A]]], [[PARITY]];
// CHECK: mul.wide.s32 [[BEHIND:%rd[0-9]+]], [[LAG]], 8;
// CHECK-NEXT: add.s64 [[EMPTY:%rd[0-9]+]], %{{.*}}, [[BEHIND]];
// CHECK-NEXT: mbarrier.arrive.shared.b64 %{{.*}}, [[[EMPTY]]+48];
// The last release, and no more.
// CHECK: mbarrier.arrive.shared.b64 %{{.*}}, [%rd{{[0-9]+}}+48];
// CHECK-NOT: mbarrier.arrive.shared
// CHECK: ret;
