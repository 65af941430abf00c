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

/// The outermost loop around `op` that leaves its slot number as it is.
static Operation *loopToLeave(BarrierOp op) {
  Operation *loop = nullptr;
  Region *definition = op.getIndex().getParentRegion();
  for (Region *region = op->getParentRegion(); region != definition;
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
