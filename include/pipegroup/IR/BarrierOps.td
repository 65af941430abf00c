//===- BarrierOps.td - One op, one mbarrier action --------*- tablegen -*-===//

#ifndef PIPEGROUP_IR_BARRIEROPS_TD
#define PIPEGROUP_IR_BARRIEROPS_TD

include "pipegroup/IR/ProtocolOps.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

def Pipegroup_BarriersOp : Pipegroup_Op<"barriers", [Symbol]> {
  let summary = "storage of a number of mbarriers";
  let description = [{
    Reserves `size` consecutive mbarriers of 8 bytes: in static shared memory, or
    in dynamic shared memory at the byte offset that `dynamic(...)` gives.

    Requires: G16.

    Effect on the barriers: none.

    Example:

    ```mlir
    pipegroup.barriers @ring size(12)
    pipegroup.barriers @late size(4) dynamic(1024)
    ```

    Errors: a size or an offset that shared memory cannot hold.
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    OptionalAttr<StrAttr>:$sym_visibility,
    Pipegroup_Number:$size,
    OptionalAttr<Pipegroup_Number>:$dynamic);
  let assemblyFormat = [{
    $sym_name `size` `(` $size `)` (`dynamic` `(` $dynamic^ `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

/// Of the own CTA, or of any one in the cluster.
def Pipegroup_AnySharedPtr
    : AnyTypeOf<[Pipegroup_SharedPtr, Pipegroup_ClusterPtr]>;

def Pipegroup_BarrierOp
    : Pipegroup_ProtocolOp<"barrier", [Pipegroup_InFunction, Pure]> {
  let summary = "the address of one mbarrier";
  let description = [{
    Gives the address of barrier number `offset` + `index` of a storage: in the
    own CTA, in the CTA of the cluster that `cta(%rank)` names, or in the
    `leader` of the CTA's pair, which is the one with the even rank. An address
    in another CTA is a `!llvm.ptr<7>`; that of the leader can be had as a
    `!llvm.ptr<3>` too, since this is what TMA loads of pairs take.

    Requires: P4; `offset` lies inside the storage.

    Effect on the barriers: none.

    Example:

    ```mlir
    %b = pipegroup.barrier @ring[%i] offset(4) : !llvm.ptr<3>
    %there = pipegroup.barrier @ring[%i] offset(4) cta(%rank) : !llvm.ptr<7>
    %first = pipegroup.barrier @ring[%i] leader : !llvm.ptr<7>
    ```

    Errors: an unknown storage, an offset outside it, a pointer of the wrong
    address space.
  }];
  let arguments = (ins FlatSymbolRefAttr:$storage, I32:$index,
                       DefaultValuedAttr<ConfinedAttr<Pipegroup_Number, [IntNonNegative]>,
                                         "0">:$offset,
                       Optional<I32>:$cta, UnitAttr:$leader);
  let results = (outs AnyTypeOf<[Pipegroup_SharedPtr, Pipegroup_ClusterPtr,
                                 Pipegroup_NVGPUBarriers]>:$address);
  let assemblyFormat = [{
    $storage `[` $index `]` (`offset` `(` $offset^ `)`)?
    (`cta` `(` $cta^ `)`)? (`leader` $leader^)? attr-dict `:` type($address)
  }];
  let hasVerifier = 1;
}

def Pipegroup_BuffersOp : Pipegroup_Op<"buffers", [Symbol]> {
  let summary = "storage of buffers in shared memory";
  let description = [{
    Reserves `size` bytes: in static shared memory, or in dynamic shared memory at
    the byte offset that `dynamic(...)` gives.

    Requires: K11.

    Effect on the barriers: none.

    Example:

    ```mlir
    pipegroup.buffers @tiles size(32768) align(1024)
    pipegroup.buffers @more size(65536) align(128) dynamic(1024)
    ```

    Errors: a size or an offset that shared memory cannot hold, an alignment
    that is no power of two.
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    OptionalAttr<StrAttr>:$sym_visibility,
    Pipegroup_Number:$size,
    Pipegroup_Number:$align,
    OptionalAttr<Pipegroup_Number>:$dynamic);
  let assemblyFormat = [{
    $sym_name `size` `(` $size `)` `align` `(` $align `)`
    (`dynamic` `(` $dynamic^ `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

def Pipegroup_BufferOp
    : Pipegroup_ProtocolOp<"buffer", [Pipegroup_InFunction, Pure]> {
  let summary = "one of the buffers of a storage";
  let description = [{
    Gives the buffer that begins `index` times `stride` bytes after the start of
    a storage.

    Requires: P4; the buffer lies inside the storage.

    Effect on the barriers: none.

    Example:

    ```mlir
    %b = pipegroup.buffer @tiles[%i] stride(8192) : memref<64x64xf16, 3>
    ```

    Errors: an unknown storage, a buffer that is larger than it, a memref whose
    size is not known or that does not lie in shared memory.
  }];
  let arguments = (ins FlatSymbolRefAttr:$storage, I32:$index,
                       ConfinedAttr<Pipegroup_Number, [IntPositive]>:$stride);
  let results = (outs Pipegroup_Buffer:$buffer);
  let assemblyFormat = [{
    $storage `[` $index `]` `stride` `(` $stride `)` attr-dict `:`
    type($buffer)
  }];
}

//===----------------------------------------------------------------------===//
// Actions on one mbarrier
//===----------------------------------------------------------------------===//

class Pipegroup_BarrierActionOp<string opMnemonic>
    : Pipegroup_Op<opMnemonic, [MemoryEffects<[MemRead, MemWrite]>,
                                Pipegroup_InFunction]> {
  let arguments = (ins Pipegroup_SharedPtr:$barrier);
  let assemblyFormat = "$barrier attr-dict";
}

def Pipegroup_BarrierInitOp : Pipegroup_BarrierActionOp<"barrier_init"> {
  let summary = "initialise an mbarrier";
  let description = [{
    Makes the storage an mbarrier whose phases complete after `count` arrivals.

    Requires: M2 of the count, P4.

    Effect on the barriers: phase 0 begins with `count` arrivals pending.

    Example:

    ```mlir
    pipegroup.barrier_init %b count(32)
    ```

    Errors: a count that an mbarrier cannot hold.
  }];
  let arguments = (ins Pipegroup_SharedPtr:$barrier, Pipegroup_Number:$count);
  let assemblyFormat = "$barrier `count` `(` $count `)` attr-dict";
  let hasVerifier = 1;
}

def Pipegroup_BarrierInvalidateOp
    : Pipegroup_BarrierActionOp<"barrier_invalidate"> {
  let summary = "end the life of an mbarrier";
  let description = [{
    Frees the storage for other use.

    Requires: P4.

    Effect on the barriers: it is no barrier any more.

    Example:

    ```mlir
    pipegroup.barrier_invalidate %b
    ```

    Errors: none of its own.
  }];
}

def Pipegroup_BarrierArriveOp : Pipegroup_BarrierActionOp<"barrier_arrive"> {
  let summary = "arrive once per executing thread";
  let description = [{
    Arrives with release semantics; what the thread did before is visible to
    whoever sees the phase complete: in the own CTA, or, with `scope(cluster)`,
    in the cluster. The barrier may be that of another CTA.

    Requires: P4.

    Effect on the barriers: one pending arrival less.

    Example:

    ```mlir
    pipegroup.barrier_arrive %b
    pipegroup.barrier_arrive %there scope(cluster) : !llvm.ptr<7>
    ```

    Errors: none of its own.
  }];
  let arguments = (ins Pipegroup_AnySharedPtr:$barrier,
                       UnitAttr:$clusterScope);
  let assemblyFormat = [{
    $barrier (`scope` `(` `cluster` `)` $clusterScope^)? attr-dict ``
    custom<SharedPointer>(type($barrier))
  }];
}

def Pipegroup_BarrierArriveExpectTxOp
    : Pipegroup_BarrierActionOp<"barrier_arrive_expect_tx"> {
  let summary = "arm an mbarrier: expect bytes, then arrive";
  let description = [{
    Raises the bytes that the phase expects, then arrives.

    Requires: `bytes` between 1 and 1048575, P4.

    Effect on the barriers: `bytes` more expected, one pending arrival less.

    Example:

    ```mlir
    pipegroup.barrier_arrive_expect_tx %b bytes(2048)
    ```

    Errors: a number of bytes that an mbarrier cannot hold.
  }];
  let arguments = (ins Pipegroup_SharedPtr:$barrier, Pipegroup_Number:$bytes);
  let assemblyFormat = "$barrier `bytes` `(` $bytes `)` attr-dict";
  let hasVerifier = 1;
}

def Pipegroup_BarrierCpAsyncArriveOp
    : Pipegroup_BarrierActionOp<"barrier_cp_async_arrive"> {
  let summary = "arrive when this thread's copies have completed";
  let description = [{
    Arrives once all cp.async operations that the thread has issued are
    complete. The arrival counts against the barrier's count (`noinc`).

    Requires: P4.

    Effect on the barriers: one pending arrival less, later.

    Example:

    ```mlir
    pipegroup.barrier_cp_async_arrive %b
    ```

    Errors: none of its own.
  }];
}

def Pipegroup_BarrierUmmaCommitOp
    : Pipegroup_BarrierActionOp<"barrier_umma_commit"> {
  let summary = "arrive when this thread's tcgen05 operations have completed";
  let description = [{
    Arrives once all asynchronous tcgen05 operations that the thread has issued
    are complete. With `multicast(%mask)` it arrives at the same barrier of every
    CTA whose bit is set; with `pair` the operations are those of a pair of CTAs
    (`cta_group::2`).

    Requires: a chip with tcgen05, P4, M13 of a mask that is constant.

    Effect on the barriers: one pending arrival less, later.

    Example:

    ```mlir
    pipegroup.barrier_umma_commit %b
    pipegroup.barrier_umma_commit %b pair multicast(%mask)
    ```

    Errors: a mask of CTAs that are not in the cluster, or of half a pair.
  }];
  let arguments = (ins Pipegroup_SharedPtr:$barrier, UnitAttr:$pair,
                       Optional<I16>:$mask);
  let assemblyFormat = [{
    $barrier (`pair` $pair^)? (`multicast` `(` $mask^ `)`)? attr-dict
  }];
}

/// `parity` is 0 or 1.
class Pipegroup_BarrierWaitBase<string opMnemonic>
    : Pipegroup_BarrierActionOp<opMnemonic> {
  let arguments = (ins Pipegroup_SharedPtr:$barrier, I32:$parity,
                       UnitAttr:$clusterScope);
  let assemblyFormat = [{
    $barrier `parity` `(` $parity `)`
    (`scope` `(` `cluster` `)` $clusterScope^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Pipegroup_BarrierTryWaitOp : Pipegroup_BarrierWaitBase<"barrier_try_wait"> {
  let summary = "whether the phase of a parity has completed";
  let description = [{
    Tests with acquire semantics, possibly suspending the thread for a short
    time, and gives the outcome. `scope(cluster)` goes with arrivals that have
    it.

    Requires: a parity of 0 or 1, P4.

    Effect on the barriers: reads the phase.

    Example:

    ```mlir
    %done = pipegroup.barrier_try_wait %b parity(%ph)
    ```

    Errors: a constant parity other than 0 and 1.
  }];
  let results = (outs I1:$done);
}

def Pipegroup_BarrierTestWaitOp
    : Pipegroup_BarrierWaitBase<"barrier_test_wait"> {
  let summary = "whether the phase of a parity has completed, at once";
  let description = [{
    Tests with acquire semantics and gives the outcome; unlike
    `barrier_try_wait` it never suspends the thread. `scope(cluster)` goes with
    arrivals that have it.

    Requires: a parity of 0 or 1, P4.

    Effect on the barriers: reads the phase.

    Example:

    ```mlir
    %done = pipegroup.barrier_test_wait %b parity(%ph)
    ```

    Errors: a constant parity other than 0 and 1.
  }];
  let results = (outs I1:$done);
}

def Pipegroup_BarrierWaitOp : Pipegroup_BarrierWaitBase<"barrier_wait"> {
  let summary = "block until the phase of a parity has completed";
  let description = [{
    Repeats the test until it succeeds. `scope(cluster)` goes with arrivals that
    have it.

    Requires: a parity of 0 or 1, P4.

    Effect on the barriers: reads the phase.

    Example:

    ```mlir
    pipegroup.barrier_wait %b parity(%ph)
    pipegroup.barrier_wait %b parity(%ph) scope(cluster)
    ```

    Errors: a constant parity other than 0 and 1.
  }];
}

//===----------------------------------------------------------------------===//
// Who acts, and what is visible
//===----------------------------------------------------------------------===//

def Pipegroup_ElectOp : Pipegroup_Op<"elect", [
    NoRegionArguments, NoTerminator, Pipegroup_InFunction,
    RecursiveMemoryEffects, SingleBlock]> {
  let summary = "one lane of a converged warp executes the body";
  let description = [{
    The warp converges, which also orders the memory accesses of its lanes, then
    one lane executes the body. All lanes of the warp execute the op. It is
    always the same lane, the one that `elect.sync` names.

    Requires: P4.

    Effect on the barriers: that of the body.

    Example:

    ```mlir
    pipegroup.elect {
      pipegroup.barrier_arrive %b
    }
    ```

    Errors: it is inside `once`, `elect` or `for_ctas`, where the other lanes are
    not.
  }];
  let regions = (region SizedRegion<1>:$bodyRegion);
  let assemblyFormat = "attr-dict-with-keyword $bodyRegion";
  let hasVerifier = 1;
}

def Pipegroup_OnceOp : Pipegroup_Op<"once", [
    NoRegionArguments, NoTerminator, Pipegroup_InFunction,
    RecursiveMemoryEffects, SingleBlock]> {
  let summary = "one thread of the CTA executes the body";
  let description = [{
    The first thread of the CTA executes the body; nobody waits for it.

    Requires: P4.

    Effect on the barriers: that of the body.

    Example:

    ```mlir
    pipegroup.once {
      pipegroup.barrier_init %b count(1)
    }
    ```

    Errors: none of its own.
  }];
  let regions = (region SizedRegion<1>:$bodyRegion);
  let assemblyFormat = "attr-dict-with-keyword $bodyRegion";
}

def Pipegroup_ForCtasOp : Pipegroup_Op<"for_ctas", [
    NoTerminator, Pipegroup_InFunction, RecursiveMemoryEffects, SingleBlock]> {
  let summary = "one lane of a converged warp for each CTA of a mask";
  let description = [{
    The warp converges, which also orders the memory accesses of its lanes, then
    lane l executes the body for CTA l if bit l of the mask is set. All lanes of
    the warp execute the op.

    Requires: P4, M13 of a mask that is constant.

    Effect on the barriers: that of the body.

    Example:

    ```mlir
    pipegroup.for_ctas %ctas {
    ^bb0(%cta: i32):
      %full = pipegroup.barrier @ring[%i] cta(%cta) : !llvm.ptr<7>
      pipegroup.barrier_arrive %full : !llvm.ptr<7>
    }
    ```

    Errors: it is inside `once`, `elect` or `for_ctas`, where the other lanes are
    not; the body takes no rank; a mask of CTAs that are not in the cluster.
  }];
  let arguments = (ins I32:$mask);
  let regions = (region SizedRegion<1>:$bodyRegion);
  let assemblyFormat = "$mask attr-dict-with-keyword $bodyRegion";
  let hasVerifier = 1;
}

def Pipegroup_CtaRankOp
    : Pipegroup_Op<"cta_rank", [Pure, Pipegroup_InFunction]> {
  let summary = "the rank of this CTA in its cluster";
  let description = [{
    Gives the number of the CTA in its cluster, 0 where there is none.

    Requires: P4.

    Effect on the barriers: none.

    Example:

    ```mlir
    %rank = pipegroup.cta_rank
    ```

    Errors: none of its own.
  }];
  let results = (outs I32:$rank);
  let assemblyFormat = "attr-dict";
}

class Pipegroup_SyncOp<string opMnemonic>
    : Pipegroup_Op<opMnemonic, [MemoryEffects<[MemRead, MemWrite]>,
                                Pipegroup_InFunction]> {
  let assemblyFormat = "attr-dict";
}

def Pipegroup_FenceBarrierInitOp : Pipegroup_SyncOp<"fence_barrier_init"> {
  let summary = "make initialised mbarriers visible to the cluster and to TMA";
  let description = [{
    Orders the barrier initialisations of this thread before what follows.

    Requires: P4.

    Effect on the barriers: none.

    Example:

    ```mlir
    pipegroup.fence_barrier_init
    ```

    Errors: none of its own.
  }];
}

def Pipegroup_FenceProxyAsyncOp : Pipegroup_SyncOp<"fence_proxy_async"> {
  let summary = "order generic accesses to shared memory before async ones";
  let description = [{
    Makes what this thread stored, or has seen stored, visible to TMA and the
    tensor core [K8].

    Requires: P4.

    Effect on the barriers: none.

    Example:

    ```mlir
    pipegroup.fence_proxy_async
    ```

    Errors: none of its own.
  }];
}

def Pipegroup_TensorFenceBeforeOp : Pipegroup_SyncOp<"tensor_fence_before"> {
  let summary = "order accesses to tensor memory before a signal";
  let description = [{
    Orders the tcgen05 operations that this thread has issued before the arrivals
    and barriers that come after it [K12].

    Requires: a chip with tcgen05, P4.

    Effect on the barriers: none.

    Example:

    ```mlir
    pipegroup.tensor_fence_before
    pipegroup.barrier_arrive %b
    ```

    Errors: none of its own.
  }];
}

def Pipegroup_TensorFenceAfterOp : Pipegroup_SyncOp<"tensor_fence_after"> {
  let summary = "order accesses to tensor memory after a wait";
  let description = [{
    Orders the tcgen05 operations that this thread issues later after the waits and
    barriers that came before it [K12].

    Requires: a chip with tcgen05, P4.

    Effect on the barriers: none.

    Example:

    ```mlir
    pipegroup.barrier_wait %b parity(%ph)
    pipegroup.tensor_fence_after
    ```

    Errors: none of its own.
  }];
}

def Pipegroup_SyncCtaOp : Pipegroup_SyncOp<"sync_cta"> {
  let summary = "all threads of the CTA meet";
  let description = [{
    Waits until every thread of the CTA has come here.

    Requires: P4.

    Effect on the barriers: none.

    Example:

    ```mlir
    pipegroup.sync_cta
    ```

    Errors: it is inside `once`, `elect` or `for_ctas`, where the other threads
    are not.
  }];
  let hasVerifier = 1;
}

def Pipegroup_SyncClusterOp : Pipegroup_SyncOp<"sync_cluster"> {
  let summary = "all threads of the cluster meet";
  let description = [{
    Waits until every thread of every CTA of the cluster has come here, and sees
    what they did before; with `relaxed` only what they have fenced.

    Requires: P4.

    Effect on the barriers: none.

    Example:

    ```mlir
    pipegroup.sync_cluster
    pipegroup.sync_cluster relaxed
    ```

    Errors: it is inside `once`, `elect` or `for_ctas`, where the other threads
    are not.
  }];
  let arguments = (ins UnitAttr:$relaxed);
  let assemblyFormat = "(`relaxed` $relaxed^)? attr-dict";
  let hasVerifier = 1;
}

#endif // PIPEGROUP_IR_BARRIEROPS_TD
