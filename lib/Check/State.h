//===- State.h - Where an execution stands --------------------------------===//
//
// Private to the checker.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_LIB_CHECK_STATE_H
#define PIPEGROUP_LIB_CHECK_STATE_H

#include "Code.h"

namespace pipegroup::model::check_detail {

/// Clocks of one size, shared until one is written. Clock 0 is all zeros.
class ClockPool {
public:
  explicit ClockPool(uint32_t size) : size(size), values(size), uses(1, 1) {}

  const uint32_t *at(uint32_t id) const {
    return values.data() + size_t(id) * size;
  }
  uint32_t retain(uint32_t id) {
    ++uses[id];
    return id;
  }
  void release(uint32_t id) {
    if (--uses[id] == 0)
      unused.push_back(id);
  }
  /// The clock of `id`, which nobody else uses afterwards.
  uint32_t *own(uint32_t &id);

private:
  uint32_t make();

  uint32_t size;
  std::vector<uint32_t> values;
  std::vector<uint32_t> uses;
  std::vector<uint32_t> unused;
};

/// The clocks of a state.
class ClockSet {
public:
  ClockSet(ClockPool &pool, size_t count) : pool(&pool), ids(count) {
    for (uint32_t id : ids)
      pool.retain(id);
  }
  ClockSet(const ClockSet &other) : pool(other.pool), ids(other.ids) {
    for (uint32_t id : ids)
      pool->retain(id);
  }
  ClockSet(ClockSet &&other) noexcept
      : pool(other.pool), ids(std::move(other.ids)) {
    other.ids.clear();
  }
  ClockSet &operator=(ClockSet other) noexcept {
    std::swap(pool, other.pool);
    ids.swap(other.ids);
    return *this;
  }
  ~ClockSet() {
    for (uint32_t id : ids)
      pool->release(id);
  }

  const uint32_t *operator[](size_t i) const { return pool->at(ids[i]); }
  uint32_t id(size_t i) const { return ids[i]; }
  bool isZero(size_t i) const { return ids[i] == 0; }
  uint32_t *own(size_t i) { return pool->own(ids[i]); }
  void share(size_t to, size_t from) {
    pool->retain(ids[from]);
    pool->release(ids[to]);
    ids[to] = ids[from];
  }
  void move(size_t to, size_t from) {
    share(to, from);
    clear(from);
  }
  void clear(size_t i) {
    pool->release(ids[i]);
    ids[i] = pool->retain(0);
  }

private:
  ClockPool *pool;
  std::vector<uint32_t> ids;
};

/// A value of a component of clocks: whoever has it or more knows the event.
struct Stamp {
  uint32_t comp = 0, value = 0;

  friend bool operator==(Stamp a, Stamp b) {
    return a.comp == b.comp && a.value == b.value;
  }
};

/// Short lists of stamps, ordered by component, of which each list has only
/// the newest.
class StampLists {
public:
  struct Node {
    Stamp stamp;
    int32_t next;
  };

  static constexpr size_t perBarrier = 5;

  explicit StampLists(size_t count) : heads(count, -1) {}

  void put(size_t list, Stamp stamp);
  void clear(size_t list);
  /// Replaces `to` by `from`, which is empty afterwards.
  void move(size_t to, size_t from) {
    clear(to);
    std::swap(heads[to], heads[from]);
  }
  bool isEmpty(size_t list) const { return heads[list] < 0; }
  template <typename Predicate> bool all(size_t list, Predicate holds) const {
    for (int32_t i = heads[list]; i >= 0; i = nodes[i].next)
      if (!holds(nodes[i].stamp))
        return false;
    return true;
  }
  template <typename Predicate> void removeIf(size_t list, Predicate holds) {
    for (int32_t *link = &heads[list]; *link >= 0;) {
      Node &node = nodes[*link];
      if (holds(node.stamp))
        drop(link);
      else
        link = &node.next;
    }
  }
  template <typename Visit> void forEach(size_t list, Visit visit) const {
    for (int32_t i = heads[list]; i >= 0; i = nodes[i].next)
      visit(nodes[i].stamp);
  }
  size_t size() const { return heads.size(); }

private:
  /// Takes out the node that `link` leads to.
  void drop(int32_t *link) {
    int32_t node = *link;
    *link = nodes[node].next;
    nodes[node].next = unused;
    unused = node;
  }

  std::vector<int32_t> heads;
  std::vector<Node> nodes;
  int32_t unused = -1;
};

enum class Status : uint8_t { Ready, Waits, Syncs, Asks, Pauses, Ended };

struct AgentState {
  uint32_t pc = 0;
  /// Events done.
  uint32_t events = 0;
  Status status = Status::Ready;
  /// The barrier, rendezvous or decision of the status.
  uint32_t object = 0;
};

struct BarrierState {
  uint32_t completed = 0;
  uint32_t pending = 0;
  int64_t bytes = 0;
  /// The current phase has got bytes.
  bool hasLoads = false;
};

struct BufferState {
  /// The last write, and the last one that was no patch; its value is 0 if
  /// there was none.
  Stamp write = {}, filling = {};
  bool isWritten = false;
  bool isGeneric = false;
};

/// Outcomes that were decided, from number `first` on.
struct OutcomeQueue {
  uint32_t first = 0;
  std::vector<uint8_t> outcomes = {};

  uint32_t end() const { return first + outcomes.size(); }
  bool at(uint32_t number) const { return outcomes[number - first]; }
};

struct State {
  State(const Code &code, ClockPool &pool);

  std::vector<AgentState> agents;
  std::vector<int64_t> slots;
  /// Per slot that counts a long loop, which entry into the loop it is.
  std::vector<uint32_t> entries;
  std::vector<BarrierState> barriers;
  std::vector<BufferState> buffers;
  /// Per element and agent that takes from it, whether it has new data.
  std::vector<uint8_t> isFresh;
  /// Per engine, how much was queued on it.
  std::vector<uint32_t> queued;
  std::vector<OutcomeQueue> outcomes;
  /// [agent * decisions + decision]: outcomes taken.
  std::vector<uint32_t> asked;
  /// [cta * comps + comp]: what some agent of the CTA has to know at its end;
  /// 0 if nothing.
  std::vector<uint32_t> exits;
  std::vector<uint32_t> endedOfCta;
  StampLists stamps;
  ClockSet clocks;

  // Lists of stamps. Per barrier: waits for the last completed phase;
  // expectations without an arrival after them; the arrivals of the current
  // phase and, if these alone completed it, of the last and the one before it.
  // Per buffer: reads since the last write, and takes since it.
  size_t waitsOf(uint32_t barrier) const {
    return StampLists::perBarrier * barrier;
  }
  size_t expectsOf(uint32_t barrier) const { return waitsOf(barrier) + 1; }
  /// 0 is the current phase, 1 the last completed one.
  size_t arrivalsOf(uint32_t barrier, uint32_t age) const {
    return waitsOf(barrier) + 2 + age;
  }
  size_t readsOf(uint32_t buffer) const {
    return waitsOf(barriers.size()) + buffer;
  }
  size_t takesOf(uint32_t buffer) const {
    return readsOf(buffers.size()) + buffer;
  }

  // Clocks: one per agent, one of the current and one of the last completed
  // phase per barrier.
  size_t current(uint32_t barrier) const { return agents.size() + barrier; }
  size_t last(uint32_t barrier) const {
    return agents.size() + barriers.size() + barrier;
  }
};

/// What a test has asked for, as the value of a slot: 0 for none.
struct TestedPhase {
  uint32_t barrier;
  /// From -1 on.
  int64_t phase;

  static int64_t pack(const Code &code, TestedPhase tested) {
    return 1 + tested.barrier + (tested.phase + 1) * code.numBarriers();
  }
  static std::optional<TestedPhase> unpack(const Code &code, int64_t value) {
    if (value == 0)
      return std::nullopt;
    return TestedPhase{uint32_t((value - 1) % code.numBarriers()),
                       (value - 1) / code.numBarriers() - 1};
  }
  /// Of the token that may spare the wait `instr`.
  static std::optional<TestedPhase> of(const Code &code, const State &state,
                                       uint32_t agent, const Instr &instr) {
    if (!instr.source)
      return std::nullopt;
    return unpack(code,
                  state.slots[code.agents[agent].firstSlot + *instr.source]);
  }
};

} // namespace pipegroup::model::check_detail

#endif // PIPEGROUP_LIB_CHECK_STATE_H
