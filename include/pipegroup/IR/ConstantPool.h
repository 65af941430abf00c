//===- ConstantPool.h - One constant per function and value -----*- C++ -*-===//

#ifndef PIPEGROUP_IR_CONSTANTPOOL_H
#define PIPEGROUP_IR_CONSTANTPOOL_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace pipegroup {

/// The first block of the function around `block`, which P4 demands.
inline mlir::Block *entryBlockAround(mlir::Block *block) {
  mlir::Operation *op = block->getParentOp();
  if (!mlir::isa<mlir::FunctionOpInterface>(op))
    op = op->getParentOfType<mlir::FunctionOpInterface>();
  return &op->getRegion(0).front();
}

/// Integer constants that a lowering needs, at the start of the function that
/// uses them. A lowering that makes its own for every use spends most of its
/// time on them.
class ConstantPool {
public:
  /// The constant `value` of `type`, usable where `builder` inserts.
  mlir::Value get(const mlir::OpBuilder &builder, mlir::Type type,
                  int64_t value) {
    mlir::Block *entry = entryBlockAround(builder.getInsertionBlock());
    mlir::Value &constant = constants[{entry, type, value}];
    if (!constant) {
      mlir::OpBuilder atEntry(entry, entry->begin());
      constant = mlir::arith::ConstantIntOp::create(
          atEntry, entry->getParentOp()->getLoc(), type, value);
    }
    return constant;
  }

private:
  llvm::DenseMap<std::tuple<mlir::Block *, mlir::Type, int64_t>, mlir::Value>
      constants;
};

} // namespace pipegroup

#endif // PIPEGROUP_IR_CONSTANTPOOL_H
