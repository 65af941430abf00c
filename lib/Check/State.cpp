//===- State.cpp - Where an execution stands ------------------------------===//

#include "State.h"

#include <algorithm>

namespace pipegroup::model::check_detail {

uint32_t ClockPool::make() {
  if (unused.empty()) {
    values.resize(values.size() + size);
    uses.push_back(1);
    return uses.size() - 1;
  }
  uint32_t id = unused.back();
  unused.pop_back();
  uses[id] = 1;
  return id;
}

uint32_t *ClockPool::own(uint32_t &id) {
  if (uses[id] > 1 || id == 0) {
    uint32_t copy = make();
    std::copy_n(at(id), size, values.data() + size_t(copy) * size);
    release(id);
    id = copy;
  }
  return values.data() + size_t(id) * size;
}

void StampLists::put(size_t list, Stamp stamp) {
  int32_t *link = &heads[list];
  while (*link >= 0 && nodes[*link].stamp.comp < stamp.comp)
    link = &nodes[*link].next;
  if (*link >= 0 && nodes[*link].stamp.comp == stamp.comp) {
    nodes[*link].stamp = stamp;
    return;
  }
  int32_t after = *link;
  if (unused >= 0) {
    *link = unused;
    unused = nodes[unused].next;
    nodes[*link] = {stamp, after};
  } else {
    *link = nodes.size();
    nodes.push_back({stamp, after});
  }
}

void StampLists::clear(size_t list) {
  while (heads[list] >= 0)
    drop(&heads[list]);
}

State::State(const Code &code, ClockPool &pool)
    : agents(code.numAgents()), slots(code.numSlots), entries(code.numSlots),
      barriers(code.numBarriers()), buffers(code.buffers.size()),
      isFresh(code.numTakers), queued(code.numEngines),
      outcomes(code.numDecisions()),
      asked(code.numAgents() * code.numDecisions()),
      exits(code.numCtas * code.numComps()), endedOfCta(code.numCtas),
      stamps(StampLists::perBarrier * code.numBarriers() +
             2 * code.buffers.size()),
      clocks(pool, code.numAgents() + 2 * code.numBarriers()) {
  for (size_t i = 0; i < agents.size(); ++i)
    agents[i].pc = code.agents[i].begin;
  for (size_t i = 0; i < barriers.size(); ++i)
    barriers[i].pending = code.barriers[i].count;
}

} // namespace pipegroup::model::check_detail
