//===- BarrierOps.cpp - One op, one mbarrier action -----------------------===//

#include "SlotUse.h"

#include "pipegroup/IR/Pipegroup.h"
#include "pipegroup/Model/Derive.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pipegroup;

/// `: type` after a pointer that is not in the shared memory of its own CTA.
ParseResult pipegroup::parseSharedPointer(OpAsmParser &parser, Type &type) {
  type = LLVM::LLVMPointerType::get(parser.getContext(), 3);
  if (succeeded(parser.parseOptionalColon()))
    return parser.parseType(type);
  return success();
}

void pipegroup::printSharedPointer(OpAsmPrinter &printer, Operation *,
                                   Type type) {
  if (cast<LLVM::LLVMPointerType>(type).getAddressSpace() != 3)
    printer << " : " << type;
}

LogicalResult BarriersOp::verify() {
  int64_t offset = getDynamic().value_or(0);
  if (offset < 0 || offset % model::barrierBytes != 0)
    return emitOpError() << "is at byte " << offset
                         << " of dynamic shared memory, expected a "
                            "non-negative multiple of "
                         << model::barrierBytes << " [G16]";
  int64_t fits = model::roomForBarriers(getDynamic()) / model::barrierBytes;
  if (getSize() < 1 || getSize() > fits)
    return emitOpError() << "has size " << getSize() << ", expected 1 to "
                         << fits << " barriers [G16]";
  return success();
}

LogicalResult BarrierOp::verifySymbolUses(SymbolTableCollection &tables) {
  auto storage = dyn_cast_if_present<BarriersOp>(
      tables.lookupNearestSymbolFrom(*this, getStorageAttr()));
  if (!storage)
    return emitOpError() << "names " << getStorageAttr()
                         << ", expected a 'pipegroup.barriers' in the nearest "
                            "symbol table";
  // The index is known only now and then; the offset always is.
  IntegerAttr index;
  int64_t first = getOffset();
  if (first < storage.getSize() && matchPattern(getIndex(), m_Constant(&index)))
    first += index.getInt();
  if (first >= 0 && first < storage.getSize())
    return success();
  InFlightDiagnostic diag = emitOpError()
                            << "addresses barrier " << first
                            << ", expected 0 to " << storage.getSize() - 1;
  diag.attachNote(storage.getLoc()) << "the storage is here";
  return diag;
}

LogicalResult BuffersOp::verify() {
  int64_t offset = getDynamic().value_or(0), align = getAlign();
  int64_t maxAlign = llvm::bit_floor(uint64_t(model::maxSharedBytes));
  if (align < 1 || align > maxAlign || !llvm::isPowerOf2_64(align))
    return emitOpError() << "has alignment " << align
                         << ", expected a power of two up to " << maxAlign
                         << " [K11]";
  if (offset < 0 || offset % align != 0)
    return emitOpError() << "is at byte " << offset
                         << " of dynamic shared memory, expected a "
                            "non-negative multiple of its alignment "
                         << align << " [K11]";
  int64_t room =
      (getDynamic() ? model::maxSharedBytes : model::maxStaticSharedBytes) -
      offset;
  if (getSize() < 1 || getSize() > room)
    return emitOpError() << "has size " << getSize() << ", expected 1 to "
                         << std::max<int64_t>(room, 0) << " bytes [K11]";
  return success();
}

LogicalResult BufferOp::verifySymbolUses(SymbolTableCollection &tables) {
  auto storage = dyn_cast_if_present<BuffersOp>(
      tables.lookupNearestSymbolFrom(*this, getStorageAttr()));
  if (!storage)
    return emitOpError() << "names " << getStorageAttr()
                         << ", expected a 'pipegroup.buffers' in the nearest "
                            "symbol table";
  int64_t bytes = 1;
  if (auto type = dyn_cast<MemRefType>(getBuffer().getType())) {
    if (!isSharedBuffer(type))
      return emitOpError() << "gives " << type
                           << ", expected a static shape of elements of whole "
                              "bytes in shared memory [M14]";
    bytes = type.getNumElements() * (type.getElementTypeBitWidth() / 8);
  }
  IntegerAttr index;
  int64_t number = 0;
  if (matchPattern(getIndex(), m_Constant(&index)))
    number = index.getInt();
  // Divide rather than multiply: neither number has a bound of its own.
  int64_t stride = getStride(), size = storage.getSize();
  if (number >= 0 && bytes <= size && number <= (size - bytes) / stride)
    return success();
  InFlightDiagnostic diag = emitOpError()
                            << "addresses " << bytes << " bytes from buffer "
                            << number << " on, expected them inside the "
                            << size << " bytes of its storage";
  diag.attachNote(storage.getLoc()) << "the storage is here";
  return diag;
}

LogicalResult BarrierOp::verify() {
  auto pointer = dyn_cast<LLVM::LLVMPointerType>(getAddress().getType());
  bool isClusters = pointer && pointer.getAddressSpace() == 7;
  if (getCta() && getLeader())
    return emitOpError(
        "is in the CTA of a rank and in the leader, expected one "
        "of them");
  if (isClusters && !getCta() && !getLeader())
    return emitOpError("is in its own CTA, expected a pointer in address space "
                       "3, or 'cta' or 'leader'");
  if (!isClusters && getCta())
    return emitOpError("is in the CTA of a rank, expected a pointer in address "
                       "space 7");
  return success();
}

LogicalResult BarrierInitOp::verify() {
  int64_t count = getCount();
  if (count >= 1 && count <= model::maxBarrierCount)
    return success();
  return emitOpError() << "has count " << count << ", expected 1 to "
                       << model::maxBarrierCount << " [M2]";
}

LogicalResult BarrierArriveExpectTxOp::verify() {
  int64_t bytes = getBytes();
  if (bytes >= 1 && bytes <= model::maxBarrierCount)
    return success();
  return emitOpError() << "expects " << bytes << " bytes, expected 1 to "
                       << model::maxBarrierCount << " [M3]";
}

/// A parity that is known must be one.
static LogicalResult verifyParity(Operation *op, Value parity) {
  IntegerAttr known;
  if (!matchPattern(parity, m_Constant(&known)) || known.getValue().ule(1))
    return success();
  return op->emitOpError() << "has parity " << known.getInt()
                           << ", expected 0 or 1";
}

LogicalResult BarrierTryWaitOp::verify() {
  return verifyParity(*this, getParity());
}
LogicalResult BarrierTestWaitOp::verify() {
  return verifyParity(*this, getParity());
}
LogicalResult BarrierWaitOp::verify() {
  return verifyParity(*this, getParity());
}

LogicalResult pipegroup::verifyTogether(Operation *op, StringRef who) {
  Operation *alone = op->getParentOfType<OnceOp>();
  if (!alone)
    alone = op->getParentOfType<ElectOp>();
  if (!alone)
    alone = op->getParentOfType<ForCtasOp>();
  if (!alone)
    return success();
  InFlightDiagnostic diag = op->emitOpError()
                            << "is inside '" << alone->getName()
                            << "', expected " << who << " to execute it";
  diag.attachNote(alone->getLoc()) << "only one thread executes this";
  return diag;
}

LogicalResult ElectOp::verify() {
  return verifyTogether(*this, "all lanes of the warp");
}
LogicalResult SyncCtaOp::verify() {
  return verifyTogether(*this, "all threads of the CTA");
}
LogicalResult SyncClusterOp::verify() {
  return verifyTogether(*this, "all threads of the CTA");
}

LogicalResult ForCtasOp::verify() {
  Block &body = getBodyRegion().front();
  if (body.getNumArguments() != 1 ||
      !body.getArgument(0).getType().isInteger(32))
    return emitOpError() << "has a body with " << body.getNumArguments()
                         << " arguments, expected one 'i32' for the CTA's rank";
  return verifyTogether(*this, "all lanes of the warp");
}
