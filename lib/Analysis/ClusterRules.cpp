//===- ClusterRules.cpp - K10: the cluster of a kernel --------------------===//

#include "pipegroup/Analysis/KernelRules.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace pipegroup;

/// v is the innermost mode, so that the CTAs of a pair lie along x.
static ClusterSize sizeOf(const model::ClusterLayout &layout) {
  return {int32_t(layout.v * layout.m), int32_t(layout.n), int32_t(layout.k)};
}

static std::string toString(const ClusterSize &size) {
  return "(" + std::to_string(size[0]) + ", " + std::to_string(size[1]) + ", " +
         std::to_string(size[2]) + ")";
}

SmallVector<ClusterSize> pipegroup::writtenClusterSizes(Operation *function) {
  SmallVector<ClusterSize> sizes;
  for (StringRef name :
       {"nvvm.cluster_dim", "known_cluster_size", "gpu.known_cluster_size"}) {
    auto written =
        dyn_cast_if_present<DenseI32ArrayAttr>(function->getAttr(name));
    if (!written || written.size() > 3)
      continue;
    ClusterSize size = {1, 1, 1};
    llvm::copy(written.asArrayRef(), size.begin());
    sizes.push_back(size);
  }
  return sizes;
}

/// The groups that `function` initialises and that span several CTAs, each
/// with the op that does.
static SmallVector<std::pair<Operation *, GroupPlans::Ref>>
clusterGroups(Operation *function, GroupPlans &plans) {
  SmallVector<std::pair<Operation *, GroupPlans::Ref>> groups;
  function->walk([&](InitOp op) {
    for (auto ref : op.getGroups().getAsRange<SymbolRefAttr>()) {
      GroupPlans::Ref group = plans.resolve(op, ref);
      if (group.plan->cluster.ctas() > 1)
        groups.push_back({op, group});
    }
  });
  return groups;
}

std::optional<ClusterSize> pipegroup::clusterSizeOf(Operation *function,
                                                    GroupPlans &plans) {
  auto groups = clusterGroups(function, plans);
  if (groups.empty())
    return std::nullopt;
  return sizeOf(groups.front().second.plan->cluster);
}

/// What `op` says of a group that does not fit.
static InFlightDiagnostic report(Operation *op, GroupPlans::Ref ref) {
  return op->emitOpError() << "of '@" << ref.group.getSymName()
                           << "' needs clusters of "
                           << toString(sizeOf(ref.plan->cluster)) << " CTAs";
}

/// A `gpu.launch` gives its cluster by operands and becomes a kernel later.
static bool isInLaunch(Operation *op) {
  while (op && op->getName().getStringRef() != "gpu.launch")
    op = op->getParentOp();
  return op;
}

//===----------------------------------------------------------------------===//
// D4 and D5: pairs
//===----------------------------------------------------------------------===//

/// The CTAs that `op` lets the tensor core work with; none for other ops.
static std::optional<int64_t> ctaGroupOf(Operation *op) {
  if (auto umma = dyn_cast<UmmaOp>(op))
    return umma.getCtaGroup();
  if (auto alloc = dyn_cast<TmemAllocOp>(op))
    return alloc.getCtaGroup();
  if (auto free = dyn_cast<TmemFreeOp>(op))
    return free.getCtaGroup();
  return std::nullopt;
}

/// The first group of `function` with a umma side. All of a kernel lie in
/// clusters of one size (K10), but a group may be of one CTA.
static std::optional<GroupPlans::Ref> ummaGroup(Operation *function,
                                                GroupPlans &plans, int64_t v) {
  std::optional<GroupPlans::Ref> found;
  function->walk([&](InitOp op) {
    for (auto name : op.getGroups().getAsRange<SymbolRefAttr>()) {
      GroupPlans::Ref ref = plans.resolve(op, name);
      for (const model::MemberPlan &member : ref.plan->members)
        if (!found && ref.plan->cluster.v == v &&
            (member.producer.signal == model::Signal::UmmaCommit ||
             member.consumer.signal == model::Signal::UmmaCommit))
          found = ref;
    }
  });
  return found;
}

LogicalResult pipegroup::checkCtaGroups(Operation *function,
                                        GroupPlans &plans) {
  bool failed = false;
  function->walk([&](Operation *op) {
    std::optional<int64_t> ctas = ctaGroupOf(op);
    if (!ctas)
      return;
    // One kernel has instructions of one kind (PTX ISA, tcgen05).
    std::optional<GroupPlans::Ref> other =
        ummaGroup(function, plans, *ctas == 2 ? 1 : 2);
    if (!other)
      return;
    InFlightDiagnostic diag =
        op->emitOpError() << "has cta_group(" << *ctas << "), expected "
                          << other->plan->cluster.v << " as the layout of '@"
                          << other->group.getSymName() << "' says ["
                          << (isa<UmmaOp>(op) ? "D4" : "D5") << "]";
    diag.attachNote(other->group.getLoc()) << "the group is here";
    failed = true;
  });
  return failure(failed);
}

LogicalResult pipegroup::checkK10(Operation *function, GroupPlans &plans) {
  auto groups = clusterGroups(function, plans);
  bool failed = false;
  for (auto [op, ref] : groups) {
    ClusterSize size = sizeOf(ref.plan->cluster);
    GroupPlans::Ref first = groups.front().second;
    if (isInLaunch(op)) {
      report(op, ref)
          << ", expected it in a kernel function, outlined from its "
             "'gpu.launch' [K10]";
      failed = true;
      continue;
    }
    if (size != sizeOf(first.plan->cluster)) {
      InFlightDiagnostic diag = report(op, ref);
      diag << ", expected " << toString(sizeOf(first.plan->cluster))
           << " as for '@" << first.group.getSymName() << "' [K10]";
      diag.attachNote(first.group.getLoc()) << "the other group is here";
      failed = true;
      continue;
    }
    for (const ClusterSize &written : writtenClusterSizes(function))
      if (written != size) {
        report(op, ref) << ", expected " << toString(written)
                        << " as the kernel's attributes say [K10]";
        failed = true;
        break;
      }
  }
  return failure(failed);
}
