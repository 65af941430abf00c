//===- Pipegroup.h - The dialect's C++ interface ----------------*- C++ -*-===//

#ifndef PIPEGROUP_IR_PIPEGROUP_H
#define PIPEGROUP_IR_PIPEGROUP_H

#include "pipegroup/Model/Config.h"
#include "pipegroup/Model/Matrix.h"
#include "pipegroup/Model/Problem.h"
#include "pipegroup/Model/Protocol.h"
#include "pipegroup/Model/Tasks.h"
#include "pipegroup/Model/Umma.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace pipegroup {

/// The spelling of an enumerator of the core.
template <typename E> llvm::StringRef nameRef(E value) {
  std::string_view name = model::nameOf(value);
  return {name.data(), name.size()};
}

/// Parses a keyword that spells an enumerator of the core.
template <typename E>
mlir::FailureOr<E> parseModelEnum(mlir::AsmParser &parser) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  llvm::StringRef keyword;
  if (failed(parser.parseKeyword(&keyword)))
    return mlir::failure();
  std::optional<E> value = model::fromName<E>({keyword.data(), keyword.size()});
  if (value)
    return *value;
  return parser.emitError(loc) << "found '" << keyword << "', expected one of "
                               << model::listNames<E>();
}

/// True for `!nvgpu.mbarrier.group` in workgroup memory with one barrier.
bool isNVGPUBarrierGroup(mlir::Type type);

/// True for a memref of static shape and whole bytes in shared memory, whose
/// elements lie one after the other.
bool isSharedBuffer(mlir::MemRefType type);
/// True for a memref in shared memory.
bool isSharedMemory(mlir::MemRefType type);

/// P4: what acts on barriers means something only where a kernel runs.
mlir::LogicalResult verifyInFunction(mlir::Operation *op);

/// What more threads than one, `who`, have to execute is not where one
/// executes.
mlir::LogicalResult verifyTogether(mlir::Operation *op, llvm::StringRef who);

/// Trait of an op that keeps P4.
template <typename ConcreteType>
class InFunction : public mlir::OpTrait::TraitBase<ConcreteType, InFunction> {
public:
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) {
    return verifyInFunction(op);
  }
};

/// Marks waits that `pipegroup-materialize-barriers` makes of protocol ops:
/// with equal slot and parity they are for one round of their group. Gives the
/// number of slots of the ring.
inline constexpr llvm::StringLiteral roundAttrName = "pipegroup.round";

/// Marks the argument of a kernel that is a tensor map, passed by value.
inline constexpr llvm::StringLiteral tensorMapAttrName = "pipegroup.tensor_map";

/// Syntax of the type of a pointer to a barrier: nothing if it is in the CTA.
mlir::ParseResult parseSharedPointer(mlir::OpAsmParser &parser,
                                     mlir::Type &type);
void printSharedPointer(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                        mlir::Type type);

class GroupOp;
class MemberOp;
class TaskOp;

} // namespace pipegroup

#include "pipegroup/IR/PipegroupDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "pipegroup/IR/PipegroupAttrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "pipegroup/IR/PipegroupTypes.h.inc"

#include "pipegroup/IR/PipegroupInterfaces.h.inc"

#define GET_OP_CLASSES
#include "pipegroup/IR/PipegroupOps.h.inc"

namespace pipegroup {

/// What a reference in a protocol op names.
struct Addressee {
  GroupOp group;
  /// Null if the group itself is named.
  MemberOp member;

  model::Owner owner() {
    return member ? model::Owner::Member : model::Owner::Group;
  }
};

/// Finds what `ref` names, seen from `op`; reports a name that is unknown [P5].
mlir::FailureOr<Addressee> resolveTarget(mlir::Operation *op,
                                         mlir::SymbolRefAttr ref,
                                         mlir::SymbolTableCollection &tables);

} // namespace pipegroup

#endif // PIPEGROUP_IR_PIPEGROUP_H
