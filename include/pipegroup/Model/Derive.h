//===- Derive.h - The numbers of a group ----------------------------------===//
//
// Part of the core: plain C++17, no LLVM include. `deriveGroup` is the only
// place that arrival counts, bytes and barrier offsets come from.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_MODEL_DERIVE_H
#define PIPEGROUP_MODEL_DERIVE_H

#include "pipegroup/Model/Cluster.h"
#include "pipegroup/Model/Problem.h"
#include "pipegroup/Model/Protocol.h"

namespace pipegroup::model {

/// `stages` consecutive mbarriers of one role.
struct BarrierArray {
  Role role;
  /// The member that owns the array; none if all members share it.
  std::optional<size_t> member;
  /// Number of the array's first barrier in the group's storage.
  int64_t first;
  /// Arrivals that complete one phase.
  int64_t arrivals;
  /// Transaction bytes that one phase expects.
  int64_t bytes;

  /// Where the array begins in the group's storage.
  int64_t byteOffset() const { return first * barrierBytes; }
};

/// The slots of one member, or of all members of a fork, whose producer fills
/// them once.
struct RingPlan {
  /// From one slot to the next, a multiple of the alignment.
  int64_t stride;
  int64_t alignment;
  /// Of all slots.
  int64_t bytes;
};

/// Whose memory accesses a signal or a wait orders.
enum class Scope { Cta, Cluster };

/// How one side of one member signals and waits.
struct SidePlan {
  Signal signal;
  /// Arrivals that this member, in all CTAs that signal one barrier, adds to
  /// each phase of what it signals.
  int64_t arrivals;
  /// Bytes that each arming warp expects; 0 unless `signal` is ExpectTx.
  int64_t armBytes;
  /// Warps of which the first arms for all; 1 if each arms.
  int64_t warpsPerLeader = 1;
  /// Positions in `GroupPlan::arrays`.
  size_t signals = 0, waits = 0;
  /// K8: generic stores are fenced before the signal that hands them to the
  /// tensor core; copies that are still in flight then, after the wait.
  bool fenceBeforeSignal = false, fenceAfterWait = false;
  /// K12: the same for tensor memory that changes hands between the tensor core
  /// and threads, or between two threads that issue its work.
  bool tensorFenceBeforeSignal = false, tensorFenceAfterWait = false;
  /// At which CTAs' barriers the signal of one CTA arrives, and how many CTAs
  /// signal one barrier.
  Reach reach = Reach::Own;
  int64_t sources = 1;
  /// Cluster where a producer hands data of one CTA to another. What a consumer
  /// gives back it has only read: a slot is in one CTA's memory, and a read of
  /// it has happened for all once it has for its own CTA.
  Scope signalScope = Scope::Cta, waitScope = Scope::Cta;

  /// What one CTA adds to each barrier that it signals.
  int64_t arrivalsPerCta() const { return arrivals / sources; }
};

struct MemberPlan {
  SidePlan producer, consumer;
  /// Position in `GroupPlan::rings`, if the member has a slot type.
  std::optional<size_t> ring = std::nullopt;

  const SidePlan &side(Side side) const {
    return side == Side::Producer ? producer : consumer;
  }
};

/// Where a state stands: a slot number and a parity.
struct Position {
  int64_t index, phase;

  friend bool operator==(const Position &a, const Position &b) {
    return a.index == b.index && a.phase == b.phase;
  }
};

/// The position of a state of `side` after `steps` advances. A producer starts
/// one phase ahead so that its first lap passes at once on fresh barriers.
Position positionAfter(Side side, int64_t steps, int64_t stages);

/// Everything that lowering, tools and checkers need to know of a group.
struct GroupPlan {
  Mode mode;
  /// The members' type if all have the same one.
  std::optional<PipelineType> type;
  int64_t stages;
  /// In storage order.
  std::vector<BarrierArray> arrays;
  std::vector<MemberPlan> members;
  std::vector<RingPlan> rings;
  std::optional<int64_t> dynamicOffset;
  Interleave interleave;
  /// Every CTA of the cluster has all barriers. Where only leaders signal and
  /// wait, those of their peers stay unused.
  ClusterLayout cluster;
  Multicast multicast;

  /// True if members differ in type.
  bool isHeterogeneous() const { return !type; }
  int64_t numBarriersPerStage() const { return arrays.size(); }
  /// Number of the last barrier of `array`.
  int64_t lastOf(const BarrierArray &array) const {
    return array.first + stages - 1;
  }
  int64_t numBarriers() const { return numBarriersPerStage() * stages; }
  int64_t storageBytes() const { return numBarriers() * barrierBytes; }
  /// Arrays of `role` in storage order.
  std::vector<const BarrierArray *> arraysOf(Role role) const;
};

/// Bytes of shared memory that barriers at `dynamicOffset`, or static ones, can
/// take (G16).
int64_t roomForBarriers(std::optional<int64_t> dynamicOffset);

/// Barrier arrays of a group of `mode` with `members` members.
int64_t numBarriersPerStage(Mode mode, size_t members);

/// The alignment of a slot: what TMA and the tensor core ask for with this
/// swizzle (PTX ISA, cp.async.bulk.tensor; CUDA C++ Programming Guide).
int64_t slotAlignment(int64_t swizzle);

/// Whether consumers in other CTAs release the slots of `group` (K7). A leader
/// that signals itself does not.
bool releasedRemotely(const GroupConfig &group);

/// The signal of `side` of `member`, whose agent has `granularity`.
Signal signalOf(const MemberConfig &member, Side side, Granularity granularity);

/// The agent of `side`: the written one, or the only possible one.
std::optional<Agent> effectiveAgent(const MemberConfig &member, Side side);

/// The warps of a TMA producer that arm the full barrier in each phase; 1 if
/// the agent is not known.
int64_t armingWarps(const MemberConfig &member);

/// The granularity with which `side` of `group` signals: on the collapsed side
/// the finest of all members, otherwise the member's own. Signals by lanes are
/// those of warps, whatever the agents count.
Granularity signalGranularity(const GroupConfig &group, Mode mode,
                              const MemberConfig &member, Side side);

/// The numbers of a group that keeps M1 to M9, M12 and G1 to G12 and whose
/// agents are all known.
GroupPlan computePlan(const GroupConfig &group, Mode mode);

/// A plan, or the reasons why there is none; warnings can come with a plan.
struct Derivation {
  std::optional<GroupPlan> plan;
  Problems problems;
};

/// Checks every rule, then derives. Needs every agent (M10).
Derivation deriveGroup(const GroupConfig &group);

/// True if every agent that the numbers need is known.
bool agentsKnown(const GroupConfig &group);

} // namespace pipegroup::model

#endif // PIPEGROUP_MODEL_DERIVE_H
