//===- StateFlow.h - How values travel through control flow -----*- C++ -*-===//

#ifndef PIPEGROUP_IR_STATEFLOW_H
#define PIPEGROUP_IR_STATEFLOW_H

#include "mlir/IR/Value.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace pipegroup {

/// The values that control flow can pass to `value`, a block argument or the
/// result of an op with regions, in an order that is the same for all values
/// which that flow defines together. None if it is not known.
std::optional<llvm::SmallVector<mlir::Value>> incomingValues(mlir::Value value);

/// Calls `visit` for every pair of an operand and the region argument or result
/// that an edge between the regions of `op` passes it to.
void forEachRegionEdge(
    mlir::RegionBranchOpInterface op,
    llvm::function_ref<void(mlir::Value operand, mlir::Value input)> visit);

/// True if `token`, whenever it is true, was made by a try op for the very
/// value `state` and the same target as `op` [P7].
bool tokenBelongsTo(mlir::Operation *op, mlir::Value token, mlir::Value state);

} // namespace pipegroup

#endif // PIPEGROUP_IR_STATEFLOW_H
