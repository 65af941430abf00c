//===- Witness.cpp - An execution that ends in a fault --------------------===//
//
// A run ends at the first event that fails a check. What it shows is often not
// the fault itself: the schedule was kind. The witness is the execution that
// was not: only what has to happen before the events of the fault, then these.
//
//===----------------------------------------------------------------------===//

#include "Witness.h"

#include <algorithm>

namespace pipegroup::model::check_detail {
namespace {

FaultKind kindOf(Reason reason) {
  switch (reason) {
  case Reason::Landing:
  case Reason::TooMany:
  case Reason::LateExpect:
  case Reason::FreeExpect:
  case Reason::TooManyBytes:
    return FaultKind::OverArrival;
  case Reason::NoParity:
  case Reason::Lapped:
  case Reason::Overtaken:
    return FaultKind::Parity;
  case Reason::Race:
    return FaultKind::Race;
  case Reason::Proxy:
    return FaultKind::Proxy;
  case Reason::NothingNew:
  case Reason::NotTaken:
    return FaultKind::Stale;
  case Reason::AfterExit:
  case Reason::MaybeAfterExit:
    return FaultKind::Exit;
  case Reason::Unfinished:
    return FaultKind::Unfinished;
  default:
    return FaultKind::Cycle;
  }
}

bool isArrival(Event::Kind kind) {
  return kind == Event::Kind::Arrive || kind == Event::Kind::Arm ||
         kind == Event::Kind::SignalEnd;
}
bool isExpectation(Event::Kind kind) {
  return kind == Event::Kind::Expect || kind == Event::Kind::Arm;
}
bool changesBarrier(Event::Kind kind) {
  return isArrival(kind) || isExpectation(kind) || kind == Event::Kind::LoadEnd;
}
bool isEnd(Event::Kind kind) {
  return kind == Event::Kind::LoadEnd || kind == Event::Kind::IssueEnd ||
         kind == Event::Kind::SignalEnd;
}

class Teller {
public:
  Teller(const Code &code, const State &state, const Fault &fault,
         std::vector<Step> steps)
      : code(code), state(state), fault(fault), steps(std::move(steps)),
        isTold(this->steps.size()) {
    witness.kind = kindOf(fault.reason);
  }

  Witness run() {
    switch (fault.reason) {
    case Reason::Landing:
    case Reason::TooMany:
    case Reason::LateExpect:
    case Reason::TooManyBytes:
      tellArrival();
      break;
    case Reason::FreeExpect:
      tellFreeExpectation();
      break;
    case Reason::NoParity:
    case Reason::Lapped:
      tellLapped();
      break;
    case Reason::Overtaken:
      tellOvertaken();
      break;
    case Reason::Race:
    case Reason::Proxy:
      tellAccess();
      break;
    case Reason::NothingNew:
      tellNothingNew();
      break;
    case Reason::NotTaken:
      tellNotTaken();
      break;
    case Reason::AfterExit:
    case Reason::MaybeAfterExit:
      tellExit();
      break;
    case Reason::Unfinished:
      tellUnfinished();
      break;
    default:
      tellDeadlock();
      break;
    }
    return std::move(witness);
  }

private:
  //===--- Which steps are told -------------------------------------------===//

  static constexpr size_t none = SIZE_MAX;

  /// All that a clock knows of.
  void tellKnown(const uint32_t *clock) {
    for (size_t i = 0; i < steps.size(); ++i)
      if (clock[steps[i].stamp.comp] >= steps[i].stamp.value)
        isTold[i] = true;
  }

  /// All that has to happen before step `i`, of which the start of what ends
  /// in it is a part.
  void tellBefore(size_t i) {
    std::vector<uint32_t> clock = steps[i].before;
    if (isEnd(steps[i].event.kind))
      ++clock[steps[i].event.agent];
    // An engine takes one after the other.
    Stamp stamp = steps[i].stamp;
    if (steps[i].event.kind == Event::Kind::SignalEnd ||
        steps[i].event.kind == Event::Kind::IssueEnd)
      clock[stamp.comp] = std::max(clock[stamp.comp], stamp.value - 1);
    tellKnown(clock.data());
  }

  void tellPhase(uint32_t barrier, size_t clock, uint32_t phases) {
    std::vector<uint32_t> known(state.clocks[clock],
                                state.clocks[clock] + code.numComps());
    uint32_t &own = known[code.barrierComp(barrier)];
    own = std::max(own, phases);
    tellKnown(known.data());
  }

  /// Puts the steps that are told in their order, then `last` ones.
  void finish(std::vector<size_t> last) {
    for (size_t i : last)
      isTold[i] = false;
    for (size_t i = 0; i < steps.size(); ++i)
      if (isTold[i])
        witness.timeline.push_back(steps[i].event);
    for (size_t i : last)
      witness.timeline.push_back(steps[i].event);
    countArrivals();
  }

  /// Runs the barriers once more, in the order of the story.
  void countArrivals() {
    std::vector<BarrierState> barriers(code.numBarriers());
    for (size_t i = 0; i < barriers.size(); ++i)
      barriers[i].pending = code.barriers[i].count;
    for (Event &event : witness.timeline) {
      if (!changesBarrier(event.kind))
        continue;
      uint32_t position = barrierOf(event.element);
      BarrierState &now = barriers[position];
      event.phase = now.completed;
      if (isArrival(event.kind))
        now.pending -=
            event.kind == Event::Kind::Arm ? 1 : uint32_t(event.amount);
      if (isExpectation(event.kind))
        now.bytes += event.amount;
      if (event.kind == Event::Kind::LoadEnd)
        now.bytes -= event.amount;
      event.missingArrivals = int32_t(now.pending);
      event.missingBytes = now.bytes;
      event.completes = now.pending == 0 && now.bytes == 0;
      if (event.completes) {
        ++now.completed;
        now.pending = code.barriers[position].count;
      }
    }
  }

  uint32_t barrierOf(Element element) const {
    uint32_t position = 0;
    for (size_t i = 0; i < element.array; ++i)
      position += code.program.barriers[i].size;
    return position + element.index;
  }

  bool isAt(const Event &event, uint32_t barrier) const {
    return event.element.kind == Element::Kind::Barrier &&
           barrierOf(event.element) == barrier;
  }

  //===--- Finding steps --------------------------------------------------===//

  /// The last step with this stamp and, of loads, this buffer.
  size_t find(Stamp stamp, std::optional<uint32_t> buffer = std::nullopt) {
    for (size_t i = steps.size(); i-- > 0;)
      if (steps[i].stamp.comp == stamp.comp &&
          steps[i].stamp.value == stamp.value &&
          (!buffer || touches(steps[i].event, *buffer)))
        return i;
    return none;
  }

  bool touches(const Event &event, uint32_t buffer) const {
    auto is = [&](const Element &element) {
      return element.kind == Element::Kind::Buffer &&
             element.array == code.buffers[buffer].array &&
             element.index == code.buffers[buffer].index;
    };
    return is(event.element) ||
           std::any_of(event.reads.begin(), event.reads.end(), is) ||
           std::any_of(event.writes.begin(), event.writes.end(), is) ||
           std::any_of(event.patches.begin(), event.patches.end(), is);
  }

  /// The step that the end in step `i` belongs to.
  size_t startOf(size_t i) const {
    return isEnd(steps[i].event.kind) ? i - 1 : i;
  }

  size_t lastStep() const { return steps.size() - 1; }

  //===--- Words ----------------------------------------------------------===//

  std::string show(const Event &event) const {
    return "'" + toString(event, code.program) + "' of '" +
           code.program.agents[event.agent].name + "'";
  }
  std::string nameOfBarrier(uint32_t barrier) const {
    const BarrierCode &found = code.barriers[barrier];
    const Program::Barrier &array = code.program.barriers[found.array];
    return "'" + nameOfElement(array.name, array.size, found.index) + "'";
  }
  std::string nameOfBuffer(uint32_t buffer) const {
    const BufferCode &found = code.buffers[buffer];
    const Program::Buffer &array = code.program.buffers[found.array];
    return "'" + nameOfElement(array.name, array.size, found.index) + "'";
  }
  static std::string number(int64_t value) { return std::to_string(value); }
  static std::string count(int64_t value, std::string_view what) {
    return number(value) + " " + std::string(what) + (value == 1 ? "" : "s");
  }

  //===--- One story per kind ---------------------------------------------===//

  void tellArrival() {
    size_t last = lastStep();
    int64_t phase = steps[last].event.phase;
    tellBefore(last);
    if (fault.reason != Reason::Landing)
      tellPhase(fault.element, state.current(fault.element), phase + 1);
    finish({last});
    witness.event = witness.timeline.back();
    std::string barrier = nameOfBarrier(fault.element);
    if (fault.reason == Reason::TooMany)
      witness.text = show(witness.event) + " comes at " + barrier +
                     " in phase " + number(phase) + ", which lacks only " +
                     count(state.barriers[fault.element].pending, "arrival");
    else if (fault.reason == Reason::LateExpect)
      witness.text = show(witness.event) + " comes at " + barrier +
                     " after all arrivals of phase " + number(phase);
    else if (fault.reason == Reason::TooManyBytes)
      witness.text = "with " + show(witness.event) + " phase " + number(phase) +
                     " of " + barrier + " has got " +
                     count(-witness.event.missingBytes, "byte") +
                     " more than it expects";
    else
      witness.text = show(witness.event) + " can come at " + barrier +
                     " in phase " + number(witness.event.phase) +
                     " or in phase " + number(phase) +
                     ", since nothing tells its agent that phase " +
                     number(phase - 1) + " is complete";
  }

  void tellFreeExpectation() {
    size_t expectation = find(fault.other);
    int64_t phase = steps[lastStep()].event.phase;
    tellBefore(expectation);
    for (size_t i = 0; i < steps.size(); ++i)
      if (isArrival(steps[i].event.kind) && steps[i].event.phase == phase &&
          isAt(steps[i].event, fault.element)) {
        tellBefore(i);
        isTold[i] = true;
      }
    witness.others = {steps[lastStep()].event};
    finish({expectation});
    witness.event = witness.timeline.back();
    witness.text = show(witness.event) + " can come at " +
                   nameOfBarrier(fault.element) +
                   " after all arrivals of phase " + number(phase);
  }

  /// The wait of an agent, which has no step since it did not end.
  Event waitOf(uint32_t agent) const {
    Event event;
    event.kind = Event::Kind::Wait;
    event.stands = true;
    event.agent = agent;
    const Instr &instr = code.instrs[state.agents[agent].pc];
    event.location = instr.statement->location;
    int64_t index = 0, parity = 0;
    const int64_t *slots = state.slots.data() + code.agents[agent].firstSlot;
    evaluate(code, instr.barrier.index, slots, index);
    evaluate(code, instr.value, slots, parity);
    const BarrierCode &barrier = code.barriers[instr.barrier.first + index];
    event.element = {Element::Kind::Barrier, barrier.array, barrier.index};
    event.amount = parity;
    int64_t known =
        state.clocks[agent][code.barrierComp(instr.barrier.first + index)];
    event.phase = (known & 1) == parity ? known : known - 1;
    if (std::optional<TestedPhase> tested =
            TestedPhase::of(code, state, agent, instr))
      event.phase = tested->phase;
    return event;
  }

  void tellLapped() {
    witness.event = waitOf(fault.agent);
    std::vector<uint32_t> clock(state.clocks[fault.agent],
                                state.clocks[fault.agent] + code.numComps());
    clock[fault.agent] = state.agents[fault.agent].events;
    tellKnown(clock.data());
    uint32_t completed = state.barriers[fault.element].completed;
    if (fault.reason == Reason::Lapped)
      tellPhase(fault.element, state.last(fault.element), completed);
    finish({});
    witness.timeline.push_back(witness.event);
    if (fault.reason == Reason::NoParity)
      witness.text = show(witness.event) + " waits for parity " +
                     number(fault.phase) + ", expected 0 or 1";
    else
      witness.text = overtaking(completed - 1);
  }

  /// The barrier goes on too early for the wait of `witness`.
  std::string overtaking(int64_t phase) const {
    bool isFirst = fault.phase < 0;
    return show(witness.event) +
           (isFirst ? " passes only before phase 0 is complete"
                    : " is for phase " + number(fault.phase)) +
           ", but " + nameOfBarrier(fault.element) + " can complete phase " +
           number(phase) + " before it";
  }

  void tellOvertaken() {
    size_t last = lastStep();
    uint32_t completed = state.barriers[fault.element].completed;
    size_t wait = find(fault.other);
    tellBefore(wait);
    tellBefore(last);
    tellPhase(fault.element, state.current(fault.element), completed + 1);
    witness.others = {steps[last].event};
    finish({last});
    witness.event = steps[wait].event;
    witness.event.stands = true;
    witness.timeline.insert(witness.timeline.end() - 1, witness.event);
    witness.text = overtaking(fault.phase + 1);
  }

  void tellAccess() {
    size_t last = lastStep();
    // Its end is recorded with it.
    if (steps[last].event.kind == Event::Kind::IssueEnd)
      --last;
    size_t other = startOf(find(fault.other, fault.element));
    tellBefore(last);
    tellBefore(other);
    isTold[other] = true;
    witness.others = {steps[other].event};
    bool isRace = fault.reason == Reason::Race;
    // What was queued may still be there whatever its agent did since.
    bool isQueued = steps[other].event.kind == Event::Kind::Issue;
    finish(isRace && !isQueued ? std::vector<size_t>{other, last}
                               : std::vector<size_t>{last});
    witness.event = steps[last].event;
    std::string buffer = nameOfBuffer(fault.element);
    witness.text =
        isRace ? show(witness.event) + " and " + show(witness.others[0]) +
                     " can access " + buffer + " at the same time"
               : show(witness.event) + " accesses " + buffer +
                     " in the async proxy after " + show(witness.others[0]) +
                     " without a fence between them";
  }

  /// The last step, a take or the end of a write, with only what has to happen
  /// before it.
  void tellLast() {
    size_t last = lastStep();
    tellBefore(last);
    finish({last});
    witness.event = witness.timeline.back();
  }

  void tellNothingNew() {
    bool isWritten = state.buffers[fault.element].filling.value != 0;
    if (isWritten)
      witness.others = {steps[find(fault.other, fault.element)].event};
    bool isKnown =
        fault.other.comp == fault.agent ||
        state.clocks[fault.agent][fault.other.comp] >= fault.other.value;
    tellLast();
    witness.text =
        show(witness.event) + " finds no new data in " +
        nameOfBuffer(fault.element) +
        (!isWritten ? ", which nothing has written"
         : isKnown  ? " since " + show(witness.others[0])
                    : ": it can come before " + show(witness.others[0]));
  }

  void tellNotTaken() {
    const Event &other = steps[find(fault.other, fault.element)].event;
    bool isWrite = other.kind != Event::Kind::Take;
    witness.others = {other};
    tellLast();
    std::string taker = "'" + code.program.agents[fault.taker].name + "'";
    witness.text =
        show(witness.event) + " overwrites " + nameOfBuffer(fault.element) +
        (isWrite
             ? ", but " + taker + " has not taken the data of " + show(other)
             : ": it can come before " + show(other));
  }

  void tellExit() {
    size_t last = lastStep();
    if (fault.reason == Reason::MaybeAfterExit)
      last = find(fault.other);
    uint32_t cta = fault.reason == Reason::AfterExit
                       ? code.barriers[fault.element].cta
                       : code.agents[fault.agent].cta;
    for (uint32_t agent = 0; agent < code.numAgents(); ++agent) {
      if (code.agents[agent].cta != cta)
        continue;
      std::vector<uint32_t> clock(state.clocks[agent],
                                  state.clocks[agent] + code.numComps());
      clock[agent] = state.agents[agent].events;
      tellKnown(clock.data());
    }
    tellBefore(last);
    finish({last});
    witness.event = witness.timeline.back();
    Event issue = witness.event;
    issue.kind = Event::Kind::Issue;
    if (witness.event.kind == Event::Kind::IssueEnd)
      witness.text = show(issue) +
                     " can still be under way when all agents of its CTA have "
                     "ended";
    else
      witness.text = show(witness.event) + " can come at " +
                     nameOfBarrier(barrierOf(witness.event.element)) +
                     " when all agents of its CTA have ended";
  }

  void tellUnfinished() {
    std::fill(isTold.begin(), isTold.end(), true);
    finish({});
    for (const Event &event : witness.timeline)
      if (changesBarrier(event.kind) && isAt(event, fault.element))
        witness.event = event;
    const BarrierState &barrier = state.barriers[fault.element];
    witness.text = "at the end, phase " + number(barrier.completed) + " of " +
                   nameOfBarrier(fault.element) + " lacks " +
                   count(barrier.pending, "arrival") + " of " +
                   number(code.barriers[fault.element].count) + " and " +
                   count(barrier.bytes, "byte");
  }

  void tellDeadlock() {
    std::fill(isTold.begin(), isTold.end(), true);
    finish({});
    const BlockedAgent *worst = nullptr;
    for (uint32_t agent = 0; agent < code.numAgents(); ++agent)
      if (state.agents[agent].status != Status::Ended)
        witness.blocked.push_back(blockedAt(agent));
    for (const BlockedAgent &blocked : witness.blocked)
      if (!worst || severityOf(blocked) < severityOf(*worst))
        worst = &blocked;
    witness.kind = severityOf(*worst);
    witness.event = worst->event;
    witness.text = show(witness.event) + " waits forever: " + lackOf(*worst);
  }

  BlockedAgent blockedAt(uint32_t agent) const {
    BlockedAgent blocked;
    const AgentState &self = state.agents[agent];
    if (self.status == Status::Syncs) {
      blocked.event.kind = Event::Kind::Sync;
      blocked.event.agent = agent;
      blocked.event.location = code.instrs[self.pc].statement->location;
      blocked.event.object = self.object;
      for (size_t member : code.program.rendezvous[self.object].agents)
        if (state.agents[member].status != Status::Syncs ||
            state.agents[member].object != self.object)
          blocked.awaited.push_back(member);
      return blocked;
    }
    blocked.event = waitOf(agent);
    const BarrierState &barrier = state.barriers[self.object];
    blocked.missingArrivals = barrier.pending;
    blocked.missingBytes = barrier.bytes;
    for (uint32_t other = 0; other < code.numAgents(); ++other)
      if (code.isAhead(state.agents[other].pc, Deed::Arrives,
                       code.barriers[self.object].array))
        blocked.awaited.push_back(other);
    return blocked;
  }

  static FaultKind severityOf(const BlockedAgent &blocked) {
    if (blocked.event.kind == Event::Kind::Sync)
      return FaultKind::Cycle;
    if (blocked.missingArrivals == 0)
      return FaultKind::Bytes;
    return blocked.awaited.empty() ? FaultKind::UnderArrival : FaultKind::Cycle;
  }

  std::string lackOf(const BlockedAgent &blocked) const {
    std::string names;
    for (size_t agent : blocked.awaited)
      names +=
          (names.empty() ? "'" : ", '") + code.program.agents[agent].name + "'";
    if (blocked.event.kind == Event::Kind::Sync)
      return names + " cannot come";
    std::string lack = "phase " + number(blocked.event.phase) + " lacks ";
    if (blocked.missingArrivals == 0)
      return lack + count(blocked.missingBytes, "byte");
    lack += count(blocked.missingArrivals, "arrival");
    return lack + (names.empty() ? ", and nobody is left to arrive"
                                 : ", which could come from " + names);
  }

  const Code &code;
  const State &state;
  const Fault &fault;
  std::vector<Step> steps;
  std::vector<bool> isTold;
  Witness witness;
};

} // namespace

Witness tell(const Code &code, const State &state, const Fault &fault,
             std::vector<Step> steps) {
  return Teller(code, state, fault, std::move(steps)).run();
}

Witness tellBriefly(const Fault &fault) {
  Witness witness;
  witness.kind = kindOf(fault.reason);
  witness.text = "an execution that is too long to tell";
  return witness;
}

} // namespace pipegroup::model::check_detail
