//===- MatrixTypes.h - What the core knows of matrix types ------*- C++ -*-===//

#ifndef PIPEGROUP_LIB_IR_MATRIXTYPES_H
#define PIPEGROUP_LIB_IR_MATRIXTYPES_H

#include "pipegroup/Model/Matrix.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace pipegroup {

/// The element that `type` is as a factor; f32 is read as tf32, which LLVM has
/// no type for.
std::optional<model::ElementKind> factorOf(mlir::Type type);

/// The element that `type` is in an accumulator.
std::optional<model::ElementKind> sumOf(mlir::Type type);

model::Major majorOf(bool isMN);

/// The sizes of `type` along M or N, and along K; `isMNLast` if M or N is the
/// contiguous one.
std::pair<int64_t, int64_t> sizesOf(mlir::MemRefType type, bool isMNLast);

/// How a matrix of `type` that keeps `verifySlot` lies in its slot.
model::OperandLayout layoutOf(mlir::MemRefType type, bool isMNLast,
                              std::optional<int64_t> swizzle,
                              int64_t elementBits);

/// D3: a matrix of known size that fits into shared memory, and a swizzle that
/// there is.
mlir::LogicalResult verifySlot(mlir::Operation *op, llvm::StringRef name,
                               mlir::MemRefType type,
                               std::optional<int64_t> swizzle);

/// D3: whole spans and groups of lines.
mlir::LogicalResult verifyLayout(mlir::Operation *op, llvm::StringRef name,
                                 const model::OperandLayout &layout);
/// D3: beside these, whole K steps.
mlir::LogicalResult verifyOperand(mlir::Operation *op, llvm::StringRef name,
                                  const model::OperandLayout &layout);

/// True if `op` is inside an op, itself inside `outermost`, that executes it
/// under a condition.
bool isConditional(mlir::Operation *op, mlir::Operation *outermost);

/// A row or column that is known is a multiple of `step`, and what begins there
/// ends in time.
mlir::LogicalResult verifyBegin(mlir::Operation *op, llvm::StringRef what,
                                mlir::Value begin, int64_t step, int64_t count,
                                int64_t size, llvm::StringRef rule);

/// Reports `problem`, if there is one, at `op`.
mlir::LogicalResult reportProblem(mlir::Operation *op, llvm::StringRef prefix,
                                  const std::optional<model::Problem> &problem);

} // namespace pipegroup

#endif // PIPEGROUP_LIB_IR_MATRIXTYPES_H
