//===- Machine.h - Runs agents and checks each event ----------------------===//
//
// Private to the checker. Section 2 of docs/CheckerModel.md says why one
// schedule is enough.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_LIB_CHECK_MACHINE_H
#define PIPEGROUP_LIB_CHECK_MACHINE_H

#include "Key.h"

#include "pipegroup/Check/Check.h"

namespace pipegroup::model::check_detail {

/// Which check failed.
enum class Reason : uint8_t {
  /// Lands in another phase if it comes before the last completed one.
  Landing,
  /// More arrivals than the phase lacks.
  TooMany,
  /// An expectation after all arrivals; one that can come after them.
  LateExpect,
  FreeExpect,
  /// More bytes than a phase with all its arrivals expects.
  TooManyBytes,
  /// A parity that is no parity.
  NoParity,
  /// The barrier has gone on by two phases before the wait.
  Lapped,
  /// The barrier can go on by two phases before the wait.
  Overtaken,
  Race,
  Proxy,
  /// A take without new data; a write of data that an agent has not taken.
  NothingNew,
  NotTaken,
  /// Lands after the end of the CTA; can land after it.
  AfterExit,
  MaybeAfterExit,
  Unfinished,
  Deadlock,
  // No faults of the execution.
  BadProgram,
  Limit,
};

struct Fault {
  Reason reason = Reason::Deadlock;
  uint32_t agent = 0;
  /// The barrier or buffer.
  uint32_t element = 0;
  /// The event that it conflicts with.
  Stamp other = {};
  /// The phase that the wait is for.
  int64_t phase = 0;
  std::string text = "";
  /// The agent that has not taken the data.
  uint32_t taker = 0;
};

/// One event of a run that is kept.
struct Step {
  Event event;
  Stamp stamp;
  /// What its agent knows before it.
  std::vector<uint32_t> before;
};

/// What a run leaves besides its state.
struct Log {
  /// Per instruction, whether a fence was reached, and published something.
  std::vector<uint8_t> isReached, isUseful;
  uint64_t events = 0, maxEvents = 0;
  bool keepsSteps = false;
  std::vector<Step> steps;
};

class Machine {
public:
  Machine(const Code &code, Log &log)
      : code(code), log(log), keys(code, KeyUse::Turns) {}

  /// Runs until a decision has no outcome yet, or the end.
  std::optional<Fault> advance(State &started);
  /// Adds an outcome of `decision`.
  void decide(State &state, uint32_t decision, bool outcome);

  static std::optional<uint32_t> openDecision(const State &state);

private:
  /// A rest of long loops that later ones are compared with.
  struct Place {
    State state;
    Key key;
    PhaseKey phases;
  };

  // Each returns false after a fault.
  bool runReady();
  bool step(uint32_t agent);
  bool event(uint32_t agent, const Instr &instr);
  bool wait(uint32_t agent, const Instr &instr);
  bool arrive(uint32_t agent, const Instr &instr);
  bool expect(uint32_t agent, const Instr &instr);
  bool arm(uint32_t agent, const Instr &instr);
  bool access(uint32_t agent, const Instr &instr);
  bool take(uint32_t agent, const Instr &instr);
  bool load(uint32_t agent, const Instr &instr);
  bool issue(uint32_t agent, const Instr &instr);
  bool signal(uint32_t agent, const Instr &instr);
  bool drain(uint32_t agent, const Instr &instr);
  bool fence(uint32_t agent);
  bool isPublishing(uint32_t agent, uint32_t buffer) const;
  bool sync(uint32_t agent, const Instr &instr);
  bool end(uint32_t agent);
  bool control(uint32_t agent, const Instr &instr);
  bool ask(uint32_t agent, const Instr &instr);
  bool test(uint32_t agent, const Instr &instr);

  bool knowsArrivals(uint32_t agent, uint32_t barrier, uint32_t age,
                     uint32_t engine) const;
  void learn(uint32_t agent, uint32_t barrier);
  int64_t phaseOf(uint32_t agent, uint32_t barrier, int64_t parity);
  bool land(uint32_t agent, uint32_t barrier, Stamp stamp, bool isExpectation);
  bool takeArrivals(uint32_t agent, uint32_t barrier, int64_t count,
                    Stamp stamp);
  bool completeIfDue(uint32_t agent, uint32_t barrier);
  bool complete(uint32_t agent, uint32_t barrier);
  bool checkAccess(uint32_t agent, uint32_t buffer, bool isWrite,
                   uint32_t engine, bool isAsync);
  void noteAccess(uint32_t buffer, const AccessCode &access, Stamp stamp,
                  bool isGeneric);
  bool overwrite(uint32_t agent, uint32_t buffer);
  bool checkExits(uint32_t agent, uint32_t cta);
  bool checkEnd();
  bool goOnWithLoops();
  void skipTurns();
  static bool isAlike(const Place &place, const Key &key,
                      const PhaseKey &phases);
  void skip(const State &earlier, int64_t turns);
  void forgetPlaces();
  int64_t turnsToSkip(const State &earlier) const;

  bool valueOf(uint32_t agent, const ExprCode &expr, int64_t &value);
  bool positiveOf(uint32_t agent, const ExprCode &expr, int64_t low,
                  std::string_view what, int64_t &value);
  bool elementOf(uint32_t agent, const RefCode &ref, uint32_t &element);

  uint32_t *publish(uint32_t agent);
  void join(size_t to, size_t from);
  bool fail(Fault found);
  bool failProgram(uint32_t agent, std::string text);

  Event eventOf(Event::Kind kind, uint32_t agent) const;
  Element barrierElement(uint32_t barrier) const;
  Element bufferElement(uint32_t buffer) const;
  Step *record(Event::Kind kind, uint32_t agent);
  Step *recordAt(Event::Kind kind, uint32_t agent, uint32_t barrier,
                 int64_t amount);
  void keepKnowledge(uint32_t agent);

  const Instr &instrOf(uint32_t agent) const {
    return code.instrs[state->agents[agent].pc];
  }

  const Code &code;
  Log &log;
  State *state = nullptr;
  std::optional<Fault> fault;
  /// What the agent knows before the current event, if steps are kept.
  std::vector<uint32_t> before;
  /// The buffers of the current event.
  std::vector<uint32_t> touched;
  KeyWriter keys;
  std::vector<Place> places;
  std::vector<uint64_t> placeHashes;
};

} // namespace pipegroup::model::check_detail

#endif // PIPEGROUP_LIB_CHECK_MACHINE_H
