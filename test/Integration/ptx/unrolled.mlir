// RUN: pipegroup-compile --chip=sm_90a --unroll-rings=4 --hoist-addresses %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}
// RUN: pipegroup-compile --chip=sm_90a %s | FileCheck %s --check-prefix=ROLLED

// A lap of the ring an iteration: every barrier has a constant address.
//
//   array        from byte  count  bytes
//   full of @x           0      1   4096
//   empty               24    128

gpu.module @kernels {
  pipegroup.group @ring merge {
    pipegroup.member @x tma_async stages(3) bytes(4096)
  }
  gpu.func @kernel(%k: i32) kernel attributes {known_block_size = array<i32: 160, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    pipegroup.init @ring
    pipegroup.specialize {
      pipegroup.task @math warps(0, 4) {
        scf.for %i = %c0 to %k step %c1 : i32 {
          pipegroup.wait @ring::@x
          pipegroup.release @ring
        }
      }
      pipegroup.task @fetch warps(4, 1) {
        scf.for %i = %c0 to %k step %c1 : i32 {
          pipegroup.acquire @ring::@x
          pipegroup.commit @ring::@x
        }
      }
    }
    gpu.return
  }
}

// CHECK: .shared .align 8 .b8 ring[48];
// CHECK: bar.sync 0;
// As many laps as fit; a number below zero is none.
// CHECK: max.s32
// CHECK: mul.hi.u32
// CHECK: [[LOOP:\$L__BB[0-9_]+]]:
// CHECK-NEXT: mbarrier.try_wait.parity.shared.b64 %{{.*}}, [ring], [[PARITY:%r[0-9]+]];
// CHECK: mbarrier.arrive.shared.b64 %{{.*}}, [ring+24];
// CHECK: mbarrier.try_wait.parity.shared.b64 %{{.*}}, [ring+8], [[PARITY]];
// CHECK: mbarrier.arrive.shared.b64 %{{.*}}, [ring+32];
// CHECK: mbarrier.try_wait.parity.shared.b64 %{{.*}}, [ring+16], [[PARITY]];
// CHECK: mbarrier.arrive.shared.b64 %{{.*}}, [ring+40];
// CHECK-NEXT: xor.b32 [[PARITY]], [[PARITY]], 1;
// CHECK-NEXT: add.s32 [[I:%r[0-9]+]], [[I]], 3;
// CHECK: bra [[LOOP]];
// What is left goes on with the slot of the lap's end and its parity.
// CHECK: mbarrier.try_wait.parity.shared.b64 %{{.*}}, [%rd{{[0-9]+}}], [[PARITY]];
// CHECK: mbarrier.arrive.shared.b64 %{{.*}}, [%rd{{[0-9]+}}+24];
// The producer's lap.
// CHECK: mbarrier.try_wait.parity.shared.b64 %{{.*}}, [ring+24], [[P:%r[0-9]+]];
// CHECK: mbarrier.arrive.expect_tx.shared.b64 %{{.*}}, [ring], {{.*}};
// CHECK: mbarrier.try_wait.parity.shared.b64 %{{.*}}, [ring+32], [[P]];
// CHECK: mbarrier.arrive.expect_tx.shared.b64 %{{.*}}, [ring+8], {{.*}};
// CHECK: mbarrier.try_wait.parity.shared.b64 %{{.*}}, [ring+40], [[P]];
// CHECK: mbarrier.arrive.expect_tx.shared.b64 %{{.*}}, [ring+16], {{.*}};
// CHECK: ret;

// ROLLED: bar.sync 0;
// ROLLED-NOT: [ring
// ROLLED: ret;
