//===- Key.cpp - When two states behave alike -----------------------------===//

#include "Key.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace pipegroup::model::check_detail {
namespace {

constexpr uint32_t noEngine = UINT32_MAX - 1, noOwner = UINT32_MAX;
constexpr uint32_t noEvent = UINT32_MAX;

/// Being two phases behind is as bad as more: every wait and arrival is a fault
/// then.
constexpr uint32_t maxLag = 2;

} // namespace

uint64_t hashOf(const Key &key) {
  uint64_t hash = 0x9e3779b97f4a7c15;
  for (uint64_t word : key.exact) {
    hash = (hash ^ word) * 0xff51afd7ed558ccd;
    hash ^= hash >> 32;
  }
  return hash;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

/// Whoever knows event `a` of `less` knows event `b` of `more`.
static bool isSubset(const Knowledge &less, uint32_t a, const Knowledge &more,
                     uint32_t b) {
  for (uint32_t word = 0; word < less.width; ++word)
    if (less.of(a)[word] & ~more.of(b)[word])
      return false;
  return true;
}

/// Each stamp of `covered` is one of `covering`, too, and known to all who know
/// it there.
static bool areSubsets(const Key &covering, const Knowledge &less,
                       const Key &covered, const Knowledge &more) {
  auto entry = covering.entries.begin(), end = covering.entries.end();
  for (const Key::Entry &other : covered.entries) {
    while (entry != end && entry->id != other.id)
      ++entry;
    if (entry == end || entry->inQueue != other.inQueue ||
        !isSubset(less, entry->event, more, other.event))
      return false;
    ++entry;
  }
  return true;
}

bool mayCover(const Key &covering, const Key &covered) {
  return covering.exact == covered.exact &&
         areSubsets(covering, covering.ofAgents, covered, covered.ofAgents);
}

bool covers(const Key &covering, const PhaseKey &coveringPhases,
            const Key &covered, const PhaseKey &coveredPhases) {
  return coveringPhases.exact == coveredPhases.exact &&
         areSubsets(covering, coveringPhases.ofPhases, covered,
                    coveredPhases.ofPhases);
}

//===----------------------------------------------------------------------===//
// The writer
//===----------------------------------------------------------------------===//

Key KeyWriter::write(const State &written) {
  prepare(written);
  writeAgents();
  writeOutcomes();
  writeBarriers();
  writeTakers();
  std::vector<Knower> knowers;
  for (uint32_t agent = 0; agent < code.numAgents(); ++agent)
    if (isRelevant(agent)) {
      knowers.push_back({rows[agent], agent});
      writePublished(key.exact, knowers.back());
    }
  key.ofAgents = knowledgeOf(knowers);
  return std::move(key);
}

PhaseKey KeyWriter::writePhases(const State &written) {
  prepare(written);
  PhaseKey phases;
  std::vector<Knower> knowers;
  auto add = [&](size_t clock) {
    knowers.push_back({state->clocks[clock], noOwner});
    writePublished(phases.exact, knowers.back());
  };
  for (uint32_t b : barrierAt) {
    if (!state->clocks.isZero(state->current(b)))
      add(state->current(b));
    if (isAwaited(b))
      add(state->last(b));
  }
  phases.ofPhases = knowledgeOf(knowers);
  return phases;
}

Knowledge KeyWriter::knowledgeOf(const std::vector<Knower> &knowers) const {
  Knowledge knowledge;
  knowledge.width = (knowers.size() + 63) / 64;
  knowledge.bits.resize(events.size() * knowledge.width);
  uint64_t *bits = knowledge.bits.data();
  for (Stamp event : events) {
    uint64_t word = 0;
    for (size_t i = 0; i < knowers.size(); ++i) {
      word |= uint64_t(knowers[i].knows(event)) << i % 64;
      if (i % 64 == 63 || i + 1 == knowers.size())
        *bits++ = std::exchange(word, 0);
    }
  }
  return knowledge;
}

void KeyWriter::prepare(const State &prepared) {
  state = &prepared;
  key = {};
  rows.clear();
  for (uint32_t agent = 0; agent < code.numAgents(); ++agent)
    rows.push_back(state->clocks[agent]);
  findUsers();
  lags.clear();
  for (uint32_t b = 0; b < code.numBarriers(); ++b) {
    const BarrierUsers &users = barrierUsers[code.barriers[b].array];
    lags.push_back({lagOf(b, users.waiters), lagOf(b, users.users)});
  }
  turnRings();
  collectStamps();
}

//===----------------------------------------------------------------------===//
// Rings
//===----------------------------------------------------------------------===//

void KeyWriter::turnRings() {
  turns.clear();
  for (uint32_t ring = 0; ring < code.rings.slots.size(); ++ring)
    turns.push_back(turnOf(ring));
  placeOfComp.resize(code.numComps());
  std::iota(placeOfComp.begin(), placeOfComp.end(), 0);
  turnBarriers();
  turnBuffers();
}

/// 0 if something may come that does not go round with the ring.
uint32_t KeyWriter::turnOf(uint32_t ring) const {
  if (use == KeyUse::Turns)
    return 0;
  for (uint32_t pc : pcs)
    if (code.isAhead(pc, Deed::IsStuck, ring))
      return 0;
  uint64_t period = 2 * code.rings.slots[ring];
  for (uint32_t agent = 0; agent < code.numAgents(); ++agent) {
    const AgentCode &compiled = code.agents[agent];
    for (uint32_t slot = 0; slot < compiled.numSlots; ++slot) {
      uint32_t i = compiled.firstSlot + slot;
      if (code.slotRings[i] == ring && code.slotPeriods[i] == period &&
          code.isLive(pcs[agent], slot))
        return (period - uint64_t(state->slots[i]) % period) % period;
    }
  }
  return 0;
}

void KeyWriter::turnBarriers() {
  barrierAt.resize(code.numBarriers());
  flips.resize(code.numBarriers());
  for (uint32_t b = 0; b < code.numBarriers(); ++b) {
    const BarrierCode &barrier = code.barriers[b];
    uint32_t ring = code.rings.ofBarriers[barrier.array];
    uint32_t place = b;
    flips[b] = 0;
    if (ring != Rings::none && turns[ring] != 0) {
      uint32_t slots = code.rings.slots[ring];
      uint32_t turned = barrier.index + turns[ring];
      place = b - barrier.index + turned % slots;
      flips[b] = turned / slots % 2;
    }
    barrierAt[place] = b;
    placeOfComp[code.barrierComp(b)] = code.barrierComp(place);
  }
}

void KeyWriter::turnBuffers() {
  bufferAt.resize(code.buffers.size());
  for (uint32_t u = 0; u < code.buffers.size(); ++u) {
    const BufferCode &buffer = code.buffers[u];
    uint32_t ring = code.rings.ofBuffers[buffer.array];
    uint32_t place = u;
    if (ring != Rings::none && turns[ring] != 0) {
      uint32_t slots = code.rings.slots[ring];
      uint32_t slot = buffer.index % slots;
      place = u - slot + (slot + turns[ring]) % slots;
    }
    bufferAt[place] = u;
  }
}

//===----------------------------------------------------------------------===//
// Who may still use what
//===----------------------------------------------------------------------===//

void KeyWriter::findUsers() {
  bool isSame = pcs.size() == state->agents.size();
  pcs.resize(state->agents.size());
  for (size_t i = 0; i < pcs.size(); ++i) {
    isSame &= pcs[i] == state->agents[i].pc;
    pcs[i] = state->agents[i].pc;
  }
  if (isSame)
    return;
  barrierUsers.clear();
  for (uint32_t i = 0; i < code.program.barriers.size(); ++i)
    barrierUsers.push_back(usersOfBarrier(i));
  bufferUsers.clear();
  for (uint32_t i = 0; i < code.program.buffers.size(); ++i)
    bufferUsers.push_back(usersOfBuffer(i));
}

KeyWriter::BarrierUsers KeyWriter::usersOfBarrier(uint32_t array) const {
  BarrierUsers users;
  for (uint32_t agent = 0; agent < code.numAgents(); ++agent) {
    bool waits = code.isAhead(pcs[agent], Deed::Waits, array);
    if (waits)
      users.waiters.push_back(agent);
    if (waits || code.isAhead(pcs[agent], Deed::Lands, array))
      users.users.push_back(agent);
    if (code.isAhead(pcs[agent], Deed::Arrives, array))
      users.arrivers.push_back(agent);
  }
  return users;
}

std::vector<KeyWriter::BufferUser>
KeyWriter::usersOfBuffer(uint32_t array) const {
  std::vector<BufferUser> users;
  for (uint32_t agent = 0; agent < code.numAgents(); ++agent)
    if (std::optional<BufferUser> user = userOfBuffer(agent, array))
      users.push_back(*user);
  return users;
}

std::optional<KeyWriter::BufferUser>
KeyWriter::userOfBuffer(uint32_t agent, uint32_t array) const {
  BufferUser user{agent, false, false, noEngine, false};
  uint32_t numUsed = 0;
  for (size_t means = 0; means < numMeans; ++means) {
    if (!code.isAhead(pcs[agent], accessBy(means, false), array))
      continue;
    ++numUsed;
    user.reads = true;
    user.writes |= code.isAhead(pcs[agent], accessBy(means, true), array);
    bool isEngine = means >= 1 && means <= numEngines;
    user.onlyEngine =
        isEngine ? code.agents[agent].engines[means - 1] : noEngine;
  }
  if (numUsed == 0)
    return std::nullopt;
  if (numUsed > 1)
    user.onlyEngine = noEngine;
  user.isAsync = code.mayAccessAsync(pcs[agent], array);
  return user;
}

uint32_t KeyWriter::lagOf(uint32_t barrier,
                          const std::vector<uint32_t> &agents) const {
  uint32_t comp = code.barrierComp(barrier), lag = 0;
  for (uint32_t agent : agents)
    lag = std::max(lag, state->barriers[barrier].completed - rows[agent][comp]);
  return std::min(lag, maxLag);
}

//===----------------------------------------------------------------------===//
// Stamps that are still compared with
//===----------------------------------------------------------------------===//

// A stamp that all know who may ever be asked for it is like none.

/// Any arrival that may complete the phase comes after the wait.
bool KeyWriter::isSettledWait(uint32_t barrier, Stamp stamp) const {
  if (state->clocks[state->current(barrier)][stamp.comp] >= stamp.value)
    return true;
  if (state->barriers[barrier].pending == 0)
    return false;
  for (uint32_t agent : barrierUsers[code.barriers[barrier].array].arrivers)
    if (!knows(agent, stamp))
      return false;
  return true;
}

/// Any access that it may conflict with comes after it.
bool KeyWriter::isSettledAccess(uint32_t buffer, Stamp stamp,
                                bool isWrite) const {
  for (const BufferUser &user : bufferUsers[code.buffers[buffer].array])
    if ((isWrite || user.writes) && user.onlyEngine != stamp.comp &&
        !knows(user.agent, stamp))
      return false;
  return true;
}

/// All who may access it in the async proxy see it published.
bool KeyWriter::isPublished(uint32_t buffer, Stamp stamp) const {
  for (const BufferUser &user : bufferUsers[code.buffers[buffer].array])
    if (user.isAsync &&
        rows[user.agent][code.numComps() + stamp.comp] < stamp.value)
      return false;
  return true;
}

bool KeyWriter::isSettledExit(uint32_t cta, Stamp stamp) const {
  for (uint32_t agent = 0; agent < code.numAgents(); ++agent)
    if (code.agents[agent].cta == cta && knows(agent, stamp))
      return true;
  return false;
}

/// What an agent that has ended knows still counts at the end of its CTA.
bool KeyWriter::isRelevant(uint32_t agent) const {
  uint32_t cta = code.agents[agent].cta;
  return state->agents[agent].status != Status::Ended ||
         state->endedOfCta[cta] < code.ctaAgents[cta];
}

void KeyWriter::collect(uint64_t place, Stamp stamp) {
  uint32_t inQueue = isOfDrainedQueue(stamp) ? placeInQueue(stamp) : 0;
  key.entries.push_back(
      {place << 32 | placeOfComp[stamp.comp], inQueue, numberOf(stamp)});
}

/// That it is there is no worse than that it is not.
void KeyWriter::collectExactly(uint64_t place, Stamp stamp) {
  collect(place, stamp);
  key.exact.push_back(key.entries.back().id);
}

uint32_t KeyWriter::numberOf(Stamp stamp) {
  uint32_t &number = findNumber(stamp);
  if (number != noEvent)
    return number;
  number = events.size();
  events.push_back(stamp);
  if (2 * events.size() > numbers.size())
    growNumbers();
  return events.size() - 1;
}

/// Where its number is, or has to be put.
uint32_t &KeyWriter::findNumber(Stamp stamp) {
  uint32_t mask = numbers.size() - 1;
  uint32_t i = (stamp.comp * 0x9e3779b1 + stamp.value * 0x85ebca6b) >> 15;
  for (i &= mask; numbers[i] != noEvent && !(events[numbers[i]] == stamp);)
    i = (i + 1) & mask;
  return numbers[i];
}

void KeyWriter::growNumbers() {
  numbers.assign(2 * numbers.size(), noEvent);
  for (uint32_t i = 0; i < events.size(); ++i)
    findNumber(events[i]) = i;
}

/// True for what is an item of an engine of which some drain leaves items.
bool KeyWriter::isOfDrainedQueue(Stamp stamp) const {
  uint32_t engine = stamp.comp - code.numAgents();
  return engine < code.numEngines && code.leftInQueue[engine] > 0;
}

/// How many items are queued behind it, as far as such a drain can tell.
uint32_t KeyWriter::placeInQueue(Stamp stamp) const {
  uint32_t engine = stamp.comp - code.numAgents();
  return std::min<uint32_t>(state->queued[engine] - stamp.value,
                            code.leftInQueue[engine]);
}

void KeyWriter::collectStamps() {
  published.clear();
  events.clear();
  numbers.assign(std::max<size_t>(numbers.size(), 64), noEvent);
  key.exact.push_back(0);
  for (uint32_t place = 0; place < code.numBarriers(); ++place)
    collectPhases(place);
  for (uint32_t place = 0; place < code.buffers.size(); ++place)
    collectAccesses(place);
  for (uint32_t cta = 0; cta < code.numCtas; ++cta)
    collectExits(cta);
  collectLags();
  // So that no two keys are equal by accident.
  key.exact.front() = uint64_t(key.exact.size()) << 32 | published.size();
}

void KeyWriter::collectPhases(uint32_t place) {
  uint32_t b = barrierAt[place];
  state->stamps.forEach(state->waitsOf(b), [&](Stamp stamp) {
    if (!isSettledWait(b, stamp))
      collect(state->waitsOf(place), stamp);
  });
  state->stamps.forEach(state->expectsOf(b), [&](Stamp stamp) {
    collect(state->expectsOf(place), stamp);
  });
  // Arrivals of completed phases are of use to agents that are behind.
  for (uint32_t age = 0; age <= lags[b].ofAll; ++age)
    state->stamps.forEach(state->arrivalsOf(b, age), [&](Stamp stamp) {
      collectExactly(state->arrivalsOf(place, age), stamp);
    });
}

void KeyWriter::collectAccesses(uint32_t place) {
  uint32_t u = bufferAt[place];
  state->stamps.forEach(state->readsOf(u), [&](Stamp stamp) {
    if (!isSettledAccess(u, stamp, /*isWrite=*/false))
      collect(state->readsOf(place), stamp);
  });
  // Writes have to come after them, too.
  state->stamps.forEach(state->takesOf(u), [&](Stamp stamp) {
    if (!isSettledAccess(u, stamp, /*isWrite=*/false))
      collect(state->takesOf(place), stamp);
  });
  const BufferState &buffer = state->buffers[u];
  if (!buffer.isWritten)
    return;
  uint64_t first = state->stamps.size() + 2 * place;
  // Takes have to come after it, whatever was written since.
  if (!code.takers[code.buffers[u].array].empty() &&
      !isSettledAccess(u, buffer.filling, /*isWrite=*/true))
    collect(first + 1, buffer.filling);
  bool needsFence = buffer.isGeneric && !code.buffers[u].isTensor &&
                    !isPublished(u, buffer.write);
  if (needsFence) {
    published.push_back(buffer.write);
    key.exact.push_back(first);
  }
  if (needsFence || !isSettledAccess(u, buffer.write, /*isWrite=*/true))
    collect(first, buffer.write);
}

void KeyWriter::collectExits(uint32_t cta) {
  uint64_t place = state->stamps.size() + 2 * code.buffers.size() + cta;
  const uint32_t *exits = state->exits.data() + size_t(cta) * code.numComps();
  auto collectExit = [&](uint32_t comp) {
    if (exits[comp] != 0 && !isSettledExit(cta, {comp, exits[comp]}))
      collect(place, {comp, exits[comp]});
  };
  for (uint32_t comp = 0; comp < code.barrierComp(0); ++comp)
    collectExit(comp);
  for (uint32_t b : barrierAt)
    collectExit(code.barrierComp(b));
}

/// By how many phases clocks are behind, if that can help an agent that is
/// behind itself: which of the last phases they know.
void KeyWriter::collectLags() {
  uint64_t place =
      state->stamps.size() + 2 * code.buffers.size() + code.numCtas;
  for (uint32_t b : barrierAt)
    for (uint32_t age = 0; age < lags[b].ofAll; ++age)
      collect(place + age,
              {code.barrierComp(b), state->barriers[b].completed - age});
}

//===----------------------------------------------------------------------===//
// Parts of the key
//===----------------------------------------------------------------------===//

void KeyWriter::writeAgents() {
  for (const AgentState &agent : state->agents)
    key.exact.push_back(uint64_t(agent.pc) << 8 | uint64_t(agent.status));
  for (uint32_t agent = 0; agent < code.numAgents(); ++agent)
    writeSlots(agent);
  for (uint32_t ended : state->endedOfCta)
    key.exact.push_back(ended);
}

/// What is not read any more does not matter.
void KeyWriter::writeSlots(uint32_t agent) {
  const AgentCode &compiled = code.agents[agent];
  for (uint32_t slot = 0; slot < compiled.numSlots; ++slot) {
    uint32_t i = compiled.firstSlot + slot;
    bool isLeftOut = use == KeyUse::Turns && code.isLongCounter[i];
    if (isLeftOut || !code.isLive(state->agents[agent].pc, slot))
      continue;
    if (code.isToken[i]) {
      key.exact.push_back(wordOfToken(state->slots[i]));
      continue;
    }
    uint64_t value = state->slots[i];
    if (code.slotRings[i] != Rings::none)
      value += turns[code.slotRings[i]];
    key.exact.push_back(code.slotPeriods[i] == 0 ? value
                                                 : value % code.slotPeriods[i]);
  }
}

/// Its barrier, and how far that has gone on since.
uint64_t KeyWriter::wordOfToken(int64_t value) const {
  std::optional<TestedPhase> tested = TestedPhase::unpack(code, value);
  if (!tested)
    return 0;
  int64_t since = state->barriers[tested->barrier].completed - tested->phase;
  return (placeOfComp[code.barrierComp(tested->barrier)] + uint64_t(1)) << 2 |
         uint64_t(std::min<int64_t>(since, maxLag));
}

/// Outcomes that somebody may still take.
void KeyWriter::writeOutcomes() {
  for (uint32_t d = 0; d < code.numDecisions(); ++d) {
    const OutcomeQueue &queue = state->outcomes[d];
    auto askedBy = [&](uint32_t agent) {
      return state->asked[agent * code.numDecisions() + d];
    };
    uint32_t oldest = queue.end();
    for (uint32_t agent = 0; agent < code.numAgents(); ++agent)
      if (code.mayAsk(pcs[agent], d))
        oldest = std::min(oldest, askedBy(agent));
    key.exact.push_back(queue.end() - oldest);
    for (uint32_t number = oldest; number < queue.end(); ++number)
      key.exact.push_back(queue.at(number));
    for (uint32_t agent = 0; agent < code.numAgents(); ++agent)
      if (code.mayAsk(pcs[agent], d))
        key.exact.push_back(askedBy(agent) - oldest);
  }
}

void KeyWriter::writeBarriers() {
  for (uint32_t b : barrierAt) {
    const BarrierState &barrier = state->barriers[b];
    key.exact.push_back(
        uint64_t(barrier.pending) << 8 | uint64_t(lags[b].ofAll) << 5 |
        uint64_t(barrier.bytes != 0) << 4 | uint64_t(barrier.hasLoads) << 3 |
        ((barrier.completed ^ flips[b]) & 1) << 2 |
        uint64_t(!state->clocks.isZero(state->current(b))) << 1 |
        uint64_t(isAwaited(b)));
    if (barrier.bytes != 0)
      key.exact.push_back(barrier.bytes);
  }
}

void KeyWriter::writeTakers() {
  if (state->isFresh.empty())
    return;
  uint64_t word = 1;
  for (uint32_t u : bufferAt) {
    uint32_t first = code.buffers[u].firstTaker;
    size_t count = code.takers[code.buffers[u].array].size();
    for (size_t i = 0; i < count; ++i) {
      word = word << 1 | state->isFresh[first + i];
      if (word >> 63 != 0)
        key.exact.push_back(std::exchange(word, 1));
    }
  }
  key.exact.push_back(word);
}

/// Which generic writes are known, and known to be published.
void KeyWriter::writePublished(std::vector<uint64_t> &words,
                               const Knower &knower) {
  const uint32_t *publishedClock = knower.clock + code.numComps();
  uint64_t word = 1;
  for (Stamp stamp : published) {
    word = word << 2 | uint64_t(knower.knows(stamp)) << 1 |
           uint64_t(publishedClock[stamp.comp] >= stamp.value);
    if (word >> 62 != 0)
      words.push_back(std::exchange(word, 1));
  }
  if (word != 1)
    words.push_back(word);
}

} // namespace pipegroup::model::check_detail
