//===- Code.h - A program as flat instructions ----------------------------===//
//
// Private to the checker.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_LIB_CHECK_CODE_H
#define PIPEGROUP_LIB_CHECK_CODE_H

#include "Rings.h"

#include <array>

namespace pipegroup::model::check_detail {

/// One step of an expression in postfix order.
struct ExprStep {
  Expr::Op op;
  int64_t value;
};

/// A range of `Code::steps`; `constant` if it is only that.
struct ExprCode {
  uint32_t begin = 0, end = 0;
  int64_t constant = 0;
  bool isConstant() const { return begin == end; }
};

/// An element of an array whose elements are numbered from `first`.
struct RefCode {
  uint32_t first = 0;
  int64_t size = 0;
  ExprCode index = {};
};

struct AccessCode {
  RefCode buffer;
  bool isWrite;
  /// A write of a part, which is no new data.
  bool isPatch = false;
};

enum class InstrKind : uint8_t {
  Wait,
  Arrive,
  Expect,
  Arm,
  Access,
  Take,
  Fence,
  Load,
  Issue,
  Signal,
  Drain,
  Sync,
  Set,
  /// Puts what a wait at the barrier would be for into `slot`.
  Test,
  /// Copies `source` to `slot`, or clears that.
  Token,
  Choose,
  /// Goes to `target` if the value is 0.
  Branch,
  Jump,
  /// Puts the value into `slot`.
  LoopStart,
  /// Counts `slot` down, or goes to `target` if it is 0.
  LoopTest,
  /// Goes to `target` if the outcome is *out*.
  TripTest,
  End,
};

struct Instr {
  InstrKind kind;
  Engine engine = Engine::Tensor;
  /// LoopTest of a loop that is too long to unroll.
  bool isLong = false;
  /// The component of the engine in clocks.
  uint32_t engineComp = 0;
  RefCode barrier = {};
  uint32_t accessBegin = 0, accessEnd = 0;
  ExprCode value = {};
  /// A variable, a flag's copy, a token or a loop's counter.
  uint32_t slot = 0;
  /// The token that may spare a wait, or that is copied.
  std::optional<uint32_t> source = std::nullopt;
  /// A decision or a rendezvous.
  uint32_t object = 0;
  uint32_t target = 0;
  const Statement *statement = nullptr;
};

struct AgentCode {
  uint32_t begin = 0;
  /// Its part of all slots.
  uint32_t firstSlot = 0, numSlots = 0;
  uint32_t cta = 0;
  /// The component of each engine that it uses.
  std::array<uint32_t, model::numEngines> engines = {};
};

struct BarrierCode {
  uint32_t array;
  int64_t index, count;
  uint32_t cta;
};

struct BufferCode {
  uint32_t array;
  int64_t index;
  bool isTensor;
  /// The number of its first bit: one for each agent that takes from it.
  uint32_t firstTaker;
};

/// What is looked for in the instructions that may come.
enum class Deed : uint8_t {
  Asks,
  Waits,
  Lands,
  Arrives,
  /// Does not go round with a ring.
  IsStuck,
  /// Generic accesses and takes, accesses of each engine, and loads.
  Accesses,
  AccessesByTensor,
  AccessesByStore,
  AccessesByCopy,
  AccessesByLoad,
  Writes,
  WritesByTensor,
  WritesByStore,
  WritesByCopy,
  WritesByLoad,
};
inline constexpr size_t numDeeds = size_t(Deed::WritesByLoad) + 1;
/// Ways to access a buffer: generic, an engine, a load.
inline constexpr size_t numMeans = 5;
inline Deed accessBy(size_t means, bool isWrite) {
  return Deed(size_t(isWrite ? Deed::Writes : Deed::Accesses) + means);
}

/// Components of clocks are numbered: agents, engines, barriers.
struct Code {
  explicit Code(const Program &program);

  const Program &program;
  std::vector<Instr> instrs;
  std::vector<ExprStep> steps;
  std::vector<AccessCode> accesses;
  std::vector<AgentCode> agents;
  std::vector<BarrierCode> barriers;
  std::vector<BufferCode> buffers;
  /// Per array of buffers, the agents that take from it.
  std::vector<std::vector<uint32_t>> takers;
  /// Takers of all elements.
  uint32_t numTakers = 0;
  uint32_t numEngines = 0, numSlots = 0, numCtas = 0;
  /// Per engine, the most that one of its drains leaves.
  std::vector<uint8_t> leftInQueue;
  /// Per CTA, the number of its agents.
  std::vector<uint32_t> ctaAgents;
  /// Per slot, what `periodsOf` says of a variable; 0 for others.
  std::vector<uint64_t> slotPeriods;
  Rings rings;
  /// Per slot, the ring of a variable; none for others.
  std::vector<uint32_t> slotRings;
  /// Per instruction of an agent, which of its slots may still be read before
  /// they are set: the words `liveWords * i` on.
  std::vector<uint64_t> live;
  size_t liveWords = 0;
  bool isLive(uint32_t instr, uint32_t slot) const {
    return live[instr * liveWords + slot / 64] >> slot % 64 & 1;
  }
  /// Slots that count the turns of long loops.
  std::vector<bool> isLongCounter;
  /// Slots of tokens.
  std::vector<bool> isToken;

  /// Whether, from `instr` on, an agent may do something to an object: a
  /// decision, an array of barriers or one of buffers, a ring.
  bool isAhead(uint32_t instr, Deed deed, uint32_t object) const {
    size_t bit = bitOf(deed, object);
    return ahead[instr * aheadWords + bit / 64] >> bit % 64 & 1;
  }
  bool mayAsk(uint32_t instr, uint32_t decision) const {
    return isAhead(instr, Deed::Asks, decision);
  }
  /// In the async proxy.
  bool mayAccessAsync(uint32_t instr, uint32_t array) const {
    return isAhead(instr, Deed::AccessesByTensor, array) ||
           isAhead(instr, Deed::AccessesByStore, array) ||
           isAhead(instr, Deed::AccessesByLoad, array);
  }
  size_t bitOf(Deed deed, uint32_t object) const {
    return size_t(deed) * deedWidth + object;
  }
  std::vector<uint64_t> ahead;
  size_t deedWidth = 0, aheadWords = 0;

  uint32_t numAgents() const { return agents.size(); }
  uint32_t numBarriers() const { return barriers.size(); }
  uint32_t numDecisions() const { return program.decisions.size(); }
  uint32_t barrierComp(uint32_t barrier) const {
    return numAgents() + numEngines + barrier;
  }
  uint32_t numComps() const { return barrierComp(numBarriers()); }
  /// Components that generic writes are stamped with.
  uint32_t numWriters() const { return numAgents() + numEngines; }
  /// A clock, then what is published.
  uint32_t rowSize() const { return numComps() + numWriters(); }
};

/// Computes `expr`; false after a division by zero.
bool evaluate(const Code &code, const ExprCode &expr, const int64_t *slots,
              int64_t &value);

} // namespace pipegroup::model::check_detail

#endif // PIPEGROUP_LIB_CHECK_CODE_H
