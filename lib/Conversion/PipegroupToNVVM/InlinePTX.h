//===- InlinePTX.h - Pieces of PTX with many registers ----------*- C++ -*-===//

#ifndef PIPEGROUP_LIB_CONVERSION_PIPEGROUPTONVVM_INLINEPTX_H
#define PIPEGROUP_LIB_CONVERSION_PIPEGROUPTONVVM_INLINEPTX_H

#include "pipegroup/Model/Matrix.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace pipegroup {

/// The 32-bit registers that hold a fragment.
class Registers {
public:
  explicit Registers(mlir::VectorType fragment);

  int64_t size() const { return packed.getNumElements(); }
  mlir::Type type() const { return packed.getElementType(); }
  char constraint() const { return type().isF32() ? 'f' : 'r'; }

  /// Takes `value` apart.
  void append(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
              llvm::SmallVectorImpl<mlir::Value> &registers) const;

  /// Puts `registers` together.
  mlir::Value collect(mlir::OpBuilder &builder, mlir::Location loc,
                      llvm::ArrayRef<mlir::Value> registers) const;

private:
  mlir::VectorType fragment, packed;
};

/// A piece of PTX whose results are registers, and its operands. Results are
/// added before operands, and take the first places in the text. No result is
/// in the registers of an operand, other than of its own `before`.
///
/// LLVM may copy the piece onto paths on which the threads of a warp are apart.
/// Where it has instructions that a warp executes as one, an intrinsic that is
/// convergent stands beside it and keeps its block as it is.
class InlinePTX {
public:
  InlinePTX(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  /// Adds a result; if `before` is not null, its registers begin with that
  /// value.
  void addResult(mlir::VectorType fragment, mlir::Value before);

  /// Adds an operand and gives its place, such as "$4".
  std::string addOperand(mlir::Value value, char constraint);
  /// Adds the registers of a fragment.
  llvm::SmallVector<std::string> addOperands(mlir::Value fragment);

  /// "{$4, $5, $6}"
  static std::string list(int64_t first, int64_t count);

  /// Builds `text` and gives the results.
  llvm::SmallVector<mlir::Value> create(llvm::StringRef text);

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::SmallVector<Registers> results;
  llvm::SmallVector<mlir::Type> types;
  llvm::SmallVector<mlir::Value> operands;
  std::string outputs, inputs;
};

/// The descriptors of an operand in shared memory: one for each K step, and for
/// each band of 64 rows.
class Descriptors {
public:
  /// `constant` is what a descriptor has beside the address; `row`, if it is
  /// not null, is the row that the first band begins at, a multiple of 64.
  Descriptors(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value memref,
              const model::OperandLayout &layout, uint64_t constant,
              mlir::Value row = {});

  mlir::Value get(int64_t band, int64_t step);

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  model::OperandLayout layout;
  mlir::Value first;
};

/// The address of `memref`, which is in shared memory, as an i32.
mlir::Value createSharedAddress(mlir::OpBuilder &builder, mlir::Location loc,
                                mlir::Value memref);

} // namespace pipegroup

#endif // PIPEGROUP_LIB_CONVERSION_PIPEGROUPTONVVM_INLINEPTX_H
