//===- BatchWaits.cpp - Waits that follow each other try together ---------===//

#include "WaitRuns.h"

#include "pipegroup/IR/Pipegroup.h"
#include "pipegroup/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace pipegroup {
#define GEN_PASS_DEF_PIPEGROUPBATCHWAITS
#include "pipegroup/Transforms/Passes.h.inc"
} // namespace pipegroup

using namespace mlir;
using namespace pipegroup;

/// Whether one branch asks if all waits of `run` are over, as measured: of many
/// in a ring of one slot, where nobody runs ahead and all begin late. Elsewhere
/// the tries of few are as fast as the branches, and of many mostly one is not
/// over.
static bool hasCommonBranch(const WaitRun &run) {
  return run.size() >= manyWaits && llvm::all_of(run, [](BarrierWaitOp wait) {
           return slotsOf(wait) == 1;
         });
}

/// Takes the fences between the waits of `run` away; true if there are any.
static bool takeFences(WaitRun &run) {
  SmallVector<Operation *> fences;
  for (Operation *op = run.front(); op != run.back(); op = op->getNextNode())
    if (isa<TensorFenceAfterOp>(op))
      fences.push_back(op);
  for (Operation *fence : fences)
    fence->erase();
  return !fences.empty();
}

/// Builds a branch, laid out of the way, on which not all of `ready` hold.
static scf::IfOp branchIfAnyFails(OpBuilder &builder, Location loc,
                                  ArrayRef<Value> ready) {
  Value all;
  for (Value token : ready)
    all = all ? arith::AndIOp::create(builder, loc, all, token) : token;
  return scf::IfOp::create(builder, loc, isUnlikely(builder, loc, all));
}

/// Tries all barriers of `run` at once, then waits on those that were not
/// ready.
static void batch(WaitRun &run) {
  OpBuilder builder(run.back());
  Location loc = run.back().getLoc();
  // One fence after all of them does for each.
  bool needsFence = takeFences(run) && !isa_and_present<TensorFenceAfterOp>(
                                           run.back()->getNextNode());
  SmallVector<Value> ready;
  for (BarrierWaitOp wait : run)
    ready.push_back(BarrierTryWaitOp::create(
        builder, wait.getLoc(), builder.getI1Type(), wait.getBarrier(),
        wait.getParity(), wait.getClusterScope()));
  if (needsFence)
    builder.setInsertionPoint(TensorFenceAfterOp::create(builder, loc));
  bool isCommon = hasCommonBranch(run);
  if (isCommon)
    builder.setInsertionPoint(
        branchIfAnyFails(builder, loc, ready).thenYield());
  for (auto [wait, token] : llvm::zip(run, ready)) {
    if (!isCommon) {
      waitUnless(builder, wait, token);
      continue;
    }
    auto branch = scf::IfOp::create(builder, wait.getLoc(),
                                    negate(builder, wait.getLoc(), token));
    wait->moveBefore(branch.thenYield());
  }
}

namespace {

struct BatchWaits : pipegroup::impl::PipegroupBatchWaitsBase<BatchWaits> {
  void runOnOperation() override {
    SmallVector<WaitRun> runs;
    getOperation()->walk(
        [&](Block *block) { llvm::append_range(runs, findWaitRuns(*block)); });
    for (WaitRun &run : runs)
      if (run.size() > 1)
        batch(run);
  }
};

} // namespace
