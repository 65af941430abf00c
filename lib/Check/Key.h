//===- Key.h - When two states behave alike -------------------------------===//
//
// Private to the checker. Section 3 of docs/CheckerModel.md says what a state
// is compared by.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_LIB_CHECK_KEY_H
#define PIPEGROUP_LIB_CHECK_KEY_H

#include "State.h"

namespace pipegroup::model::check_detail {

using Key = std::vector<uint64_t>;
uint64_t hashOf(const Key &key);

/// Writes keys. Two states behave alike if both their keys are equal.
class KeyWriter {
public:
  explicit KeyWriter(const Code &code) : code(code) {}

  /// All but the clocks of phases.
  Key write(const State &written);
  /// The clocks of phases, of which there are many; for states whose first keys
  /// are equal.
  Key writePhases(const State &written);

private:
  /// Agents that may do something to an array from where they stand.
  struct BarrierUsers {
    std::vector<uint32_t> waiters, users, arrivers;
  };
  struct BufferUser {
    uint32_t agent;
    bool reads, writes;
    /// The only engine that accesses it, if there is one.
    uint32_t onlyEngine;
    bool isAsync;
  };
  /// By how many phases waiters, and all users, are behind.
  struct Lag {
    uint32_t ofWaits = 0, ofAll = 0;
  };

  void prepare(const State &prepared);
  void findUsers();
  BarrierUsers usersOfBarrier(uint32_t array) const;
  std::vector<BufferUser> usersOfBuffer(uint32_t array) const;
  std::optional<BufferUser> userOfBuffer(uint32_t agent, uint32_t array) const;
  uint32_t lagOf(uint32_t barrier, const std::vector<uint32_t> &agents) const;

  bool knows(uint32_t agent, Stamp stamp) const {
    return stamp.comp == agent || rows[agent][stamp.comp] >= stamp.value;
  }
  bool isSettledWait(uint32_t barrier, Stamp stamp) const;
  bool isSettledAccess(uint32_t buffer, Stamp stamp, bool isWrite) const;
  bool isPublished(uint32_t buffer, Stamp stamp) const;
  bool isSettledExit(uint32_t cta, Stamp stamp) const;
  bool isAwaited(uint32_t barrier) const { return lags[barrier].ofWaits > 0; }
  bool isRelevant(uint32_t agent) const;

  void collectStamps();
  void collectAccesses(uint32_t buffer);
  void collectExits(uint32_t cta);
  void collect(uint64_t place, Stamp stamp);
  bool isOfDrainedQueue(Stamp stamp) const;
  uint64_t placeInQueue(Stamp stamp) const;

  void writeAgents();
  void writeOutcomes();
  void writeBarriers();
  void writeTakers();
  void writeClock(const uint32_t *clock, uint32_t owner);
  void writeBits(uint64_t value, uint32_t bits);
  void flush();

  const Code &code;
  /// Where the agents stand that these are for.
  std::vector<uint32_t> pcs;
  std::vector<BarrierUsers> barrierUsers;
  std::vector<std::vector<BufferUser>> bufferUsers;

  const State *state = nullptr;
  std::vector<const uint32_t *> rows;
  std::vector<Lag> lags;
  std::vector<Stamp> stamps, published;
  /// Barriers at which someone is behind.
  std::vector<uint32_t> behind;
  Key key;
  uint64_t word = 0;
  uint32_t filled = 0;
};

} // namespace pipegroup::model::check_detail

#endif // PIPEGROUP_LIB_CHECK_KEY_H
