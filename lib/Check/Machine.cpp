//===- Machine.cpp - Runs agents and checks each event --------------------===//

#include "Machine.h"

#include <algorithm>

namespace pipegroup::model::check_detail {
namespace {

constexpr uint32_t noEngine = UINT32_MAX - 1;
/// A period of more rests is not found.
constexpr size_t maxPlaces = 4096;
/// What it costs to compare one, in events.
constexpr uint64_t placeCost = 32;

} // namespace

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

std::optional<Fault> Machine::advance(State &started) {
  state = &started;
  fault.reset();
  forgetPlaces();
  while (runReady() && goOnWithLoops())
    continue;
  if (!fault && !openDecision(started))
    checkEnd();
  return std::move(fault);
}

bool Machine::runReady() {
  for (bool moved = true; moved;) {
    moved = false;
    for (uint32_t agent = 0; agent < code.numAgents(); ++agent)
      while (state->agents[agent].status == Status::Ready) {
        moved = true;
        if (!step(agent))
          return false;
      }
  }
  return true;
}

bool Machine::step(uint32_t agent) {
  if (++log.events > log.maxEvents)
    return fail({Reason::Limit,
                 agent,
                 0,
                 {},
                 0,
                 "more than " + std::to_string(log.maxEvents) + " events"});
  const Instr &instr = instrOf(agent);
  if (instr.kind >= InstrKind::Set)
    return control(agent, instr);
  if (log.keepsSteps)
    keepKnowledge(agent);
  return event(agent, instr);
}

bool Machine::event(uint32_t agent, const Instr &instr) {
  switch (instr.kind) {
  case InstrKind::Wait:
    return wait(agent, instr);
  case InstrKind::Arrive:
    return arrive(agent, instr);
  case InstrKind::Expect:
    return expect(agent, instr);
  case InstrKind::Arm:
    return arm(agent, instr);
  case InstrKind::Access:
    return access(agent, instr);
  case InstrKind::Take:
    return take(agent, instr);
  case InstrKind::Load:
    return load(agent, instr);
  case InstrKind::Issue:
    return issue(agent, instr);
  case InstrKind::Signal:
    return signal(agent, instr);
  case InstrKind::Drain:
    return drain(agent, instr);
  case InstrKind::Fence:
    return fence(agent);
  default:
    return sync(agent, instr);
  }
}

std::optional<uint32_t> Machine::openDecision(const State &state) {
  for (const AgentState &agent : state.agents)
    if (agent.status == Status::Asks)
      return agent.object;
  return std::nullopt;
}

void Machine::decide(State &state, uint32_t decision, bool outcome) {
  OutcomeQueue &queue = state.outcomes[decision];
  queue.outcomes.push_back(outcome);
  // Outcomes that all have taken are forgotten.
  uint32_t oldest = queue.end();
  for (uint32_t agent = 0; agent < code.numAgents(); ++agent) {
    AgentState &asker = state.agents[agent];
    if (code.mayAsk(asker.pc, decision))
      oldest =
          std::min(oldest, state.asked[agent * code.numDecisions() + decision]);
    if (asker.status == Status::Asks && asker.object == decision)
      asker.status = Status::Ready;
  }
  queue.outcomes.erase(queue.outcomes.begin(),
                       queue.outcomes.begin() + (oldest - queue.first));
  queue.first = oldest;
}

//===----------------------------------------------------------------------===//
// Long loops
//===----------------------------------------------------------------------===//

/// Lets agents at the head of a long loop go on when nothing else can. False if
/// there are none.
bool Machine::goOnWithLoops() {
  bool pauses = false;
  for (const AgentState &agent : state->agents)
    pauses |= agent.status == Status::Pauses;
  if (!pauses)
    return false;
  skipTurns();
  for (uint32_t agent = 0; agent < code.numAgents(); ++agent) {
    AgentState &paused = state->agents[agent];
    if (paused.status != Status::Pauses)
      continue;
    const Instr &test = instrOf(agent);
    int64_t &turns = state->slots[code.agents[agent].firstSlot + test.slot];
    paused.pc = turns == 0 ? test.target : paused.pc + 1;
    turns = std::max<int64_t>(turns - 1, 0);
    paused.status = Status::Ready;
  }
  return true;
}

/// If all is as it was at an earlier rest but for counters, all will be again:
/// counts on as often as no loop ends.
void Machine::skipTurns() {
  log.events += placeCost;
  Key key = keys.write(*state);
  PhaseKey phases = keys.writePhases(*state);
  uint64_t hash = hashOf(key);
  for (size_t i = places.size(); i-- > 0;) {
    if (placeHashes[i] != hash || !isAlike(places[i], key, phases))
      continue;
    if (int64_t turns = turnsToSkip(places[i].state))
      return skip(places[i].state, turns);
  }
  if (places.size() == maxPlaces)
    forgetPlaces();
  placeHashes.push_back(hash);
  places.push_back({*state, std::move(key), std::move(phases)});
}

/// Each covers the other.
bool Machine::isAlike(const Place &place, const Key &key,
                      const PhaseKey &phases) {
  return mayCover(place.key, key) && mayCover(key, place.key) &&
         covers(place.key, place.phases, key, phases) &&
         covers(key, phases, place.key, place.phases);
}

void Machine::skip(const State &earlier, int64_t turns) {
  for (size_t i = 0; i < state->slots.size(); ++i)
    if (code.isLongCounter[i])
      state->slots[i] -= turns * (earlier.slots[i] - state->slots[i]);
  if (Step *step = record(Event::Kind::Repeat, 0)) {
    step->stamp = {};
    step->event.location = 0;
    step->event.amount = turns;
  }
}

void Machine::forgetPlaces() {
  places.clear();
  placeHashes.clear();
}

int64_t Machine::turnsToSkip(const State &earlier) const {
  int64_t turns = INT64_MAX;
  for (size_t i = 0; i < state->slots.size(); ++i) {
    if (!code.isLongCounter[i])
      continue;
    int64_t done = earlier.slots[i] - state->slots[i];
    // A loop that was left and entered again is in the state like any variable.
    if (earlier.entries[i] != state->entries[i] && done != 0)
      return 0;
    if (done > 0)
      turns = std::min(turns, state->slots[i] / done);
  }
  return turns == INT64_MAX ? 0 : turns;
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

bool Machine::control(uint32_t agent, const Instr &instr) {
  AgentState &self = state->agents[agent];
  int64_t *slots = state->slots.data() + code.agents[agent].firstSlot;
  int64_t value = 0;
  switch (instr.kind) {
  case InstrKind::Set:
    ++self.pc;
    return valueOf(agent, instr.value, slots[instr.slot]);
  case InstrKind::Test:
    return test(agent, instr);
  case InstrKind::Token:
    slots[instr.slot] = instr.source ? slots[*instr.source] : 0;
    ++self.pc;
    return true;
  case InstrKind::Choose:
  case InstrKind::TripTest:
    return ask(agent, instr);
  case InstrKind::Branch:
    if (!valueOf(agent, instr.value, value))
      return false;
    self.pc = value != 0 ? self.pc + 1 : instr.target;
    return true;
  case InstrKind::Jump:
    self.pc = instr.target;
    return true;
  case InstrKind::LoopStart:
    if (!valueOf(agent, instr.value, value))
      return false;
    slots[instr.slot] = std::max<int64_t>(value, 0);
    ++state->entries[code.agents[agent].firstSlot + instr.slot];
    ++self.pc;
    return true;
  case InstrKind::LoopTest:
    if (slots[instr.slot] == 0) {
      self.pc = instr.target;
    } else if (instr.isLong) {
      self.status = Status::Pauses;
    } else {
      --slots[instr.slot];
      ++self.pc;
    }
    return true;
  default:
    return end(agent);
  }
}

bool Machine::ask(uint32_t agent, const Instr &instr) {
  AgentState &self = state->agents[agent];
  uint32_t &asked = state->asked[agent * code.numDecisions() + instr.object];
  const OutcomeQueue &queue = state->outcomes[instr.object];
  if (asked == queue.end()) {
    self.status = Status::Asks;
    self.object = instr.object;
    return true;
  }
  bool outcome = queue.at(asked++);
  if (instr.kind == InstrKind::Choose)
    state->slots[code.agents[agent].firstSlot + instr.slot] = outcome;
  self.pc =
      outcome || instr.kind == InstrKind::Choose ? self.pc + 1 : instr.target;
  return true;
}

bool Machine::end(uint32_t agent) {
  AgentState &self = state->agents[agent];
  if (log.keepsSteps)
    keepKnowledge(agent);
  ++self.events;
  self.status = Status::Ended;
  record(Event::Kind::Exit, agent);
  uint32_t cta = code.agents[agent].cta;
  bool isLast = ++state->endedOfCta[cta] == code.ctaAgents[cta];
  return !isLast || checkExits(agent, cta);
}

/// Whatever lands at barriers of `cta`, and what its engines do, has to happen
/// before one of its agents ends.
bool Machine::checkExits(uint32_t agent, uint32_t cta) {
  uint32_t *exits = state->exits.data() + size_t(cta) * code.numComps();
  for (uint32_t comp = 0; comp < code.numComps(); ++comp) {
    if (exits[comp] == 0)
      continue;
    bool isKnown = false;
    for (uint32_t other = 0; other < code.numAgents(); ++other)
      isKnown |= code.agents[other].cta == cta &&
                 state->clocks[other][comp] >= exits[comp];
    if (!isKnown)
      return fail({Reason::MaybeAfterExit, agent, 0, {comp, exits[comp]}});
    exits[comp] = 0;
  }
  return true;
}

bool Machine::checkEnd() {
  for (const AgentState &agent : state->agents)
    if (agent.status != Status::Ended)
      return fail({Reason::Deadlock});
  for (uint32_t b = 0; b < code.numBarriers(); ++b)
    if (state->barriers[b].pending != code.barriers[b].count ||
        state->barriers[b].bytes != 0)
      return fail({Reason::Unfinished, 0, b});
  return true;
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

/// True if `agent`, or what it has queued on `engine`, comes after all arrivals
/// of the phase that was the last one `age - 1` phases ago, and these alone
/// completed it.
bool Machine::knowsArrivals(uint32_t agent, uint32_t barrier, uint32_t age,
                            uint32_t engine) const {
  const uint32_t *clock = state->clocks[agent];
  size_t arrivals = state->arrivalsOf(barrier, age);
  return !state->stamps.isEmpty(arrivals) &&
         state->stamps.all(arrivals, [&](Stamp stamp) {
           return stamp.comp == agent || stamp.comp == engine ||
                  clock[stamp.comp] >= stamp.value;
         });
}

/// An agent that knows all arrivals of a phase without bytes knows that it is
/// complete. Being two phases behind is as bad as more.
void Machine::learn(uint32_t agent, uint32_t barrier) {
  uint32_t comp = code.barrierComp(barrier);
  for (uint32_t age : {1, 2}) {
    uint32_t phases = state->barriers[barrier].completed + 1 - age;
    if (phases == 0 || state->clocks[agent][comp] >= phases)
      return;
    if (!knowsArrivals(agent, barrier, age, noEngine))
      continue;
    state->clocks.own(agent)[comp] = phases;
    return;
  }
}

/// The phase that `agent` would wait for.
int64_t Machine::phaseOf(uint32_t agent, uint32_t barrier, int64_t parity) {
  learn(agent, barrier);
  int64_t known = state->clocks[agent][code.barrierComp(barrier)];
  return (known & 1) == parity ? known : known - 1;
}

/// A wait that the test may spare is for the same phase. What is no parity the
/// wait will say.
bool Machine::test(uint32_t agent, const Instr &instr) {
  uint32_t barrier = 0;
  int64_t parity = 0;
  if (!elementOf(agent, instr.barrier, barrier) ||
      !valueOf(agent, instr.value, parity))
    return false;
  int64_t &token = state->slots[code.agents[agent].firstSlot + instr.slot];
  token = 0;
  if (parity == 0 || parity == 1)
    token = TestedPhase::pack(code, {barrier, phaseOf(agent, barrier, parity)});
  ++state->agents[agent].pc;
  return true;
}

bool Machine::wait(uint32_t agent, const Instr &instr) {
  AgentState &self = state->agents[agent];
  uint32_t barrier = 0;
  int64_t parity = 0;
  if (!elementOf(agent, instr.barrier, barrier) ||
      !valueOf(agent, instr.value, parity))
    return false;
  if (parity != 0 && parity != 1)
    return fail({Reason::NoParity, agent, barrier, {}, parity});
  int64_t phase = phaseOf(agent, barrier, parity);
  int64_t completed = state->barriers[barrier].completed;
  if (std::optional<TestedPhase> tested =
          TestedPhase::of(code, *state, agent, instr)) {
    phase = tested->phase;
    // Of a phase that is lapped it is no matter which it is.
    if (tested->barrier != barrier ||
        ((phase & 1) != parity && completed <= phase + 1))
      return failProgram(agent, "has a token of another wait");
  }
  uint32_t comp = code.barrierComp(barrier);
  int64_t known = state->clocks[agent][comp];
  if (completed > phase + 1)
    return fail({Reason::Lapped, agent, barrier, {}, phase});
  if (completed == phase) {
    self.status = Status::Waits;
    self.object = barrier;
    return true;
  }
  ++self.events;
  if (known < completed) {
    join(agent, state->last(barrier));
    state->clocks.own(agent)[comp] = completed;
  }
  state->stamps.put(state->waitsOf(barrier), {agent, self.events});
  if (Step *step = record(Event::Kind::Wait, agent)) {
    step->event.element = barrierElement(barrier);
    step->event.phase = phase;
    step->event.amount = parity;
  }
  ++self.pc;
  return true;
}

//===----------------------------------------------------------------------===//
// Arrivals and bytes
//===----------------------------------------------------------------------===//

/// Checks that an event can only come in the current phase, and not after the
/// last agent of the CTA. `stamp` is what it is known by.
bool Machine::land(uint32_t agent, uint32_t barrier, Stamp stamp,
                   bool isExpectation) {
  uint32_t cta = code.barriers[barrier].cta;
  if (!isExpectation && state->endedOfCta[cta] == code.ctaAgents[cta])
    return fail({Reason::AfterExit, agent, barrier});
  learn(agent, barrier);
  bool isKnown = state->clocks[agent][code.barrierComp(barrier)] ==
                     state->barriers[barrier].completed ||
                 knowsArrivals(agent, barrier, 1, stamp.comp);
  if (!isKnown)
    return fail({Reason::Landing, agent, barrier});
  bool isOwn =
      stamp.comp < code.numAgents() && code.agents[stamp.comp].cta == cta;
  if (!isExpectation && !isOwn)
    state->exits[size_t(cta) * code.numComps() + stamp.comp] = stamp.value;
  return true;
}

bool Machine::arrive(uint32_t agent, const Instr &instr) {
  uint32_t barrier = 0;
  int64_t count = 0;
  if (!elementOf(agent, instr.barrier, barrier) ||
      !positiveOf(agent, instr.value, 1, "arrivals", count))
    return false;
  Stamp stamp{agent, ++state->agents[agent].events};
  recordAt(Event::Kind::Arrive, agent, barrier, count);
  return land(agent, barrier, stamp, /*isExpectation=*/false) &&
         takeArrivals(agent, barrier, count, stamp);
}

bool Machine::takeArrivals(uint32_t agent, uint32_t barrier, int64_t count,
                           Stamp stamp) {
  BarrierState &now = state->barriers[barrier];
  if (count > now.pending)
    return fail({Reason::TooMany, agent, barrier});
  const uint32_t *clock = publish(agent);
  if (!state->stamps.isEmpty(state->expectsOf(barrier)))
    state->stamps.removeIf(state->expectsOf(barrier), [&](Stamp expect) {
      return clock[expect.comp] >= expect.value;
    });
  join(state->current(barrier), agent);
  if (stamp.comp != agent)
    state->clocks.own(state->current(barrier))[stamp.comp] = stamp.value;
  state->stamps.put(state->arrivalsOf(barrier, 0), stamp);
  now.pending -= count;
  std::optional<Stamp> free;
  if (now.pending == 0)
    state->stamps.forEach(state->expectsOf(barrier),
                          [&](Stamp expect) { free = expect; });
  if (free)
    return fail({Reason::FreeExpect, agent, barrier, *free});
  ++state->agents[agent].pc;
  return completeIfDue(agent, barrier);
}

bool Machine::expect(uint32_t agent, const Instr &instr) {
  uint32_t barrier = 0;
  int64_t bytes = 0;
  if (!elementOf(agent, instr.barrier, barrier) ||
      !positiveOf(agent, instr.value, 0, "bytes", bytes))
    return false;
  Stamp stamp{agent, ++state->agents[agent].events};
  recordAt(Event::Kind::Expect, agent, barrier, bytes);
  if (!land(agent, barrier, stamp, /*isExpectation=*/true))
    return false;
  if (state->barriers[barrier].pending == 0)
    return fail({Reason::LateExpect, agent, barrier});
  state->barriers[barrier].bytes += bytes;
  state->stamps.put(state->expectsOf(barrier), stamp);
  ++state->agents[agent].pc;
  return true;
}

bool Machine::arm(uint32_t agent, const Instr &instr) {
  uint32_t barrier = 0;
  int64_t bytes = 0;
  if (!elementOf(agent, instr.barrier, barrier) ||
      !positiveOf(agent, instr.value, 0, "bytes", bytes))
    return false;
  Stamp stamp{agent, ++state->agents[agent].events};
  recordAt(Event::Kind::Arm, agent, barrier, bytes);
  if (!land(agent, barrier, stamp, /*isExpectation=*/false))
    return false;
  state->barriers[barrier].bytes += bytes;
  return takeArrivals(agent, barrier, 1, stamp);
}

bool Machine::completeIfDue(uint32_t agent, uint32_t barrier) {
  const BarrierState &now = state->barriers[barrier];
  if (now.pending == 0 && now.bytes < 0)
    return fail({Reason::TooManyBytes, agent, barrier});
  return now.pending != 0 || now.bytes != 0 || complete(agent, barrier);
}

bool Machine::complete(uint32_t agent, uint32_t barrier) {
  BarrierState &now = state->barriers[barrier];
  const uint32_t *clock = state->clocks[state->current(barrier)];
  std::optional<Stamp> overtaken;
  state->stamps.forEach(state->waitsOf(barrier), [&](Stamp wait) {
    if (clock[wait.comp] < wait.value)
      overtaken = wait;
  });
  if (overtaken)
    return fail({Reason::Overtaken, agent, barrier, *overtaken,
                 int64_t(now.completed) - 1});
  state->stamps.clear(state->waitsOf(barrier));
  state->clocks.move(state->last(barrier), state->current(barrier));
  state->stamps.move(state->arrivalsOf(barrier, 2),
                     state->arrivalsOf(barrier, 1));
  if (now.hasLoads)
    state->stamps.clear(state->arrivalsOf(barrier, 0));
  state->stamps.move(state->arrivalsOf(barrier, 1),
                     state->arrivalsOf(barrier, 0));
  now.hasLoads = false;
  ++now.completed;
  now.pending = code.barriers[barrier].count;
  for (AgentState &waiter : state->agents)
    if (waiter.status == Status::Waits && waiter.object == barrier)
      waiter.status = Status::Ready;
  // Whoever knows early leaves fewer different states.
  learn(agent, barrier);
  return true;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Checks that an access happens after those it conflicts with. `engine` is the
/// component of the engine that does it, whose operations do not conflict.
bool Machine::checkAccess(uint32_t agent, uint32_t buffer, bool isWrite,
                          uint32_t engine, bool isAsync) {
  const BufferState &now = state->buffers[buffer];
  const uint32_t *clock = state->clocks[agent];
  auto isBefore = [&](Stamp other) {
    return other.comp == agent || other.comp == engine ||
           clock[other.comp] >= other.value;
  };
  if (now.isWritten && !isBefore(now.write))
    return fail({Reason::Race, agent, buffer, now.write});
  std::optional<Stamp> met;
  if (isWrite)
    state->stamps.forEach(state->readsOf(buffer), [&](Stamp read) {
      if (!isBefore(read))
        met = read;
    });
  if (met)
    return fail({Reason::Race, agent, buffer, *met});
  bool needsFence = isAsync && now.isWritten && now.isGeneric &&
                    !code.buffers[buffer].isTensor;
  if (needsFence && clock[code.numComps() + now.write.comp] < now.write.value)
    return fail({Reason::Proxy, agent, buffer, now.write});
  return true;
}

void Machine::noteAccess(uint32_t buffer, const AccessCode &access, Stamp stamp,
                         bool isGeneric) {
  if (!access.isWrite)
    return state->stamps.put(state->readsOf(buffer), stamp);
  state->stamps.clear(state->readsOf(buffer));
  BufferState &now = state->buffers[buffer];
  now.write = stamp;
  now.isWritten = true;
  now.isGeneric = isGeneric;
  if (access.isPatch)
    return;
  state->stamps.clear(state->takesOf(buffer));
  now.filling = stamp;
}

/// A take has to know the last write, and a write the takes since the last
/// one: then all come in one order.
bool Machine::take(uint32_t agent, const Instr &instr) {
  uint32_t buffer = 0;
  if (!elementOf(agent, code.accesses[instr.accessBegin].buffer, buffer))
    return false;
  Stamp stamp{agent, ++state->agents[agent].events};
  if (Step *step = record(Event::Kind::Take, agent))
    step->event.element = bufferElement(buffer);
  const BufferState &now = state->buffers[buffer];
  const std::vector<uint32_t> &takers = code.takers[code.buffers[buffer].array];
  uint8_t &isFresh =
      state->isFresh[code.buffers[buffer].firstTaker +
                     (std::find(takers.begin(), takers.end(), agent) -
                      takers.begin())];
  bool isKnown = now.filling.comp == agent ||
                 state->clocks[agent][now.filling.comp] >= now.filling.value;
  if (!isKnown || !isFresh)
    return fail({Reason::NothingNew, agent, buffer, now.filling});
  isFresh = false;
  state->stamps.put(state->takesOf(buffer), stamp);
  ++state->agents[agent].pc;
  return true;
}

/// Puts new data into `buffer`, before the write is noted.
bool Machine::overwrite(uint32_t agent, uint32_t buffer) {
  const std::vector<uint32_t> &takers = code.takers[code.buffers[buffer].array];
  if (takers.empty())
    return true;
  const uint32_t *clock = state->clocks[agent];
  Fault found{Reason::NotTaken, agent, buffer};
  bool isTaken = true;
  auto blame = [&](Stamp other, uint32_t taker) {
    found.other = other;
    found.taker = taker;
    isTaken = false;
  };
  state->stamps.forEach(state->takesOf(buffer), [&](Stamp take) {
    if (take.comp != agent && clock[take.comp] < take.value)
      blame(take, take.comp);
  });
  uint8_t *isFresh = &state->isFresh[code.buffers[buffer].firstTaker];
  for (size_t i = 0; i < takers.size() && isTaken; ++i) {
    if (isFresh[i])
      blame(state->buffers[buffer].filling, takers[i]);
    isFresh[i] = true;
  }
  return isTaken || fail(std::move(found));
}

bool Machine::access(uint32_t agent, const Instr &instr) {
  const AccessCode &access = code.accesses[instr.accessBegin];
  uint32_t buffer = 0;
  if (!elementOf(agent, access.buffer, buffer))
    return false;
  Stamp stamp{agent, ++state->agents[agent].events};
  if (Step *step = record(access.isPatch   ? Event::Kind::Patch
                          : access.isWrite ? Event::Kind::Write
                                           : Event::Kind::Read,
                          agent))
    step->event.element = bufferElement(buffer);
  if (!checkAccess(agent, buffer, access.isWrite, noEngine,
                   /*isAsync=*/false) ||
      (access.isWrite && !access.isPatch && !overwrite(agent, buffer)))
    return false;
  noteAccess(buffer, access, stamp, /*isGeneric=*/true);
  ++state->agents[agent].pc;
  return true;
}

bool Machine::load(uint32_t agent, const Instr &instr) {
  uint32_t buffer = 0, barrier = 0;
  int64_t bytes = 0;
  if (!elementOf(agent, code.accesses[instr.accessBegin].buffer, buffer) ||
      !elementOf(agent, instr.barrier, barrier) ||
      !positiveOf(agent, instr.value, 1, "bytes", bytes))
    return false;
  ++state->agents[agent].events;
  // Whoever knows that the phase is complete knows that the load has ended.
  Stamp stamp{code.barrierComp(barrier),
              state->barriers[barrier].completed + 1};
  if (Step *step = recordAt(Event::Kind::Load, agent, barrier, bytes))
    step->event.writes = {bufferElement(buffer)};
  if (!checkAccess(agent, buffer, /*isWrite=*/true, noEngine, /*isAsync=*/true))
    return false;
  if (Step *step = recordAt(Event::Kind::LoadEnd, agent, barrier, bytes)) {
    step->stamp = stamp;
    step->event.writes = {bufferElement(buffer)};
  }
  if (!overwrite(agent, buffer))
    return false;
  noteAccess(buffer, code.accesses[instr.accessBegin], stamp,
             /*isGeneric=*/false);
  if (!land(agent, barrier, stamp, /*isExpectation=*/false))
    return false;
  publish(agent);
  join(state->current(barrier), agent);
  state->barriers[barrier].bytes -= bytes;
  state->barriers[barrier].hasLoads = true;
  ++state->agents[agent].pc;
  return completeIfDue(agent, barrier);
}

/// Where the event of an operation tells of `access`.
static std::vector<Element> &listOf(Event &event, const AccessCode &access) {
  return access.isPatch   ? event.patches
         : access.isWrite ? event.writes
                          : event.reads;
}

bool Machine::issue(uint32_t agent, const Instr &instr) {
  touched.clear();
  for (uint32_t i = instr.accessBegin; i < instr.accessEnd; ++i) {
    touched.push_back(0);
    if (!elementOf(agent, code.accesses[i].buffer, touched.back()))
      return false;
  }
  ++state->agents[agent].events;
  Stamp stamp{instr.engineComp,
              ++state->queued[instr.engineComp - code.numAgents()]};
  // The memory of its CTA is gone when that has ended.
  state->exits[size_t(code.agents[agent].cta) * code.numComps() + stamp.comp] =
      stamp.value;
  bool isGeneric = instr.engine == Engine::Copy;
  for (Event::Kind kind : {Event::Kind::Issue, Event::Kind::IssueEnd})
    if (Step *step = record(kind, agent)) {
      if (kind == Event::Kind::IssueEnd)
        step->stamp = stamp;
      step->event.engine = instr.engine;
      for (size_t i = 0; i < touched.size(); ++i)
        listOf(step->event, code.accesses[instr.accessBegin + i])
            .push_back(bufferElement(touched[i]));
    }
  for (size_t i = 0; i < touched.size(); ++i)
    if (!checkAccess(agent, touched[i],
                     code.accesses[instr.accessBegin + i].isWrite,
                     instr.engineComp, !isGeneric))
      return false;
  // What it reads comes first.
  for (size_t i = 0; i < touched.size(); ++i) {
    const AccessCode &access = code.accesses[instr.accessBegin + i];
    const BufferState &now = state->buffers[touched[i]];
    bool isAgain = now.filling == stamp;
    if (access.isWrite && !access.isPatch && !isAgain &&
        !overwrite(agent, touched[i]))
      return false;
    noteAccess(touched[i], access, stamp, isGeneric);
  }
  ++state->agents[agent].pc;
  return true;
}

bool Machine::signal(uint32_t agent, const Instr &instr) {
  uint32_t barrier = 0;
  int64_t count = 0;
  if (!elementOf(agent, instr.barrier, barrier) ||
      !positiveOf(agent, instr.value, 1, "arrivals", count))
    return false;
  ++state->agents[agent].events;
  Stamp stamp{instr.engineComp,
              ++state->queued[instr.engineComp - code.numAgents()]};
  for (Event::Kind kind : {Event::Kind::Signal, Event::Kind::SignalEnd})
    if (Step *step = recordAt(kind, agent, barrier, count)) {
      if (kind == Event::Kind::SignalEnd)
        step->stamp = stamp;
      step->event.engine = instr.engine;
    }
  return land(agent, barrier, stamp, /*isExpectation=*/false) &&
         takeArrivals(agent, barrier, count, stamp);
}

bool Machine::drain(uint32_t agent, const Instr &instr) {
  ++state->agents[agent].events;
  if (Step *step = record(Event::Kind::Drain, agent)) {
    step->event.engine = instr.engine;
    step->event.amount = instr.value.constant;
  }
  uint32_t queued = state->queued[instr.engineComp - code.numAgents()];
  uint32_t left = std::min<uint32_t>(instr.value.constant, queued);
  uint32_t &known = state->clocks.own(agent)[instr.engineComp];
  known = std::max(known, queued - left);
  ++state->agents[agent].pc;
  return true;
}

/// True if a fence by `agent` is for the last write of `buffer`, and somebody
/// may access it in the async proxy without another one.
bool Machine::isPublishing(uint32_t agent, uint32_t buffer) const {
  const BufferState &now = state->buffers[buffer];
  auto knows = [&](uint32_t who, uint32_t firstComp) {
    return state->clocks[who][firstComp + now.write.comp] >= now.write.value;
  };
  if (!now.isWritten || !now.isGeneric || code.buffers[buffer].isTensor ||
      !knows(agent, 0) || knows(agent, code.numComps()))
    return false;
  for (uint32_t other = 0; other < code.numAgents(); ++other)
    if (code.mayAccessAsync(state->agents[other].pc,
                            code.buffers[buffer].array) &&
        !knows(other, code.numComps()))
      return true;
  return false;
}

bool Machine::fence(uint32_t agent) {
  AgentState &self = state->agents[agent];
  ++self.events;
  record(Event::Kind::Fence, agent);
  uint32_t *clock = publish(agent);
  uint32_t *published = clock + code.numComps();
  log.isReached[self.pc] = true;
  for (uint32_t u = 0; u < state->buffers.size() && !log.isUseful[self.pc]; ++u)
    log.isUseful[self.pc] = isPublishing(agent, u);
  for (uint32_t comp = 0; comp < code.numWriters(); ++comp)
    published[comp] = std::max(published[comp], clock[comp]);
  ++self.pc;
  return true;
}

bool Machine::sync(uint32_t agent, const Instr &instr) {
  state->agents[agent].status = Status::Syncs;
  state->agents[agent].object = instr.object;
  const std::vector<size_t> &members =
      code.program.rendezvous[instr.object].agents;
  for (size_t member : members)
    if (state->agents[member].status != Status::Syncs ||
        state->agents[member].object != instr.object)
      return true;
  for (size_t member : members) {
    if (log.keepsSteps)
      keepKnowledge(member);
    ++state->agents[member].events;
    if (Step *step = record(Event::Kind::Sync, member))
      step->event.object = instr.object;
    publish(member);
  }
  for (size_t member : members)
    join(agent, member);
  for (size_t member : members) {
    if (member != agent)
      state->clocks.share(member, agent);
    state->agents[member].status = Status::Ready;
    ++state->agents[member].pc;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Values, clocks and records
//===----------------------------------------------------------------------===//

bool Machine::valueOf(uint32_t agent, const ExprCode &expr, int64_t &value) {
  const int64_t *slots = state->slots.data() + code.agents[agent].firstSlot;
  return evaluate(code, expr, slots, value) ||
         failProgram(agent, "divides by zero");
}

bool Machine::positiveOf(uint32_t agent, const ExprCode &expr, int64_t low,
                         std::string_view what, int64_t &value) {
  if (!valueOf(agent, expr, value))
    return false;
  if (value >= low && value <= INT64_C(1) << 32)
    return true;
  return failProgram(agent, "has " + std::to_string(value) + " " +
                                std::string(what) + ", expected at least " +
                                std::to_string(low));
}

bool Machine::elementOf(uint32_t agent, const RefCode &ref, uint32_t &element) {
  int64_t index = 0;
  if (!valueOf(agent, ref.index, index))
    return false;
  if (index < 0 || index >= ref.size)
    return failProgram(agent, "has index " + std::to_string(index) +
                                  ", expected 0 to " +
                                  std::to_string(ref.size - 1));
  element = ref.first + index;
  return true;
}

/// The clock of `agent`, which knows its own events.
uint32_t *Machine::publish(uint32_t agent) {
  uint32_t *clock = state->clocks.own(agent);
  clock[agent] = state->agents[agent].events;
  return clock;
}

void Machine::join(size_t to, size_t from) {
  if (state->clocks.isZero(to))
    return state->clocks.share(to, from);
  if (state->clocks.id(to) == state->clocks.id(from))
    return;
  uint32_t *target = state->clocks.own(to);
  const uint32_t *source = state->clocks[from];
  for (uint32_t i = 0, size = code.rowSize(); i < size; ++i)
    target[i] = std::max(target[i], source[i]);
}

bool Machine::fail(Fault found) {
  fault = std::move(found);
  return false;
}

bool Machine::failProgram(uint32_t agent, std::string text) {
  return fail({Reason::BadProgram, agent, 0, {}, 0, std::move(text)});
}

Element Machine::barrierElement(uint32_t barrier) const {
  const BarrierCode &found = code.barriers[barrier];
  return {Element::Kind::Barrier, found.array, found.index};
}
Element Machine::bufferElement(uint32_t buffer) const {
  const BufferCode &found = code.buffers[buffer];
  return {Element::Kind::Buffer, found.array, found.index};
}

void Machine::keepKnowledge(uint32_t agent) {
  const uint32_t *clock = state->clocks[agent];
  before.assign(clock, clock + code.numComps());
  before[agent] = state->agents[agent].events;
}

Step *Machine::record(Event::Kind kind, uint32_t agent) {
  if (!log.keepsSteps)
    return nullptr;
  Step step;
  step.event.kind = kind;
  step.event.agent = agent;
  if (const Statement *statement = instrOf(agent).statement)
    step.event.location = statement->location;
  step.stamp = {agent, state->agents[agent].events};
  step.before = before;
  log.steps.push_back(std::move(step));
  return &log.steps.back();
}

Step *Machine::recordAt(Event::Kind kind, uint32_t agent, uint32_t barrier,
                        int64_t amount) {
  Step *step = record(kind, agent);
  if (step) {
    step->event.element = barrierElement(barrier);
    step->event.phase = state->barriers[barrier].completed;
    step->event.amount = amount;
  }
  return step;
}

} // namespace pipegroup::model::check_detail
