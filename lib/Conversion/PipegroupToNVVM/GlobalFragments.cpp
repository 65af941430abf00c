//===- GlobalFragments.cpp - Fragments to memory of any strides -----------===//

#include "Fragments.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace pipegroup;

namespace {

/// Rows and columns are 32-bit numbers, below this one if they are not
/// negative. As unsigned numbers negative ones are not below it, so that one
/// comparison with a size finds both ends.
constexpr int64_t numberLimit = int64_t(1) << 31;

/// The constant that `value` is; 0 if there is no value.
std::optional<int64_t> constantOf(Value value) {
  return value ? getConstantIntValue(value) : std::optional<int64_t>(0);
}

class GlobalStore : public StoreLowering {
public:
  GlobalStore(FragmentStoreOp op, PatternRewriter &rewriter)
      : StoreLowering(op, rewriter),
        target(cast<MemRefType>(op.getTarget().getType())) {}

  /// What is the same for all elements is asked once.
  void run() {
    Value first = numbers.times(warp, 16);
    Value inRow = numbers.add(first, numbers.divide(lane, 4));
    Value inColumn = numbers.times(numbers.remainder(lane, 4), 2);
    row = op.getRow() ? numbers.add(inRow, op.getRow()) : inRow;
    column = op.getColumn() ? numbers.add(inColumn, op.getColumn()) : inColumn;
    Value arePairs = arePairsAligned();
    // Of a pair in an even number of columns both are inside or none.
    bool isEven = !target.isDynamicDim(1) && target.getDimSize(1) % 2 == 0;
    branch(
        fits(), [&] { storeAll(arePairs, /*check=*/false); },
        [&] { storeAll(isEven ? arePairs : truth(false), /*check=*/true); });
    rewriter.eraseOp(op);
  }

private:
  //===--------------------------------------------------------------------===//
  // Questions
  //===--------------------------------------------------------------------===//

  Value truth(bool value) {
    return arith::ConstantIntOp::create(rewriter, loc, rewriter.getI1Type(),
                                        value);
  }

  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(rewriter, loc, predicate, a, b);
  }

  /// Runs both functions on the two sides of a branch, or one of them where the
  /// answer is known.
  void branch(Value condition, function_ref<void()> buildThen,
              function_ref<void()> buildElse) {
    if (std::optional<int64_t> known = constantOf(condition))
      return *known ? buildThen() : buildElse();
    auto branch =
        scf::IfOp::create(rewriter, loc, condition, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(branch.thenYield());
    buildThen();
    rewriter.setInsertionPoint(branch.elseYield());
    buildElse();
  }

  /// Runs `build`, in a branch if `place` has to be below `size`.
  void guarded(bool must, Value place, Value size, function_ref<void()> build) {
    if (!must)
      return build();
    auto branch = scf::IfOp::create(
        rewriter, loc, compare(arith::CmpIPredicate::ult, place, size));
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(branch.thenYield());
    build();
  }

  /// The size of a dimension, as far as numbers reach.
  Value sizeOf(unsigned dimension) {
    if (!target.isDynamicDim(dimension))
      return numbers.constant(int32_t(
          uint32_t(std::min(target.getDimSize(dimension), numberLimit))));
    Value size =
        memref::DimOp::create(rewriter, loc, op.getTarget(), dimension);
    Value limit = arith::ConstantIndexOp::create(rewriter, loc, numberLimit);
    return arith::IndexCastOp::create(
        rewriter, loc, rewriter.getI32Type(),
        arith::MinUIOp::create(rewriter, loc, size, limit));
  }

  /// True if `count` rows or columns from `begin` on are known to be inside.
  bool isInside(unsigned dimension, Value begin, int64_t count) {
    std::optional<int64_t> first = constantOf(begin);
    return first && *first >= 0 && !target.isDynamicDim(dimension) &&
           target.getDimSize(dimension) - *first >= count;
  }

  /// Whether all columns are inside.
  Value fits() {
    if (isInside(1, op.getColumn(), width))
      return truth(true);
    if (!target.isDynamicDim(1) && target.getDimSize(1) < width)
      return truth(false);
    Value size = sizeOf(1);
    Value begin = op.getColumn() ? op.getColumn() : numbers.constant(0);
    Value last =
        arith::SubIOp::create(rewriter, loc, size, numbers.constant(width));
    Value isBefore = compare(arith::CmpIPredicate::ule, begin, last);
    if (!target.isDynamicDim(1))
      return isBefore;
    Value hasRoom =
        compare(arith::CmpIPredicate::uge, size, numbers.constant(width));
    return arith::AndIOp::create(rewriter, loc, hasRoom, isBefore);
  }

  /// Whether every pair is aligned as one: the matrix begins at a multiple of
  /// two elements, and its rows and the column are even.
  Value arePairsAligned() {
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(target.getStridesAndOffset(strides, offset)) || strides[1] != 1)
      return truth(false);
    std::optional<int64_t> begin = constantOf(op.getColumn());
    int64_t known[] = {strides[0], offset,
                       begin.value_or(ShapedType::kDynamic)};
    if (llvm::any_of(known, [](int64_t number) {
          return !ShapedType::isDynamic(number) && number % 2 != 0;
        }))
      return truth(false);
    return areEven(ShapedType::isDynamic(strides[0]),
                   ShapedType::isDynamic(offset), !begin);
  }

  /// Whether the row stride, the offset and the column are even, those of them
  /// that have to be asked for.
  Value areEven(bool askStride, bool askOffset, bool askColumn) {
    SmallVector<Value> asked;
    if (askStride || askOffset) {
      auto metadata = memref::ExtractStridedMetadataOp::create(rewriter, loc,
                                                               op.getTarget());
      if (askStride)
        asked.push_back(toNumber(metadata.getStrides()[0]));
      if (askOffset)
        asked.push_back(toNumber(metadata.getOffset()));
    }
    if (askColumn)
      asked.push_back(op.getColumn());
    if (asked.empty())
      return truth(true);
    Value bits = asked.front();
    for (Value next : ArrayRef(asked).drop_front())
      bits = arith::OrIOp::create(rewriter, loc, bits, next);
    return compare(
        arith::CmpIPredicate::eq,
        arith::AndIOp::create(rewriter, loc, bits, numbers.constant(1)),
        numbers.constant(0));
  }

  Value toNumber(Value index) {
    return arith::IndexCastOp::create(rewriter, loc, rewriter.getI32Type(),
                                      index);
  }

  //===--------------------------------------------------------------------===//
  // Stores
  //===--------------------------------------------------------------------===//

  /// Stores pairs if `arePairs`, and looks at each column if `check`.
  void storeAll(Value arePairs, bool check) {
    branch(
        arePairs, [&] { storeLines(/*pairs=*/true, check); },
        [&] { storeLines(/*pairs=*/false, check); });
  }

  void storeLines(bool pairs, bool check) {
    bool areInside = isInside(0, op.getRow(), bands * 64);
    Value rows = areInside ? Value() : sizeOf(0);
    Value columns = check ? sizeOf(1) : Value();
    for (int64_t band = 0; band < bands; ++band)
      for (int64_t half = 0; half < 2; ++half) {
        Value line = numbers.add(row, band * 64 + half * 8);
        guarded(!areInside, line, rows, [&] {
          for (int64_t group = 0; group < width / 8; ++group)
            storeGroup(pairs, columns, line, numbers.add(column, group * 8),
                       pairOf(band, group, half));
        });
      }
  }

  /// Stores two elements from `place` on, below `columns` if that is not null.
  void storeGroup(bool pairs, Value columns, Value line, Value place,
                  Value pair) {
    bool check = columns != nullptr;
    if (pairs)
      return guarded(check, place, columns,
                     [&] { storePair(pair, line, place); });
    for (int64_t i = 0; i < 2; ++i) {
      Value next = numbers.add(place, i);
      guarded(check, next, columns, [&] { storeOne(pair, i, line, next); });
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

} // namespace

void pipegroup::lowerGlobalStore(FragmentStoreOp op,
                                 PatternRewriter &rewriter) {
  GlobalStore(op, rewriter).run();
}
