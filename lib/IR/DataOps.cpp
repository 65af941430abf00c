//===- DataOps.cpp - What moves data into and out of slots ----------------===//

#include "SlotUse.h"

#include "pipegroup/Model/Rules.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pipegroup;

//===----------------------------------------------------------------------===//
// Modes
//===----------------------------------------------------------------------===//

/// D8: a tile has 1 to 5 coordinates; im2col has 3 to 5, and an offset for each
/// but the first and the last of them; gather4 has a column and four rows.
template <typename Op> static LogicalResult verifyMode(Op op) {
  size_t coordinates = op.getCoordinates().size();
  size_t offsets = op.getOffsets().size();
  if (op.getGather4()) {
    if (offsets != 0)
      return op.emitOpError(
          "is 'im2col' and 'gather4', expected one mode [D8]");
    if (coordinates == 5)
      return success();
    return op.emitOpError()
           << "has " << coordinates
           << " coordinates, expected 5 for 'gather4': a column and four rows "
              "[D8]";
  }
  if (coordinates < 1 || coordinates > 5)
    return op.emitOpError()
           << "has " << coordinates << " coordinates, expected 1 to 5 [D8]";
  if (offsets != 0 && (coordinates < 3 || offsets != coordinates - 2))
    return op.emitOpError()
           << "has " << coordinates << " coordinates and " << offsets
           << " 'im2col' offsets, expected 3 to 5 and two fewer [D8]";
  return success();
}

LogicalResult BarrierTmaLoadOp::verify() { return verifyMode(*this); }

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

static LogicalResult verifyLoad(LoadOpInterface op) {
  if (failed(verifyTogether(op, "all lanes of the warp")))
    return failure();
  IntegerAttr part;
  Value value = op.getPart();
  if (value && matchPattern(value, m_Constant(&part)) &&
      (part.getInt() < 0 || part.getInt() >= op.getParts()))
    return op.emitOpError()
           << "fills part " << part.getInt() << ", expected 0 to "
           << op.getParts() - 1 << " [D9]";
  return success();
}

LogicalResult TmaLoadOp::verify() {
  return failure(failed(verifyLoad(*this)) || failed(verifyMode(*this)));
}
LogicalResult BulkLoadOp::verify() { return verifyLoad(*this); }

/// D9: all parts are equal and lie where TMA can write them.
static LogicalResult verifyParts(LoadOpInterface op, int64_t slotBytes,
                                 int64_t alignment) {
  int64_t parts = op.getParts();
  if (slotBytes % parts == 0 && slotBytes / parts % alignment == 0)
    return success();
  return op.emitOpError() << "fills one of " << parts << " parts of a slot of "
                          << slotBytes
                          << " bytes, expected equal parts of a multiple of "
                          << alignment << " bytes [D9]";
}

/// A constant size is that of what TMA copies, and fits the part.
static LogicalResult verifySize(LoadOpInterface op, int64_t partBytes) {
  IntegerAttr size;
  if (!op.getSize() || !matchPattern(op.getSize(), m_Constant(&size)))
    return success();
  int64_t bytes = size.getInt();
  if (bytes >= 16 && bytes % 16 == 0 && bytes <= partBytes)
    return success();
  return op.emitOpError() << "copies " << bytes
                          << " bytes, expected a multiple of 16 up to the "
                          << partBytes << " bytes of what it fills [D9]";
}

static LogicalResult verifyMask(LoadOpInterface op, MemberOp member) {
  model::ClusterLayout cluster = member.getMemberConfig().cluster;
  if (op.getMulticast() && cluster.ctas() == 1) {
    InFlightDiagnostic diag =
        op.emitOpError()
        << "writes to the CTAs of a mask, but its member is of "
           "one CTA, expected one with 'cluster(...)' [M13]";
    diag.attachNote(member.getLoc()) << "the member is here";
    return diag;
  }
  IntegerAttr mask;
  if (!op.getMulticast() || !matchPattern(op.getMulticast(), m_Constant(&mask)))
    return success();
  model::Problems problems;
  model::checkM13(cluster, model::MaskUse::Load, mask.getValue().getZExtValue(),
                  problems);
  for (const model::Problem &problem : problems)
    return op.emitOpError() << problem.text << " [" << problem.rule << ']';
  return success();
}

static LogicalResult verifyLoadSymbol(LoadOpInterface op,
                                      SymbolTableCollection &tables) {
  FailureOr<MemberOp> member =
      verifySlotUse(op, op.getTarget(), op.getState(), tables);
  if (failed(member) || !*member)
    return failure(failed(member));
  model::MemberConfig config = member->getMemberConfig();
  if (config.kind(model::Side::Producer) != model::Kind::Tma) {
    InFlightDiagnostic diag = op.emitOpError()
                              << "fills a slot of '" << op.getTarget()
                              << "', whose producer is '"
                              << nameRef(config.kind(model::Side::Producer))
                              << "', expected 'tma' [D7]";
    diag.attachNote(member->getLoc()) << "the member is here";
    return diag;
  }
  // Only tensor copies can signal another CTA than the one they write to.
  if (isa<BulkLoadOp>(op) && config.cluster.v == 2) {
    InFlightDiagnostic diag = op.emitOpError()
                              << "fills a slot of '" << op.getTarget()
                              << "', whose bytes the leader of a pair of CTAs "
                                 "expects, expected 'pipegroup.tma_load' [D7]";
    diag.attachNote(member->getLoc()) << "the member is here";
    return diag;
  }
  if (!config.slotBytes)
    return success();
  // What TMA writes as tiles is aligned to 128 bytes, other copies to 16.
  int64_t alignment = isa<TmaLoadOp>(op) ? 128 : 16;
  return failure(failed(verifyParts(op, *config.slotBytes, alignment)) ||
                 failed(verifySize(op, *config.slotBytes / op.getParts())) ||
                 failed(verifyMask(op, *member)));
}

LogicalResult TmaLoadOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyLoadSymbol(*this, tables);
}
LogicalResult BulkLoadOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyLoadSymbol(*this, tables);
}

//===----------------------------------------------------------------------===//
// Stores, and descriptors
//===----------------------------------------------------------------------===//

/// True if the elements of `type` follow each other in memory, as TMA reads
/// them, wherever the first one is.
static bool isConsecutive(MemRefType type) {
  if (type.getLayout().isIdentity())
    return true;
  SmallVector<int64_t> strides;
  int64_t offset, next = 1;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  for (auto [size, stride] : llvm::reverse(llvm::zip(type.getShape(), strides)))
    if (size != 1) {
      if (stride != next || ShapedType::isDynamic(next))
        return false;
      next = ShapedType::isDynamic(size) ? ShapedType::kDynamic : next * size;
    }
  return true;
}

static bool hasWholeBytes(Type element) {
  return element.isIntOrFloat() && element.getIntOrFloatBitWidth() % 8 == 0;
}

LogicalResult TmaStoreOp::verify() {
  size_t coordinates = getCoordinates().size();
  if (coordinates < 1 || coordinates > 5)
    return emitOpError() << "has " << coordinates
                         << " coordinates, expected 1 to 5 [D8]";
  auto type = dyn_cast<MemRefType>(getBuffer().getType());
  if (type && (!isSharedMemory(type) || !isConsecutive(type) ||
               !hasWholeBytes(type.getElementType())))
    return emitOpError() << "stores from " << type
                         << ", expected consecutive elements of whole bytes in "
                            "shared memory";
  return verifyTogether(*this, "all lanes of the warp");
}

LogicalResult TmaStoreWaitOp::verify() {
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  if (getLeft() < 0 || getLeft() > most)
    return emitOpError() << "leaves " << getLeft() << " stores, expected 0 to "
                         << most;
  return verifyTogether(*this, "all lanes of the warp");
}

LogicalResult TmaPrefetchOp::verify() {
  return verifyTogether(*this, "all lanes of the warp");
}
