//===- Fragments.h - Stores of accumulator fragments ------------*- C++ -*-===//

#ifndef PIPEGROUP_LIB_CONVERSION_PIPEGROUPTONVVM_FRAGMENTS_H
#define PIPEGROUP_LIB_CONVERSION_PIPEGROUPTONVVM_FRAGMENTS_H

#include "Patterns.h"

#include "pipegroup/IR/Pipegroup.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace pipegroup {

/// 32-bit integers with constants at hand.
struct Numbers {
  mlir::OpBuilder &builder;
  mlir::Location loc;

  mlir::Value constant(int64_t value) {
    return mlir::arith::ConstantIntOp::create(builder, loc,
                                              builder.getI32Type(), value);
  }
  mlir::Value add(mlir::Value a, mlir::Value b) {
    return mlir::arith::AddIOp::create(builder, loc, a, b);
  }
  mlir::Value add(mlir::Value a, int64_t b) {
    return b == 0 ? a : add(a, constant(b));
  }
  mlir::Value times(mlir::Value a, int64_t b) {
    return mlir::arith::MulIOp::create(builder, loc, a, constant(b));
  }
  mlir::Value divide(mlir::Value a, int64_t b) {
    return mlir::arith::DivUIOp::create(builder, loc, a, constant(b));
  }
  mlir::Value remainder(mlir::Value a, int64_t b) {
    return mlir::arith::RemUIOp::create(builder, loc, a, constant(b));
  }
  mlir::Value exclusiveOr(mlir::Value a, int64_t b) {
    return b == 0 ? a
                  : mlir::arith::XOrIOp::create(builder, loc, a, constant(b))
                        .getResult();
  }
};

/// What all stores of an op have in common. Of a fragment, 2 elements side by
/// side are a pair; 4 pairs of a thread are ones of 8 columns by 16 rows.
class StoreLowering {
protected:
  StoreLowering(FragmentStoreOp op, mlir::PatternRewriter &rewriter);

  /// The pair in group `column` of 8 columns, row `half` * 8 of the band.
  mlir::Value pairOf(int64_t band, int64_t column, int64_t half);

  FragmentStoreOp op;
  mlir::PatternRewriter &rewriter;
  mlir::Location loc;
  Numbers numbers;
  int64_t width;
  mlir::VectorType type;
  int64_t bands;
  mlir::Value warp, lane;
};

/// Lowers a store to memory that is not shared.
void lowerGlobalStore(FragmentStoreOp op, mlir::PatternRewriter &rewriter);

} // namespace pipegroup

#endif // PIPEGROUP_LIB_CONVERSION_PIPEGROUPTONVVM_FRAGMENTS_H
