// The way out for a TMA load written in the nvvm dialect: the full barrier of the
// slot that was acquired, in a kernel that the consumer's wait completes.
// RUN: pipegroup-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90a %t.ptx -o /dev/null %}

gpu.module @kernels {
  pipegroup.group @load merge {
    pipegroup.member @x tma_async stages(2) producer(warp 1) consumer(warp 4) bytes(4096)
  }
  llvm.mlir.global internal @slots() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<2 x array<4096 x i8>>

  llvm.func @kernel(%desc: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %x: i32)
      attributes {gpu.kernel, nvvm.kernel} {
    pipegroup.init @load
    %p = pipegroup.start @load::@x producer : !pipegroup.state<2>
    pipegroup.acquire @load::@x[%p] : !pipegroup.state<2>
    %full = pipegroup.full_barrier @load::@x[%p] : !pipegroup.state<2> -> !llvm.ptr<3>
    %slot = llvm.mlir.addressof @slots : !llvm.ptr<3>
    %to = llvm.addrspacecast %slot : !llvm.ptr<3> to !llvm.ptr<7>
    pipegroup.elect {
      nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %desc, %full, box[%x, %x] : !llvm.ptr<7>, !llvm.ptr
    }
    pipegroup.commit @load::@x[%p] : !pipegroup.state<2>
    llvm.return
  }
}
// CHECK: mbarrier.arrive.expect_tx.shared.b64 {{%rd[0-9]+}}, [load], {{%r[0-9]+}};
// CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [{{%rd[0-9]+}}], [{{%rd[0-9]+}}, {{.*}}], [load];
