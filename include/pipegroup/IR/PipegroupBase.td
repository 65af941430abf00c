//===- PipegroupBase.td - Dialect, types, attributes ------*- tablegen -*-===//

#ifndef PIPEGROUP_IR_PIPEGROUPBASE_TD
#define PIPEGROUP_IR_PIPEGROUPBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/OpBase.td"

def Pipegroup_Dialect : Dialect {
  let name = "pipegroup";
  let summary = "Groups of mbarrier pipelines between producers and consumers";
  let description = [{
    Warp-specialised GPU kernels move data through rings of shared-memory slots
    that pairs of mbarriers guard. This dialect declares such rings as members
    of groups that share barriers, says which protocol step happens where, and
    leaves counts, phases, bytes and layout to the compiler.

    There are three levels: groups and protocol ops, which authors write;
    barrier ops, one per mbarrier action, which
    `pipegroup-materialize-barriers` makes of them; and the NVVM dialect. Rule
    ids in brackets, such as [G7], refer to `docs/Protocol.md`.
  }];
  let cppNamespace = "::pipegroup";
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
  let hasConstantMaterializer = 1;
  let hasRegionArgAttrVerify = 1;
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
}

class Pipegroup_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Pipegroup_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

class Pipegroup_Type<string name, string typeMnemonic>
    : TypeDef<Pipegroup_Dialect, name> {
  let mnemonic = typeMnemonic;
}

/// A number as written; rules refuse what is negative or too large.
def Pipegroup_Number
    : TypedSignlessIntegerAttrBase<I64, "int64_t",
                                   "64-bit signless integer attribute">;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// An enumeration of the core: C++ type and spellings come from
/// pipegroup/Model/Kinds.h.
class Pipegroup_ModelEnum<string enumName, string desc>
    : AttrParameter<"::pipegroup::model::" # enumName, desc> {
  let parser = "::pipegroup::parseModelEnum<::pipegroup::model::" # enumName #
               ">($_parser)";
  let printer = "$_printer << ::pipegroup::nameRef($_self)";
}

/// An attribute that holds one enumerator.
class Pipegroup_EnumAttr<string enumName, string attrMnemonic, string desc>
    : Pipegroup_Attr<enumName, attrMnemonic> {
  let summary = desc;
  let parameters = (ins Pipegroup_ModelEnum<enumName, desc>:$value);
  let assemblyFormat = "`<` $value `>`";
  let returnType = "::pipegroup::model::" # enumName;
  let convertFromStorage = "$_self.getValue()";
}

def Pipegroup_PipelineTypeAttr
    : Pipegroup_EnumAttr<"PipelineType", "type", "one of the six pipeline types">;
def Pipegroup_ModeAttr
    : Pipegroup_EnumAttr<"Mode", "mode", "how members share barriers">;
def Pipegroup_SideAttr
    : Pipegroup_EnumAttr<"Side", "side", "producer or consumer">;
def Pipegroup_TransportAttr
    : Pipegroup_EnumAttr<"Transport", "transport",
                         "how an async producer writes its slots">;
def Pipegroup_ArmPolicyAttr
    : Pipegroup_EnumAttr<"ArmPolicy", "arm",
                         "which warps of a TMA producer arm">;
def Pipegroup_SignalPolicyAttr
    : Pipegroup_EnumAttr<"SignalPolicy", "signal",
                         "which CTAs a release signals">;

def Pipegroup_AgentAttr : Pipegroup_Attr<"Agent", "agent"> {
  let summary = "who performs one side: a number of threads or of warps";
  let description = [{
    Example: `#pipegroup.agent<warp 4>`.
  }];
  let parameters = (ins
    Pipegroup_ModelEnum<"Granularity", "thread or warp">:$granularity,
    "int64_t":$count);
  let assemblyFormat = "`<` $granularity $count `>`";
  let extraClassDeclaration = [{
    /// The agent as the core knows it.
    ::pipegroup::model::Agent getAgent() const {
      return {getGranularity(), getCount()};
    }
  }];
}

def Pipegroup_ConfigAttr : Pipegroup_Attr<"Config", "config"> {
  let summary = "a merged config written by hand";
  let description = [{
    Every field may be left out; a written one must equal what would be derived
    [G15]. `full`, `empty` and `bytes` have one number per barrier array of
    their role, in layout order.

    Example: `#pipegroup.config<stages(4) full(32, 1) empty(128)>`.
  }];
  let parameters = (ins
    OptionalParameter<"::pipegroup::PipelineTypeAttr">:$type,
    OptionalParameter<"::mlir::IntegerAttr">:$stages,
    OptionalParameter<"::mlir::DenseI64ArrayAttr">:$full,
    OptionalParameter<"::mlir::DenseI64ArrayAttr">:$empty,
    OptionalParameter<"::mlir::DenseI64ArrayAttr">:$bytes);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// The config as the core knows it.
    ::pipegroup::model::ExplicitConfig getConfig() const;
    /// The clauses without the enclosing brackets.
    static ::mlir::FailureOr<ConfigAttr> parseClauses(::mlir::AsmParser &parser);
    void printClauses(::mlir::AsmPrinter &printer) const;
  }];
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def Pipegroup_StateType : Pipegroup_Type<"State", "state"> {
  let summary = "where one side stands in a ring of `stages` slots";
  let description = [{
    A slot number and a parity, as one SSA value. A state is made by
    `pipegroup.start`, moved by `pipegroup.advance` and carried by the
    program's own control flow.

    Example: `!pipegroup.state<4>`.
  }];
  let parameters = (ins "int64_t":$stages);
  let assemblyFormat = "`<` $stages `>`";
  let genVerifyDecl = 1;
}

#endif // PIPEGROUP_IR_PIPEGROUPBASE_TD
