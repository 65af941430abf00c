// Every type with a tensor core in a pair of CTAs, alone in a cluster of one pair and
// in one of two: commits to the pair, arrivals and bytes at its leader, work of leaders
// in leaders only. Data that threads store are released to the cluster and acquired
// from it (an arrival with the CTA's scope let a leader see its peer's data too late);
// nothing else is.
// RUN: pipegroup-compile --chip=sm_100a %s -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx \
// RUN:   --implicit-check-not='{{cta_group::1|release\.cluster\.shared|acquire|mapa|bar\.sync|mbarrier\.arrive|tcgen05\.commit}}'
// RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.ptx -o /dev/null %}

gpu.module @kernels {
  pipegroup.group @a merge {
    pipegroup.member @x async_umma stages(2) producer(thread 32) cluster(2, 1, 1, 1)
  }
  pipegroup.group @b merge {
    pipegroup.member @x tma_umma stages(2) producer(warp 1) bytes(4096) cluster(2, 1, 1, 1)
  }
  pipegroup.group @c merge {
    pipegroup.member @x umma_async stages(2) consumer(thread 128) cluster(2, 1, 1, 1)
  }
  pipegroup.group @d merge {
    pipegroup.member @x umma_umma stages(2) cluster(2, 1, 1, 1)
  }
  pipegroup.group @two merge {
    pipegroup.member @x tma_umma stages(2) producer(warp 1) bytes(4096) cluster(2, 2, 2, 1) multicast(1, 1)
  }
  pipegroup.group @out merge {
    pipegroup.member @x umma_async stages(2) consumer(warp 4) cluster(2, 2, 1, 1)
  }

  // CHECK-LABEL: .entry async_umma(
  // CHECK: .reqnctapercluster 2, 1, 1
  // CHECK: mov.b32 [[N:%r[0-9]+]], 64;
  // CHECK-NEXT: mbarrier.init.shared.b64 [a], [[N]];
  // CHECK: barrier.cluster.wait.aligned;
  // CHECK: fence.proxy.async.shared::cta;
  // CHECK: mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%rd{{[0-9]+}}], %r{{[0-9]+}};
  // CHECK: mov.u32 [[RANK:%r[0-9]+]], %cluster_ctarank;
  // CHECK: setp.ne.b32 [[PEER:%p[0-9]+]], [[RANK]], 0;
  // CHECK-NEXT: @[[PEER]] bra
  // CHECK: mbarrier.try_wait.parity.acquire.cluster.shared.b64 %p{{[0-9]+}}, [a],
  // CHECK: elect.sync
  // CHECK: tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [a+16], %rs{{[0-9]+}};
  // CHECK: ret;
  gpu.func @async_umma() kernel {
    pipegroup.init @a
    %p = pipegroup.start @a::@x producer : !pipegroup.state<2>
    pipegroup.acquire @a::@x[%p] : !pipegroup.state<2>
    pipegroup.commit @a::@x[%p] : !pipegroup.state<2>
    pipegroup.tail @a::@x[%p] : !pipegroup.state<2>
    %c = pipegroup.start @a consumer : !pipegroup.state<2>
    pipegroup.wait @a::@x[%c] : !pipegroup.state<2>
    pipegroup.release @a[%c] : !pipegroup.state<2>
    gpu.return
  }

  // CHECK-LABEL: .entry tma_umma(
  // Bit 24 of an address is the lowest of the rank.
  // CHECK: mov.b64 [[BASE:%rd[0-9]+]], b;
  // CHECK: mbarrier.init.shared.b64 [b], %r{{[0-9]+}};
  // CHECK: and.b64 [[LEADER:%rd[0-9]+]], [[BASE]], 4278190072;
  // Both wait for their own slot, the leader arms.
  // CHECK: mbarrier.try_wait.parity.shared.b64 %p{{[0-9]+}}, [b+16],
  // CHECK: @%p{{[0-9]+}} bra
  // CHECK: mov.b32 [[BYTES:%r[0-9]+]], 4096;
  // CHECK-NEXT: mbarrier.arrive.expect_tx.shared.b64 %rd{{[0-9]+}}, [b], [[BYTES]];
  // CHECK: cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.cta_group::2 [{{.*}}], [{{.*}}], {{\[}}[[LEADER]]];
  // CHECK: mbarrier.try_wait.parity.shared.b64 %p{{[0-9]+}}, [b],
  // CHECK: tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [b+16], %rs{{[0-9]+}};
  // CHECK: ret;
  llvm.mlir.global internal @slots() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<4096 x i8>
  gpu.func @tma_umma(%map: !llvm.ptr, %i: i32) kernel {
    pipegroup.init @b
    %p = pipegroup.start @b::@x producer : !pipegroup.state<2>
    pipegroup.acquire @b::@x[%p] : !pipegroup.state<2>
    %full = pipegroup.full_barrier @b::@x[%p] : !pipegroup.state<2> -> !llvm.ptr<3>
    %slots = llvm.mlir.addressof @slots : !llvm.ptr<3>
    %to = llvm.addrspacecast %slots : !llvm.ptr<3> to !llvm.ptr<7>
    pipegroup.elect {
      nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %map, %full, box[%i]
          {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<7>, !llvm.ptr
    }
    pipegroup.commit @b::@x[%p] : !pipegroup.state<2>
    pipegroup.tail @b::@x[%p] : !pipegroup.state<2>
    %c = pipegroup.start @b consumer : !pipegroup.state<2>
    pipegroup.wait @b::@x[%c] : !pipegroup.state<2>
    pipegroup.release @b[%c] : !pipegroup.state<2>
    gpu.return
  }

  // CHECK-LABEL: .entry umma_async(
  // CHECK: mov.b32 [[N:%r[0-9]+]], 256;
  // CHECK-NEXT: mbarrier.init.shared.b64 [c+16], [[N]];
  // CHECK: mbarrier.try_wait.parity.shared.b64 %p{{[0-9]+}}, [c+16],
  // CHECK: tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [c], %rs{{[0-9]+}};
  // CHECK: mbarrier.try_wait.parity.shared.b64 %p{{[0-9]+}}, [c],
  // CHECK: mbarrier.arrive.shared::cluster.b64 _, [%rd{{[0-9]+}}+16], %r{{[0-9]+}};
  // CHECK: ret;
  gpu.func @umma_async() kernel {
    pipegroup.init @c
    %p = pipegroup.start @c::@x producer : !pipegroup.state<2>
    pipegroup.acquire @c::@x[%p] : !pipegroup.state<2>
    pipegroup.commit @c::@x[%p] : !pipegroup.state<2>
    pipegroup.tail @c::@x[%p] : !pipegroup.state<2>
    %c = pipegroup.start @c consumer : !pipegroup.state<2>
    pipegroup.wait @c::@x[%c] : !pipegroup.state<2>
    pipegroup.release @c[%c] : !pipegroup.state<2>
    gpu.return
  }

  // CHECK-LABEL: .entry umma_umma(
  // CHECK: tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.b64 [d];
  // CHECK: tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.b64 [d+16];
  // CHECK: ret;
  gpu.func @umma_umma() kernel {
    pipegroup.init @d
    %p = pipegroup.start @d::@x producer : !pipegroup.state<2>
    pipegroup.acquire @d::@x[%p] : !pipegroup.state<2>
    pipegroup.commit @d::@x[%p] : !pipegroup.state<2>
    %c = pipegroup.start @d consumer : !pipegroup.state<2>
    pipegroup.wait @d::@x[%c] : !pipegroup.state<2>
    pipegroup.release @d[%c] : !pipegroup.state<2>
    gpu.return
  }

  // Pairs along n and along m: two of each, 6 of 8 CTAs.
  // CHECK-LABEL: .entry pairs(
  // CHECK: .reqnctapercluster 4, 2, 1
  // CHECK: mov.b32 [[N:%r[0-9]+]], 3;
  // CHECK-NEXT: mbarrier.init.shared.b64 [two+16], [[N]];
  // CHECK: mov.u32 [[RANK:%r[0-9]+]], %cluster_ctarank;
  // CHECK-DAG: mov.b32 [[ALONG_N:%r[0-9]+]], 51;
  // CHECK-DAG: mov.b32 [[ALONG_M:%r[0-9]+]], 15;
  // CHECK-DAG: shl.b32 [[ROW:%r[0-9]+]], [[ALONG_N]],
  // CHECK-DAG: shl.b32 [[COLUMN:%r[0-9]+]], [[ALONG_M]],
  // CHECK: tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [two+16], %rs{{[0-9]+}};
  // CHECK: ret;
  gpu.func @pairs() kernel {
    pipegroup.init @two
    %c = pipegroup.start @two consumer : !pipegroup.state<2>
    pipegroup.wait @two::@x[%c] : !pipegroup.state<2>
    pipegroup.release @two[%c] : !pipegroup.state<2>
    gpu.return
  }

  // One of two pairs: the mask moves with the rank.
  // CHECK-LABEL: .entry of_two(
  // CHECK: mov.u32 [[RANK:%r[0-9]+]], %cluster_ctarank;
  // CHECK: mov.b16 [[PAIR:%rs[0-9]+]], 3;
  // CHECK-NEXT: shl.b16 [[BITS:%rs[0-9]+]], [[PAIR]], [[RANK]];
  // CHECK: tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [out], [[BITS]];
  // CHECK: ret;
  gpu.func @of_two() kernel {
    pipegroup.init @out
    %p = pipegroup.start @out::@x producer : !pipegroup.state<2>
    pipegroup.commit @out::@x[%p] : !pipegroup.state<2>
    pipegroup.tail @out::@x[%p] : !pipegroup.state<2>
    gpu.return
  }
}
