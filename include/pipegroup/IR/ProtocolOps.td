//===- ProtocolOps.td - What tasks do with groups ---------*- tablegen -*-===//

#ifndef PIPEGROUP_IR_PROTOCOLOPS_TD
#define PIPEGROUP_IR_PROTOCOLOPS_TD

include "pipegroup/IR/GroupOps.td"
include "pipegroup/IR/PipegroupInterfaces.td"
include "mlir/Dialect/LLVMIR/LLVMOpBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Pipegroup_GroupRefs : TypedArrayAttrBase<FlatSymbolRefAttr, "groups">;

/// Where an mbarrier lies: a pointer to shared memory, or what nvgpu ops take.
def Pipegroup_SharedPtr : LLVM_PointerInAddressSpace<3>;
def Pipegroup_ClusterPtr : LLVM_PointerInAddressSpace<7>;
def Pipegroup_NVGPUBarriers
    : Type<CPred<"::pipegroup::isNVGPUBarrierGroup($_self)">,
           "!nvgpu.mbarrier.group in workgroup memory with one barrier">;
def Pipegroup_BarrierRef
    : AnyTypeOf<[Pipegroup_SharedPtr, Pipegroup_NVGPUBarriers]>;

/// Every protocol op names groups or members and lives in a function. The
/// effects say that it reads and writes anything: no pass may move an op over
/// it, drop it or merge two of them.
class Pipegroup_ProtocolOp<string opMnemonic, list<Trait> traits = []>
    : Pipegroup_Op<opMnemonic,
                   !listconcat([DeclareOpInterfaceMethods<SymbolUserOpInterface>],
                               traits)>;
class Pipegroup_EffectOp<string opMnemonic, list<Trait> traits = []>
    : Pipegroup_ProtocolOp<opMnemonic,
                           !listconcat([MemoryEffects<[MemRead, MemWrite]>],
                                       traits)>;

//===----------------------------------------------------------------------===//
// Life of the barriers
//===----------------------------------------------------------------------===//

class Pipegroup_LifeOp<string opMnemonic> : Pipegroup_EffectOp<opMnemonic> {
  let arguments = (ins Pipegroup_GroupRefs:$groups);
  let assemblyFormat = "custom<GroupRefs>($groups) attr-dict";
  let hasVerifier = 1;
}

def Pipegroup_InitOp : Pipegroup_LifeOp<"init"> {
  let summary = "initialise all barriers of groups";
  let description = [{
    One thread of the CTA initialises every barrier of the groups with its
    arrival count, makes that visible, and the CTA synchronises; the whole
    cluster if one of the groups spans several CTAs. That of a cluster orders
    nothing but the barriers: what threads have stored for others needs one of
    its own. All threads of the CTA execute it.

    Requires: P4, P5; K1 of every op on these groups; K10 of the kernel.

    Effect on the barriers: each starts phase 0 with its full count pending.

    Example:

    ```mlir
    pipegroup.init @ab, @acc
    ```

    Errors: an unknown group, a group named twice, no group at all.
  }];
}

def Pipegroup_InvalidateOp : Pipegroup_LifeOp<"invalidate"> {
  let summary = "end the life of all barriers of groups";
  let description = [{
    The CTA synchronises, one thread invalidates every barrier of the groups,
    and the CTA synchronises again: the storage may then hold something else.
    Needed only for reuse, not at the end of a kernel. All threads of the CTA
    execute it, and no arrival may be outstanding.

    Requires: P4, P5, K1.

    Effect on the barriers: they are no barriers any more.

    Example:

    ```mlir
    pipegroup.init @ab
    pipegroup.invalidate @ab
    ```

    Errors: an unknown group, a group named twice, no group at all.
  }];
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

def Pipegroup_StartOp : Pipegroup_ProtocolOp<"start", [Pure]> {
  let summary = "the state with which one side begins";
  let description = [{
    Gives the position `(0, 1)` of a producer or `(0, 0)` of a consumer, so that
    the producer's first lap passes at once and the consumer's first wait
    blocks. `step(n)` gives the position `n` slots further; `lane(%l)` that of
    slot `%l` in the first lap, where the slots of an interleaved side fall to
    several lanes. The collapsed side has one state, the group's; the other side
    has one per member.

    Requires: P1, P2, P4, P5.

    Effect on the barriers: none.

    Example:

    ```mlir
    %p = pipegroup.start @ab::@a producer : !pipegroup.state<4>
    %c = pipegroup.start @ab consumer : !pipegroup.state<4>
    %later = pipegroup.start @ab consumer step(5) : !pipegroup.state<4>
    %lane = arith.constant 1 : i32
    %odd = pipegroup.start @ab consumer lane(%lane) : !pipegroup.state<4>
    ```

    Errors: group instead of member or the reverse, a type with other stages, a
    lane and a step.
  }];
  let arguments = (ins SymbolRefAttr:$target, Pipegroup_SideAttr:$side,
                       DefaultValuedAttr<ConfinedAttr<Pipegroup_Number, [IntNonNegative]>,
                                         "0">:$step,
                       Optional<I32>:$lane);
  let results = (outs Pipegroup_StateType:$state);
  let assemblyFormat = [{
    $target custom<Side>($side) (`step` `(` $step^ `)`)?
    (`lane` `(` $lane^ `)`)? attr-dict `:` qualified(type($state))
  }];
  let hasVerifier = 1;
}

def Pipegroup_CurrentOp : Pipegroup_EffectOp<"current"> {
  let summary = "the state that the implicit form has here";
  let description = [{
    Gives the state that an op without one would use at this place, so that its
    slot number and barriers can be taken. Where acquires or waits advance on
    their own, it is theirs; `lagging` gives that of commits or releases.
    `pipegroup-thread-states` replaces it.

    Requires: P1, P2, P4, P5.

    Effect on the barriers: none; it must stay where it is.

    Example:

    ```mlir
    pipegroup.acquire @ab::@a
    %s = pipegroup.current @ab::@a producer : !pipegroup.state<4>
    %slot = pipegroup.index %s : !pipegroup.state<4>
    pipegroup.commit @ab::@a
    ```

    Errors: as `pipegroup.start`.
  }];
  let arguments = (ins SymbolRefAttr:$target, Pipegroup_SideAttr:$side,
                       UnitAttr:$lagging);
  let results = (outs Pipegroup_StateType:$state);
  let assemblyFormat = [{
    $target custom<Side>($side) (`lagging` $lagging^)? attr-dict `:`
    qualified(type($state))
  }];
  let extraClassDeclaration = [{
    /// An action that uses the state.
    ::pipegroup::model::Action getAction();
  }];
}

def Pipegroup_AdvanceOp
    : Pipegroup_Op<"advance", [AllTypesMatch<["state", "next"]>,
                               Pipegroup_InFunction, Pure]> {
  let summary = "the state one slot further, or some more";
  let description = [{
    Adds one to the slot number, or the stride that follows `by`; past the last
    slot it subtracts the number of slots and takes the other parity.

    Requires: P4, P9.

    Effect on the barriers: none.

    Example:

    ```mlir
    %n = pipegroup.advance %p : !pipegroup.state<4>
    %m = pipegroup.advance %p by 2 : !pipegroup.state<4>
    ```

    Errors: a stride that is not between 1 and the number of slots, or not that of
    the side.
  }];
  let arguments = (ins Pipegroup_StateType:$state,
                       DefaultValuedAttr<Pipegroup_Number, "1">:$by);
  let results = (outs Pipegroup_StateType:$next);
  let assemblyFormat = [{
    $state (`by` $by^)? attr-dict `:` qualified(type($state))
  }];
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Pipegroup_IndexOp
    : Pipegroup_Op<"index", [Pipegroup_InFunction, Pure]> {
  let summary = "the slot number of a state";
  let description = [{
    Gives the number of the slot, from 0 to stages - 1.

    Requires: P4.

    Effect on the barriers: none.

    Example:

    ```mlir
    %i = pipegroup.index %p : !pipegroup.state<4>
    ```

    Errors: none of its own.
  }];
  let arguments = (ins Pipegroup_StateType:$state);
  let results = (outs I32:$index);
  let assemblyFormat = "$state attr-dict `:` qualified(type($state))";
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

class Pipegroup_ActionOp<string opMnemonic, string action,
                         list<Trait> traits = []>
    : Pipegroup_EffectOp<
          opMnemonic,
          !listconcat([DeclareOpInterfaceMethods<Pipegroup_ActionOpInterface>],
                      traits)> {
  let arguments = (ins SymbolRefAttr:$target,
                       Optional<Pipegroup_StateType>:$state);
  let assemblyFormat = [{
    $target (`[` $state^ `]`)? attr-dict (`:` qualified(type($state))^)?
  }];
  let extraClassDefinition = [{
    ::pipegroup::model::Action $cppClass::getAction() {
      return ::pipegroup::model::Action::}] # action # [{;
    }
  }];
}

/// The blocking form of a wait, which may take a token.
class Pipegroup_BlockingOp<string opMnemonic, string action>
    : Pipegroup_ActionOp<opMnemonic, action, [AttrSizedOperandSegments]> {
  let arguments = (ins SymbolRefAttr:$target,
                       Optional<Pipegroup_StateType>:$state,
                       Optional<I1>:$token);
  let assemblyFormat = [{
    $target (`[` $state^ `]`)? (`unless` $token^)? attr-dict
    (`:` qualified(type($state))^)?
  }];
}

/// The form of a wait that gives a token instead of blocking.
class Pipegroup_TryOp<string opMnemonic, string action>
    : Pipegroup_ActionOp<opMnemonic, action> {
  let results = (outs I1:$token);
}

def Pipegroup_AcquireOp : Pipegroup_BlockingOp<"acquire", "Acquire"> {
  let summary = "block until the slot is free";
  let description = [{
    Waits until the slot's previous contents have been released. A token that is
    true replaces the wait. A TMA producer then arms the full barrier, also when
    the wait was skipped; in a fork the last acquire of a round arms it once.

    Requires: P1 to P8, K1.

    Effect on the barriers: waits on `empty` for the other parity; TMA:
    arrive.expect_tx on `full`.

    Example:

    ```mlir
    %t = pipegroup.try_acquire @ab::@a[%p] : !pipegroup.state<4>
    pipegroup.acquire @ab::@a[%p] unless %t : !pipegroup.state<4>
    ```

    Errors: a group instead of a member, a state of other stages, a token that
    was made for another state.
  }];
}

def Pipegroup_TryAcquireOp : Pipegroup_TryOp<"try_acquire", "Acquire"> {
  let summary = "whether the slot is free";
  let description = [{
    Tests what `pipegroup.acquire` waits for, without blocking and without
    arming.

    Requires: P1, P2, P3, P4, P5, K1.

    Effect on the barriers: reads `empty`.

    Example:

    ```mlir
    %t = pipegroup.try_acquire @ab::@a[%p] : !pipegroup.state<4>
    ```

    Errors: as `pipegroup.acquire`.
  }];
}

def Pipegroup_CommitOp : Pipegroup_ActionOp<"commit", "Commit"> {
  let summary = "signal that the slot is filled";
  let description = [{
    Signals the full barrier in the way of the producer's kind. A TMA producer
    has nothing left to do: the bytes signal.

    Requires: P1, P2, P3, P4, P5, P8, K1.

    Effect on the barriers: async: arrives on `full`; umma: tcgen05.commit to
    `full`; tma: none. Generic stores that a umma consumer reads are fenced
    first [K8].

    Example:

    ```mlir
    pipegroup.commit @ab::@a[%p] : !pipegroup.state<4>
    ```

    Errors: a member of a fork, a group of another mode.
  }];
}

def Pipegroup_WaitOp : Pipegroup_BlockingOp<"wait", "Wait"> {
  let summary = "block until the slot holds data";
  let description = [{
    Waits until the slot of this state is filled. A token that is true replaces
    the wait.

    Requires: P1, P2, P3, P4, P5, P7, K1.

    Effect on the barriers: waits on `full`.

    Example:

    ```mlir
    %t = pipegroup.try_wait @ab::@a[%c] : !pipegroup.state<4>
    pipegroup.wait @ab::@a[%c] unless %t : !pipegroup.state<4>
    ```

    Errors: a group that is not fused, a member of a fused one, a token that was
    made for another state.
  }];
}

def Pipegroup_TryWaitOp : Pipegroup_TryOp<"try_wait", "Wait"> {
  let summary = "whether the slot holds data";
  let description = [{
    Tests what `pipegroup.wait` waits for, without blocking.

    Requires: P1, P2, P3, P4, P5, K1.

    Effect on the barriers: reads `full`.

    Example:

    ```mlir
    %t = pipegroup.try_wait @ab::@b[%c] : !pipegroup.state<4>
    ```

    Errors: as `pipegroup.wait`.
  }];
}

def Pipegroup_ReleaseOp : Pipegroup_ActionOp<"release", "Release"> {
  let summary = "signal that the slot is free";
  let description = [{
    Signals the empty barrier in the way of the consumer's kind.

    Requires: P1, P2, P3, P4, P5, P8, K1.

    Effect on the barriers: async: arrives on `empty`; umma: tcgen05.commit to
    `empty`.

    Example:

    ```mlir
    pipegroup.release @ab[%c] : !pipegroup.state<4>
    ```

    Errors: a member of a merge, the group of a fork.
  }];
}

def Pipegroup_TailOp : Pipegroup_ActionOp<"tail", "Tail"> {
  let summary = "block until every filled slot has been released";
  let description = [{
    Waits for the release of every slot that this producer has filled, at most
    one lap. It never arms. A fork drains the empty barriers of all members.

    Requires: P1, P2, P3, P4, P5, K1.

    Effect on the barriers: waits on `empty` of every slot.

    Example:

    ```mlir
    pipegroup.tail @ab::@a[%p] : !pipegroup.state<4>
    ```

    Errors: a member of a fork, a group of another mode.
  }];
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

/// A buffer in shared memory, as a value or by its address.
def Pipegroup_Buffer : AnyTypeOf<[AnyMemRef, Pipegroup_SharedPtr]>;

def Pipegroup_SlotOp : Pipegroup_ProtocolOp<"slot", [Pure]> {
  let summary = "the buffer of a slot";
  let description = [{
    Gives the buffer that a state of the member stands at, as a memref of the
    member's slot type or as a pointer to its first byte. The members of a fork
    have the same buffers. A producer may use it from its acquire to its commit,
    a consumer from its wait to its release; `pipegroup-check-protocol` looks at
    what is read and written in it.

    Requires: P1, P2, P3, P4, P5, P10, K11.

    Effect on the barriers: none.

    Example:

    ```mlir
    pipegroup.group @copy merge {
      pipegroup.member @x async_async stages(4) producer(thread 32) consumer(thread 32) slot(memref<64xf32, 3>)
    }
    func.func @take() -> memref<64xf32, 3> {
      %c = pipegroup.start @copy consumer : !pipegroup.state<4>
      %x = pipegroup.slot @copy::@x[%c] : !pipegroup.state<4> -> memref<64xf32, 3>
      return %x : memref<64xf32, 3>
    }
    ```

    Errors: a group, a member without a slot type, another memref type.
  }];
  let arguments = (ins SymbolRefAttr:$target, Pipegroup_StateType:$state);
  let results = (outs Pipegroup_Buffer:$buffer);
  let assemblyFormat = [{
    $target `[` $state `]` attr-dict `:` qualified(type($state)) `->`
    type($buffer)
  }];
}

//===----------------------------------------------------------------------===//
// The way out
//===----------------------------------------------------------------------===//

/// Reads, so that it stays behind the init that makes the barriers.
class Pipegroup_AddressOp<string opMnemonic>
    : Pipegroup_ProtocolOp<opMnemonic, [MemoryEffects<[MemRead]>]> {
  let arguments = (ins SymbolRefAttr:$target, Pipegroup_StateType:$state);
  let results = (outs Pipegroup_BarrierRef:$barrier);
  let assemblyFormat = [{
    $target `[` $state `]` attr-dict `:` qualified(type($state)) `->`
    type($barrier)
  }];
}

def Pipegroup_FullBarrierOp : Pipegroup_AddressOp<"full_barrier"> {
  let summary = "the full barrier of a slot";
  let description = [{
    Gives the address of the mbarrier for code that issues its own TMA or other
    transaction: an LLVM pointer, or what nvgpu ops take. A group may be named
    where its members share the array. Where the leader of a pair arms for both
    CTAs it is the leader's barrier, for the bytes of loads of the pair.

    Requires: P1, P2, P3, P4, P5, K1.

    Effect on the barriers: none.

    Example:

    ```mlir
    %full = pipegroup.full_barrier @ab::@b[%p] : !pipegroup.state<4> -> !llvm.ptr<3>
    ```

    Errors: a group whose members have an array each.
  }];
}

def Pipegroup_EmptyBarrierOp : Pipegroup_AddressOp<"empty_barrier"> {
  let summary = "the empty barrier of a slot";
  let description = [{
    As `pipegroup.full_barrier`, for the empty barrier.

    Requires: P1, P2, P3, P4, P5, K1.

    Effect on the barriers: none.

    Example:

    ```mlir
    %empty = pipegroup.empty_barrier @ab::@a[%c] : !pipegroup.state<4> -> !llvm.ptr<3>
    ```

    Errors: a group whose members have an array each.
  }];
}

#endif // PIPEGROUP_IR_PROTOCOLOPS_TD
