//===- Fragments.cpp - Stores of accumulator fragments --------------------===//

#include "Fragments.h"
#include "InlinePTX.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace pipegroup;

StoreLowering::StoreLowering(FragmentStoreOp op, PatternRewriter &rewriter)
    : op(op), rewriter(rewriter), loc(op.getLoc()), numbers{rewriter, loc},
      width(op.getWidth()), type(op.getValue().getType()),
      bands(type.getNumElements() * 128 / width / 64) {
  Value thread = numbers.remainder(createThreadIndex(rewriter, op), 128);
  warp = numbers.divide(thread, 32);
  lane = numbers.remainder(thread, 32);
}

Value StoreLowering::pairOf(int64_t band, int64_t column, int64_t half) {
  int64_t first = band * width / 2 + column * 4 + half * 2;
  return vector::ExtractStridedSliceOp::create(
      rewriter, loc, op.getValue(), ArrayRef<int64_t>{first},
      ArrayRef<int64_t>{2}, ArrayRef<int64_t>{1});
}

namespace {

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

class SharedStore : public StoreLowering {
public:
  SharedStore(FragmentStoreOp op, PatternRewriter &rewriter)
      : StoreLowering(op, rewriter), layout(op.getLayout()),
        span(model::spanOf(layout.swizzle)) {}

  void run() {
    base = createSharedAddress(rewriter, loc, op.getTarget());
    if (op.getRow())
      base = numbers.add(base, numbers.times(op.getRow(), span));
    if (op.getColumn())
      // From span to span it is always as far.
      base = numbers.add(base,
                         numbers.times(op.getColumn(), layout.elementBits / 8 *
                                                           layout.lines()));
    if (layout.elementBits == 16)
      storeMatrices();
    else
      storePairs();
    rewriter.eraseOp(op);
  }

private:
  /// The offset of chunk `chunk`, 0 or 1, of `line` of a band; later chunks
  /// differ from it by `chunkOffset` and by constants.
  Value lineOffset(Value line, Value chunk) {
    Value start = numbers.times(line, span);
    if (layout.swizzle == model::Swizzle::None)
      return numbers.add(start, numbers.times(chunk, layout.boxBytes()));
    // As model::swizzled: the number of the 128-byte row.
    Value number =
        numbers.remainder(numbers.divide(start, 128), span / model::chunkBytes);
    Value place = arith::XOrIOp::create(rewriter, loc, chunk, number);
    return numbers.add(start, numbers.times(place, model::chunkBytes));
  }

  /// The address of `chunk`, an even number, in the line that begins at `line`.
  Value addressOf(Value line, int64_t band, int64_t chunk, int64_t half) {
    int64_t chunksPerSpan = span / model::chunkBytes;
    Value offset =
        numbers.exclusiveOr(line, chunk % chunksPerSpan * model::chunkBytes);
    int64_t constant = chunk / chunksPerSpan * layout.boxBytes() +
                       (band * 64 + half * 8) * span;
    Value address = numbers.add(numbers.add(base, offset), constant);
    auto pointer = LLVM::LLVMPointerType::get(rewriter.getContext(), 3);
    return LLVM::IntToPtrOp::create(rewriter, loc, pointer, address);
  }

  /// 16-bit elements: matrices of 8 x 8, four at a time where there are. Lane l
  /// has the address of row l mod 16 in chunk l / 16.
  void storeMatrices() {
    Value first = numbers.times(warp, 16);
    Value row = numbers.remainder(lane, 16);
    Value line = lineOffset(numbers.add(first, row), numbers.divide(lane, 16));
    for (int64_t band = 0; band < bands; ++band)
      for (int64_t chunk = 0; chunk < width / 8; chunk += 2) {
        int64_t count = std::min<int64_t>(2, width / 8 - chunk) * 2;
        SmallVector<Value> operands{addressOf(line, band, chunk, 0)};
        for (int64_t i = 0; i < count; ++i)
          operands.push_back(
              LLVM::BitcastOp::create(rewriter, loc, rewriter.getI32Type(),
                                      pairOf(band, chunk + i / 2, i % 2)));
        LLVM::CallIntrinsicOp::create(
            rewriter, loc,
            rewriter.getStringAttr("llvm.nvvm.stmatrix.sync.aligned.m8n8.x" +
                                   std::to_string(count) + ".b16.p3"),
            operands);
      }
  }

  /// 32-bit elements: a lane has the half of a chunk in two rows.
  void storePairs() {
    Value column = numbers.remainder(lane, 4);
    Value first = numbers.times(warp, 16);
    Value row = numbers.divide(lane, 4);
    Value line = lineOffset(numbers.add(first, row), numbers.divide(column, 2));
    line = numbers.add(line, numbers.times(numbers.remainder(column, 2), 8));
    for (int64_t band = 0; band < bands; ++band)
      for (int64_t group = 0; group < width / 8; ++group)
        for (int64_t half = 0; half < 2; ++half)
          LLVM::StoreOp::create(rewriter, loc, pairOf(band, group, half),
                                addressOf(line, band, group * 2, half),
                                /*alignment=*/8);
  }

  model::OperandLayout layout;
  int64_t span;
  Value base;
};

struct LowerFragmentStore : OpRewritePattern<FragmentStoreOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(FragmentStoreOp op,
                                PatternRewriter &rewriter) const override {
    if (op.isShared())
      SharedStore(op, rewriter).run();
    else
      lowerGlobalStore(op, rewriter);
    return success();
  }
};

} // namespace

void pipegroup::populateFragmentPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerFragmentStore>(patterns.getContext());
}
