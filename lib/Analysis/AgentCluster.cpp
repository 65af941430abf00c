//===- AgentCluster.cpp - What a warp does to other CTAs ------------------===//
//
// Every CTA of a cluster has agents, barriers and buffers of its own. Who
// writes to and who signals whom comes from the core.
//
//===----------------------------------------------------------------------===//

#include "AgentBuilder.h"

#include "pipegroup/Model/Cluster.h"

using namespace mlir;
using namespace pipegroup;
using namespace pipegroup::extraction;

/// The storage of barriers that `op` signals in other CTAs.
static Attribute remoteStorage(Operation *op) {
  if (auto barrier = dyn_cast<BarrierOp>(op))
    return barrier.getCta() || barrier.getLeader() ? barrier.getStorageAttr()
                                                   : Attribute();
  auto commit = dyn_cast<BarrierUmmaCommitOp>(op);
  auto barrier = commit && commit.getMask()
                     ? commit.getBarrier().getDefiningOp<BarrierOp>()
                     : BarrierOp();
  return barrier ? barrier.getStorageAttr() : Attribute();
}

/// True for a number of CTAs that a cluster can have.
static bool isCluster(const ClusterSize &size) {
  int64_t ctas = 1;
  for (int32_t extent : size) {
    if (extent < 1 || extent > model::maxClusterCtas)
      return false;
    ctas *= extent;
  }
  return ctas <= model::maxClusterCtas;
}

void Shared::findCluster() {
  function->walk([&](ActionOpInterface op) {
    GroupPlans::Ref ref = plans.resolve(op, op.getTarget());
    const model::ClusterLayout &layout = ref.plan->cluster;
    ClusterSize size = {int32_t(layout.v * layout.m), int32_t(layout.n),
                        int32_t(layout.k)};
    if (layout.ctas() == 1 || size == cluster)
      return;
    if (ctas() > 1)
      fail(op, "clusters of several sizes are not modelled");
    cluster = size;
  });
  // On the barriers level the kernel says it.
  function->walk([&](Operation *op) {
    if (Attribute storage = remoteStorage(op))
      remoteStorages.insert(storage);
    if (!remoteStorage(op) && !isa<SyncClusterOp, ForCtasOp>(op))
      return;
    if (ctas() > 1)
      return;
    SmallVector<ClusterSize> written = writtenClusterSizes(function);
    if (written.empty() || !isCluster(written.front()))
      return fail(op, "a cluster whose size is not known is not modelled");
    cluster = written.front();
  });
  numbers.setCluster(cluster);
}

/// The CTAs whose loads write into the slots of `rank`.
static model::CtaMask loadersOf(const model::GroupPlan &plan, int64_t rank) {
  return model::writersOf(plan.cluster, plan.multicast, model::Operand::A,
                          rank) |
         model::writersOf(plan.cluster, plan.multicast, model::Operand::B,
                          rank);
}

size_t Shared::writersOf(GroupPlans::Ref ref, size_t member, int64_t warps) {
  bool loads =
      ref.plan->members[member].producer.signal == model::Signal::ExpectTx;
  if (!loads)
    return warps;
  return warps * llvm::popcount(loadersOf(*ref.plan, 0));
}

int64_t AgentBuilder::placeIn(GroupPlans::Ref ref) const {
  return ref.plan->cluster.ctas() == 1 ? 0 : cta;
}

bool AgentBuilder::waitsHere(GroupPlans::Ref ref,
                             const model::SidePlan &side) const {
  return model::waitsIn(ref.plan->cluster, side.signal, placeIn(ref));
}

bool AgentBuilder::signalsHere(GroupPlans::Ref ref,
                               const model::SidePlan &side) const {
  return model::signalsIn(ref.plan->cluster, side.signal, placeIn(ref));
}

SmallVector<int64_t> AgentBuilder::ctasOf(GroupPlans::Ref ref,
                                          model::CtaMask mask) const {
  if (ref.plan->cluster.ctas() == 1)
    return {cta};
  SmallVector<int64_t> ctas;
  for (int64_t rank = 0; rank < ref.plan->cluster.ctas(); ++rank)
    if (model::holds(mask, rank))
      ctas.push_back(rank);
  return ctas;
}

SmallVector<int64_t>
AgentBuilder::destinations(GroupPlans::Ref ref,
                           const model::SidePlan &side) const {
  return ctasOf(ref,
                model::destinationsOf(ref.plan->cluster, ref.plan->multicast,
                                      side.reach, placeIn(ref)));
}

SmallVector<int64_t> AgentBuilder::pairHere(GroupPlans::Ref ref) const {
  return ctasOf(ref, model::pairOf(ref.plan->cluster, placeIn(ref)));
}

void AgentBuilder::emitLoads(Operation *op, GroupPlans::Ref ref,
                             const Expr &state, Statements &out) {
  const model::SidePlan &side = ref.memberPlan().producer;
  const model::ClusterLayout &layout = ref.plan->cluster;
  const Rings &rings = shared.rings[ref.group];
  int64_t warps = warpsOf(ref, model::Side::Producer);
  // What all that arm one barrier expect, for the slots of all CTAs that
  // complete on it.
  int64_t slots = side.reach == model::Reach::Leader ? layout.v : 1;
  int64_t bytes = side.armBytes * side.arrivals / slots;
  for (int64_t to = 0; to < layout.ctas(); ++to) {
    SmallVector<int64_t> loaders = ctasOf(ref, loadersOf(*ref.plan, to));
    auto self = llvm::find(loaders, cta);
    if (self == loaders.end())
      continue;
    // The first of all that fill the slot loads what is left.
    int64_t writers = warps * int64_t(loaders.size());
    int64_t writer = (self - loaders.begin()) * warps + rankOf(op, warps);
    int64_t share = bytes / writers;
    if (share == 0)
      return shared.fail(op, "fewer bytes than producing warps are not "
                             "modelled");
    if (writer == 0)
      share = bytes - share * (writers - 1);
    int64_t inCta = layout.ctas() == 1 ? cta : to;
    int64_t signalled = slots == 1 ? inCta : model::leaderOf(layout, inCta);
    out.push_back(atBarrier(Kind::Load, op, ref, side.signals, state,
                            Expr::integer(share), signalled));
    out.back().buffers = {elementOf(rings.firstBuffer[ref.member] +
                                        inCta * rings.buffersPerCta + writer,
                                    state, ref.plan->stages)};
  }
}
