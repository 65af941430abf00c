//===- Data.cpp - TMA loads and stores, to NVVM ---------------------------===//

#include "Patterns.h"

#include "pipegroup/Conversion/Passes.h"
#include "pipegroup/IR/ConstantPool.h"
#include "pipegroup/IR/Pipegroup.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace pipegroup {
#define GEN_PASS_DEF_PIPEGROUPLOWERTENSORMAPS
#include "pipegroup/Conversion/Passes.h.inc"
} // namespace pipegroup

using namespace mlir;
using namespace pipegroup;

namespace {

constexpr unsigned clusterMemory = 7;

/// The address of shared memory of the own CTA as one of the cluster's: it is
/// the same number (PTX ISA, shared state space), which casts would compute.
Value toCluster(OpBuilder &builder, Location loc, Value pointer) {
  Value number =
      LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), pointer);
  return LLVM::IntToPtrOp::create(
      builder, loc,
      LLVM::LLVMPointerType::get(builder.getContext(), clusterMemory), number);
}

/// The address of the first element of a buffer in shared memory.
Value pointerTo(OpBuilder &builder, Location loc, Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  if (!type)
    return buffer;
  Type index = builder.getIndexType(), i64 = builder.getI64Type();
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(builder, loc,
                                                                 index, buffer);
  if (!type.getLayout().isIdentity()) {
    auto metadata =
        memref::ExtractStridedMetadataOp::create(builder, loc, buffer);
    Value size = arith::ConstantIndexOp::create(
        builder, loc, type.getElementTypeBitWidth() / 8);
    address = arith::AddIOp::create(
        builder, loc, address,
        arith::MulIOp::create(builder, loc, metadata.getOffset(), size));
  }
  Value number = arith::IndexCastOp::create(builder, loc, i64, address);
  return LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext(), 3),
      number);
}

struct LowerTmaLoad : OpRewritePattern<BarrierTmaLoadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BarrierTmaLoadOp op,
                                PatternRewriter &rewriter) const override {
    NVVM::TMALoadMode mode = op.getGather4() ? NVVM::TMALoadMode::TILE_GATHER4
                             : op.getOffsets().empty()
                                 ? NVVM::TMALoadMode::TILE
                                 : NVVM::TMALoadMode::IM2COL;
    NVVM::CTAGroupKindAttr group;
    if (std::optional<int64_t> ctas = op.getCtaGroup())
      group = NVVM::CTAGroupKindAttr::get(
          rewriter.getContext(),
          *ctas == 2 ? NVVM::CTAGroupKind::CTA_2 : NVVM::CTAGroupKind::CTA_1);
    Value destination = toCluster(rewriter, op.getLoc(), op.getBuffer());
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp>(
        op, destination, op.getDescriptor(), op.getCoordinates(),
        op.getBarrier(), op.getOffsets(), op.getMulticast(), op.getCacheHint(),
        mode, /*isCTAOnly=*/false, group, /*predicate=*/Value());
    return success();
  }
};

struct LowerBulkLoad : OpRewritePattern<BarrierBulkLoadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BarrierBulkLoadOp op,
                                PatternRewriter &rewriter) const override {
    Value destination = toCluster(rewriter, op.getLoc(), op.getBuffer());
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkGlobalToSharedClusterOp>(
        op, destination, op.getSource(), op.getBarrier(), op.getSize(),
        op.getMulticast(), op.getCacheHint());
    return success();
  }
};

/// A pattern for what one lane of a converged warp does.
template <typename Op> struct ElectedPattern : OpRewritePattern<Op> {
  ElectedPattern(MLIRContext *context, ConstantPool &constants)
      : OpRewritePattern<Op>(context), constants(constants) {}

  ConstantPool &constants;
};

struct LowerStore : ElectedPattern<TmaStoreOp> {
  using ElectedPattern::ElectedPattern;
  LogicalResult matchAndRewrite(TmaStoreOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value source = pointerTo(rewriter, loc, op.getBuffer());
    buildElected(rewriter, loc, constants, [&] {
      NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp::create(
          rewriter, loc, op.getDescriptor(), source, op.getCoordinates(),
          op.getCacheHint(), NVVM::TMAStoreMode::TILE, /*predicate=*/Value());
      NVVM::CpAsyncBulkCommitGroupOp::create(rewriter, loc);
    });
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerStoreWait : ElectedPattern<TmaStoreWaitOp> {
  using ElectedPattern::ElectedPattern;
  LogicalResult matchAndRewrite(TmaStoreWaitOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    // The groups are those of the lane that made them, which is always the
    // same.
    buildElected(rewriter, loc, constants, [&] {
      NVVM::CpAsyncBulkWaitGroupOp::create(
          rewriter, loc, uint32_t(op.getLeft()),
          op.getRead() ? rewriter.getUnitAttr() : UnitAttr());
    });
    buildConverged(rewriter, loc, constants);
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerPrefetch : ElectedPattern<TmaPrefetchOp> {
  using ElectedPattern::ElectedPattern;
  LogicalResult matchAndRewrite(TmaPrefetchOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    buildElected(rewriter, loc, constants, [&] {
      NVVM::PrefetchOp::create(
          rewriter, loc, /*cacheLevel=*/nullptr, /*evictPriority=*/nullptr,
          op.getDescriptor(), /*predicate=*/Value(), rewriter.getUnitAttr(),
          /*uniform=*/UnitAttr(), /*in_param_space=*/UnitAttr());
    });
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void pipegroup::populateDataPatterns(RewritePatternSet &patterns,
                                     ConstantPool &constants) {
  patterns.add<LowerTmaLoad, LowerBulkLoad>(patterns.getContext());
  patterns.add<LowerStore, LowerStoreWait, LowerPrefetch>(patterns.getContext(),
                                                          constants);
}

namespace {

/// The numbers of a kernel's tensor maps among its arguments, once memrefs have
/// become descriptors.
constexpr llvm::StringLiteral tensorMapsAttrName = "pipegroup.tensor_maps";

/// How many arguments `convert-gpu-to-nvvm` makes of one.
int64_t numLowered(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return 3 + 2 * memref.getRank();
  return isa<UnrankedMemRefType>(type) ? 2 : 1;
}

struct LowerTensorMaps
    : pipegroup::impl::PipegroupLowerTensorMapsBase<LowerTensorMaps> {
  void runOnOperation() override {
    getOperation()->walk([](gpu::GPUFuncOp function) { note(function); });
    getOperation()->walk([](LLVM::LLVMFuncOp function) {
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        if (function.removeArgAttr(i, tensorMapAttrName))
          lower(function, i);
      if (auto noted = dyn_cast_if_present<DenseI64ArrayAttr>(
              function->removeAttr(tensorMapsAttrName)))
        for (int64_t argument : noted.asArrayRef())
          lower(function, argument);
    });
  }

private:
  /// Keeps the marks where the conversion leaves them.
  static void note(gpu::GPUFuncOp function) {
    SmallVector<int64_t> noted;
    int64_t number = 0;
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      if (function.removeArgAttr(i, tensorMapAttrName))
        noted.push_back(number);
      number += numLowered(function.getArgument(i).getType());
    }
    if (!noted.empty())
      function->setAttr(tensorMapsAttrName,
                        DenseI64ArrayAttr::get(function.getContext(), noted));
  }

  static void lower(LLVM::LLVMFuncOp function, unsigned argument) {
    Builder builder(function.getContext());
    auto bytes = LLVM::LLVMArrayType::get(builder.getI8Type(), 128);
    function.setArgAttr(argument, LLVM::LLVMDialect::getByValAttrName(),
                        TypeAttr::get(bytes));
    function.setArgAttr(argument, LLVM::LLVMDialect::getAlignAttrName(),
                        builder.getI64IntegerAttr(64));
    function.setArgAttr(argument, NVVM::NVVMDialect::getGridConstantAttrName(),
                        builder.getUnitAttr());
  }
};

} // namespace
