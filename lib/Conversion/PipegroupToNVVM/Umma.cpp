//===- Umma.cpp - Blackwell's tensor core and tensor memory, to NVVM ------===//

#include "InlinePTX.h"
#include "Patterns.h"

#include "pipegroup/IR/Pipegroup.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace pipegroup;

namespace {

Value constant(OpBuilder &builder, Location loc, Type type, int64_t value) {
  return arith::ConstantIntOp::create(builder, loc, type, value);
}
Value constant(OpBuilder &builder, Location loc, int64_t value) {
  return constant(builder, loc, builder.getI32Type(), value);
}

NVVM::CTAGroupKind groupOf(int64_t ctaGroup) {
  return ctaGroup == 2 ? NVVM::CTAGroupKind::CTA_2 : NVVM::CTAGroupKind::CTA_1;
}

//===----------------------------------------------------------------------===//
// umma
//===----------------------------------------------------------------------===//

NVVM::Tcgen05MMAKind plainKind(model::MmaKind kind) {
  switch (kind) {
  case model::MmaKind::TF32:
    return NVVM::Tcgen05MMAKind::TF32;
  case model::MmaKind::F8F6F4:
    return NVVM::Tcgen05MMAKind::F8F6F4;
  case model::MmaKind::I8:
    return NVVM::Tcgen05MMAKind::I8;
  default:
    return NVVM::Tcgen05MMAKind::F16;
  }
}

NVVM::MMABlockScaleKind scaledKind(model::MmaKind kind) {
  switch (kind) {
  case model::MmaKind::MXF4:
    return NVVM::MMABlockScaleKind::MXF4;
  case model::MmaKind::MXF4NVF4:
    return NVVM::MMABlockScaleKind::MXF4NVF4;
  default:
    return NVVM::MMABlockScaleKind::MXF8F6F4;
  }
}

class UmmaLowering {
public:
  UmmaLowering(UmmaOp op, PatternRewriter &rewriter)
      : op(op), rewriter(rewriter), loc(op.getLoc()), shape(*op.getShape()),
        kind(*model::kindOf(shape)),
        a(rewriter, loc, op.getA(), op.getLayoutA(),
          ummaDescriptor(op.getLayoutA())),
        b(rewriter, loc, op.getB(), op.getLayoutB(),
          ummaDescriptor(op.getLayoutB())) {}

  void run() {
    int64_t depth = model::stepBytes * 8 / op.getLayoutA().elementBits;
    Value accumulate = op.getAccumulate();
    for (int64_t step = 0; step < shape.k / depth; ++step) {
      if (step == 1)
        accumulate = constant(rewriter, loc, rewriter.getI1Type(), 1);
      addStep(step, accumulate);
    }
    rewriter.eraseOp(op);
  }

private:
  void addStep(int64_t step, Value accumulate) {
    Value shapes =
        constant(rewriter, loc, int32_t(instructionDescriptor(shape, step)));
    Value factorA = a.get(0, step), factorB = b.get(0, step);
    auto group = groupOf(op.getCtaGroup());
    auto collector = NVVM::Tcgen05MMACollectorOp::DISCARD;
    if (!shape.scales) {
      NVVM::Tcgen05MMAOp::create(rewriter, loc, plainKind(kind), group,
                                 collector, /*aShift=*/false, op.getD(),
                                 factorA, factorB, shapes, accumulate,
                                 /*scaleInputD=*/Value(),
                                 /*disableOutputLane=*/Value());
      return;
    }
    auto block = shape.scales->block == 16
                     ? NVVM::Tcgen05MMABlockScale::BLOCK16
                     : NVVM::Tcgen05MMABlockScale::BLOCK32;
    Value scaleA = scalesAt(op.getScaleA(), shape.m / op.getCtaGroup(), step);
    Value scaleB = scalesAt(op.getScaleB(), shape.n, step);
    NVVM::Tcgen05MMABlockScaleOp::create(
        rewriter, loc, scaledKind(kind), group, block, collector, op.getD(),
        factorA, factorB, shapes, accumulate, scaleA, scaleB);
  }

  Value scalesAt(Value scales, int64_t extent, int64_t step) {
    int64_t column = scaleColumn(shape, extent, step);
    if (column == 0)
      return scales;
    Value address =
        LLVM::PtrToIntOp::create(rewriter, loc, rewriter.getI32Type(), scales);
    address = arith::AddIOp::create(rewriter, loc, address,
                                    constant(rewriter, loc, column));
    return LLVM::IntToPtrOp::create(rewriter, loc, scales.getType(), address);
  }

  UmmaOp op;
  PatternRewriter &rewriter;
  Location loc;
  model::UmmaShape shape;
  model::MmaKind kind;
  Descriptors a, b;
};

struct LowerUmma : OpRewritePattern<UmmaOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(UmmaOp op,
                                PatternRewriter &rewriter) const override {
    UmmaLowering(op, rewriter).run();
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// The address that a warp takes: its own 32 lanes, in the upper half, from
/// `column` on.
template <typename Op> Value addressOf(Op op, PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Value address = LLVM::PtrToIntOp::create(rewriter, loc, rewriter.getI32Type(),
                                           op.getAddress());
  if (op.getColumn())
    address = arith::AddIOp::create(rewriter, loc, address, op.getColumn());
  Value thread = createThreadIndex(rewriter, op);
  Value first =
      arith::AndIOp::create(rewriter, loc, thread, constant(rewriter, loc, 96));
  Value lanes =
      arith::ShLIOp::create(rewriter, loc, first, constant(rewriter, loc, 16));
  return arith::AddIOp::create(rewriter, loc, address, lanes);
}

std::string instruction(StringRef name, int64_t columns) {
  return ("tcgen05." + name + ".sync.aligned.32x32b.x" +
          std::to_string(columns) + ".b32 ")
      .str();
}

/// The load and its wait are one piece: LLVM moves uses of the registers to the
/// load, but not into it. The second wait finds nothing to wait for; it is
/// convergent, as the piece ought to be.
struct LowerTmemLoad : OpRewritePattern<TmemLoadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TmemLoadOp op,
                                PatternRewriter &rewriter) const override {
    VectorType type = op.getResult().getType();
    int64_t columns = type.getNumElements();
    InlinePTX ptx(rewriter, op.getLoc());
    ptx.addResult(type, /*before=*/Value());
    std::string from = ptx.addOperand(addressOf(op, rewriter), 'r');
    SmallVector<Value> loaded =
        ptx.create(instruction("ld", columns) + InlinePTX::list(0, columns) +
                   ", [" + from + "];\ntcgen05.wait::ld.sync.aligned;");
    NVVM::Tcgen05WaitOp::create(rewriter, op.getLoc(),
                                NVVM::Tcgen05WaitKind::LOAD);
    rewriter.replaceOp(op, loaded);
    return success();
  }
};

struct LowerTmemStore : OpRewritePattern<TmemStoreOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TmemStoreOp op,
                                PatternRewriter &rewriter) const override {
    int64_t columns = op.getValue().getType().getNumElements();
    InlinePTX ptx(rewriter, op.getLoc());
    ptx.addOperands(op.getValue());
    std::string to = ptx.addOperand(addressOf(op, rewriter), 'r');
    ptx.create(instruction("st", columns) + "[" + to + "], " +
               InlinePTX::list(0, columns) + ";");
    NVVM::Tcgen05WaitOp::create(rewriter, op.getLoc(),
                                NVVM::Tcgen05WaitKind::STORE);
    rewriter.eraseOp(op);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

/// Runs `build` in the first warp of the CTA.
void inFirstWarp(OpBuilder &builder, Operation *op,
                 function_ref<void()> build) {
  Location loc = op->getLoc();
  Value first = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, createThreadIndex(builder, op),
      constant(builder, loc, model::warpThreads));
  auto branch = scf::IfOp::create(builder, loc, first);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(branch.thenYield());
  build();
}

/// All CTAs of the cluster meet.
void createClusterBarrier(OpBuilder &builder, Location loc) {
  NVVM::ClusterArriveOp::create(builder, loc, builder.getUnitAttr());
  NVVM::ClusterWaitOp::create(builder, loc, builder.getUnitAttr());
}

/// Where the allocation writes the address.
LLVM::GlobalOp createAddressGlobal(TmemAllocOp op) {
  Operation *table = op->getParentWithTrait<OpTrait::SymbolTable>();
  std::string name = "__pipegroup_tensor_memory";
  while (SymbolTable::lookupSymbolIn(table, name))
    name += '_';
  auto builder = OpBuilder::atBlockBegin(&table->getRegion(0).front());
  return LLVM::GlobalOp::create(builder, op.getLoc(), builder.getI32Type(),
                                /*isConstant=*/false, LLVM::Linkage::Internal,
                                name, /*value=*/Attribute(), /*alignment=*/4,
                                /*addrSpace=*/3);
}

void lowerAlloc(TmemAllocOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  LLVM::GlobalOp global = createAddressGlobal(op);
  auto group = groupOf(op.getCtaGroup());
  // The other CTA of a pair has to be there.
  if (op.getCtaGroup() == 2)
    createClusterBarrier(builder, loc);
  auto shared = LLVM::LLVMPointerType::get(op.getContext(), 3);
  Value place =
      LLVM::AddressOfOp::create(builder, loc, shared, global.getSymName());
  inFirstWarp(builder, op, [&] {
    NVVM::Tcgen05AllocOp::create(
        builder, loc, place, constant(builder, loc, op.getColumns()), group);
    NVVM::Tcgen05RelinquishAllocPermitOp::create(builder, loc, group);
  });
  SyncCtaOp::create(builder, loc);
  Value address =
      LLVM::LoadOp::create(builder, loc, builder.getI32Type(), place);
  op.replaceAllUsesWith(
      LLVM::IntToPtrOp::create(builder, loc, op.getAddress().getType(), address)
          .getResult());
  op.erase();
}

/// All CTAs that the memory belongs to meet, and only then is it freed.
void lowerFree(TmemFreeOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  TensorFenceBeforeOp::create(builder, loc);
  if (op.getCtaGroup() == 2)
    createClusterBarrier(builder, loc);
  else
    SyncCtaOp::create(builder, loc);
  TensorFenceAfterOp::create(builder, loc);
  inFirstWarp(builder, op, [&] {
    NVVM::Tcgen05DeallocOp::create(builder, loc, op.getAddress(),
                                   constant(builder, loc, op.getColumns()),
                                   groupOf(op.getCtaGroup()));
  });
  op.erase();
}

} // namespace

void pipegroup::lowerTensorMemory(Operation *root) {
  root->walk([](TmemFreeOp op) { lowerFree(op); });
  root->walk([](TmemAllocOp op) { lowerAlloc(op); });
}

void pipegroup::populateUmmaPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerUmma, LowerTmemLoad, LowerTmemStore>(patterns.getContext());
}
