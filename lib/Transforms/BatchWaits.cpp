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

/// Waits for rounds of groups with nothing but address and number computations
/// in between.
using Run = SmallVector<BarrierWaitOp>;

/// True for a wait that was a protocol op: this warp has waited for the round
/// before at the same barrier, which cannot be taken for an earlier phase then.
static bool isForRound(BarrierWaitOp wait) {
  return wait->hasAttr(roundAttrName);
}

/// The runs of `block` that have several waits.
static SmallVector<Run> findRuns(Block &block) {
  SmallVector<Run> runs(1);
  for (Operation &op : block) {
    auto wait = dyn_cast<BarrierWaitOp>(op);
    if (wait && isForRound(wait)) {
      runs.back().push_back(wait);
    } else if (!isPure(&op) && !runs.back().empty()) {
      runs.emplace_back();
    }
  }
  llvm::erase_if(runs, [](const Run &run) { return run.size() < 2; });
  return runs;
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

/// Tries all barriers of `run` at once, then waits on those that were not
/// ready.
static void batch(Run &run) {
  OpBuilder builder(run.back());
  SmallVector<Value> ready;
  for (BarrierWaitOp wait : run)
    ready.push_back(BarrierTryWaitOp::create(
        builder, wait.getLoc(), builder.getI1Type(), wait.getBarrier(),
        wait.getParity(), wait.getClusterScope()));
  // One branch on the way on which all are ready.
  Location loc = run.back().getLoc();
  Value all;
  for (Value token : ready)
    all = all ? arith::AndIOp::create(builder, loc, all, token) : token;
  auto slow = scf::IfOp::create(builder, loc, isUnlikely(builder, loc, all));
  builder.setInsertionPoint(slow.thenYield());
  for (auto [wait, token] : llvm::zip(run, ready)) {
    auto branch = scf::IfOp::create(builder, wait.getLoc(),
                                    negate(builder, wait.getLoc(), token));
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
