//===- Masks.cpp - M13: masks of CTAs fit the cluster ---------------------===//

#include "Patterns.h"

#include "pipegroup/Analysis/KernelRules.h"
#include "pipegroup/IR/Pipegroup.h"
#include "pipegroup/Model/Rules.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace pipegroup;

namespace {

/// A mask and what its op does to the CTAs in it.
struct Mask {
  Value value;
  model::MaskUse use = model::MaskUse::Load;
  bool isPairs = false;
};

/// The multicast mask of a TMA or bulk load: the operands of these ops come in
/// segments, of which the one before the last holds it.
Mask loadMask(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (name != "nvvm.cp.async.bulk.shared.cluster.global" &&
      name != "nvvm.cp.async.bulk.tensor.shared.cluster.global")
    return {};
  bool isTensor = name.contains("tensor");
  // Destination, barrier, source and size; or destination, descriptor,
  // coordinates, barrier and offsets.
  unsigned segment = isTensor ? 5 : 4;
  auto segments = dyn_cast_if_present<DenseI32ArrayAttr>(
      op->getInherentAttr("operandSegmentSizes").value_or(Attribute()));
  if (!segments || segments.size() <= segment || segments[segment] == 0)
    return {};
  unsigned first = 0;
  for (unsigned i = 0; i < segment; ++i)
    first += segments[i];
  return {op->getOperand(first)};
}

Mask maskOf(Operation *op) {
  if (auto commit = dyn_cast<BarrierUmmaCommitOp>(op))
    return {commit.getMask(), model::MaskUse::Commit, commit.getPair()};
  if (auto loop = dyn_cast<ForCtasOp>(op))
    return {loop.getMask()};
  if (auto load = dyn_cast<BarrierTmaLoadOp>(op))
    return {load.getMulticast()};
  if (auto load = dyn_cast<BarrierBulkLoadOp>(op))
    return {load.getMulticast()};
  return loadMask(op);
}

LogicalResult checkMask(Operation *op, const Mask &mask, int64_t ctas) {
  APInt bits;
  if (!mask.value || !matchPattern(mask.value, m_ConstantInt(&bits)))
    return success();
  model::ClusterLayout layout;
  layout.v = mask.isPairs ? 2 : 1;
  layout.m = std::max<int64_t>(1, ctas / layout.v);
  model::Problems problems;
  model::checkM13(layout, mask.use, bits.getZExtValue(), problems);
  for (const model::Problem &problem : problems)
    op->emitOpError() << problem.text << " ["
                      << StringRef(problem.rule.data(), problem.rule.size())
                      << "]";
  return failure(!problems.empty());
}

} // namespace

/// A pointer to the leader's barrier that looks like one of the own CTA is for
/// loads, whose instructions take it so.
static LogicalResult checkLeader(BarrierOp barrier) {
  auto type = dyn_cast<LLVM::LLVMPointerType>(barrier.getAddress().getType());
  if (!barrier.getLeader() || !type || type.getAddressSpace() != 3)
    return success();
  for (Operation *user : barrier->getUsers()) {
    if (!isa_and_present<PipegroupDialect>(user->getDialect()) ||
        isa<BarrierTmaLoadOp>(user))
      continue;
    InFlightDiagnostic diag =
        user->emitOpError()
        << "acts on a barrier that may be in another CTA, "
           "expected a load or a pointer in address space 7";
    diag.attachNote(barrier.getLoc()) << "the barrier of the leader is here";
    return diag;
  }
  return success();
}

LogicalResult pipegroup::checkMasks(Operation *root) {
  bool failed = false;
  root->walk([&](BarrierOp op) { failed |= ::failed(checkLeader(op)); });
  root->walk([&](Operation *op) {
    Mask mask = maskOf(op);
    auto function = op->getParentOfType<FunctionOpInterface>();
    if (!mask.value || !function)
      return;
    for (const ClusterSize &size : writtenClusterSizes(function))
      failed |=
          ::failed(checkMask(op, mask, int64_t(size[0]) * size[1] * size[2]));
  });
  return failure(failed);
}
