//===- Synchronization.cpp - Init, waits, fences, elections, to NVVM ------===//

#include "Patterns.h"

#include "pipegroup/IR/ConstantPool.h"
#include "pipegroup/IR/Pipegroup.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace pipegroup;

namespace {

/// Replaces `op` by an `scf.if` on `condition` with the same body.
void replaceByIf(PatternRewriter &rewriter, Operation *op, Value condition) {
  auto branch = scf::IfOp::create(rewriter, op->getLoc(), condition);
  rewriter.inlineBlockBefore(&op->getRegion(0).front(), branch.thenYield());
  rewriter.eraseOp(op);
}

/// A pattern that needs constants.
template <typename Op> struct PoolPattern : OpRewritePattern<Op> {
  PoolPattern(MLIRContext *context, ConstantPool &constants)
      : OpRewritePattern<Op>(context), constants(constants) {}

  Value constant(PatternRewriter &rewriter, int64_t value) const {
    return constants.get(rewriter, rewriter.getI32Type(), value);
  }
  Value constantTrue(PatternRewriter &rewriter) const {
    return constants.get(rewriter, rewriter.getI1Type(), 1);
  }

  ConstantPool &constants;
};

struct LowerInit : PoolPattern<BarrierInitOp> {
  using PoolPattern::PoolPattern;
  LogicalResult matchAndRewrite(BarrierInitOp op,
                                PatternRewriter &rewriter) const override {
    Value count = constant(rewriter, op.getCount());
    rewriter.replaceOpWithNewOp<NVVM::MBarrierInitOp>(
        op, op.getBarrier(), count, /*predicate=*/Value());
    return success();
  }
};

struct LowerInvalidate : OpRewritePattern<BarrierInvalidateOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BarrierInvalidateOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::MBarrierInvalOp>(op, op.getBarrier());
    return success();
  }
};

template <typename Op> NVVM::MemScopeKind scopeOf(Op op) {
  return op.getClusterScope() ? NVVM::MemScopeKind::CLUSTER
                              : NVVM::MemScopeKind::CTA;
}

/// A try_wait with the scope of `op`.
template <typename Op> Value tryWait(PatternRewriter &rewriter, Op op) {
  return NVVM::MBarrierTryWaitOp::create(
      rewriter, op.getLoc(), rewriter.getI1Type(), op.getBarrier(),
      op.getParity(), /*ticks=*/Value(), scopeOf(op));
}

struct LowerTryWait : OpRewritePattern<BarrierTryWaitOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BarrierTryWaitOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, tryWait(rewriter, op));
    return success();
  }
};

struct LowerTestWait : OpRewritePattern<BarrierTestWaitOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BarrierTestWaitOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::MBarrierTestWaitOp>(
        op, rewriter.getI1Type(), op.getBarrier(), op.getParity(), scopeOf(op),
        /*relaxed=*/false);
    return success();
  }
};

/// A loop around try_wait. `nvvm.mbarrier.try_wait.parity` would loop in inline
/// assembly, which LLVM can neither schedule nor duplicate freely.
struct LowerWait : PoolPattern<BarrierWaitOp> {
  using PoolPattern::PoolPattern;
  LogicalResult matchAndRewrite(BarrierWaitOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto loop = scf::WhileOp::create(rewriter, loc, TypeRange(), ValueRange());
    rewriter.createBlock(&loop.getBefore());
    Value done = tryWait(rewriter, op);
    Value again =
        arith::XOrIOp::create(rewriter, loc, done, constantTrue(rewriter));
    scf::ConditionOp::create(rewriter, loc, again, ValueRange());
    rewriter.createBlock(&loop.getAfter());
    scf::YieldOp::create(rewriter, loc);
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerElect : PoolPattern<ElectOp> {
  using PoolPattern::PoolPattern;
  LogicalResult matchAndRewrite(ElectOp op,
                                PatternRewriter &rewriter) const override {
    buildElected(rewriter, op.getLoc(), constants, [&] {
      rewriter.inlineBlockBefore(&op.getBodyRegion().front(),
                                 rewriter.getInsertionBlock(),
                                 rewriter.getInsertionPoint());
    });
    rewriter.eraseOp(op);
    return success();
  }
};

/// Lane l acts for CTA l. Nothing here depends on loops around it but the
/// convergence.
struct LowerForCtas : PoolPattern<ForCtasOp> {
  using PoolPattern::PoolPattern;
  LogicalResult matchAndRewrite(ForCtasOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    NVVM::SyncWarpOp::create(rewriter, loc, constant(rewriter, -1));
    Value lane = NVVM::LaneIdOp::create(rewriter, loc, rewriter.getI32Type());
    Value shifted = arith::ShRUIOp::create(rewriter, loc, op.getMask(), lane);
    Value acts =
        arith::TruncIOp::create(rewriter, loc, rewriter.getI1Type(), shifted);
    Value likely =
        LLVM::ExpectOp::create(rewriter, loc, acts, constantTrue(rewriter));
    rewriter.replaceAllUsesWith(op.getBodyRegion().getArgument(0), lane);
    op.getBodyRegion().front().eraseArgument(0);
    replaceByIf(rewriter, op, likely);
    return success();
  }
};

struct LowerCtaRank : OpRewritePattern<CtaRankOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CtaRankOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::ClusterId>(op, rewriter.getI32Type());
    return success();
  }
};

struct LowerOnce : PoolPattern<OnceOp> {
  using PoolPattern::PoolPattern;
  LogicalResult matchAndRewrite(OnceOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type();
    Value x = NVVM::ThreadIdXOp::create(rewriter, loc, i32);
    Value y = NVVM::ThreadIdYOp::create(rewriter, loc, i32);
    Value z = NVVM::ThreadIdZOp::create(rewriter, loc, i32);
    Value any = arith::OrIOp::create(rewriter, loc, x,
                                     arith::OrIOp::create(rewriter, loc, y, z));
    Value first = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq,
                                        any, constant(rewriter, 0));
    replaceByIf(rewriter, op, first);
    return success();
  }
};

struct LowerFenceBarrierInit : OpRewritePattern<FenceBarrierInitOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(FenceBarrierInitOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::FenceMbarrierInitOp>(op);
    return success();
  }
};

struct LowerFenceProxyAsync : OpRewritePattern<FenceProxyAsyncOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(FenceProxyAsyncOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::FenceProxyOp>(
        op, NVVM::ProxyKind::async_shared,
        NVVM::SharedSpaceAttr::get(rewriter.getContext(),
                                   NVVM::SharedSpace::shared_cta));
    return success();
  }
};

template <typename Op, NVVM::Tcgen05FenceKind kind>
struct LowerTensorFence : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::Tcgen05FenceOp>(op, kind);
    return success();
  }
};
using LowerTensorFenceBefore =
    LowerTensorFence<TensorFenceBeforeOp,
                     NVVM::Tcgen05FenceKind::BEFORE_THREAD_SYNC>;
using LowerTensorFenceAfter =
    LowerTensorFence<TensorFenceAfterOp,
                     NVVM::Tcgen05FenceKind::AFTER_THREAD_SYNC>;

struct LowerSyncCta : OpRewritePattern<SyncCtaOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SyncCtaOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::BarrierOp>(op);
    return success();
  }
};

struct LowerSyncCluster : OpRewritePattern<SyncClusterOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SyncClusterOp op,
                                PatternRewriter &rewriter) const override {
    UnitAttr aligned = rewriter.getUnitAttr();
    if (op.getRelaxed())
      NVVM::ClusterArriveRelaxedOp::create(rewriter, op.getLoc(), aligned);
    else
      NVVM::ClusterArriveOp::create(rewriter, op.getLoc(), aligned);
    rewriter.replaceOpWithNewOp<NVVM::ClusterWaitOp>(op, aligned);
    return success();
  }
};

} // namespace

/// The outermost loop around the place where `builder` stands, within its task
/// or function.
static Operation *outermostLoop(OpBuilder &builder) {
  Operation *loop = nullptr;
  for (Operation *op = builder.getInsertionBlock()->getParentOp();
       op && !isa<FunctionOpInterface, TaskOp>(op); op = op->getParentOp())
    if (isa<LoopLikeOpInterface>(op))
      loop = op;
  return loop;
}

static Value createElection(OpBuilder &builder, Location loc) {
  return NVVM::ElectSyncOp::create(builder, loc, builder.getI1Type(),
                                   /*membermask=*/Value());
}

/// The election in front of `loop`, with pure ops at most in between.
static Value electionBefore(OpBuilder &builder, Location loc, Operation *loop) {
  for (Operation *op = loop->getPrevNode();
       op && (isa<NVVM::ElectSyncOp>(op) || isPure(op)); op = op->getPrevNode())
    if (auto elect = dyn_cast<NVVM::ElectSyncOp>(op))
      return elect.getPred();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(loop);
  return createElection(builder, loc);
}

/// Whether all lanes of the warp wait for each other in `op`.
static bool isWarpSync(Operation *op) {
  auto sync = dyn_cast<NVVM::SyncWarpOp>(op);
  return sync && getConstantIntValue(sync.getMask()) == -1;
}

/// Whether the lanes of the warp have waited for each other in front of `end`,
/// with nothing but pure ops and elections since.
static bool isConverged(Block *block, Block::iterator end) {
  while (end != block->begin()) {
    Operation *op = &*--end;
    if (isWarpSync(op))
      return true;
    if (!isa<NVVM::ElectSyncOp>(op) && !isPure(op))
      return false;
  }
  return false;
}

/// Whether one lane of the converged warp executes `branch`.
static bool isElected(scf::IfOp branch) {
  auto likely = branch.getCondition().getDefiningOp<LLVM::ExpectOp>();
  auto elect = likely ? likely.getVal().getDefiningOp<NVVM::ElectSyncOp>()
                      : NVVM::ElectSyncOp();
  return elect && !elect.getMembermask() && branch.getElseRegion().empty() &&
         isConverged(branch->getBlock(), branch->getIterator());
}

/// The elected branch in front of where `builder` stands, with nothing in
/// between that the lanes do: pure ops, and waits of the lanes for each other.
static scf::IfOp electedBefore(OpBuilder &builder) {
  Block *block = builder.getInsertionBlock();
  for (auto it = builder.getInsertionPoint(); it != block->begin();) {
    Operation *op = &*--it;
    if (auto branch = dyn_cast<scf::IfOp>(op))
      return isElected(branch) ? branch : nullptr;
    if (!isWarpSync(op) && !isPure(op))
      return nullptr;
  }
  return nullptr;
}

/// Moves the pure ops between `branch` and `end` in front of it.
static void clearBehind(scf::IfOp branch, Block::iterator end) {
  for (Operation &op : llvm::make_early_inc_range(
           llvm::make_range(std::next(branch->getIterator()), end)))
    if (!isWarpSync(&op))
      op.moveBefore(branch);
}

void pipegroup::buildConverged(OpBuilder &builder, Location loc,
                               ConstantPool &constants) {
  if (!isConverged(builder.getInsertionBlock(), builder.getInsertionPoint()))
    NVVM::SyncWarpOp::create(builder, loc,
                             constants.get(builder, builder.getI32Type(), -1));
}

/// `elect.sync` waits for all lanes but orders no memory; `bar.warp.sync` does.
void pipegroup::buildElected(OpBuilder &builder, Location loc,
                             ConstantPool &constants,
                             function_ref<void()> build) {
  // The same lane goes on where the other ones have done nothing since. They
  // still wait for what it did before.
  if (scf::IfOp branch = electedBefore(builder)) {
    clearBehind(branch, builder.getInsertionPoint());
    buildConverged(builder, loc, constants);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(branch.thenYield());
    return build();
  }
  // It is always the same lane (PTX ISA, elect.sync): one election does for all
  // rounds of a loop.
  Operation *loop = outermostLoop(builder);
  Value elected = loop ? electionBefore(builder, loc, loop) : Value();
  buildConverged(builder, loc, constants);
  if (!elected)
    elected = createElection(builder, loc);
  // One lane of 32 is elected, but LLVM would lay the code out for the lanes
  // that are not: with a second branch at the end of the caller's loop.
  Value likely = LLVM::ExpectOp::create(
      builder, loc, elected, constants.get(builder, builder.getI1Type(), 1));
  auto branch = scf::IfOp::create(builder, loc, likely);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(branch.thenYield());
  build();
}

void pipegroup::populateSynchronizationPatterns(RewritePatternSet &patterns,
                                                ConstantPool &constants) {
  patterns.add<LowerInit, LowerWait, LowerElect, LowerForCtas, LowerOnce>(
      patterns.getContext(), constants);
  patterns
      .add<LowerInvalidate, LowerTryWait, LowerTestWait, LowerFenceBarrierInit,
           LowerFenceProxyAsync, LowerSyncCta, LowerSyncCluster,
           LowerTensorFenceBefore, LowerTensorFenceAfter, LowerCtaRank>(
          patterns.getContext());
}
