// The way out for a bulk copy written in the nvvm dialect, in a fused group: all
// members complete on the one full barrier of the group.
// RUN: pipegroup-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

gpu.module @kernels {
  pipegroup.group @load fused_merge {
    pipegroup.member @x tma_async stages(2) producer(warp 1) consumer(warp 4) bytes(4096)
    pipegroup.member @y tma_async stages(2) producer(warp 1) consumer(warp 4) bytes(2048)
  }
  llvm.mlir.global internal @slots() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<2 x array<6144 x i8>>

  llvm.func @kernel(%from: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    pipegroup.init @load
    %start = pipegroup.start @load::@y producer : !pipegroup.state<2>
    %p = pipegroup.advance %start : !pipegroup.state<2>
    pipegroup.acquire @load::@y[%p] : !pipegroup.state<2>
    %full = pipegroup.full_barrier @load[%p] : !pipegroup.state<2> -> !llvm.ptr<3>
    %bytes = llvm.mlir.constant(2048 : i32) : i32
    %slot = llvm.mlir.addressof @slots : !llvm.ptr<3>
    %to = llvm.addrspacecast %slot : !llvm.ptr<3> to !llvm.ptr<7>
    pipegroup.elect {
      nvvm.cp.async.bulk.shared.cluster.global %to, %from, %full, %bytes : !llvm.ptr<7>, !llvm.ptr<1>
    }
    pipegroup.commit @load::@y[%p] : !pipegroup.state<2>
    llvm.return
  }
}
// Slot 1 of the shared full array, for the member's own bytes.
// CHECK: mov.b32 [[BYTES:%r[0-9]+]], 2048;
// CHECK: mbarrier.arrive.expect_tx.shared.b64 {{%rd[0-9]+}}, [load+8], [[BYTES]];
// CHECK: cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [{{%rd[0-9]+}}], [{{%rd[0-9]+}}], {{%r[0-9]+}}, [load+8];
