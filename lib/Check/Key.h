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

/// Who knows each of some events, as bits.
struct Knowledge {
  /// Words per event.
  uint32_t width = 0;
  std::vector<uint64_t> bits = {};

  const uint64_t *of(uint32_t event) const {
    return bits.data() + size_t(event) * width;
  }
};

/// All that a state is compared by but the clocks of phases.
struct Key {
  /// A stamp that is recorded.
  struct Entry {
    /// Where and of which component, in some order that is the same for all.
    uint64_t id;
    /// Its place in a queue, if that matters.
    uint32_t inQueue;
    /// Its number among the events that any are of.
    uint32_t event;
  };

  /// What has to be equal.
  std::vector<uint64_t> exact = {};
  std::vector<Entry> entries = {};
  Knowledge ofAgents = {};
};
uint64_t hashOf(const Key &key);

/// What the clocks of phases, of which there are many, know of the events of a
/// key.
struct PhaseKey {
  std::vector<uint64_t> exact = {};
  Knowledge ofPhases = {};
};

// A state covers another if the two differ at most by what is known in them,
// and less is in the first: a fault that comes after the second comes after the
// first, too.

/// False if it does not for what agents know.
bool mayCover(const Key &covering, const Key &covered);
/// Whether it does, given that it may.
bool covers(const Key &covering, const PhaseKey &coveringPhases,
            const Key &covered, const PhaseKey &coveredPhases);

/// What keys compare: rests of a search, where rings are turned; or turns of
/// long loops, whose counters are left out.
enum class KeyUse : uint8_t { Rests, Turns };

/// Writes keys.
class KeyWriter {
public:
  KeyWriter(const Code &code, KeyUse use) : code(code), use(use) {}

  Key write(const State &written);
  PhaseKey writePhases(const State &written);

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
  /// A clock, and the component of which it knows all.
  struct Knower {
    const uint32_t *clock;
    uint32_t owner;

    bool knows(Stamp stamp) const {
      return stamp.comp == owner || clock[stamp.comp] >= stamp.value;
    }
  };

  void prepare(const State &prepared);
  void turnRings();
  uint32_t turnOf(uint32_t ring) const;
  void turnBarriers();
  void turnBuffers();
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
  void collectPhases(uint32_t place);
  void collectAccesses(uint32_t place);
  void collectExits(uint32_t cta);
  void collectLags();
  void collect(uint64_t place, Stamp stamp);
  void collectExactly(uint64_t place, Stamp stamp);
  uint32_t numberOf(Stamp stamp);
  uint32_t &findNumber(Stamp stamp);
  void growNumbers();
  bool isOfDrainedQueue(Stamp stamp) const;
  uint32_t placeInQueue(Stamp stamp) const;

  void writeAgents();
  void writeSlots(uint32_t agent);
  uint64_t wordOfToken(int64_t value) const;
  void writeOutcomes();
  void writeBarriers();
  void writeTakers();
  void writePublished(std::vector<uint64_t> &words, const Knower &knower);
  Knowledge knowledgeOf(const std::vector<Knower> &knowers) const;

  const Code &code;
  KeyUse use;
  /// Where the agents stand that these are for.
  std::vector<uint32_t> pcs;
  std::vector<BarrierUsers> barrierUsers;
  std::vector<std::vector<BufferUser>> bufferUsers;

  const State *state = nullptr;
  /// By how much each ring is turned, so that its first variable is 0.
  std::vector<uint32_t> turns;
  /// The element that stands at each place then, the place of each component,
  /// and what becomes of each barrier's parity.
  std::vector<uint32_t> barrierAt, bufferAt, placeOfComp;
  std::vector<uint8_t> flips;
  std::vector<const uint32_t *> rows;
  std::vector<Lag> lags;
  /// Generic writes that are not published to all.
  std::vector<Stamp> published;
  /// The events that entries are of, each once, and a hash table of their
  /// numbers.
  std::vector<Stamp> events;
  std::vector<uint32_t> numbers;
  Key key;
};

} // namespace pipegroup::model::check_detail

#endif // PIPEGROUP_LIB_CHECK_KEY_H
