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

def Pipegroup_BarrierOp
    : Pipegroup_ProtocolOp<"barrier", [Pipegroup_InFunction, Pure]> {
  let summary = "the address of one mbarrier";
  let description = [{
    Gives the address of barrier number `offset` + `index` of a storage.

    Requires: P4; `offset` lies inside the storage.

    Effect on the barriers: none.

    Example:

    ```mlir
    %b = pipegroup.barrier @ring[%i] offset(4) : !llvm.ptr<3>
    ```

    Errors: an unknown storage, an offset outside it.
  }];
  let arguments = (ins FlatSymbolRefAttr:$storage, I32:$index,
                       DefaultValuedAttr<ConfinedAttr<Pipegroup_Number, [IntNonNegative]>,
                                         "0">:$offset);
  let results = (outs Pipegroup_BarrierRef:$address);
  let assemblyFormat = [{
    $storage `[` $index `]` (`offset` `(` $offset^ `)`)? attr-dict `:`
    type($address)
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
    whoever sees the phase complete.

    Requires: P4.

    Effect on the barriers: one pending arrival less.

    Example:

    ```mlir
    pipegroup.barrier_arrive %b
    ```

    Errors: none of its own.
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
    are complete.

    Requires: a chip with tcgen05, P4.

    Effect on the barriers: one pending arrival less, later.

    Example:

    ```mlir
    pipegroup.barrier_umma_commit %b
    ```

    Errors: none of its own.
  }];
}

/// `parity` is 0 or 1.
class Pipegroup_BarrierWaitBase<string opMnemonic>
    : Pipegroup_BarrierActionOp<opMnemonic> {
  let arguments = (ins Pipegroup_SharedPtr:$barrier, I32:$parity);
  let assemblyFormat = "$barrier `parity` `(` $parity `)` attr-dict";
  let hasVerifier = 1;
}

def Pipegroup_BarrierTryWaitOp : Pipegroup_BarrierWaitBase<"barrier_try_wait"> {
  let summary = "whether the phase of a parity has completed";
  let description = [{
    Tests with acquire semantics, possibly suspending the thread for a short
    time, and gives the outcome.

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

def Pipegroup_BarrierWaitOp : Pipegroup_BarrierWaitBase<"barrier_wait"> {
  let summary = "block until the phase of a parity has completed";
  let description = [{
    Repeats the test until it succeeds.

    Requires: a parity of 0 or 1, P4.

    Effect on the barriers: reads the phase.

    Example:

    ```mlir
    pipegroup.barrier_wait %b parity(%ph)
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

    Errors: it is inside `once` or `elect`, where the other lanes are not.
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

    Errors: it is inside `once` or `elect`, where the other threads are not.
  }];
  let hasVerifier = 1;
}

#endif // PIPEGROUP_IR_BARRIEROPS_TD
