//===- MergeElections.cpp - One election for ops in a row -----------------===//

#include "pipegroup/IR/Pipegroup.h"
#include "pipegroup/Transforms/Passes.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace pipegroup {
#define GEN_PASS_DEF_PIPEGROUPMERGEELECTIONS
#include "pipegroup/Transforms/Passes.h.inc"
} // namespace pipegroup

using namespace mlir;
using namespace pipegroup;

/// True for a body that only signals barriers and starts what runs by itself:
/// no other lane has to see what it did before it goes on.
static bool onlySignals(ElectOp elect) {
  return llvm::all_of(elect.getBodyRegion().front(), [](Operation &op) {
    return isPure(&op) || isa<BarrierArriveOp, BarrierArriveExpectTxOp,
                              BarrierCpAsyncArriveOp, BarrierUmmaCommitOp,
                              BarrierTmaLoadOp, BarrierBulkLoadOp, UmmaOp>(op);
  });
}

namespace {

struct MergeElections
    : pipegroup::impl::PipegroupMergeElectionsBase<MergeElections> {
  void runOnOperation() override {
    getOperation()->walk([](Block *block) { mergeIn(*block); });
  }

private:
  static void mergeIn(Block &block) {
    // The last election, and the pure ops since.
    ElectOp last;
    SmallVector<Operation *> between;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      auto elect = dyn_cast<ElectOp>(op);
      if (elect && last && onlySignals(last)) {
        for (Operation *pure : between)
          pure->moveBefore(last);
        Block &body = last.getBodyRegion().front();
        body.getOperations().splice(
            body.end(), elect.getBodyRegion().front().getOperations());
        elect.erase();
        between.clear();
      } else if (elect) {
        last = elect;
        between.clear();
      } else if (last && isPure(&op)) {
        between.push_back(&op);
      } else {
        last = nullptr;
        between.clear();
      }
    }
  }
};

} // namespace
