//===- Wgmma.cpp - Hopper's tensor core, to inline PTX --------------------===//
//
// One op becomes one piece of PTX, so that nothing comes between its
// instructions: a move of an accumulator there would make ptxas wait for each.
//
//===----------------------------------------------------------------------===//

#include "InlinePTX.h"
#include "Patterns.h"

#include "pipegroup/IR/Pipegroup.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace pipegroup;

namespace {

void callIntrinsic(OpBuilder &builder, Location loc, StringRef name,
                   ValueRange operands) {
  LLVM::CallIntrinsicOp::create(builder, loc, builder.getStringAttr(name),
                                operands);
}

//===----------------------------------------------------------------------===//
// wgmma
//===----------------------------------------------------------------------===//

/// "m64n256k16.f32.f16.f16"
std::string instructionName(const model::WgmmaShape &shape) {
  auto dot = [](model::ElementKind element) {
    return "." + std::string(nameOf(element));
  };
  return "m64n" + std::to_string(shape.n) + "k" +
         std::to_string(shape.instructionK()) + dot(shape.d) + dot(shape.a) +
         dot(shape.b);
}

/// What follows the factors: scales of 1, and which of them are MN-major.
std::string modifiers(const model::WgmmaShape &shape) {
  if (shape.d == model::ElementKind::S32)
    return "";
  if (model::bitsOf(shape.a) != 16)
    return ", 1, 1";
  auto isMN = [](model::Major major) {
    return major == model::Major::MN ? ", 1" : ", 0";
  };
  return std::string(", 1, 1") + (shape.isARegister ? "" : isMN(shape.majorA)) +
         isMN(shape.majorB);
}

class WgmmaLowering {
public:
  WgmmaLowering(WgmmaOp op, PatternRewriter &rewriter)
      : op(op), rewriter(rewriter), loc(op.getLoc()), shape(*op.getShape()),
        size(Registers(op.getResult().getType()).size()), ptx(rewriter, loc) {}

  void run() {
    ptx.addResult(op.getResult().getType(), op.getAccumulator());
    prepareA();
    descriptorsB.emplace(rewriter, loc, op.getB(), op.getLayoutB(),
                         wgmmaDescriptor(op.getLayoutB()), Value());
    std::string text = "wgmma.fence.sync.aligned;\n";
    std::string first = prepareFirst(text);
    for (int64_t step = 0; step < shape.k / shape.instructionK(); ++step)
      addStep(text, step, step == 0 ? first : "1");
    if (first == "p")
      text = "{\n.reg .pred p;\n" + text + "}";
    SmallVector<Value> result = ptx.create(text);
    // Calls of intrinsics keep LLVM from copying the block onto paths on which
    // the warps are apart.
    callIntrinsic(rewriter, loc, "llvm.nvvm.wgmma.commit_group.sync.aligned",
                  {});
    rewriter.replaceOp(op, result);
  }

private:
  void prepareA() {
    if (!shape.isARegister) {
      descriptorsA.emplace(rewriter, loc, op.getA(), op.getLayoutA(),
                           wgmmaDescriptor(op.getLayoutA()), op.getRow());
      return;
    }
    placesA = ptx.addOperands(op.getA());
  }

  /// Whether the first step accumulates.
  std::string prepareFirst(std::string &text) {
    if (!op.getAccumulator())
      return "0";
    if (!op.getAccumulate())
      return "1";
    Value bit = arith::ExtUIOp::create(rewriter, loc, rewriter.getI32Type(),
                                       op.getAccumulate());
    text += "setp.ne.b32 p, " + ptx.addOperand(bit, 'r') + ", 0;\n";
    return "p";
  }

  void addStep(std::string &text, int64_t step, StringRef accumulates) {
    std::string b = ptx.addOperand(descriptorsB->get(0, step), 'l');
    int64_t bands = shape.m / 64, count = size / bands;
    for (int64_t band = 0; band < bands; ++band)
      text += "wgmma.mma_async.sync.aligned." + instructionName(shape) + " " +
              InlinePTX::list(band * count, count) + ", " +
              factorA(band, step) + ", " + b + ", " + accumulates.str() +
              modifiers(shape) + ";\n";
  }

  std::string factorA(int64_t band, int64_t step) {
    if (descriptorsA)
      return ptx.addOperand(descriptorsA->get(band, step), 'l');
    // Four registers for each step of each band.
    int64_t first = (band * (shape.k / shape.instructionK()) + step) * 4;
    std::string text = "{";
    for (int64_t i = 0; i < 4; ++i)
      text += (i == 0 ? "" : ", ") + placesA[first + i];
    return text + "}";
  }

  WgmmaOp op;
  PatternRewriter &rewriter;
  Location loc;
  model::WgmmaShape shape;
  /// Registers of the accumulator.
  int64_t size;
  InlinePTX ptx;
  std::optional<Descriptors> descriptorsA, descriptorsB;
  SmallVector<std::string> placesA;
};

struct LowerWgmma : OpRewritePattern<WgmmaOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(WgmmaOp op,
                                PatternRewriter &rewriter) const override {
    WgmmaLowering(op, rewriter).run();
    return success();
  }
};

/// The values go through an empty piece of PTX behind the wait, so that no use
/// of them comes before it.
struct LowerWgmmaWait : OpRewritePattern<WgmmaWaitOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(WgmmaWaitOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value pending = arith::ConstantIntOp::create(
        rewriter, loc, rewriter.getI64Type(), op.getPending());
    callIntrinsic(rewriter, loc, "llvm.nvvm.wgmma.wait_group.sync.aligned",
                  pending);
    if (op.getValues().empty()) {
      rewriter.eraseOp(op);
      return success();
    }
    InlinePTX ptx(rewriter, loc);
    for (Value value : op.getValues())
      ptx.addResult(cast<VectorType>(value.getType()), value);
    rewriter.replaceOp(op, ptx.create(""));
    return success();
  }
};

} // namespace

void pipegroup::populateWgmmaPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerWgmma, LowerWgmmaWait>(patterns.getContext());
}
