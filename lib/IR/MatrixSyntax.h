//===- MatrixSyntax.h - How swizzles are written ----------------*- C++ -*-===//

#ifndef PIPEGROUP_LIB_IR_MATRIXSYNTAX_H
#define PIPEGROUP_LIB_IR_MATRIXSYNTAX_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

namespace pipegroup {

/// Parses a swizzle: `none` or a number of bytes.
inline mlir::ParseResult parseSwizzle(mlir::OpAsmParser &parser,
                                      mlir::IntegerAttr &swizzle) {
  int64_t bytes = 0;
  if (mlir::failed(parser.parseOptionalKeyword("none")) &&
      parser.parseInteger(bytes))
    return mlir::failure();
  swizzle = parser.getBuilder().getI64IntegerAttr(bytes);
  return mlir::success();
}

inline void printSwizzle(mlir::OpAsmPrinter &printer, mlir::Operation *,
                         mlir::IntegerAttr swizzle) {
  if (!swizzle || swizzle.getInt() == 0)
    printer << "none";
  else
    printer << swizzle.getInt();
}

/// One swizzle is that of both operands, two are those of one each.
inline mlir::ParseResult parseSwizzles(mlir::OpAsmParser &parser,
                                       mlir::IntegerAttr &a,
                                       mlir::IntegerAttr &b) {
  if (parseSwizzle(parser, a))
    return mlir::failure();
  b = a;
  if (mlir::failed(parser.parseOptionalComma()))
    return mlir::success();
  return parseSwizzle(parser, b);
}

inline void printSwizzles(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                          mlir::IntegerAttr a, mlir::IntegerAttr b) {
  printSwizzle(printer, op, a);
  if (a == b)
    return;
  printer << ", ";
  printSwizzle(printer, op, b);
}

} // namespace pipegroup

#endif // PIPEGROUP_LIB_IR_MATRIXSYNTAX_H
