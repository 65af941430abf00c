//===- Check.h - Is every execution of a program free of faults? ----------===//
//
// Part of the core: plain C++17, no LLVM include. docs/CheckerModel.md defines
// programs and faults, and shows why the answer is exact.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_CHECK_CHECK_H
#define PIPEGROUP_CHECK_CHECK_H

#include "pipegroup/Model/Program.h"

#include <functional>

namespace pipegroup::model {

enum class FaultKind : uint8_t {
  UnderArrival,
  Bytes,
  Cycle,
  OverArrival,
  Parity,
  Race,
  Proxy,
  Stale,
  Unfinished,
  Exit,
};
std::string_view nameOf(FaultKind kind);

/// True if the fault is that nothing can go on.
inline bool isDeadlock(FaultKind kind) { return kind <= FaultKind::Cycle; }

struct Element {
  enum class Kind : uint8_t { None, Barrier, Buffer };
  Kind kind = Kind::None;
  size_t array = 0;
  int64_t index = 0;
};

/// One step of an execution.
struct Event {
  enum class Kind : uint8_t {
    Wait,
    Arrive,
    Expect,
    Arm,
    Read,
    Write,
    Patch,
    Take,
    Fence,
    Load,
    Issue,
    Signal,
    Drain,
    Sync,
    /// The end of what Load, Issue and Signal start.
    LoadEnd,
    IssueEnd,
    SignalEnd,
    /// The last event of an agent.
    Exit,
    /// What all long loops did, `amount` times again. It is not told, and
    /// phases that come after it are counted without it.
    Repeat,
  };

  Kind kind = Kind::Fence;
  size_t agent = 0;
  int64_t location = 0;
  Engine engine = Engine::Tensor;
  /// The rendezvous of Sync.
  size_t object = 0;
  /// The barrier, or the buffer of Read, Write, Patch and Take.
  Element element = {};
  /// What Load and Issue access.
  std::vector<Element> reads = {}, writes = {}, patches = {};
  /// The phase that a wait is for, or that anything else comes in.
  int64_t phase = 0;
  /// Arrivals, bytes, or what a drain leaves.
  int64_t amount = 0;
  /// What the phase lacks afterwards; nothing if the event completes it.
  int64_t missingArrivals = 0, missingBytes = 0;
  bool completes = false;
  /// A wait at which the agent stands, and which has not ended.
  bool stands = false;
};

/// An agent that cannot go on.
struct BlockedAgent {
  Event event;
  /// What its phase lacks.
  int64_t missingArrivals = 0, missingBytes = 0;
  /// Who has an arrival at a barrier of this array ahead, as far as the program
  /// text tells, or who has not come to the rendezvous.
  std::vector<size_t> awaited = {};
};

/// The next outcome of a decision: on, or a flag that is set.
struct Choice {
  size_t decision;
  bool outcome;
};

/// An execution that ends in a fault.
struct Witness {
  FaultKind kind = FaultKind::Cycle;
  /// One sentence that says what is wrong.
  std::string text;
  /// Where the fault is; of a deadlock, where its first agent stands.
  Event event;
  /// Events that have a part in it.
  std::vector<Event> others;
  /// Of a deadlock.
  std::vector<BlockedAgent> blocked;
  /// In the order of the execution; the last one is the fault.
  std::vector<Event> timeline;
  std::vector<Choice> choices;
};

/// A fence of a safe program that never publishes anything.
struct Remark {
  size_t agent;
  int64_t location;
};

struct Verdict {
  enum class Kind : uint8_t {
    Safe,
    Unsafe,
    Unknown,
    /// The program makes no sense, as with an index outside its array.
    Invalid,
  };

  Kind kind = Kind::Safe;
  /// Of Unsafe.
  std::optional<Witness> witness = std::nullopt;
  /// Of Unknown and Invalid.
  std::string reason = "";
  /// Of Safe.
  std::vector<Remark> redundantFences = {};
  /// How much work it was.
  uint64_t rests = 0, events = 0;
};
std::string_view nameOf(Verdict::Kind kind);

struct CheckOptions {
  /// States in which the next outcome of a decision is open.
  uint64_t maxRests = 20000;
  /// Events and steps of loops, over all executions that are looked at.
  uint64_t maxEvents = 5000000;
};

/// Never fails, and ends for each program.
Verdict check(const Program &program, const CheckOptions &options = {});

/// How a location reads, such as "kernel.mlir:12:5"; nothing is said of one
/// whose name is empty. Without such a function locations are numbers, and 0 is
/// none.
using LocationName = std::function<std::string(int64_t location)>;

/// For people: one line, or a whole story if there is a witness.
std::string toText(const Verdict &verdict, const Program &program,
                   const LocationName &locationName = {});
/// Locations are numbers, or strings where they have names.
std::string toJson(const Verdict &verdict, const Program &program,
                   const LocationName &locationName = {});

/// `event` as in the text form, with its elements in place of expressions.
std::string toString(const Event &event, const Program &program);

} // namespace pipegroup::model

#endif // PIPEGROUP_CHECK_CHECK_H
