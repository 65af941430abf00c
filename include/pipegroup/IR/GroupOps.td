//===- GroupOps.td - Declaring groups ---------------------*- tablegen -*-===//

#ifndef PIPEGROUP_IR_GROUPOPS_TD
#define PIPEGROUP_IR_GROUPOPS_TD

include "pipegroup/IR/PipegroupBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"

def Pipegroup_InFunction : NativeOpTrait<"InFunction"> {
  let cppNamespace = "::pipegroup";
}

class Pipegroup_Op<string opMnemonic, list<Trait> traits = []>
    : Op<Pipegroup_Dialect, opMnemonic, traits>;

def Pipegroup_GroupOp : Pipegroup_Op<"group", [
    IsolatedFromAbove, NoRegionArguments, NoTerminator, SingleBlock, Symbol,
    SymbolTable]> {
  let summary = "members that share barriers";
  let description = [{
    Declares members whose pipelines advance in lock step and share the barriers
    of the side that one task drives. A group of one member is a plain pipeline.

    Requires: G1 to G17 of the members, M1 to M9, M12 and M14 of
    each. The mode may be
    left out when the members' kinds imply it.

    Effect on the barriers: none by itself; `pipegroup.init` initialises them.
    Storage is static shared memory, or dynamic shared memory at the byte offset
    that `dynamic(...)` gives.

    Example:

    ```mlir
    pipegroup.group @ab merge {
      pipegroup.member @a async_umma stages(4) producer(thread 32) consumer(warp 1)
      pipegroup.member @b tma_umma stages(4) producer(warp 1) consumer(warp 1) bytes(2048)
    }
    pipegroup.group @late merge config(stages(2) full(1) empty(128)) dynamic(1024) {
      pipegroup.member @x umma_async stages(2) producer(warp 1) consumer(thread 128)
    }
    ```

    Errors: any broken rule, at the group, with a note at each member involved.
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    OptionalAttr<StrAttr>:$sym_visibility,
    OptionalAttr<Pipegroup_ModeAttr>:$mode,
    OptionalAttr<Pipegroup_ConfigAttr>:$config,
    OptionalAttr<Pipegroup_Number>:$dynamic);
  let regions = (region SizedRegion<1>:$bodyRegion);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The members in order.
    auto getMembers() { return getBody()->getOps<::pipegroup::MemberOp>(); }
    /// Everything that was written, as the core knows it.
    ::pipegroup::model::GroupConfig getGroupConfig();
    /// The mode that is written or that the members' kinds imply.
    std::optional<::pipegroup::model::Mode> getResolvedMode();
    /// Stages of the first member.
    int64_t getStages();
    /// Reports `problem` at the op that it names.
    void emitProblem(const ::pipegroup::model::Problem &problem);
  }];
}

def Pipegroup_MemberOp : Pipegroup_Op<"member", [HasParent<"GroupOp">, Symbol]> {
  let summary = "one pipeline of a group";
  let description = [{
    Declares a pipeline exactly as it would be declared alone; the group works
    out what is shared. Clauses after `stages` come in any order:
    `producer(thread n)` or `producer(warp n)`, `consumer(...)` likewise,
    `bytes(n)`, `partial`, `slot(memref type)`, `swizzle(bytes)`,
    `transport(cp_async)`,
    `arm(leader)`, `signal(cta_leader)`, `cluster(v, m, n, k)`,
    `multicast(m, n)`, `interleave(acquire, commit, wait, release)`,
    `advance_on_wait` and `advance_on_acquire`.

    A member with `slot` owns as many buffers of that type as it has stages, in
    shared memory; `pipegroup.slot` gives that of a state. `swizzle` is the
    number of bytes, 32, 64 or 128, within which TMA permutes each row.

    Requires: M1 to M9, M12 and M14.

    Effect on the barriers: none by itself.

    Example:

    ```mlir
    pipegroup.group @copy merge {
      pipegroup.member @x tma_async stages(3) producer(warp 1) consumer(warp 4)
          bytes(8192) slot(memref<64x64xf16, 3>) swizzle(128)
    }
    ```

    Errors: any broken rule, and a clause that is unknown or written twice.
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    OptionalAttr<StrAttr>:$sym_visibility,
    Pipegroup_PipelineTypeAttr:$type,
    Pipegroup_Number:$stages,
    OptionalAttr<Pipegroup_AgentAttr>:$producer,
    OptionalAttr<Pipegroup_AgentAttr>:$consumer,
    OptionalAttr<Pipegroup_Number>:$bytes,
    UnitAttr:$partial,
    OptionalAttr<TypeAttrOf<AnyMemRef>>:$slot,
    OptionalAttr<Pipegroup_Number>:$swizzle,
    OptionalAttr<Pipegroup_TransportAttr>:$transport,
    OptionalAttr<Pipegroup_ArmPolicyAttr>:$arm,
    OptionalAttr<Pipegroup_SignalPolicyAttr>:$signal,
    OptionalAttr<DenseI64ArrayAttr>:$cluster,
    OptionalAttr<DenseI64ArrayAttr>:$multicast,
    OptionalAttr<DenseI64ArrayAttr>:$interleave,
    UnitAttr:$advance_on_wait,
    UnitAttr:$advance_on_acquire);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Everything that was written, as the core knows it.
    ::pipegroup::model::MemberConfig getMemberConfig();
    /// The type of a slot; null if none is written.
    ::mlir::MemRefType getSlotType();
    /// A member counts in its group whether or not it is named, even a private
    /// one.
    bool canDiscardOnUseEmpty() { return false; }
  }];
}

#endif // PIPEGROUP_IR_GROUPOPS_TD
