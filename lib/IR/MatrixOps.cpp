//===- MatrixOps.cpp - Hopper's tensor core on slots ----------------------===//

#include "BlockThreads.h"
#include "MatrixTypes.h"

#include "pipegroup/IR/Pipegroup.h"

#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace pipegroup;
using model::ElementKind;

//===----------------------------------------------------------------------===//
// wgmma
//===----------------------------------------------------------------------===//

FailureOr<model::WgmmaShape> WgmmaOp::getShape() {
  auto a = dyn_cast<MemRefType>(getA().getType());
  MemRefType b = getB().getType();
  std::optional<ElementKind> types[] = {
      factorOf(getElementTypeOrSelf(getA())), factorOf(b.getElementType()),
      sumOf(getResult().getType().getElementType())};
  if (!types[0] || !types[1] || !types[2])
    return failure();
  auto [n, k] = sizesOf(b, !getTransposeB());
  int64_t m = n == 0 ? 0 : getResult().getType().getNumElements() * 128 / n;
  model::WgmmaShape shape{*types[0], *types[1], *types[2], m, n, k};
  shape.majorA = majorOf(getTransposeA());
  shape.majorB = majorOf(!getTransposeB());
  shape.isARegister = !a;
  return shape;
}

model::OperandLayout WgmmaOp::getLayoutA() {
  auto type = cast<MemRefType>(getA().getType());
  return layoutOf(type, getTransposeA(), getSwizzleA(),
                  model::bitsOf(*factorOf(type.getElementType())));
}

model::OperandLayout WgmmaOp::getLayoutB() {
  MemRefType type = getB().getType();
  return layoutOf(type, !getTransposeB(), getSwizzleB(),
                  model::bitsOf(*factorOf(type.getElementType())));
}

/// Outside tasks the CTA is made of warpgroups, unless there is a condition.
static LogicalResult verifyBlock(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (!function || isConditional(op, function))
    return success();
  for (int64_t threads : exactBlockThreads(function))
    if (threads % 128 != 0)
      return op->emitOpError()
             << "is executed by a CTA of " << threads
             << " threads, expected whole warpgroups of 128 threads [D2]";
  return success();
}

/// A warpgroup is four warps from a multiple of four on.
static LogicalResult verifyWarpgroups(Operation *op) {
  if (failed(verifyTogether(op, "all threads of a warpgroup")))
    return failure();
  auto task = op->getParentOfType<TaskOp>();
  if (!task)
    return verifyBlock(op);
  if (task.getFirst() % 4 == 0 && task.getCount() % 4 == 0)
    return success();
  InFlightDiagnostic diag = op->emitOpError()
                            << "is executed by the warps " << task.getFirst()
                            << " to " << task.getFirst() + task.getCount() - 1
                            << ", expected whole warpgroups of four warps [D2]";
  diag.attachNote(task.getLoc()) << "the task is here";
  return diag;
}

/// A in registers has as many elements as it takes.
static LogicalResult verifyFragmentA(WgmmaOp op,
                                     const model::WgmmaShape &shape) {
  auto type = cast<VectorType>(op.getA().getType());
  int64_t expected = shape.m * shape.k / 128;
  if (op.getTransposeA() || op.getRow() || op.getSwizzleA().value_or(0) != 0)
    return op.emitOpError("has A in registers, expected no row, no swizzle of "
                          "it and no 'transpose_a' [D2]");
  if (type.getRank() == 1 && type.getNumElements() == expected)
    return success();
  return op.emitOpError() << "has A of " << type << ", expected " << expected
                          << " elements for " << shape.m << " x " << shape.k
                          << " [D2]";
}

static LogicalResult verifySlotA(WgmmaOp op, const model::WgmmaShape &shape) {
  auto type = cast<MemRefType>(op.getA().getType());
  auto [rows, depth] = sizesOf(type, op.getTransposeA());
  if (depth != shape.k)
    return op.emitOpError() << "has K = " << depth << " in A and " << shape.k
                            << " in B, expected the same [D2]";
  if (!op.getRow() && rows != shape.m)
    return op.emitOpError()
           << "has " << rows << " rows in A and " << shape.m
           << " in the result, expected the same, or a first row [D2]";
  if (failed(verifyOperand(op, "A", op.getLayoutA())))
    return failure();
  return verifyBegin(op, "row", op.getRow(), model::WgmmaShape::instructionM,
                     shape.m, rows, "D2");
}

LogicalResult WgmmaOp::verify() {
  if (failed(verifyWarpgroups(*this)))
    return failure();
  if (getAccumulate() && !getAccumulator())
    return emitOpError("has a condition to accumulate and no accumulator, "
                       "expected both or neither [D2]");
  auto a = dyn_cast<MemRefType>(getA().getType());
  if ((a && failed(verifySlot(*this, "A", a, getSwizzleA()))) ||
      failed(verifySlot(*this, "B", getB().getType(), getSwizzleB())))
    return failure();
  FailureOr<model::WgmmaShape> shape = getShape();
  if (failed(shape))
    return emitOpError()
           << "multiplies " << getElementTypeOrSelf(getA()) << " by "
           << getB().getType().getElementType() << " into "
           << getResult().getType().getElementType()
           << ", expected types that wgmma has, f32 for tf32 [D2]";
  if (shape->m * shape->n != getResult().getType().getNumElements() * 128)
    return emitOpError() << "has " << getResult().getType().getNumElements()
                         << " elements of the result in each thread, expected "
                         << shape->n / 2 << " for every 64 rows [D2]";
  if (failed(reportProblem(*this, "", checkWgmma(*shape))) ||
      failed(a ? verifySlotA(*this, *shape) : verifyFragmentA(*this, *shape)))
    return failure();
  return verifyOperand(*this, "B", getLayoutB());
}

LogicalResult WgmmaWaitOp::verify() {
  if (getPending() < 0 || getPending() > 7)
    return emitOpError() << "leaves " << getPending()
                         << " pending, expected 0 to 7 [D1]";
  return verifyTogether(*this, "all threads of a warpgroup");
}

//===----------------------------------------------------------------------===//
// fragment_store
//===----------------------------------------------------------------------===//

bool FragmentStoreOp::isShared() {
  auto type = dyn_cast<MemRefType>(getTarget().getType());
  return type &&
         nvgpu::NVGPUDialect::isSharedMemoryAddressSpace(type.getMemorySpace());
}

int64_t FragmentStoreOp::getWidth() {
  return getColumns().value_or(getValue().getType().getNumElements() * 2);
}

model::OperandLayout FragmentStoreOp::getLayout() {
  auto type = cast<MemRefType>(getTarget().getType());
  return layoutOf(type, /*isMNLast=*/false, getSwizzle(),
                  type.getElementTypeBitWidth());
}

/// The slot has room for `rows` x `columns` from whole groups of lines and
/// whole spans on.
static LogicalResult verifyTarget(FragmentStoreOp op, int64_t rows,
                                  int64_t columns) {
  auto type = cast<MemRefType>(op.getTarget().getType());
  if (failed(verifySlot(op, "a target", type, op.getSwizzle())) ||
      failed(verifyLayout(op, "the target", op.getLayout())))
    return failure();
  int64_t span =
      model::spanOf(op.getLayout().swizzle) * 8 / type.getElementTypeBitWidth();
  return failure(failed(verifyBegin(op, "row", op.getRow(), model::groupLines,
                                    rows, type.getDimSize(0), "D6")) ||
                 failed(verifyBegin(op, "column", op.getColumn(), span, columns,
                                    type.getDimSize(1), "D6")));
}

LogicalResult FragmentStoreOp::verify() {
  if (!getRow() != !getColumn())
    return emitOpError("has a row or a column alone, expected both or neither "
                       "[D6]");
  auto type = dyn_cast<MemRefType>(getTarget().getType());
  Type element = getValue().getType().getElementType();
  if (!type || type.getRank() != 2 || type.getElementType() != element)
    return emitOpError() << "stores " << element << " to "
                         << getTarget().getType()
                         << ", expected a matrix of the same type [D6]";
  int64_t elements = getValue().getType().getNumElements() * 128;
  int64_t columns = getWidth();
  if (columns < 8 || columns % 8 != 0 || elements % 64 != 0 ||
      elements / 64 % columns != 0)
    return emitOpError() << "has " << elements << " elements in " << columns
                         << " columns, expected a multiple of 8 columns and of "
                            "64 rows [D6]";
  if (failed(verifyWarpgroups(*this)))
    return failure();
  if (isShared())
    return verifyTarget(*this, elements / columns, columns);
  if (getSwizzle())
    return emitOpError(
        "has a swizzle, expected a target in shared memory [D6]");
  return success();
}
