//===- WaitRuns.h - Waits that follow each other ----------------*- C++ -*-===//

#ifndef PIPEGROUP_LIB_TRANSFORMS_WAITRUNS_H
#define PIPEGROUP_LIB_TRANSFORMS_WAITRUNS_H

#include "pipegroup/IR/Pipegroup.h"

#include "mlir/IR/Builders.h"

namespace pipegroup {

/// Waits for rounds of groups with nothing but address and number computations,
/// and fences for the waits, in between. Such a wait was a protocol op: its
/// warp knows that the round before at the same barrier is over, which cannot be
/// taken for an earlier phase then. No run waits twice at a barrier: nobody
/// would have freed or filled the slot in between.
using WaitRun = llvm::SmallVector<BarrierWaitOp>;

/// So many waits in a run that mostly one of them is not over.
inline constexpr size_t manyWaits = 8;

/// The runs of `block`, of one wait or more, in order.
llvm::SmallVector<WaitRun> findWaitRuns(mlir::Block &block);

/// The number of slots of the ring that `wait`, for a round, belongs to.
int64_t slotsOf(BarrierWaitOp wait);

/// That `token` is false.
mlir::Value negate(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value token);

/// That `token` is false, which LLVM then lays out of the loop's way.
mlir::Value isUnlikely(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value token);

/// Moves `wait` into a branch, out of the loop's way, for a false `token`.
/// `builder` stands where the branch goes.
void waitUnless(mlir::OpBuilder &builder, BarrierWaitOp wait,
                mlir::Value token);

} // namespace pipegroup

#endif // PIPEGROUP_LIB_TRANSFORMS_WAITRUNS_H
