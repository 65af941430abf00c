//===- Flow.h - What may be executed after what -----------------*- C++ -*-===//

#ifndef PIPEGROUP_ANALYSIS_FLOW_H
#define PIPEGROUP_ANALYSIS_FLOW_H

#include "pipegroup/IR/Pipegroup.h"

namespace pipegroup {

/// The reference of an op that uses a group's barriers; null for other ops.
mlir::SymbolRefAttr barrierUse(mlir::Operation *op);

/// True if `op` may be executed more than once in its function.
bool isInLoop(mlir::Operation *op);

/// True if `op` may be executed more than once while `value`, which it uses,
/// stays the same.
bool mayRepeat(mlir::Operation *op, mlir::Value value);

/// True if `op` may be executed after `first` while `value`, which both use,
/// stays the same; a null value always does.
bool mayComeAfter(mlir::Operation *op, mlir::Operation *first,
                  mlir::Value value = {});

} // namespace pipegroup

#endif // PIPEGROUP_ANALYSIS_FLOW_H
