//===- BatchWaits.cpp - Waits that follow each other try together ---------===//

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

/// Waits for rounds of groups with nothing but address and number computations,
/// and fences for the waits, in between.
using Run = SmallVector<BarrierWaitOp>;

/// True for a wait that was a protocol op: this warp has waited for the round
/// before at the same barrier, which cannot be taken for an earlier phase then.
static bool isForRound(BarrierWaitOp wait) {
  return wait->hasAttrOfType<IntegerAttr>(roundAttrName);
}

/// The number of slots of the ring that `wait`, for a round, belongs to.
static int64_t slotsOf(BarrierWaitOp wait) {
  return wait->getAttrOfType<IntegerAttr>(roundAttrName).getInt();
}

/// The runs of `block` that have several waits.
static SmallVector<Run> findRuns(Block &block) {
  SmallVector<Run> runs(1);
  for (Operation &op : block) {
    auto wait = dyn_cast<BarrierWaitOp>(op);
    if (wait && isForRound(wait)) {
      runs.back().push_back(wait);
    } else if (!isPure(&op) && !isa<TensorFenceAfterOp>(op) &&
               !runs.back().empty()) {
      runs.emplace_back();
    }
  }
  llvm::erase_if(runs, [](const Run &run) { return run.size() < 2; });
  return runs;
}

/// Whether one branch asks if all waits of `run` are over, as measured: of many
/// in a ring of one slot, where nobody runs ahead and all begin late. Elsewhere
/// the tries of few are as fast as the branches, and of many one rarely is not
/// over.
static bool hasCommonBranch(const Run &run) {
  constexpr size_t many = 8;
  return run.size() >= many && llvm::all_of(run, [](BarrierWaitOp wait) {
           return slotsOf(wait) == 1;
         });
}

static Value constant(OpBuilder &builder, Location loc, bool value) {
  return arith::ConstantIntOp::create(builder, loc, builder.getI1Type(), value);
}

static Value negate(OpBuilder &builder, Location loc, Value token) {
  return arith::XOrIOp::create(builder, loc, token,
                               constant(builder, loc, true));
}

/// That `token` is false, which LLVM then lays out of the loop's way.
static Value isUnlikely(OpBuilder &builder, Location loc, Value token) {
  Value negated = negate(builder, loc, token);
  return LLVM::ExpectOp::create(builder, loc, negated,
                                constant(builder, loc, false));
}

/// Takes the fences between the waits of `run` away; true if there are any.
static bool takeFences(Run &run) {
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
static void batch(Run &run) {
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
    Value mustWait = isCommon ? negate(builder, wait.getLoc(), token)
                              : isUnlikely(builder, wait.getLoc(), token);
    auto branch = scf::IfOp::create(builder, wait.getLoc(), mustWait);
    wait->moveBefore(branch.thenYield());
  }
}

namespace {

struct BatchWaits : pipegroup::impl::PipegroupBatchWaitsBase<BatchWaits> {
  void runOnOperation() override {
    SmallVector<Run> runs;
    getOperation()->walk(
        [&](Block *block) { llvm::append_range(runs, findRuns(*block)); });
    for (Run &run : runs)
      batch(run);
  }
};

} // namespace
