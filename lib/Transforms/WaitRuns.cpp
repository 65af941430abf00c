//===- WaitRuns.cpp - Waits that follow each other ------------------------===//

#include "WaitRuns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace pipegroup;

SmallVector<WaitRun> pipegroup::findWaitRuns(Block &block) {
  SmallVector<WaitRun> runs;
  bool isOpen = false;
  for (Operation &op : block) {
    auto wait = dyn_cast<BarrierWaitOp>(op);
    if (wait && wait->hasAttrOfType<IntegerAttr>(roundAttrName)) {
      if (!isOpen)
        runs.emplace_back();
      isOpen = true;
      runs.back().push_back(wait);
    } else if (!isPure(&op) && !isa<TensorFenceAfterOp>(op)) {
      isOpen = false;
    }
  }
  return runs;
}

int64_t pipegroup::slotsOf(BarrierWaitOp wait) {
  return wait->getAttrOfType<IntegerAttr>(roundAttrName).getInt();
}

static Value constant(OpBuilder &builder, Location loc, bool value) {
  return arith::ConstantIntOp::create(builder, loc, builder.getI1Type(), value);
}

Value pipegroup::negate(OpBuilder &builder, Location loc, Value token) {
  return arith::XOrIOp::create(builder, loc, token,
                               constant(builder, loc, true));
}

Value pipegroup::isUnlikely(OpBuilder &builder, Location loc, Value token) {
  Value negated = negate(builder, loc, token);
  return LLVM::ExpectOp::create(builder, loc, negated,
                                constant(builder, loc, false));
}

void pipegroup::waitUnless(OpBuilder &builder, BarrierWaitOp wait,
                           Value token) {
  Location loc = wait.getLoc();
  auto branch =
      scf::IfOp::create(builder, loc, isUnlikely(builder, loc, token));
  wait->moveBefore(branch.thenYield());
}
