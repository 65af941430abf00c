//===- Derive.cpp - The numbers of a group --------------------------------===//

#include "pipegroup/Model/Derive.h"

#include "pipegroup/Model/Rules.h"

#include <algorithm>

namespace pipegroup::model {

std::optional<Agent> effectiveAgent(const MemberConfig &member, Side side) {
  if (const std::optional<Agent> &written = member.agent(side))
    return written;
  if (member.kind(side) == Kind::Umma)
    return Agent{Granularity::Warp, 1};
  return std::nullopt;
}

int64_t Interleave::stride(Action action) const {
  switch (action) {
  case Action::Acquire:
    return acquire;
  case Action::Commit:
  case Action::Tail:
    return commit;
  case Action::Wait:
    return wait;
  case Action::Release:
    return release;
  }
  return 1;
}

int64_t Interleave::lanes(Side side) const {
  return side == Side::Producer ? std::max(acquire, commit)
                                : std::max(wait, release);
}

Action MemberConfig::moverOf(Action action) const {
  if (sideOf(action) == Side::Producer)
    return advanceOnAcquire && action != Action::Commit ? Action::Acquire
                                                        : Action::Commit;
  return advanceOnWait && action != Action::Release ? Action::Wait
                                                    : Action::Release;
}

Action MemberConfig::signalAction(Side side) const {
  if (side == Side::Consumer)
    return Action::Release;
  return kind(side) == Kind::Tma ? Action::Acquire : Action::Commit;
}

bool agentsKnown(const GroupConfig &group) {
  for (const MemberConfig &member : group.members)
    for (Side side : {Side::Producer, Side::Consumer})
      if (!effectiveAgent(member, side))
        return false;
  return true;
}

int64_t armingWarps(const MemberConfig &member) {
  std::optional<Agent> agent = effectiveAgent(member, Side::Producer);
  return member.arm == ArmPolicy::Leader || !agent ? 1 : agent->count;
}

Position positionAfter(Side side, int64_t steps, int64_t stages) {
  int64_t start = side == Side::Producer ? 1 : 0;
  return {steps % stages, (start + steps / stages % 2) % 2};
}

int64_t slotAlignment(int64_t swizzle) {
  // Eight rows of a swizzle; TMA asks for 128 bytes at least.
  return std::max<int64_t>(128, 8 * swizzle);
}

int64_t roomForBarriers(std::optional<int64_t> dynamicOffset) {
  int64_t limit = dynamicOffset ? maxSharedBytes : maxStaticSharedBytes;
  return std::max<int64_t>(0, limit - dynamicOffset.value_or(0));
}

int64_t numBarriersPerStage(Mode mode, size_t members) {
  return mode == Mode::FusedMerge ? 2 : static_cast<int64_t>(members) + 1;
}

std::vector<const BarrierArray *> GroupPlan::arraysOf(Role role) const {
  std::vector<const BarrierArray *> found;
  for (const BarrierArray &array : arrays)
    if (array.role == role)
      found.push_back(&array);
  return found;
}

Signal signalOf(const MemberConfig &member, Side side,
                Granularity granularity) {
  switch (member.kind(side)) {
  case Kind::Tma:
    return Signal::ExpectTx;
  case Kind::Umma:
    return Signal::UmmaCommit;
  case Kind::Async:
    break;
  }
  if (side == Side::Producer && member.transport == Transport::CpAsync)
    return Signal::CpAsyncArrive;
  return granularity == Granularity::Warp ? Signal::WarpArrive
                                          : Signal::ThreadArrive;
}

namespace {

/// The members that signal as one with `side` of `member`.
std::vector<const MemberConfig *> signallingTogether(const GroupConfig &group,
                                                     Mode mode,
                                                     const MemberConfig &member,
                                                     Side side) {
  if (side != collapsedSide(mode))
    return {&member};
  std::vector<const MemberConfig *> together;
  for (const MemberConfig &other : group.members)
    together.push_back(&other);
  return together;
}

} // namespace

Granularity signalGranularity(const GroupConfig &group, Mode mode,
                              const MemberConfig &member, Side side) {
  std::vector<const MemberConfig *> together =
      signallingTogether(group, mode, member, side);
  auto anyOf = [&](auto is) {
    return std::any_of(together.begin(), together.end(), is);
  };
  if (side == Side::Consumer &&
      anyOf([](const MemberConfig *m) { return signalsByLanes(*m); }))
    return Granularity::Warp;
  bool anyThread = anyOf([side](const MemberConfig *m) {
    return effectiveAgent(*m, side)->granularity == Granularity::Thread;
  });
  return anyThread ? Granularity::Thread : Granularity::Warp;
}

bool releasedRemotely(const GroupConfig &group) {
  return std::any_of(
      group.members.begin(), group.members.end(),
      [](const MemberConfig &member) {
        Reach reach = reachOf(member, Side::Consumer);
        bool isLeaders = member.kind(Side::Consumer) == Kind::Umma;
        return reach != Reach::Own && !(isLeaders && reach == Reach::Leader);
      });
}

namespace {

/// True if the async proxy, such as the tensor core, reads what an async
/// producer of `member` writes.
bool feedsAsyncProxy(const MemberConfig &member) {
  return member.kind(Side::Producer) == Kind::Async &&
         (member.kind(Side::Consumer) == Kind::Umma ||
          member.isReadByAsyncProxy);
}

/// K8 for `side` of `member`: a signal or wait that stands for all members has
/// to fence for each of them.
void planFence(const GroupConfig &group, Mode mode, const MemberConfig &member,
               Side side, SidePlan &plan) {
  auto needsFence = [&](const MemberConfig &m) {
    bool copies = m.transport == Transport::CpAsync;
    return feedsAsyncProxy(m) && copies == (side == Side::Consumer);
  };
  Action action = side == Side::Producer ? Action::Commit : Action::Wait;
  bool forAll = ownerOf(mode, action) == Owner::Group;
  bool needed = forAll ? std::any_of(group.members.begin(), group.members.end(),
                                     needsFence)
                       : needsFence(member);
  (side == Side::Producer ? plan.fenceBeforeSignal : plan.fenceAfterWait) =
      needed;
}

/// K12 for `side` of `member`. The slots of a umma producer are in tensor
/// memory; tcgen05.commit orders what is before it by itself.
void planTensorFence(const GroupConfig &group, Mode mode,
                     const MemberConfig &member, Side side, SidePlan &plan) {
  auto any = [&](Action action, auto needsFence) {
    if (ownerOf(mode, action) != Owner::Group)
      return needsFence(member);
    return std::any_of(group.members.begin(), group.members.end(), needsFence);
  };
  auto usesTensorMemory = [](const MemberConfig &m) {
    return m.kind(Side::Producer) == Kind::Umma;
  };
  auto readByThreads = [&](const MemberConfig &m) {
    return usesTensorMemory(m) && m.kind(Side::Consumer) == Kind::Async;
  };
  bool isProducer = side == Side::Producer;
  plan.tensorFenceAfterWait =
      any(isProducer ? Action::Acquire : Action::Wait, usesTensorMemory);
  plan.tensorFenceBeforeSignal =
      !isProducer && any(Action::Release, readByThreads);
}

/// The reach of `side` of `member`: on the collapsed side the widest of all
/// members, since one signal has to tell everyone.
Reach signalReach(const GroupConfig &group, Mode mode,
                  const MemberConfig &member, Side side) {
  Reach widest = Reach::Own;
  for (const MemberConfig *other :
       signallingTogether(group, mode, member, side))
    widest = std::max(widest, reachOf(*other, side));
  return widest;
}

/// `side` of `member`, with all but its arrays filled in.
SidePlan planSide(const GroupConfig &group, Mode mode,
                  const MemberConfig &member, Side side) {
  Agent agent = *effectiveAgent(member, side);
  Granularity granularity = signalGranularity(group, mode, member, side);
  SidePlan plan{
      signalOf(member, side, granularity),
      granularity == Granularity::Thread ? agent.threads() : agent.warps(), 0};
  if (plan.signal == Signal::ExpectTx) {
    plan.arrivals = armingWarps(member);
    plan.armBytes = *member.bytes / plan.arrivals;
    plan.warpsPerLeader = agent.count / plan.arrivals;
  }
  plan.reach = signalReach(group, mode, member, side);
  plan.sources =
      sourcesOf(member.cluster, member.multicast, plan.signal, plan.reach);
  plan.arrivals *= plan.sources;
  planFence(group, mode, member, side, plan);
  planTensorFence(group, mode, member, side, plan);
  return plan;
}

/// The slots of each member that has some; of a fork, one ring for all.
void addRings(const GroupConfig &group, GroupPlan &plan) {
  for (size_t i = 0; i < group.members.size(); ++i) {
    const MemberConfig &member = group.members[i];
    if (!member.slotBytes)
      continue;
    if (plan.mode != Mode::Fork || plan.rings.empty()) {
      int64_t alignment = slotAlignment(member.swizzle);
      int64_t stride =
          (*member.slotBytes + alignment - 1) / alignment * alignment;
      plan.rings.push_back({stride, alignment, stride * plan.stages});
    }
    plan.members[i].ring = plan.rings.size() - 1;
  }
}

/// Where data cross CTAs, from a producer of `plan` to who waits for it.
void planScopes(GroupPlan &plan) {
  for (MemberPlan &from : plan.members) {
    SidePlan &producer = from.producer;
    bool isArrive = producer.signal == Signal::ThreadArrive ||
                    producer.signal == Signal::WarpArrive;
    if (!isArrive || producer.reach == Reach::Own)
      continue;
    producer.signalScope = Scope::Cluster;
    for (MemberPlan &to : plan.members)
      if (to.consumer.waits == producer.signals)
        to.consumer.waitScope = Scope::Cluster;
  }
}

} // namespace

GroupPlan computePlan(const GroupConfig &group, Mode mode) {
  GroupPlan plan;
  plan.mode = mode;
  plan.stages = group.members.front().stages;
  plan.dynamicOffset = group.dynamicOffset;
  plan.interleave = group.members.front().interleave;
  plan.cluster = group.members.front().cluster;
  plan.multicast = group.members.front().multicast;
  plan.type = group.members.front().type;
  for (const MemberConfig &member : group.members) {
    if (member.type != group.members.front().type)
      plan.type = std::nullopt;
    plan.members.push_back({planSide(group, mode, member, Side::Producer),
                            planSide(group, mode, member, Side::Consumer)});
  }

  auto addArray = [&](Role role, std::optional<size_t> member) {
    int64_t first = plan.arrays.size() * plan.stages;
    plan.arrays.push_back({role, member, first, 0, 0});
    return plan.arrays.size() - 1;
  };
  /// One array of `role` that all members share, or one per member.
  auto addArrays = [&](Role role, bool shared) {
    Side signals = role == Role::Full ? Side::Producer : Side::Consumer;
    size_t array = shared ? addArray(role, std::nullopt) : 0;
    for (size_t i = 0; i < plan.members.size(); ++i) {
      if (!shared)
        array = addArray(role, i);
      MemberPlan &member = plan.members[i];
      bool isFull = signals == Side::Producer;
      (isFull ? member.producer : member.consumer).signals = array;
      (isFull ? member.consumer : member.producer).waits = array;
      // Members of a collapsed side signal as one; others add up.
      BarrierArray &barriers = plan.arrays[array];
      const SidePlan &side = member.side(signals);
      int64_t bytes = isFull ? group.members[i].bytes.value_or(0) : 0;
      bool once = signals == collapsedSide(mode);
      barriers.arrivals =
          once ? side.arrivals : barriers.arrivals + side.arrivals;
      barriers.bytes = once ? bytes : barriers.bytes + bytes;
    }
  };
  addArrays(Role::Full, isShared(mode, Role::Full));
  addArrays(Role::Empty, isShared(mode, Role::Empty));
  addRings(group, plan);
  planScopes(plan);
  return plan;
}

Derivation deriveGroup(const GroupConfig &group) {
  Derivation derivation{std::nullopt, checkGroup(group)};
  if (hasErrors(derivation.problems))
    return derivation;
  for (size_t i = 0; i < group.members.size(); ++i)
    for (Side side : {Side::Producer, Side::Consumer})
      if (!effectiveAgent(group.members[i], side))
        derivation.problems.push_back({"M10",
                                       "has no '" + std::string(nameOf(side)) +
                                           "' agent, expected one, as in '" +
                                           std::string(nameOf(side)) +
                                           "(warp 1)'",
                                       i});
  if (!hasErrors(derivation.problems))
    derivation.plan = computePlan(group, *resolveMode(group));
  return derivation;
}

} // namespace pipegroup::model
