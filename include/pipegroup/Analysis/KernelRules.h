//===- KernelRules.h - Rules that only a whole function shows ---*- C++ -*-===//

#ifndef PIPEGROUP_ANALYSIS_KERNELRULES_H
#define PIPEGROUP_ANALYSIS_KERNELRULES_H

#include "pipegroup/Analysis/GroupPlans.h"

#include "mlir/IR/Dominance.h"
#include "llvm/ADT/DenseSet.h"

namespace pipegroup {

/// The acquires that arm: in a fork the last of each round, elsewhere all.
using ArmingAcquires = llvm::DenseSet<mlir::Operation *>;

/// Checks D1, D3, D4, D5, D10, D11, K1, K6, K9, K10, M11, P3, P6, P8 and P9 in
/// `function` and adds the acquires that arm to `arming`.
mlir::LogicalResult checkKernelRules(mlir::Operation *function,
                                     GroupPlans &plans, ArmingAcquires &arming);

/// D1: nothing but wgmma, its waits and control flow uses a value that is in
/// flight, and nothing makes A in registers again.
mlir::LogicalResult checkD1(mlir::Operation *function);

/// D3: matrices in global variables begin where their swizzle does.
mlir::LogicalResult checkD3(mlir::Operation *function);

/// D5: tensor memory is allocated once and freed once, after all uses, which
/// are of what is allocated.
mlir::LogicalResult checkD5(mlir::Operation *function);

/// K1: a group is initialised once before it is used, and used only while it
/// lives.
mlir::LogicalResult checkK1(mlir::Operation *function, GroupPlans &plans,
                            mlir::DominanceInfo &dominance);

/// True if threads can see different values, or that is not known, as of what a
/// call returns.
bool mayDifferBetweenThreads(mlir::Value value);

/// K6: all threads of a task reach the same protocol ops.
mlir::LogicalResult checkK6(mlir::Operation *function);

/// True for a barrier that all threads of the CTA must reach.
bool isCtaBarrier(mlir::Operation *op);

/// K9: no barrier of the whole CTA inside a task.
mlir::LogicalResult checkK9(mlir::Operation *function);

/// The CTAs of a cluster in x, y and z, as a launch has them.
using ClusterSize = std::array<int32_t, 3>;

/// The cluster sizes that attributes of `function` give.
llvm::SmallVector<ClusterSize> writtenClusterSizes(mlir::Operation *function);

/// The cluster that the groups which `function` initialises need; none if all
/// of them are in one CTA.
std::optional<ClusterSize> clusterSizeOf(mlir::Operation *function,
                                         GroupPlans &plans);

/// K10: the groups of a kernel that span several CTAs need clusters of one
/// size, which is the kernel's.
mlir::LogicalResult checkK10(mlir::Operation *function, GroupPlans &plans);

/// P3: every state comes from a start of the group and side that it is used
/// for, through control flow that can carry it. P9: it moves by a stride of its
/// side.
mlir::LogicalResult checkP3(mlir::Operation *function, GroupPlans &plans);

/// M11: what one warp of several does for all happens in a task.
mlir::LogicalResult checkM11(mlir::Operation *function, GroupPlans &plans);

/// P6: a fork acquires all members on a state in one block.
mlir::LogicalResult checkP6(mlir::Operation *function, GroupPlans &plans,
                            ArmingAcquires &arming);

/// P8: an acquire, commit or release acts once on each state.
mlir::LogicalResult checkP8(mlir::Operation *function);

/// D10: the loads of a round bring the bytes that its member expects.
mlir::LogicalResult checkD10(mlir::Operation *function, GroupPlans &plans);

/// D11: slots of which a commit only tells that cp.async has filled them are
/// filled by cp.async.
mlir::LogicalResult checkD11(mlir::Operation *function, GroupPlans &plans);

/// D4 and D5: tensor core and tensor memory are those of pairs where the groups
/// of the kernel are.
mlir::LogicalResult checkCtaGroups(mlir::Operation *function,
                                   GroupPlans &plans);

} // namespace pipegroup

#endif // PIPEGROUP_ANALYSIS_KERNELRULES_H
