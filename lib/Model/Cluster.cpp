//===- Cluster.cpp - Who writes to and who signals whom in a cluster ------===//

#include "pipegroup/Model/Cluster.h"

#include "pipegroup/Model/Derive.h"

namespace pipegroup::model {
namespace {

CtaMask maskOf(int64_t rank) { return static_cast<CtaMask>(1u << rank); }

/// True if `multicast` lets one load of `operand` serve all CTAs that share it.
bool isMulticast(const Multicast &multicast, Operand operand) {
  return (operand == Operand::A ? multicast.m : multicast.n) != 0;
}

/// The CTAs that read the same part of `operand` as `rank`. Halves of a pair
/// differ, and so does everything along k.
CtaMask readersOf(const ClusterLayout &layout, Operand operand, int64_t rank) {
  CtaMask mask = 0;
  CtaCoord coord = coordOf(layout, rank);
  int64_t &along = operand == Operand::A ? coord.n : coord.m;
  int64_t size = operand == Operand::A ? layout.n : layout.m;
  for (along = 0; along < size; ++along)
    mask |= maskOf(rankOf(layout, coord));
  return mask;
}

/// CTAs, or pairs of them, of which each has to free a slot before one of them
/// may write to it again.
int64_t numSharers(const ClusterLayout &layout, const Multicast &multicast) {
  int64_t row = isMulticast(multicast, Operand::A) ? layout.n : 1;
  int64_t column = isMulticast(multicast, Operand::B) ? layout.m : 1;
  return row + column - 1;
}

/// The reach that `side` of a member has in a cluster of pairs that share.
Reach widestReachOf(const MemberConfig &member, Side side) {
  bool feedsPair = member.type == PipelineType::TmaUmma;
  Side other = side == Side::Producer ? Side::Consumer : Side::Producer;
  bool isUmmaOpposite = member.kind(other) == Kind::Umma;
  switch (member.kind(side)) {
  case Kind::Tma:
    return feedsPair ? Reach::Leader : Reach::Own;
  case Kind::Umma:
    // Of two umma sides each waits in the leader only.
    if (side == Side::Consumer && feedsPair)
      return Reach::Sharers;
    return isUmmaOpposite ? Reach::Leader : Reach::Pair;
  case Kind::Async:
    break;
  }
  if (side == Side::Consumer && member.kind(Side::Producer) == Kind::Tma)
    return Reach::Sharers;
  return isUmmaOpposite ? Reach::Leader : Reach::Own;
}

std::string join(std::initializer_list<int64_t> values) {
  std::string text;
  for (int64_t value : values)
    text += (text.empty() ? "" : ", ") + std::to_string(value);
  return "(" + text + ")";
}

} // namespace

CtaCoord coordOf(const ClusterLayout &layout, int64_t rank) {
  return {rank % layout.v, rank / layout.v % layout.m,
          rank / (layout.v * layout.m) % layout.n,
          rank / (layout.v * layout.m * layout.n)};
}

int64_t rankOf(const ClusterLayout &layout, const CtaCoord &coord) {
  return coord.v +
         layout.v * (coord.m + layout.m * (coord.n + layout.n * coord.k));
}

int64_t leaderOf(const ClusterLayout &layout, int64_t rank) {
  return rank - rank % layout.v;
}

std::string toString(const ClusterLayout &layout) {
  return join({layout.v, layout.m, layout.n, layout.k});
}

std::string toString(const Multicast &multicast) {
  return join({multicast.m, multicast.n});
}

CtaMask pairOf(const ClusterLayout &layout, int64_t rank) {
  CtaMask leader = maskOf(leaderOf(layout, rank));
  return layout.v == 1 ? leader : leader | leader << 1;
}

CtaMask loadMask(const ClusterLayout &layout, const Multicast &multicast,
                 Operand operand, int64_t rank) {
  return isMulticast(multicast, operand) ? readersOf(layout, operand, rank)
                                         : maskOf(rank);
}

CtaMask writersOf(const ClusterLayout &layout, const Multicast &multicast,
                  Operand operand, int64_t rank) {
  CtaMask writers = 0;
  for (int64_t writer = 0; writer < layout.ctas(); ++writer)
    if (holds(loadMask(layout, multicast, operand, writer), rank))
      writers |= maskOf(writer);
  return writers;
}

CtaMask sharersOf(const ClusterLayout &layout, const Multicast &multicast,
                  int64_t rank) {
  CtaMask sharers = 0;
  for (int64_t half = 0; half < layout.v; ++half)
    for (Operand operand : {Operand::A, Operand::B})
      sharers |=
          writersOf(layout, multicast, operand, leaderOf(layout, rank) + half);
  return sharers;
}

Reach reachOf(const MemberConfig &member, Side side) {
  Reach reach = widestReachOf(member, side);
  if (reach == Reach::Sharers &&
      numSharers(member.cluster, member.multicast) == 1)
    reach = Reach::Pair;
  if (reach != Reach::Sharers && member.cluster.v == 1)
    reach = Reach::Own;
  return reach;
}

CtaMask destinationsOf(const ClusterLayout &layout, const Multicast &multicast,
                       Reach reach, int64_t rank) {
  switch (reach) {
  case Reach::Own:
    return maskOf(rank);
  case Reach::Leader:
    return maskOf(leaderOf(layout, rank));
  case Reach::Pair:
    return pairOf(layout, rank);
  case Reach::Sharers:
    return sharersOf(layout, multicast, rank);
  }
  return 0;
}

int64_t shiftOf(const ClusterLayout &layout, MaskShift shift, int64_t rank) {
  CtaCoord coord = coordOf(layout, rank);
  switch (shift) {
  case MaskShift::None:
    return 0;
  case MaskShift::Rank:
    return rank;
  case MaskShift::Row:
    return rankOf(layout, {coord.v, coord.m, 0, coord.k});
  case MaskShift::Column:
    return rankOf(layout, {0, 0, coord.n, coord.k});
  }
  return 0;
}

std::vector<MaskTerm> destinationTerms(const ClusterLayout &layout,
                                       const Multicast &multicast,
                                       Signal signal, Reach reach) {
  CtaMask first = destinationsOf(layout, multicast, reach, 0);
  bool isSame = true;
  for (int64_t rank = 0; rank < layout.ctas(); ++rank)
    isSame &= !signalsIn(layout, signal, rank) ||
              destinationsOf(layout, multicast, reach, rank) == first;
  if (isSame)
    return {{first, MaskShift::None}};
  if (reach != Reach::Sharers)
    return {{first, MaskShift::Rank}};
  std::vector<MaskTerm> terms;
  auto addReaders = [&](Operand operand, MaskShift shift) {
    CtaMask readers = 0;
    for (int64_t half = 0; half < layout.v; ++half)
      readers |= readersOf(layout, operand, half);
    if (isMulticast(multicast, operand) && readers != pairOf(layout, 0))
      terms.push_back({readers, shift});
  };
  addReaders(Operand::A, MaskShift::Row);
  addReaders(Operand::B, MaskShift::Column);
  return terms;
}

bool signalsIn(const ClusterLayout &layout, Signal signal, int64_t rank) {
  bool isLeaders = signal == Signal::UmmaCommit || signal == Signal::ExpectTx;
  return !isLeaders || leaderOf(layout, rank) == rank;
}

bool waitsIn(const ClusterLayout &layout, Signal signal, int64_t rank) {
  return signal != Signal::UmmaCommit || leaderOf(layout, rank) == rank;
}

int64_t sourcesOf(const ClusterLayout &layout, const Multicast &multicast,
                  Signal signal, Reach reach) {
  switch (reach) {
  case Reach::Own:
  case Reach::Pair: // The leader alone signals both.
    return 1;
  case Reach::Leader:
    // What a umma side or a TMA does is done by the leader.
    return signalsIn(layout, signal, layout.v - 1) ? layout.v : 1;
  case Reach::Sharers:
    return numSharers(layout, multicast);
  }
  return 1;
}

bool signalsByLanes(const MemberConfig &member) {
  return member.type == PipelineType::TmaAsync && member.cluster.ctas() > 1;
}

std::optional<int64_t> ctaOfLane(CtaMask destinations, int64_t lane) {
  if (holds(destinations, lane))
    return lane;
  return std::nullopt;
}

int64_t slotsPerFullBarrier(const MemberConfig &member) {
  return reachOf(member, Side::Producer) == Reach::Leader ? member.cluster.v
                                                          : 1;
}

std::vector<SentArrivals> sentArrivals(const GroupPlan &plan) {
  std::vector<SentArrivals> sent;
  auto send = [&](Side side, size_t member, std::optional<size_t> sender) {
    const SidePlan &from = plan.members[member].side(side);
    for (int64_t source = 0; source < plan.cluster.ctas(); ++source) {
      if (!signalsIn(plan.cluster, from.signal, source))
        continue;
      CtaMask destinations =
          destinationsOf(plan.cluster, plan.multicast, from.reach, source);
      for (int64_t to = 0; to < plan.cluster.ctas(); ++to)
        if (holds(destinations, to))
          sent.push_back(
              {from.signals, side, sender, source, to, from.arrivalsPerCta()});
    }
  };
  for (Side side : {Side::Producer, Side::Consumer}) {
    if (side == collapsedSide(plan.mode)) {
      send(side, 0, std::nullopt);
      continue;
    }
    for (size_t member = 0; member < plan.members.size(); ++member)
      send(side, member, member);
  }
  return sent;
}

} // namespace pipegroup::model
