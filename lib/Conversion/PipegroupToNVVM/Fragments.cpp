//===- Fragments.cpp - Stores of accumulator fragments --------------------===//

#include "InlinePTX.h"
#include "Patterns.h"

#include "pipegroup/IR/Pipegroup.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace pipegroup;

namespace {

/// 32-bit integers with constants at hand.
struct Numbers {
  OpBuilder &builder;
  Location loc;

  Value constant(int64_t value) {
    return arith::ConstantIntOp::create(builder, loc, builder.getI32Type(),
                                        value);
  }
  Value add(Value a, Value b) {
    return arith::AddIOp::create(builder, loc, a, b);
  }
  Value add(Value a, int64_t b) { return b == 0 ? a : add(a, constant(b)); }
  Value times(Value a, int64_t b) {
    return arith::MulIOp::create(builder, loc, a, constant(b));
  }
  Value divide(Value a, int64_t b) {
    return arith::DivUIOp::create(builder, loc, a, constant(b));
  }
  Value remainder(Value a, int64_t b) {
    return arith::RemUIOp::create(builder, loc, a, constant(b));
  }
  Value exclusiveOr(Value a, int64_t b) {
    return b == 0 ? a
                  : arith::XOrIOp::create(builder, loc, a, constant(b))
                        .getResult();
  }
};

/// What all stores of an op have in common. Of a fragment, 2 elements side by
/// side are a pair; 4 pairs of a thread are ones of 8 columns by 16 rows.
class StoreLowering {
public:
  StoreLowering(FragmentStoreOp op, PatternRewriter &rewriter)
      : op(op), rewriter(rewriter), loc(op.getLoc()), numbers{rewriter, loc},
        width(op.getWidth()), type(op.getValue().getType()),
        bands(type.getNumElements() * 128 / width / 64) {
    Value thread = numbers.remainder(createThreadIndex(rewriter, op), 128);
    warp = numbers.divide(thread, 32);
    lane = numbers.remainder(thread, 32);
  }

protected:
  /// The pair in group `column` of 8 columns, row `half` * 8 of the band.
  Value pairOf(int64_t band, int64_t column, int64_t half) {
    int64_t first = band * width / 2 + column * 4 + half * 2;
    return vector::ExtractStridedSliceOp::create(
        rewriter, loc, op.getValue(), ArrayRef<int64_t>{first},
        ArrayRef<int64_t>{2}, ArrayRef<int64_t>{1});
  }

  FragmentStoreOp op;
  PatternRewriter &rewriter;
  Location loc;
  Numbers numbers;
  int64_t width;
  VectorType type;
  int64_t bands;
  Value warp, lane;
};

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

//===----------------------------------------------------------------------===//
// Other memory
//===----------------------------------------------------------------------===//

class GlobalStore : public StoreLowering {
public:
  GlobalStore(FragmentStoreOp op, PatternRewriter &rewriter)
      : StoreLowering(op, rewriter),
        target(cast<MemRefType>(op.getTarget().getType())) {}

  void run() {
    Value first = numbers.times(warp, 16);
    Value inRow = numbers.add(first, numbers.divide(lane, 4));
    Value inColumn = numbers.times(numbers.remainder(lane, 4), 2);
    row = op.getRow() ? numbers.add(inRow, op.getRow()) : inRow;
    column = op.getColumn() ? numbers.add(inColumn, op.getColumn()) : inColumn;
    for (int64_t band = 0; band < bands; ++band)
      for (int64_t half = 0; half < 2; ++half) {
        Value line = numbers.add(row, band * 64 + half * 8);
        guarded(!isInside(0, op.getRow(), bands * 64), line, 0,
                [&] { storeLine(line, band, half); });
      }
    rewriter.eraseOp(op);
  }

private:
  /// True if `count` rows or columns from `begin` on are known to be inside.
  bool isInside(unsigned dimension, Value begin, int64_t count) {
    return !begin && !target.isDynamicDim(dimension) &&
           target.getDimSize(dimension) >= count;
  }

  Value sizeOf(unsigned dimension) {
    Value size =
        memref::DimOp::create(rewriter, loc, op.getTarget(), dimension);
    return arith::IndexCastOp::create(rewriter, loc, rewriter.getI32Type(),
                                      size);
  }

  /// Runs `build`, where `must` in a branch if `place` is below the size.
  void guarded(bool must, Value place, unsigned dimension,
               function_ref<void()> build) {
    if (!must)
      return build();
    Value isIn = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::slt,
                                       place, sizeOf(dimension));
    auto branch = scf::IfOp::create(rewriter, loc, isIn);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(branch.thenYield());
    build();
  }

  /// True if every pair, which begins in an even column, is aligned as one.
  bool arePairsAligned() {
    SmallVector<int64_t> strides;
    int64_t offset;
    return succeeded(target.getStridesAndOffset(strides, offset)) &&
           strides[1] == 1 && !ShapedType::isDynamic(strides[0]) &&
           strides[0] % 2 == 0 && !ShapedType::isDynamic(offset) &&
           offset % 2 == 0;
  }

  /// If all columns are inside at once, and one by one if they are not.
  void storeLine(Value line, int64_t band, int64_t half) {
    if (isInside(1, op.getColumn(), width))
      return storeColumns(line, band, half, /*check=*/false);
    Value begin = op.getColumn() ? op.getColumn() : numbers.constant(0);
    Value end = numbers.add(begin, width);
    Value fits = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::sle,
                                       end, sizeOf(1));
    auto branch = scf::IfOp::create(rewriter, loc, fits, /*withElse=*/true);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(branch.thenYield());
    storeColumns(line, band, half, /*check=*/false);
    rewriter.setInsertionPoint(branch.elseYield());
    storeColumns(line, band, half, /*check=*/true);
  }

  void storeColumns(Value line, int64_t band, int64_t half, bool check) {
    // Of a pair in an even number of columns both are inside or none.
    bool areWhole =
        !check || (!target.isDynamicDim(1) && target.getDimSize(1) % 2 == 0);
    for (int64_t group = 0; group < width / 8; ++group) {
      Value place = numbers.add(column, group * 8);
      Value pair = pairOf(band, group, half);
      if (areWhole && arePairsAligned()) {
        guarded(check, place, 1, [&] { storePair(pair, line, place); });
        continue;
      }
      for (int64_t i = 0; i < 2; ++i) {
        Value next = numbers.add(place, i);
        guarded(check, next, 1, [&] { storeOne(pair, i, line, next); });
      }
    }
  }

  SmallVector<Value> indices(Value line, Value place) {
    Type index = rewriter.getIndexType();
    Value row = arith::IndexCastOp::create(rewriter, loc, index, line);
    Value column = arith::IndexCastOp::create(rewriter, loc, index, place);
    return {row, column};
  }

  void storePair(Value pair, Value line, Value place) {
    vector::StoreOp::create(
        rewriter, loc, pair, op.getTarget(), indices(line, place),
        /*nontemporal=*/false,
        llvm::MaybeAlign(target.getElementTypeBitWidth() / 4));
  }

  void storeOne(Value pair, int64_t i, Value line, Value place) {
    Value element = vector::ExtractOp::create(rewriter, loc, pair, i);
    memref::StoreOp::create(rewriter, loc, element, op.getTarget(),
                            indices(line, place));
  }

  MemRefType target;
  Value row, column;
};

struct LowerFragmentStore : OpRewritePattern<FragmentStoreOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(FragmentStoreOp op,
                                PatternRewriter &rewriter) const override {
    if (op.isShared())
      SharedStore(op, rewriter).run();
    else
      GlobalStore(op, rewriter).run();
    return success();
  }
};

} // namespace

void pipegroup::populateFragmentPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerFragmentStore>(patterns.getContext());
}
