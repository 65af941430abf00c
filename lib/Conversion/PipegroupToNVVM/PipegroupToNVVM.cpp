//===- PipegroupToNVVM.cpp - Barrier ops to NVVM --------------------------===//

#include "Patterns.h"

#include "pipegroup/Conversion/Passes.h"
#include "pipegroup/IR/ConstantPool.h"
#include "pipegroup/IR/Pipegroup.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/RegionUtils.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace pipegroup {
#define GEN_PASS_DEF_CONVERTPIPEGROUPTONVVM
#include "pipegroup/Conversion/Passes.h.inc"
} // namespace pipegroup

using namespace mlir;
using namespace pipegroup;

namespace {

struct ConvertPipegroupToNVVM
    : pipegroup::impl::ConvertPipegroupToNVVMBase<ConvertPipegroupToNVVM> {
  using Base::Base;

  void runOnOperation() override {
    Operation *root = getOperation();
    if (failed(checkLevel(root)) || failed(checkTarget(root, chip, ptx)) ||
        failed(checkMasks(root)))
      return signalPassFailure();
    // The driver below skips what cannot be reached.
    IRRewriter rewriter(&getContext());
    (void)eraseUnreachableBlocks(rewriter, root->getRegions());
    if (failed(lowerStorage(root)))
      return signalPassFailure();
    lowerTensorMemory(root);
    RewritePatternSet patterns(&getContext());
    populateSignalPatterns(patterns);
    ConstantPool constants;
    populateSynchronizationPatterns(patterns, constants);
    populateTaskPatterns(patterns);
    populateDataPatterns(patterns, constants);
    populateWgmmaPatterns(patterns);
    populateFragmentPatterns(patterns);
    populateUmmaPatterns(patterns);
    // Function by function, so that what is at hand stays at hand.
    FrozenRewritePatternSet frozen(std::move(patterns));
    root->walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
      walkAndApplyPatterns(function, frozen);
      return WalkResult::skip();
    });
  }

private:
  /// Groups and protocol ops have no NVVM form of their own.
  static LogicalResult checkLevel(Operation *root) {
    WalkResult walk = root->walk([](Operation *op) {
      if (isa<GroupOp, InitOp, InvalidateOp, StartOp, CurrentOp, AdvanceOp,
              IndexOp, ActionOpInterface, FullBarrierOp, EmptyBarrierOp, SlotOp,
              LoadOpInterface>(op)) {
        op->emitOpError("is not a barrier op, expected "
                        "'pipegroup-materialize-barriers' to run first");
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    return failure(walk.wasInterrupted());
  }
};

} // namespace
