//===- ClusterPlaces.cpp - Values that say where a CTA is -----------------===//

#include "ClusterPlaces.h"

#include "pipegroup/IR/Pipegroup.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace pipegroup;

/// The dimension that `op` reads, 0 to 2: an op of the gpu dialect, or a
/// special register; none if `op` is neither `gpuName` nor one of
/// `registerName`.
static std::optional<unsigned> dimensionOf(Operation *op, StringRef gpuName,
                                           StringRef registerName) {
  StringRef name = op->getName().getStringRef();
  char letter = 0;
  if (name == gpuName) {
    std::string text;
    llvm::raw_string_ostream(text)
        << op->getInherentAttr("dimension").value_or(op->getAttr("dimension"));
    StringRef rest = StringRef(text).rtrim('>').rtrim();
    letter = rest.empty() ? 0 : rest.back();
  } else if (name.consume_front("nvvm.read.ptx.sreg.") &&
             name.consume_front(registerName) && name.size() == 2 &&
             name.front() == '.') {
    letter = name.back();
  }
  if (letter < 'x' || letter > 'z')
    return std::nullopt;
  return letter - 'x';
}

static std::optional<unsigned> blockIndexOf(Operation *op) {
  return dimensionOf(op, "gpu.block_id", "ctaid");
}
static std::optional<unsigned> placeOf(Operation *op) {
  return dimensionOf(op, "gpu.cluster_block_id", "cluster.ctaid");
}

static bool isRank(Operation *op) {
  return isa<CtaRankOp>(op) ||
         op->getName().getStringRef() == "nvvm.read.ptx.sreg.cluster.ctarank";
}

static int64_t coordinate(const ClusterSize &size, int64_t rank,
                          unsigned dimension) {
  const int64_t all[] = {rank % size[0], rank / size[0] % size[1],
                         rank / (int64_t(size[0]) * size[1])};
  return all[dimension];
}

/// `value` without casts.
static Operation *producerOf(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtUIOp,
                   arith::ExtSIOp>(op))
    op = op->getOperand(0).getDefiningOp();
  return op;
}

/// The divisor of a division, remainder, shift or mask that has one.
static std::optional<int64_t> divisorOf(Operation *op, bool isQuotient) {
  if (op->getNumOperands() != 2)
    return std::nullopt;
  std::optional<int64_t> right = getConstantIntValue(op->getOperand(1));
  if (!right || *right < 0)
    return std::nullopt;
  if (isQuotient && isa<arith::DivUIOp, arith::DivSIOp>(op))
    return right;
  if (isQuotient && isa<arith::ShRUIOp, arith::ShRSIOp>(op) && *right < 31)
    return int64_t(1) << *right;
  if (!isQuotient && isa<arith::RemUIOp, arith::RemSIOp>(op))
    return right;
  if (!isQuotient && isa<arith::AndIOp>(op) && (*right & (*right + 1)) == 0)
    return *right + 1;
  return std::nullopt;
}

std::optional<int64_t> pipegroup::placeInCluster(Operation *op,
                                                 const ClusterSize &size,
                                                 int64_t rank) {
  if (isRank(op))
    return rank;
  if (std::optional<unsigned> dimension = placeOf(op))
    return coordinate(size, rank, *dimension);
  // The remainder of a block index by what divides the cluster's size.
  std::optional<int64_t> divisor = divisorOf(op, /*isQuotient=*/false);
  Operation *index = divisor ? producerOf(op->getOperand(0)) : nullptr;
  std::optional<unsigned> dimension =
      index ? blockIndexOf(index) : std::nullopt;
  if (!dimension || *divisor == 0 || size[*dimension] % *divisor != 0)
    return std::nullopt;
  return coordinate(size, rank, *dimension) % *divisor;
}

std::optional<int64_t> pipegroup::placeInOnlyCluster(Operation *op,
                                                     const ClusterSize &size,
                                                     int64_t rank) {
  if (std::optional<unsigned> dimension = blockIndexOf(op))
    return coordinate(size, rank, *dimension);
  if (std::optional<unsigned> dimension =
          dimensionOf(op, "gpu.grid_dim", "nctaid"))
    return size[*dimension];
  return std::nullopt;
}

bool pipegroup::differsInCluster(Operation *op, const ClusterSize &size) {
  if (clusterCtas(size) == 1)
    return false;
  for (std::optional<unsigned> dimension : {blockIndexOf(op), placeOf(op)})
    if (dimension)
      return size[*dimension] > 1;
  StringRef name = op->getName().getStringRef();
  return isRank(op) || name == "gpu.global_id" ||
         name == "nvvm.read.ptx.sreg.smid";
}

bool pipegroup::isClusterIndex(Operation *op, const ClusterSize &size) {
  std::optional<int64_t> divisor = divisorOf(op, /*isQuotient=*/true);
  Operation *index = divisor ? producerOf(op->getOperand(0)) : nullptr;
  std::optional<unsigned> dimension =
      index ? blockIndexOf(index) : std::nullopt;
  return dimension && *divisor != 0 && *divisor % size[*dimension] == 0;
}
