//===- Key.cpp - When two states behave alike -----------------------------===//

#include "Key.h"

#include <algorithm>

namespace pipegroup::model::check_detail {
namespace {

constexpr uint32_t noEngine = UINT32_MAX - 1, noOwner = UINT32_MAX;

/// Being two phases behind is as bad as more: every wait and arrival is a fault
/// then.
constexpr uint32_t maxLag = 2;

} // namespace

uint64_t hashOf(const Key &key) {
  uint64_t hash = 0x9e3779b97f4a7c15;
  for (uint64_t word : key) {
    hash = (hash ^ word) * 0xff51afd7ed558ccd;
    hash ^= hash >> 32;
  }
  return hash;
}

Key KeyWriter::write(const State &written) {
  prepare(written);
  writeAgents();
  writeOutcomes();
  writeBarriers();
  writeTakers();
  for (uint32_t agent = 0; agent < code.numAgents(); ++agent)
    if (isRelevant(agent))
      writeClock(rows[agent], agent);
  return key;
}

Key KeyWriter::writePhases(const State &written) {
  prepare(written);
  key.clear();
  for (uint32_t b = 0; b < code.numBarriers(); ++b) {
    if (!state->clocks.isZero(state->current(b)))
      writeClock(state->clocks[state->current(b)], noOwner);
    if (isAwaited(b))
      writeClock(state->clocks[state->last(b)], noOwner);
  }
  return key;
}

void KeyWriter::prepare(const State &prepared) {
  state = &prepared;
  key.clear();
  rows.clear();
  for (uint32_t agent = 0; agent < code.numAgents(); ++agent)
    rows.push_back(state->clocks[agent]);
  findUsers();
  lags.clear();
  behind.clear();
  for (uint32_t b = 0; b < code.numBarriers(); ++b) {
    const BarrierUsers &users = barrierUsers[code.barriers[b].array];
    lags.push_back({lagOf(b, users.waiters), lagOf(b, users.users)});
    if (lags[b].ofAll > 0)
      behind.push_back(b);
  }
  collectStamps();
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
    user.isAsync |= means >= 1 && means != 1 + size_t(Engine::Copy);
  }
  if (numUsed == 0)
    return std::nullopt;
  if (numUsed > 1)
    user.onlyEngine = noEngine;
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
  stamps.push_back(stamp);
  key.push_back(place << 32 | stamp.comp);
  if (isOfDrainedQueue(stamp))
    key.push_back(placeInQueue(stamp));
}

/// True for what is an item of an engine of which some drain leaves items.
bool KeyWriter::isOfDrainedQueue(Stamp stamp) const {
  uint32_t engine = stamp.comp - code.numAgents();
  return engine < code.numEngines && code.leftInQueue[engine] > 0;
}

/// How many items are queued behind it, as far as such a drain can tell.
uint64_t KeyWriter::placeInQueue(Stamp stamp) const {
  uint32_t engine = stamp.comp - code.numAgents();
  return std::min<uint32_t>(state->queued[engine] - stamp.value,
                            code.leftInQueue[engine]);
}

void KeyWriter::collectStamps() {
  stamps.clear();
  published.clear();
  key.push_back(0);
  for (uint32_t b = 0; b < code.numBarriers(); ++b) {
    state->stamps.forEach(state->waitsOf(b), [&](Stamp stamp) {
      if (!isSettledWait(b, stamp))
        collect(state->waitsOf(b), stamp);
    });
    state->stamps.forEach(state->expectsOf(b), [&](Stamp stamp) {
      collect(state->expectsOf(b), stamp);
    });
    // Arrivals of completed phases are of use to agents that are behind.
    for (uint32_t age = 0; age <= lags[b].ofAll; ++age)
      state->stamps.forEach(state->arrivalsOf(b, age), [&](Stamp stamp) {
        collect(state->arrivalsOf(b, age), stamp);
      });
  }
  for (uint32_t u = 0; u < code.buffers.size(); ++u)
    collectAccesses(u);
  for (uint32_t cta = 0; cta < code.numCtas; ++cta)
    collectExits(cta);
  // So that no two keys are equal by accident.
  key[0] = uint64_t(stamps.size()) << 32 | published.size();
}

void KeyWriter::collectAccesses(uint32_t u) {
  state->stamps.forEach(state->readsOf(u), [&](Stamp stamp) {
    if (!isSettledAccess(u, stamp, /*isWrite=*/false))
      collect(state->readsOf(u), stamp);
  });
  // Writes have to come after them, too.
  state->stamps.forEach(state->takesOf(u), [&](Stamp stamp) {
    if (!isSettledAccess(u, stamp, /*isWrite=*/false))
      collect(state->takesOf(u), stamp);
  });
  const BufferState &buffer = state->buffers[u];
  if (!buffer.isWritten)
    return;
  // Takes have to come after it.
  if (!(buffer.filling == buffer.write) &&
      !isSettledAccess(u, buffer.filling, /*isWrite=*/true))
    collect(state->stamps.size() + 3 * u + 2, buffer.filling);
  bool needsFence = buffer.isGeneric && !code.buffers[u].isTensor &&
                    !isPublished(u, buffer.write);
  if (needsFence)
    published.push_back(buffer.write);
  if (needsFence || !isSettledAccess(u, buffer.write, /*isWrite=*/true))
    collect(state->stamps.size() + 3 * u + needsFence, buffer.write);
}

void KeyWriter::collectExits(uint32_t cta) {
  uint64_t place = state->stamps.size() + 3 * code.buffers.size() + cta;
  const uint32_t *exits = state->exits.data() + size_t(cta) * code.numComps();
  for (uint32_t comp = 0; comp < code.numComps(); ++comp)
    if (exits[comp] != 0 && !isSettledExit(cta, {comp, exits[comp]}))
      collect(place, {comp, exits[comp]});
}

//===----------------------------------------------------------------------===//
// Parts of the key
//===----------------------------------------------------------------------===//

void KeyWriter::writeAgents() {
  for (const AgentState &agent : state->agents)
    key.push_back(uint64_t(agent.pc) << 8 | uint64_t(agent.status));
  for (size_t i = 0; i < state->slots.size(); ++i)
    if (!code.isLongCounter[i])
      key.push_back(code.slotPeriods[i] == 0
                        ? uint64_t(state->slots[i])
                        : uint64_t(state->slots[i]) % code.slotPeriods[i]);
  for (uint32_t ended : state->endedOfCta)
    key.push_back(ended);
}

void KeyWriter::writeOutcomes() {
  for (uint32_t d = 0; d < code.numDecisions(); ++d) {
    const OutcomeQueue &queue = state->outcomes[d];
    key.push_back(queue.outcomes.size());
    for (uint8_t outcome : queue.outcomes)
      key.push_back(outcome);
    for (uint32_t agent = 0; agent < code.numAgents(); ++agent)
      if (code.mayAsk(state->agents[agent].pc, d))
        key.push_back(state->asked[agent * code.numDecisions() + d] -
                      queue.first);
  }
}

void KeyWriter::writeBarriers() {
  for (uint32_t b = 0; b < code.numBarriers(); ++b) {
    const BarrierState &barrier = state->barriers[b];
    key.push_back(
        uint64_t(barrier.pending) << 8 | uint64_t(lags[b].ofAll) << 5 |
        uint64_t(barrier.bytes != 0) << 4 | uint64_t(barrier.hasLoads) << 3 |
        (barrier.completed & 1) << 2 |
        uint64_t(!state->clocks.isZero(state->current(b))) << 1 |
        uint64_t(isAwaited(b)));
    if (barrier.bytes != 0)
      key.push_back(barrier.bytes);
  }
}

void KeyWriter::writeTakers() {
  if (state->isFresh.empty())
    return;
  for (uint8_t isFresh : state->isFresh)
    writeBits(isFresh, 1);
  flush();
}

/// Which stamps a clock covers, and by how many phases it is behind at each
/// barrier, if that can help an agent that is behind itself.
void KeyWriter::writeClock(const uint32_t *clock, uint32_t owner) {
  for (Stamp stamp : stamps)
    writeBits(stamp.comp == owner || clock[stamp.comp] >= stamp.value, 1);
  const uint32_t *publishedClock = clock + code.numComps();
  for (Stamp stamp : published)
    writeBits(publishedClock[stamp.comp] >= stamp.value, 1);
  for (uint32_t b : behind)
    writeBits(
        std::min(state->barriers[b].completed - clock[code.barrierComp(b)],
                 lags[b].ofAll),
        2);
  flush();
}

void KeyWriter::writeBits(uint64_t value, uint32_t bits) {
  word |= value << filled;
  filled += bits;
  if (filled >= 63)
    flush();
}

void KeyWriter::flush() {
  key.push_back(word);
  word = 0;
  filled = 0;
}

} // namespace pipegroup::model::check_detail
