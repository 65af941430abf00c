//===- Signals.cpp - What signals a barrier, to NVVM ----------------------===//

#include "Patterns.h"

#include "pipegroup/IR/Pipegroup.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace pipegroup;

namespace {

struct LowerArrive : OpRewritePattern<BarrierArriveOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BarrierArriveOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::MBarrierArriveOp>(
        op, TypeRange(), op.getBarrier(), /*count=*/Value(),
        op.getClusterScope() ? NVVM::MemScopeKind::CLUSTER
                             : NVVM::MemScopeKind::CTA);
    return success();
  }
};

struct LowerArriveExpectTx : OpRewritePattern<BarrierArriveExpectTxOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BarrierArriveExpectTxOp op,
                                PatternRewriter &rewriter) const override {
    Value bytes = arith::ConstantIntOp::create(
        rewriter, op.getLoc(), rewriter.getI32Type(), op.getBytes());
    rewriter.replaceOpWithNewOp<NVVM::MBarrierArriveExpectTxOp>(
        op, TypeRange(), op.getBarrier(), bytes, NVVM::MemScopeKind::CTA,
        /*relaxed=*/false, /*predicate=*/Value());
    return success();
  }
};

struct LowerCpAsyncArrive : OpRewritePattern<BarrierCpAsyncArriveOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BarrierCpAsyncArriveOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncMBarrierArriveOp>(
        op, op.getBarrier(), /*noinc=*/true);
    return success();
  }
};

struct LowerUmmaCommit : OpRewritePattern<BarrierUmmaCommitOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BarrierUmmaCommitOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::Tcgen05CommitOp>(
        op, op.getBarrier(), op.getMask(),
        op.getPair() ? NVVM::CTAGroupKind::CTA_2 : NVVM::CTAGroupKind::CTA_1);
    return success();
  }
};

} // namespace

void pipegroup::populateSignalPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerArrive, LowerArriveExpectTx, LowerCpAsyncArrive,
               LowerUmmaCommit>(patterns.getContext());
}
