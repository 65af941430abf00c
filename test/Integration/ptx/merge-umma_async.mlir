// RUN: pipegroup-compile --batch-waits=false --chip=sm_100a %s \
// RUN:   -o %t.sm_100a.ptx
// RUN: FileCheck %s --input-file=%t.sm_100a.ptx \
// RUN:   --implicit-check-not='{{mbarrier|tcgen05|fence|sync|cp.async}}'
// RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.sm_100a.ptx -o /dev/null %}

// Two umma_async members merge: a full array each, one empty array that one
// consumer releases once.
//
//   array       from byte  count  bytes
//   full of @a          0      1
//   full of @b         24      1
//   empty              48    128

gpu.module @kernels {
  pipegroup.group @group merge {
    pipegroup.member @a umma_async stages(3) producer(warp 1) consumer(thread 128)
    pipegroup.member @b umma_async stages(3) producer(warp 1) consumer(thread 128)
  }
  gpu.func @kernel() kernel {
    pipegroup.init @group
    %a = pipegroup.start @group::@a producer : !pipegroup.state<3>
    %b = pipegroup.start @group::@b producer : !pipegroup.state<3>
    %c = pipegroup.start @group consumer : !pipegroup.state<3>
    pipegroup.acquire @group::@a[%a] : !pipegroup.state<3>
    pipegroup.commit @group::@a[%a] : !pipegroup.state<3>
    pipegroup.acquire @group::@b[%b] : !pipegroup.state<3>
    pipegroup.commit @group::@b[%b] : !pipegroup.state<3>
    pipegroup.wait @group::@a[%c] : !pipegroup.state<3>
    pipegroup.wait @group::@b[%c] : !pipegroup.state<3>
    pipegroup.release @group[%c] : !pipegroup.state<3>
    gpu.return
  }
}

// CHECK: .shared .align 8 .b8 group[72];
// init
// CHECK: mov.b32 [[N1:%r[0-9]+]], 1;
// CHECK-NEXT: mbarrier.init.shared.b64 [group], [[N1]];
// CHECK-NEXT: mbarrier.init.shared.b64 [group+8], [[N1]];
// CHECK-NEXT: mbarrier.init.shared.b64 [group+16], [[N1]];
// CHECK-NEXT: mbarrier.init.shared.b64 [group+24], [[N1]];
// CHECK-NEXT: mbarrier.init.shared.b64 [group+32], [[N1]];
// CHECK-NEXT: mbarrier.init.shared.b64 [group+40], [[N1]];
// CHECK: mov.b32 [[N128:%r[0-9]+]], 128;
// CHECK-NEXT: mbarrier.init.shared.b64 [group+48], [[N128]];
// CHECK-NEXT: mbarrier.init.shared.b64 [group+56], [[N128]];
// CHECK-NEXT: mbarrier.init.shared.b64 [group+64], [[N128]];
// CHECK-NEXT: fence.mbarrier_init.release.cluster;
// CHECK-NEXT: $L__BB0_{{[0-9]+}}:
// CHECK-NEXT: bar.sync 0;
// acquire @a
// CHECK: [[LOOP:\$L__BB[0-9_]+]]:
// CHECK-NEXT: mov.b32 [[PARITY:%r[0-9]+]], 1;
// CHECK-NEXT: mbarrier.try_wait.parity.shared.b64 [[DONE:%p[0-9]+]], [group+48], [[PARITY]];
// CHECK-NEXT: not.pred [[AGAIN:%p[0-9]+]], [[DONE]];
// CHECK-NEXT: @[[AGAIN]] bra [[LOOP]];
// CHECK-NEXT: tcgen05.fence::after_thread_sync;
// commit @a
// CHECK-NEXT: bar.warp.sync -1;
// CHECK-NEXT: elect.sync {{%r[0-9]+}}|[[LANE:%p[0-9]+]], -1;
// CHECK-NEXT: not.pred [[OTHERS:%p[0-9]+]], [[LANE]];
// CHECK-NEXT: @[[OTHERS]] bra $L__
// CHECK-NEXT: tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [group];
// acquire @b
// CHECK: [[LOOP:\$L__BB[0-9_]+]]:
// CHECK-NEXT: mov.b32 [[PARITY:%r[0-9]+]], 1;
// CHECK-NEXT: mbarrier.try_wait.parity.shared.b64 [[DONE:%p[0-9]+]], [group+48], [[PARITY]];
// CHECK-NEXT: not.pred [[AGAIN:%p[0-9]+]], [[DONE]];
// CHECK-NEXT: @[[AGAIN]] bra [[LOOP]];
// CHECK-NEXT: tcgen05.fence::after_thread_sync;
// commit @b
// CHECK-NEXT: bar.warp.sync -1;
// CHECK-NEXT: elect.sync {{%r[0-9]+}}|[[LANE:%p[0-9]+]], -1;
// CHECK-NEXT: not.pred [[OTHERS:%p[0-9]+]], [[LANE]];
// CHECK-NEXT: @[[OTHERS]] bra $L__
// CHECK-NEXT: tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [group+24];
// wait @a
// CHECK: [[LOOP:\$L__BB[0-9_]+]]:
// CHECK-NEXT: mov.b32 [[PARITY:%r[0-9]+]], 0;
// CHECK-NEXT: mbarrier.try_wait.parity.shared.b64 [[DONE:%p[0-9]+]], [group], [[PARITY]];
// CHECK-NEXT: not.pred [[AGAIN:%p[0-9]+]], [[DONE]];
// CHECK-NEXT: @[[AGAIN]] bra [[LOOP]];
// CHECK-NEXT: tcgen05.fence::after_thread_sync;
// wait @b
// CHECK: [[LOOP:\$L__BB[0-9_]+]]:
// CHECK-NEXT: mov.b32 [[PARITY:%r[0-9]+]], 0;
// CHECK-NEXT: mbarrier.try_wait.parity.shared.b64 [[DONE:%p[0-9]+]], [group+24], [[PARITY]];
// CHECK-NEXT: not.pred [[AGAIN:%p[0-9]+]], [[DONE]];
// CHECK-NEXT: @[[AGAIN]] bra [[LOOP]];
// CHECK-NEXT: tcgen05.fence::after_thread_sync;
// release
// CHECK-NEXT: tcgen05.fence::before_thread_sync;
// CHECK-NEXT: mbarrier.arrive.shared.b64 {{%rd[0-9]+}}, [group+48];
// CHECK: ret;
