//===- Cluster.h - Who writes to and who signals whom in a cluster --------===//
//
// Part of the core: plain C++17, no LLVM include. Ranks and masks are those of
// layouts that keep M7 and of multicast modes that keep M8.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_MODEL_CLUSTER_H
#define PIPEGROUP_MODEL_CLUSTER_H

#include "pipegroup/Model/Config.h"

namespace pipegroup::model {

//===----------------------------------------------------------------------===//
// Ranks
//===----------------------------------------------------------------------===//

/// Where a CTA is in its cluster.
struct CtaCoord {
  int64_t v, m, n, k;

  friend bool operator==(const CtaCoord &a, const CtaCoord &b) {
    return a.v == b.v && a.m == b.m && a.n == b.n && a.k == b.k;
  }
};

/// The coordinates of `rank`, and back. v is the fastest mode, then m, n and k:
/// the rank that the hardware gives in a cluster of dimensions (v * m, n, k).
/// An MMA pair has to be ranks 2i and 2i + 1 (PTX ISA, tcgen05), so that the
/// mode along a pair can only be the innermost one. Its leader, the CTA with
/// v = 0, is then the even one.
CtaCoord coordOf(const ClusterLayout &layout, int64_t rank);
int64_t rankOf(const ClusterLayout &layout, const CtaCoord &coord);

/// The leader of the pair of `rank`: the CTA itself if there are no pairs.
int64_t leaderOf(const ClusterLayout &layout, int64_t rank);

/// "(2, 1, 4, 1)", and "(1, 1)".
std::string toString(const ClusterLayout &layout);
std::string toString(const Multicast &multicast);

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// A set of CTAs as TMA and tcgen05.commit take it: bit r is rank r.
using CtaMask = uint16_t;

inline bool holds(CtaMask mask, int64_t rank) { return (mask >> rank) & 1; }

/// The pair of `rank`; the CTA alone if there are no pairs.
CtaMask pairOf(const ClusterLayout &layout, int64_t rank);

/// What TMA loads: A is the same for all CTAs along n, B for all along m.
enum class Operand { A, B };

/// The CTAs to which a load of `operand` by `rank` writes: those that share the
/// operand if the mode multicasts it, otherwise the CTA alone. Both CTAs of a
/// pair load: they hold different halves.
CtaMask loadMask(const ClusterLayout &layout, const Multicast &multicast,
                 Operand operand, int64_t rank);

/// The CTAs whose loads of `operand` write into the slots of `rank`.
CtaMask writersOf(const ClusterLayout &layout, const Multicast &multicast,
                  Operand operand, int64_t rank);

/// The CTAs that have to know when a slot of the pair of `rank` is free: all
/// that write into it.
CtaMask sharersOf(const ClusterLayout &layout, const Multicast &multicast,
                  int64_t rank);

//===----------------------------------------------------------------------===//
// Signals
//===----------------------------------------------------------------------===//

/// At the barriers of which CTAs a signal arrives, narrowest first. Where
/// members signal as one (G12), what one of them reaches is within what a wider
/// one does.
enum class Reach { Own, Leader, Pair, Sharers };
template <> struct EnumNames<Reach> {
  static constexpr std::array<std::string_view, 4> names = {
      "its own CTA", "the leader CTA of the pair", "both CTAs of the pair",
      "the CTAs that share an operand"};
};

/// The reach of `side` of `member`, the narrowest that says it: what reaches
/// the leader or the pair of a CTA without a pair reaches its own CTA.
Reach reachOf(const MemberConfig &member, Side side);

/// The CTAs at whose barriers a signal of `reach` by `rank` arrives.
CtaMask destinationsOf(const ClusterLayout &layout, const Multicast &multicast,
                       Reach reach, int64_t rank);

/// By how much a part of a mask is shifted in the CTA `rank`: not at all, to
/// the CTA itself, to the first one along n with its other coordinates, or to
/// the first one with its n and k.
enum class MaskShift { None, Rank, Row, Column };
int64_t shiftOf(const ClusterLayout &layout, MaskShift shift, int64_t rank);

struct MaskTerm {
  CtaMask base;
  MaskShift shift;
};

/// `destinationsOf` for every CTA that signals by `signal`, as a kernel can
/// work it out from its rank: the union of these masks, each shifted. A single
/// one without a shift if all CTAs signal the same ones.
std::vector<MaskTerm> destinationTerms(const ClusterLayout &layout,
                                       const Multicast &multicast,
                                       Signal signal, Reach reach);

/// True if a side that signals by `signal` does so in the CTA `rank`, and if it
/// waits there. The leader issues the tensor core's work of a pair, so that a
/// umma side runs nowhere else, and arms for the pair what both CTAs load.
bool signalsIn(const ClusterLayout &layout, Signal signal, int64_t rank);
bool waitsIn(const ClusterLayout &layout, Signal signal, int64_t rank);

/// How many CTAs signal one barrier that `signal` of `reach` reaches.
int64_t sourcesOf(const ClusterLayout &layout, const Multicast &multicast,
                  Signal signal, Reach reach);

/// True if each consumer warp of `member` signals several CTAs, one by each
/// lane: the slots of a TMA that no tensor core reads, in a cluster.
bool signalsByLanes(const MemberConfig &member);

/// The CTA that `lane`, 0 to 31, of a warp signals that signals by lanes: the
/// one of that rank if it is one of the destinations.
std::optional<int64_t> ctaOfLane(CtaMask destinations, int64_t lane);

/// The CTAs whose slots fill up by bytes on one full barrier of `member`.
int64_t slotsPerFullBarrier(const MemberConfig &member);

//===----------------------------------------------------------------------===//
// Arrivals
//===----------------------------------------------------------------------===//

struct GroupPlan;

/// What one side sends in one phase from one CTA to another, or to itself.
struct SentArrivals {
  /// Position in `GroupPlan::arrays`.
  size_t array;
  /// Who sends: a member, or all of them as one.
  Side side;
  std::optional<size_t> member;
  int64_t source, destination;
  int64_t arrivals;
};

/// All arrivals of one phase in a cluster; every phase has the same.
std::vector<SentArrivals> sentArrivals(const GroupPlan &plan);

} // namespace pipegroup::model

#endif // PIPEGROUP_MODEL_CLUSTER_H
