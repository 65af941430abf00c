//===- HoistAddresses.cpp - Addresses of barriers before their loops ------===//

#include "pipegroup/IR/Pipegroup.h"
#include "pipegroup/Transforms/Passes.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace pipegroup {
#define GEN_PASS_DEF_PIPEGROUPHOISTADDRESSES
#include "pipegroup/Transforms/Passes.h.inc"
} // namespace pipegroup

using namespace mlir;
using namespace pipegroup;

/// The outermost loop around `op` that leaves what it is made from as it is.
static Operation *loopToLeave(BarrierOp op) {
  Operation *loop = nullptr;
  auto isDefinedIn = [&](Region *region) {
    return llvm::any_of(op->getOperands(), [&](Value operand) {
      return operand.getParentRegion() == region;
    });
  };
  for (Region *region = op->getParentRegion(); !isDefinedIn(region);
       region = region->getParentRegion())
    if (isa<LoopLikeOpInterface>(region->getParentOp()))
      loop = region->getParentOp();
  return loop;
}

namespace {

struct HoistAddresses
    : pipegroup::impl::PipegroupHoistAddressesBase<HoistAddresses> {
  void runOnOperation() override {
    getOperation()->walk([](BarrierOp op) {
      if (Operation *loop = loopToLeave(op))
        op->moveBefore(loop);
    });
  }
};

} // namespace
