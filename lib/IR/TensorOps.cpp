//===- TensorOps.cpp - Blackwell's tensor core and tensor memory ----------===//

#include "BlockThreads.h"
#include "MatrixTypes.h"

#include "pipegroup/IR/Pipegroup.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace pipegroup;
using model::ElementKind;

//===----------------------------------------------------------------------===//
// Tensor memory
//===----------------------------------------------------------------------===//

/// What allocates or frees involves all threads of the CTA.
template <typename Op> static LogicalResult verifyLife(Op op) {
  if (failed(
          reportProblem(op, "", model::checkTensorColumns(op.getColumns()))) ||
      failed(verifyTogether(op, "all threads of the CTA")))
    return failure();
  if (op.getCtaGroup() != 1 && op.getCtaGroup() != 2)
    return op.emitOpError()
           << "has cta_group(" << op.getCtaGroup() << "), expected 1 or 2 [D5]";
  auto task = op->template getParentOfType<TaskOp>();
  if (!task)
    return success();
  InFlightDiagnostic diag = op.emitOpError(
      "is inside a task, expected all threads of the CTA to execute it [D5]");
  diag.attachNote(task.getLoc()) << "the task is here";
  return diag;
}

LogicalResult TmemAllocOp::verify() { return verifyLife(*this); }
LogicalResult TmemFreeOp::verify() { return verifyLife(*this); }

/// Columns of 32 bits.
static LogicalResult verifyColumns(Operation *op, VectorType type) {
  int64_t columns = type.getNumElements();
  if (type.getElementTypeBitWidth() != 32 || columns > 128 ||
      (columns & (columns - 1)) != 0)
    return op->emitOpError()
           << "moves " << type
           << ", expected a power of two up to 128 of f32 or i32 [D5]";
  return verifyTogether(op, "all lanes of the warp");
}

LogicalResult TmemLoadOp::verify() {
  return verifyColumns(*this, getResult().getType());
}
LogicalResult TmemStoreOp::verify() {
  return verifyColumns(*this, getValue().getType());
}

//===----------------------------------------------------------------------===//
// umma
//===----------------------------------------------------------------------===//

FailureOr<model::UmmaShape> UmmaOp::getShape() {
  std::optional<ElementKind> types[] = {
      factorOf(getA().getType().getElementType()),
      factorOf(getB().getType().getElementType()), sumOf(getType())};
  if (!types[0] || !types[1] || !types[2])
    return failure();
  auto [m, k] = sizesOf(getA().getType(), getTransposeA());
  auto [n, depthB] = sizesOf(getB().getType(), !getTransposeB());
  model::UmmaShape shape{*types[0],
                         *types[1],
                         *types[2],
                         m * getCtaGroup(),
                         n * getCtaGroup(),
                         k,
                         getCtaGroup(),
                         majorOf(getTransposeA()),
                         majorOf(!getTransposeB())};
  if (!getScaleType())
    return shape;
  bool isPower = isa<Float8E8M0FNUType>(*getScaleType());
  if (!isPower && !isa<Float8E4M3FNType>(*getScaleType()))
    return failure();
  shape.scales = model::Scales{
      isPower ? model::ScaleType::UE8M0 : model::ScaleType::UE4M3, *getBlock()};
  return shape;
}

/// Bits that an element of `element` takes in the slots of `op`.
static int64_t sharedBits(UmmaOp op, Type element) {
  return model::sharedBitsOf(*model::kindOf(*op.getShape()),
                             *factorOf(element));
}

model::OperandLayout UmmaOp::getLayoutA() {
  return layoutOf(getA().getType(), getTransposeA(), getSwizzleA(),
                  sharedBits(*this, getA().getType().getElementType()));
}

model::OperandLayout UmmaOp::getLayoutB() {
  return layoutOf(getB().getType(), !getTransposeB(), getSwizzleB(),
                  sharedBits(*this, getB().getType().getElementType()));
}

/// Outside tasks the CTA is one warp, unless there is a condition.
static LogicalResult verifyOneWarp(UmmaOp op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (!function || isConditional(op, function))
    return success();
  for (int64_t threads : exactBlockThreads(function))
    if (threads > 32)
      return op.emitOpError()
             << "is executed by one lane of each warp of " << threads
             << " threads, expected one warp, or a condition [D4]";
  return success();
}

/// One lane of one warp.
static LogicalResult verifyOneThread(UmmaOp op) {
  auto elect = op->getParentOfType<ElectOp>();
  if (!elect)
    return op.emitOpError("is executed by all lanes, expected one inside "
                          "'pipegroup.elect' [D4]");
  auto task = op->getParentOfType<TaskOp>();
  if (!task)
    return verifyOneWarp(op);
  if (task.getCount() == 1 || isConditional(op, task))
    return success();
  InFlightDiagnostic diag = op.emitOpError()
                            << "is executed by one lane of each of "
                            << task.getCount()
                            << " warps, expected a task of one warp [D4]";
  diag.attachNote(task.getLoc()) << "the task is here";
  return diag;
}

LogicalResult UmmaOp::verify() {
  if (failed(verifyOneThread(*this)))
    return failure();
  int64_t parts =
      !!getScaleA() + !!getScaleB() + !!getScaleType() + !!getBlock();
  if (parts != 0 && parts != 4)
    return emitOpError("has a part of what scales need, expected both "
                       "addresses, a type and a number of elements, or none "
                       "[D4]");
  if (failed(verifySlot(*this, "A", getA().getType(), getSwizzleA())) ||
      failed(verifySlot(*this, "B", getB().getType(), getSwizzleB())))
    return failure();
  FailureOr<model::UmmaShape> shape = getShape();
  if (failed(shape))
    return emitOpError()
           << "multiplies " << getA().getType().getElementType() << " by "
           << getB().getType().getElementType() << " into " << getType()
           << ", expected types that tcgen05 has, f32 for tf32 [D4]";
  int64_t depthB = sizesOf(getB().getType(), !getTransposeB()).second;
  if (depthB != shape->k)
    return emitOpError() << "has K = " << shape->k << " in A and " << depthB
                         << " in B, expected the same [D4]";
  if (failed(reportProblem(*this, "", checkUmma(*shape))) ||
      failed(verifyOperand(*this, "A", getLayoutA())))
    return failure();
  return verifyOperand(*this, "B", getLayoutB());
}
