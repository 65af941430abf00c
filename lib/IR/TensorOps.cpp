//===- TensorOps.cpp - Blackwell's tensor core and tensor memory ----------===//

#include "MatrixTypes.h"

#include "pipegroup/IR/Pipegroup.h"

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

LogicalResult UmmaOp::verify() {
  if (!(*this)->getParentOfType<ElectOp>())
    return emitOpError("is executed by all lanes, expected one inside "
                       "'pipegroup.elect' [D4]");
  if (failed(verifySlot(*this, "A", getA().getType(), getSwizzleA())) ||
      failed(verifySlot(*this, "B", getB().getType(), getSwizzleB())))
    return failure();
  FailureOr<model::UmmaShape> shape = getShape();
  if (failed(shape))
    return emitOpError() << "multiplies " << getA().getType().getElementType()
                         << " by " << getB().getType().getElementType()
                         << " into " << getType()
                         << ", expected types that tcgen05 has [D4]";
  int64_t depthB = sizesOf(getB().getType(), !getTransposeB()).second;
  if (depthB != shape->k)
    return emitOpError() << "has K = " << shape->k << " in A and " << depthB
                         << " in B, expected the same [D4]";
  if (failed(reportProblem(*this, "", checkUmma(*shape))) ||
      failed(verifyLayout(*this, "A", getLayoutA())))
    return failure();
  return verifyLayout(*this, "B", getLayoutB());
}
