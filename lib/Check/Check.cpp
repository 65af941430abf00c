//===- Check.cpp - Looks at all outcomes of decisions ---------------------===//

#include "pipegroup/Check/Check.h"

#include "Machine.h"
#include "Witness.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace pipegroup::model {
namespace {

using namespace check_detail;

constexpr uint32_t noRest = UINT32_MAX;
/// Rests of which the whole state is kept.
constexpr uint32_t maxKept = 1000;
/// Events of a witness that is told in full.
constexpr uint64_t maxTold = 200000;
/// How many stamps are compared in the time of an event.
constexpr uint64_t entriesPerEvent = 16;
/// Stamps have 32 bits.
constexpr uint64_t mostEvents = INT32_MAX;

/// A state in which a decision is open, and the choice that led to it.
struct Rest {
  /// Forgotten when it has been explored and there are many.
  std::optional<State> state;
  Key key;
  std::optional<PhaseKey> phases;
  uint32_t parent;
  bool outcome;
  /// What can go wrong after it can after another one.
  bool isCovered = false;
};

class Search {
public:
  Search(const Program &program, const CheckOptions &options)
      : options(options), code(program), pool(code.rowSize()),
        log(makeLog(code, options)), machine(code, log),
        keys(code, KeyUse::Rests) {}

  Verdict run() {
    State start(code, pool);
    std::optional<Fault> fault = machine.advance(start);
    if (fault)
      return conclude(*fault, {});
    if (Machine::openDecision(start))
      insert(std::move(start), noRest, false);
    for (uint32_t next = 0; next < rests.size(); ++next) {
      for (bool outcome : {false, true}) {
        if (rests[next].isCovered)
          break;
        if (std::optional<Verdict> verdict = explore(next, outcome))
          return *verdict;
      }
      if (next >= maxKept && !rests[next].isCovered)
        forget(rests[next]);
    }
    return conclude();
  }

private:
  static Log makeLog(const Code &code, const CheckOptions &options) {
    Log log;
    log.isReached.resize(code.instrs.size());
    log.isUseful.resize(code.instrs.size());
    log.maxEvents = std::min(options.maxEvents, mostEvents);
    return log;
  }

  std::optional<Verdict> explore(uint32_t parent, bool outcome) {
    State state = *rests[parent].state;
    machine.decide(state, *Machine::openDecision(state), outcome);
    if (std::optional<Fault> fault = machine.advance(state))
      return conclude(*fault, choicesTo(parent, outcome));
    if (Machine::openDecision(state))
      insert(std::move(state), parent, outcome);
    if (rests.size() <= options.maxRests)
      return std::nullopt;
    return unknown("more than " + std::to_string(options.maxRests) +
                   " states in which a decision is open");
  }

  /// Keeps a rest unless all that can go wrong after it can after one that is
  /// known.
  void insert(State state, uint32_t parent, bool outcome) {
    Key key = keys.write(state);
    Rest rest{std::move(state), std::move(key), std::nullopt, parent, outcome};
    std::vector<uint32_t> &alike = known[hashOf(rest.key)];
    for (uint32_t i : alike)
      if (covers(rests[i], rest))
        return;
    auto isCovered = [&](uint32_t i) {
      if (!covers(rest, rests[i]))
        return false;
      rests[i].isCovered = true;
      rests[i].state.reset();
      return true;
    };
    alike.erase(std::remove_if(alike.begin(), alike.end(), isCovered),
                alike.end());
    alike.push_back(rests.size());
    rests.push_back(std::move(rest));
  }

  bool covers(Rest &covering, Rest &covered) {
    log.events += 1 + covered.key.entries.size() / entriesPerEvent;
    return mayCover(covering.key, covered.key) &&
           check_detail::covers(covering.key, phasesOf(covering), covered.key,
                                phasesOf(covered));
  }

  const PhaseKey &phasesOf(Rest &rest) {
    if (!rest.phases)
      rest.phases = keys.writePhases(*rest.state);
    return *rest.phases;
  }

  /// Its keys are enough.
  void forget(Rest &rest) {
    phasesOf(rest);
    rest.state.reset();
  }

  std::vector<bool> choicesTo(uint32_t rest, bool last) const {
    std::vector<bool> choices = {last};
    for (; rests[rest].parent != noRest; rest = rests[rest].parent)
      choices.push_back(rests[rest].outcome);
    return {choices.rbegin(), choices.rend()};
  }

  Verdict make(Verdict::Kind kind, std::string reason = "") const {
    Verdict verdict;
    verdict.kind = kind;
    verdict.reason = std::move(reason);
    verdict.rests = rests.size();
    verdict.events = log.events;
    return verdict;
  }
  Verdict unknown(std::string reason) const {
    return make(Verdict::Kind::Unknown, std::move(reason));
  }

  Verdict conclude() const {
    Verdict verdict = make(Verdict::Kind::Safe);
    for (uint32_t agent = 0; agent < code.numAgents(); ++agent)
      for (uint32_t i = code.agents[agent].begin;
           code.instrs[i].kind != InstrKind::End; ++i)
        if (log.isReached[i] && !log.isUseful[i])
          verdict.redundantFences.push_back(
              {agent, code.instrs[i].statement->location});
    return verdict;
  }

  Verdict conclude(const Fault &fault, const std::vector<bool> &choices) const {
    if (fault.reason == Reason::Limit)
      return unknown(fault.text);
    if (fault.reason == Reason::BadProgram)
      return make(Verdict::Kind::Invalid,
                  "agent '" + code.program.agents[fault.agent].name + "' " +
                      fault.text);
    Verdict verdict = make(Verdict::Kind::Unsafe);
    verdict.witness = replay(choices);
    return verdict;
  }

  /// Runs the same execution again, once to see how long it is, and tells it.
  Witness replay(const std::vector<bool> &choices) const {
    Log log = makeLog(code, options);
    log.maxEvents = mostEvents;
    run(log, choices);
    log.keepsSteps = log.events <= maxTold;
    log.events = 0;
    return run(log, choices);
  }

  Witness run(Log &log, const std::vector<bool> &choices) const {
    ClockPool clocks(code.rowSize());
    Machine again(code, log);
    State state(code, clocks);
    std::vector<Choice> taken;
    std::optional<Fault> fault = again.advance(state);
    for (bool outcome : choices) {
      uint32_t decision = *Machine::openDecision(state);
      taken.push_back({decision, outcome});
      again.decide(state, decision, outcome);
      fault = again.advance(state);
    }
    bool isDeadlock = fault->reason == Reason::Deadlock;
    Witness witness = log.keepsSteps || isDeadlock
                          ? tell(code, state, *fault, std::move(log.steps))
                          : tellBriefly(*fault);
    witness.choices = std::move(taken);
    return witness;
  }

  const CheckOptions &options;
  Code code;
  ClockPool pool;
  Log log;
  Machine machine;
  KeyWriter keys;
  std::deque<Rest> rests;
  /// By the hash of their keys, rests of which none covers another.
  std::unordered_map<uint64_t, std::vector<uint32_t>> known;
};

} // namespace

Verdict check(const Program &program, const CheckOptions &options) {
  if (std::optional<std::string> problem = findProblem(program)) {
    Verdict verdict;
    verdict.kind = Verdict::Kind::Invalid;
    verdict.reason = "the program " + *problem;
    return verdict;
  }
  return Search(program, options).run();
}

} // namespace pipegroup::model
