//===- Config.h - What the author of a group says -------------------------===//
//
// Part of the core: plain C++17, no LLVM include. Numbers are kept as written,
// in 64-bit signed integers, so that rules can name a bad value.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_MODEL_CONFIG_H
#define PIPEGROUP_MODEL_CONFIG_H

#include "pipegroup/Model/Protocol.h"

#include <vector>

namespace pipegroup::model {

/// The largest count and the largest number of bytes that one phase of an
/// mbarrier can expect (PTX ISA, mbarrier).
inline constexpr int64_t maxBarrierCount = (int64_t(1) << 20) - 1;

/// Bytes of shared memory that one CTA can use, static and dynamic, on every
/// chip with TMA (CUDA C++ Programming Guide, compute capabilities 9.0
/// to 10.x).
inline constexpr int64_t maxStaticSharedBytes = 48 * 1024;
inline constexpr int64_t maxSharedBytes = 227 * 1024;

/// CTAs of the largest cluster, which not every launch gets (CUDA C++ Programming
/// Guide, thread block clusters).
inline constexpr int64_t maxClusterCtas = 16;

/// Bytes of one mbarrier, which is also its alignment.
inline constexpr int64_t barrierBytes = 8;

/// Threads of one warp.
inline constexpr int64_t warpThreads = 32;

/// Who performs one side: `count` threads or warps.
struct Agent {
  Granularity granularity = Granularity::Thread;
  int64_t count = 0;

  /// The threads that take part.
  int64_t threads() const {
    return granularity == Granularity::Warp ? count * warpThreads : count;
  }
  /// The warps that take part, of an agent of whole warps.
  int64_t warps() const { return threads() / warpThreads; }

  friend bool operator==(const Agent &a, const Agent &b) {
    return a.granularity == b.granularity && a.count == b.count;
  }
  friend bool operator!=(const Agent &a, const Agent &b) { return !(a == b); }
};

/// "warp 4".
std::string toString(const Agent &agent);

/// CTAs of a cluster along the modes v (CTAs of one MMA pair), m, n and k.
struct ClusterLayout {
  int64_t v = 1, m = 1, n = 1, k = 1;

  /// CTAs of the cluster, of a layout that keeps M7.
  int64_t ctas() const { return v * m * n * k; }
};

/// Along which modes operands are multicast.
struct Multicast {
  int64_t m = 1, n = 1;
};

/// The stride with which each op's own state advances.
struct Interleave {
  int64_t acquire = 1, commit = 1, wait = 1, release = 1;

  /// The stride of the state that `action` moves on.
  int64_t stride(Action action) const;
  /// Lanes into which the slots of `side` fall: its larger stride.
  int64_t lanes(Side side) const;
};

/// One member: a pipeline as it would be declared alone.
struct MemberConfig {
  std::string name;
  PipelineType type = PipelineType::AsyncAsync;
  int64_t stages = 0;
  /// Absent where tasks will say it. A umma side is always `warp 1`.
  std::optional<Agent> producer, consumer;
  /// Bytes that complete on one full barrier in one phase.
  std::optional<int64_t> bytes;
  /// `bytes` differs from the slot's size on purpose.
  bool partial = false;
  /// Bytes of one slot and of one of its rows (its innermost extent), if the
  /// member has a slot type of static size.
  std::optional<int64_t> slotBytes, slotRowBytes;
  /// Bytes of a row within which TMA permutes; 0 if it does not.
  int64_t swizzle = 0;
  /// Something other than a umma consumer reads its slots in the async proxy.
  bool isReadByAsyncProxy = false;
  Transport transport = Transport::Generic;
  ArmPolicy arm = ArmPolicy::EachWarp;
  SignalPolicy signal = SignalPolicy::All;
  ClusterLayout cluster;
  Multicast multicast;
  Interleave interleave;
  bool advanceOnWait = false;
  bool advanceOnAcquire = false;

  const std::optional<Agent> &agent(Side side) const {
    return side == Side::Producer ? producer : consumer;
  }
  Kind kind(Side side) const { return kindOf(type, side); }
  /// The action that moves on the state that `action` uses. A side has one
  /// state, which the action that ends a round moves, unless the first one
  /// advances on its own and leaves the last one behind.
  Action moverOf(Action action) const;
  /// The action with which `side` adds its arrivals to a barrier.
  Action signalAction(Side side) const;
};

/// A merged config written by hand; every field is optional and is compared
/// with what would be derived. Lists have one number per barrier array of
/// their role, in layout order.
struct ExplicitConfig {
  std::optional<PipelineType> type;
  std::optional<int64_t> stages;
  std::optional<std::vector<int64_t>> full, empty, bytes;
};

/// A group as written.
struct GroupConfig {
  std::string name;
  std::optional<Mode> mode;
  std::vector<MemberConfig> members;
  std::optional<ExplicitConfig> config;
  /// Byte offset of the barriers in dynamic shared memory; static if absent.
  std::optional<int64_t> dynamicOffset;
};

} // namespace pipegroup::model

#endif // PIPEGROUP_MODEL_CONFIG_H
