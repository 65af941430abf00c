// RUN: pipegroup-compile --chip=sm_90a --unroll-rings=4 --hoist-addresses --peek-waits %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}
// RUN: pipegroup-compile --chip=sm_90a --peek-waits %s -o %t.rolled.ptx
// RUN: FileCheck %s --input-file=%t.rolled.ptx --check-prefix=ROLLED
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.rolled.ptx -o /dev/null %}
// RUN: pipegroup-compile --chip=sm_100a --peek-waits %s -o %t.sm_100a.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.sm_100a.ptx -o /dev/null %}
// RUN: pipegroup-compile --chip=sm_90a %s | FileCheck %s --check-prefix=PLAIN

// Each wait is followed by a test of the next slot's barrier, and waits only if its own test
// failed. The last test of a lap is for the next lap's parity, which is known before.
//
//   array        from byte  count
//   full               0        1
//   empty             32        1

gpu.module @kernels {
  pipegroup.group @ring merge {
    pipegroup.member @x async_async stages(4) producer(warp 1) consumer(warp 1)
  }
  gpu.func @kernel(%k: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    pipegroup.init @ring
    pipegroup.specialize {
      pipegroup.task @use warps(0, 1) {
        scf.for %i = %c0 to %k step %c1 : i32 {
          pipegroup.wait @ring::@x
          pipegroup.release @ring
        }
      }
      pipegroup.task @fill warps(1, 1) {
        scf.for %i = %c0 to %k step %c1 : i32 {
          pipegroup.acquire @ring::@x
          pipegroup.commit @ring::@x
        }
      }
    }
    gpu.return
  }
}

// CHECK: bar.sync 0;
// CHECK: mbarrier.test_wait.parity.shared.b64 [[P1:%p[0-9]+]], [ring+8], [[PARITY:%r[0-9]+]];
// CHECK-NEXT: bar.warp.sync -1;
// CHECK: mbarrier.arrive.shared.b64 %{{.*}}, [ring+32];
// CHECK: @[[P1]] bra [[SECOND:\$L__BB[0-9_]+]];
// CHECK-NEXT: bra.uni
// CHECK-NEXT: [[SECOND]]:
// CHECK-NEXT: mbarrier.test_wait.parity.shared.b64 [[P2:%p[0-9]+]], [ring+16], [[PARITY]];
// CHECK: mbarrier.arrive.shared.b64 %{{.*}}, [ring+40];
// CHECK: @[[P2]] bra [[THIRD:\$L__BB[0-9_]+]];
// CHECK-NEXT: bra.uni
// CHECK-NEXT: [[THIRD]]:
// CHECK-NEXT: mbarrier.test_wait.parity.shared.b64 [[P3:%p[0-9]+]], [ring+24], [[PARITY]];
// CHECK: mbarrier.arrive.shared.b64 %{{.*}}, [ring+48];
// CHECK: xor.b32 [[X:%r[0-9]+]], [[PARITY]], 1;
// CHECK: mov.b32 [[NEXT:%r[0-9]+]], [[X]];
// CHECK: @[[P3]] bra [[FOURTH:\$L__BB[0-9_]+]];
// CHECK-NEXT: bra.uni
// CHECK-NEXT: [[FOURTH]]:
// CHECK-NEXT: mbarrier.test_wait.parity.shared.b64 %{{.*}}, [ring], [[NEXT]];
// CHECK: mbarrier.arrive.shared.b64 %{{.*}}, [ring+56];
// CHECK: mbarrier.try_wait.parity.shared.b64 %{{.*}}, [ring], [[PARITY]];
// CHECK: mbarrier.try_wait.parity.shared.b64 %{{.*}}, [ring+8], [[PARITY]];

// ROLLED: bar.sync 0;
// ROLLED: mbarrier.test_wait
// ROLLED: mbarrier.arrive
// ROLLED: mbarrier.test_wait
// ROLLED: mbarrier.arrive

// PLAIN: bar.sync 0;
// PLAIN-NOT: test_wait
// PLAIN: ret;
