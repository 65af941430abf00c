//===- MatrixTypes.cpp - What the core knows of matrix types --------------===//

#include "MatrixTypes.h"

#include "pipegroup/IR/Pipegroup.h"
#include "pipegroup/Model/Config.h"

#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pipegroup;
using model::ElementKind;
using model::Major;

std::optional<ElementKind> pipegroup::factorOf(Type type) {
  return llvm::TypeSwitch<Type, std::optional<ElementKind>>(type)
      .Case<Float16Type>([](auto) { return ElementKind::F16; })
      .Case<BFloat16Type>([](auto) { return ElementKind::BF16; })
      .Case<Float32Type>([](auto) { return ElementKind::TF32; })
      .Case<Float8E4M3FNType>([](auto) { return ElementKind::E4M3; })
      .Case<Float8E5M2Type>([](auto) { return ElementKind::E5M2; })
      .Case<Float6E2M3FNType>([](auto) { return ElementKind::E2M3; })
      .Case<Float6E3M2FNType>([](auto) { return ElementKind::E3M2; })
      .Case<Float4E2M1FNType>([](auto) { return ElementKind::E2M1; })
      .Case<IntegerType>([](IntegerType integer) {
        if (integer.getWidth() != 8)
          return std::optional<ElementKind>();
        return std::optional(integer.isUnsigned() ? ElementKind::U8
                                                  : ElementKind::S8);
      })
      .Default([](Type) { return std::nullopt; });
}

/// The element that `type` is in an accumulator.
std::optional<ElementKind> pipegroup::sumOf(Type type) {
  if (type.isF32())
    return ElementKind::F32;
  if (type.isF16())
    return ElementKind::F16;
  if (type.isInteger(32))
    return ElementKind::S32;
  return std::nullopt;
}

static std::optional<model::Swizzle> swizzleOf(std::optional<int64_t> bytes) {
  for (int i = 0; i < 4; ++i)
    if (bytes.value_or(0) == (i == 0 ? 0 : 16 << i))
      return static_cast<model::Swizzle>(i);
  return std::nullopt;
}

Major pipegroup::majorOf(bool isMN) { return isMN ? Major::MN : Major::K; }

/// The sizes of `type` along M or N, and along K; `isMNLast` if M or N is the
/// contiguous one.
std::pair<int64_t, int64_t> pipegroup::sizesOf(MemRefType type, bool isMNLast) {
  int64_t first = type.getDimSize(0), last = type.getDimSize(1);
  return isMNLast ? std::pair(last, first) : std::pair(first, last);
}

model::OperandLayout pipegroup::layoutOf(MemRefType type, bool isMNLast,
                                         std::optional<int64_t> swizzle,
                                         int64_t elementBits) {
  auto [extent, depth] = sizesOf(type, isMNLast);
  return {elementBits, majorOf(isMNLast), *swizzleOf(swizzle), extent, depth};
}

/// True if a matrix of `type`, of known size, fits into a CTA.
static bool fitsShared(MemRefType type) {
  // At least four bits an element.
  constexpr int64_t maxElements = model::maxSharedBytes * 2;
  int64_t rows = type.getDimSize(0), columns = type.getDimSize(1);
  if (rows > maxElements || columns > maxElements)
    return false;
  // Other types are reported for what they are.
  int64_t bits =
      type.getElementType().isIntOrFloat() ? type.getElementTypeBitWidth() : 0;
  return rows * columns * bits / 8 <= model::maxSharedBytes;
}

LogicalResult pipegroup::verifySlot(Operation *op, StringRef name,
                                    MemRefType type,
                                    std::optional<int64_t> swizzle) {
  if (type.getRank() != 2 || !type.hasStaticShape() ||
      !type.getLayout().isIdentity() ||
      !nvgpu::NVGPUDialect::isSharedMemoryAddressSpace(type.getMemorySpace()))
    return op->emitOpError()
           << "has " << name << " of " << type
           << ", expected a matrix of known size in shared memory [D3]";
  if (!fitsShared(type))
    return op->emitOpError()
           << "has " << name << " of " << type << ", expected one of at most "
           << model::maxSharedBytes << " bytes [D3]";
  if (swizzleOf(swizzle))
    return success();
  return op->emitOpError() << "has swizzle(" << *swizzle << ") of " << name
                           << ", expected none, 32, 64 or 128 [D3]";
}

LogicalResult
pipegroup::reportProblem(Operation *op, StringRef prefix,
                         const std::optional<model::Problem> &problem) {
  if (!problem)
    return success();
  std::string rule(problem->rule);
  return op->emitOpError() << prefix << problem->text << " [" << rule << "]";
}

LogicalResult pipegroup::verifyLayout(Operation *op, StringRef name,
                                      const model::OperandLayout &layout) {
  return reportProblem(op, (name + " ").str(), checkLayout(layout));
}

LogicalResult pipegroup::verifyOperand(Operation *op, StringRef name,
                                       const model::OperandLayout &layout) {
  return reportProblem(op, (name + " ").str(), checkOperand(layout));
}

bool pipegroup::isConditional(Operation *op, Operation *outermost) {
  for (; op != outermost; op = op->getParentOp()) {
    Operation *parent = op->getParentOp();
    if (!op->getBlock()->isEntryBlock() ||
        (isa<RegionBranchOpInterface>(parent) &&
         !isa<LoopLikeOpInterface>(parent) &&
         parent->getDialect() != op->getDialect()))
      return true;
  }
  return false;
}

/// A row or column that is known is a multiple of `step`, and what begins there
/// ends in time.
LogicalResult pipegroup::verifyBegin(Operation *op, StringRef what, Value begin,
                                     int64_t step, int64_t count, int64_t size,
                                     StringRef rule) {
  IntegerAttr known;
  if (begin && !matchPattern(begin, m_Constant(&known)))
    return success();
  int64_t first = known ? known.getInt() : 0;
  if (first >= 0 && first % step == 0 && first + count <= size)
    return success();
  return op->emitOpError() << "begins at " << what << ' ' << first
                           << " and has " << count << " of " << size
                           << ", expected a multiple of " << step
                           << " with room for all [" << rule << ']';
}
