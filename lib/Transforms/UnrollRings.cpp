//===- UnrollRings.cpp - One lap of a ring per iteration ------------------===//

#include "pipegroup/IR/Pipegroup.h"
#include "pipegroup/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"

#include <numeric>

namespace pipegroup {
#define GEN_PASS_DEF_PIPEGROUPUNROLLRINGS
#include "pipegroup/Transforms/Passes.h.inc"
} // namespace pipegroup

using namespace mlir;
using namespace pipegroup;

/// Iterations after which every state that `loop` carries has the slot number
/// again that it had; 1 if it carries none.
static int64_t lapOf(scf::ForOp loop) {
  int64_t lap = 1;
  for (AdvanceOp advance : loop.getBody()->getOps<AdvanceOp>()) {
    int64_t stages = advance.getState().getType().getStages();
    int64_t by = advance.getBy();
    lap = std::lcm(lap, stages / std::gcd(stages, by));
  }
  return lap;
}

static bool isInnermost(scf::ForOp loop) {
  return !loop.getBody()
              ->walk(
                  [](LoopLikeOpInterface) { return WalkResult::interrupt(); })
              .wasInterrupted();
}

static bool hasConstantBounds(scf::ForOp loop) {
  return llvm::all_of(
      ArrayRef({loop.getLowerBound(), loop.getUpperBound(), loop.getStep()}),
      [](Value bound) { return getConstantIntValue(bound).has_value(); });
}

/// The unrolled loop counts its iterations as an unsigned number, which is
/// large if the upper bound lies below the lower one. Upstream also expects
/// constant bounds where it can tell the number of trips.
static void clampUpperBound(scf::ForOp loop) {
  OpBuilder builder(loop);
  loop.setUpperBound(arith::MaxSIOp::create(
      builder, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound()));
}

namespace {

struct UnrollRings : pipegroup::impl::PipegroupUnrollRingsBase<UnrollRings> {
  using PipegroupUnrollRingsBase::PipegroupUnrollRingsBase;

  void runOnOperation() override {
    if (laps < 1 || laps > 2 || maxSlots < 0) {
      getOperation()->emitError()
          << "found laps " << laps.getValue() << " and max-slots "
          << maxSlots.getValue()
          << " in the options of 'pipegroup-unroll-rings', expected 1 or 2 and "
             "at least 0";
      return signalPassFailure();
    }
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) {
      if (isInnermost(loop) && !loop.getUnsignedCmp() && isInRange(loop))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops) {
      if (!hasConstantBounds(loop))
        clampUpperBound(loop);
      // A loop that upstream does not unroll stays as it is, which is right.
      (void)loopUnrollByFactor(loop, lapOf(loop) * laps);
    }
  }

  bool isInRange(scf::ForOp loop) {
    int64_t lap = lapOf(loop);
    // No step is an endless loop.
    std::optional<int64_t> step = getConstantIntValue(loop.getStep());
    if (step && *step < 1)
      return false;
    return lap * laps > 1 && lap <= maxSlots &&
           loop.getBody()->getNumArguments() > 1;
  }
};

} // namespace
