//===- Rules.cpp - One function per rule of docs/Protocol.md --------------===//

#include "pipegroup/Model/Rules.h"

#include "pipegroup/Model/Derive.h"

#include <set>

namespace pipegroup::model {
namespace {

std::string quote(std::string_view text) {
  return "'" + std::string(text) + "'";
}
std::string quoteSymbol(std::string_view name) {
  return "'@" + std::string(name) + "'";
}
template <typename E> std::string quoteName(E value) {
  return quote(nameOf(value));
}
std::string number(int64_t value) { return std::to_string(value); }

std::string join(const std::vector<int64_t> &values) {
  std::string text;
  for (int64_t value : values)
    text += (text.empty() ? "" : ", ") + number(value);
  return text;
}

std::string toString(const Interleave &strides) {
  return "(" +
         join(
             {strides.acquire, strides.commit, strides.wait, strides.release}) +
         ")";
}

/// Reports a group whose members differ in `property`, with a note at the
/// first member and at every member that differs from it.
template <typename Get, typename Show>
void checkEqual(const GroupConfig &group, std::string_view rule,
                std::string_view property, Get get, Show show,
                Problems &problems) {
  Problem problem{rule, ""};
  for (size_t i = 1; i < group.members.size(); ++i) {
    const MemberConfig &first = group.members.front();
    const MemberConfig &member = group.members[i];
    if (show(get(member)) == show(get(first)))
      continue;
    if (problem.notes.empty()) {
      problem.text = "has members that differ in " + std::string(property) +
                     ", " + show(get(first)) + " and " + show(get(member)) +
                     ", expected the same";
      problem.notes.push_back({0, "has " + show(get(first))});
    }
    problem.notes.push_back({i, "has " + show(get(member))});
  }
  if (!problem.notes.empty())
    problems.push_back(std::move(problem));
}

/// The kinds on `side`, each once, in order of first appearance.
std::vector<Kind> kindsOf(const GroupConfig &group, Side side) {
  std::vector<Kind> kinds;
  for (const MemberConfig &member : group.members) {
    Kind kind = member.kind(side);
    bool seen = false;
    for (Kind other : kinds)
      seen |= other == kind;
    if (!seen)
      kinds.push_back(kind);
  }
  return kinds;
}

std::string listKinds(const std::vector<Kind> &kinds) {
  std::string list;
  for (Kind kind : kinds)
    list += (list.empty() ? "" : " and ") + quoteName(kind);
  return list;
}

std::vector<Problem::Note> noteTypes(const GroupConfig &group) {
  std::vector<Problem::Note> notes;
  for (size_t i = 0; i < group.members.size(); ++i)
    notes.push_back({i, "is " + quoteName(group.members[i].type)});
  return notes;
}

std::string showAgent(const Agent &agent) {
  return quote(toString(agent)) + " (" + number(agent.threads()) + " threads)";
}

} // namespace

std::string toString(const Agent &agent) {
  return std::string(nameOf(agent.granularity)) + " " + number(agent.count);
}

std::optional<Mode> resolveMode(const GroupConfig &group) {
  bool manyProducers = kindsOf(group, Side::Producer).size() > 1;
  bool manyConsumers = kindsOf(group, Side::Consumer).size() > 1;
  if (manyProducers && manyConsumers)
    return std::nullopt;
  if (manyConsumers)
    return Mode::Fork;
  if (manyProducers && group.mode != Mode::FusedMerge)
    return Mode::Merge;
  return group.mode;
}

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

void checkM1(const MemberConfig &member, Problems &problems) {
  if (member.stages < 1)
    problems.push_back({"M1", "has " + number(member.stages) +
                                  " stages, expected at least 1"});
}

void checkM2(const MemberConfig &member, Problems &problems) {
  for (Side side : {Side::Producer, Side::Consumer})
    if (const std::optional<Agent> &agent = member.agent(side))
      if (agent->count < 1 || agent->count > maxBarrierCount)
        problems.push_back({"M2", "has " + quoteName(side) + " " +
                                      quote(toString(*agent)) +
                                      ", expected a count between 1 and " +
                                      number(maxBarrierCount)});
}

void checkM3(const MemberConfig &member, Problems &problems) {
  bool isTma = member.kind(Side::Producer) == Kind::Tma;
  if (!isTma) {
    if (member.bytes)
      problems.push_back({"M3", "has 'bytes' but its producer kind is " +
                                    quoteName(member.kind(Side::Producer)) +
                                    ", expected 'bytes' only with 'tma'"});
    return;
  }
  if (!member.bytes) {
    problems.push_back({"M3", "has a 'tma' producer but no 'bytes'"});
    return;
  }
  int64_t bytes = *member.bytes;
  if (bytes < 1 || bytes > maxBarrierCount || bytes % 16 != 0) {
    problems.push_back({"M3", "has " + number(bytes) +
                                  " bytes, expected a positive multiple of 16 "
                                  "of at most " +
                                  number(maxBarrierCount)});
    return;
  }
  int64_t warps = armingWarps(member);
  if (warps > 0 && bytes % warps != 0)
    problems.push_back({"M3", "has " + number(bytes) +
                                  " bytes, expected a multiple of its " +
                                  number(warps) + " arming warps"});
}

void checkM4(const MemberConfig &member, Problems &problems) {
  for (Side side : {Side::Producer, Side::Consumer}) {
    const std::optional<Agent> &agent = member.agent(side);
    if (!agent)
      continue;
    Kind kind = member.kind(side);
    if (kind == Kind::Umma && *agent != Agent{Granularity::Warp, 1})
      problems.push_back({"M4", "has the 'umma' " + std::string(nameOf(side)) +
                                    " " + quote(toString(*agent)) +
                                    ", expected 'warp 1'"});
    if (kind == Kind::Tma && agent->granularity != Granularity::Warp)
      problems.push_back({"M4", "has the 'tma' " + std::string(nameOf(side)) +
                                    " " + quote(toString(*agent)) +
                                    ", expected a number of warps"});
  }
}

void checkM5(const MemberConfig &member, Problems &problems) {
  if (member.transport != Transport::CpAsync)
    return;
  if (member.kind(Side::Producer) != Kind::Async)
    problems.push_back({"M5", "has transport 'cp_async' but its producer kind "
                              "is " +
                                  quoteName(member.kind(Side::Producer)) +
                                  ", expected 'async'"});
  else if (member.producer &&
           member.producer->granularity != Granularity::Thread)
    problems.push_back({"M5", "has transport 'cp_async' and producer " +
                                  quote(toString(*member.producer)) +
                                  ", expected a number of threads"});
  else if (member.cluster.v == 2)
    problems.push_back({"M5", "has transport 'cp_async' in a pair of CTAs, "
                              "whose leader cannot learn of its peer's copies, "
                              "expected 'generic' or a cluster with v = 1"});
}

void checkM6(const MemberConfig &member, Problems &problems) {
  const Interleave &strides = member.interleave;
  if (member.stages >= 1)
    for (int64_t stride :
         {strides.acquire, strides.commit, strides.wait, strides.release})
      if (stride < 1 || member.stages % stride != 0) {
        problems.push_back({"M6", "has an interleave stride of " +
                                      number(stride) +
                                      ", expected a divisor of its " +
                                      number(member.stages) + " stages"});
        return;
      }
  for (Side side : {Side::Producer, Side::Consumer}) {
    bool isProducer = side == Side::Producer;
    int64_t first = isProducer ? strides.acquire : strides.wait;
    int64_t last = isProducer ? strides.commit : strides.release;
    if (strides.lanes(side) % std::min(first, last) != 0)
      problems.push_back({"M6", "has " + std::string(nameOf(side)) +
                                    " strides " + number(first) + " and " +
                                    number(last) +
                                    ", expected one to divide the other"});
  }
  if (strides.acquire != strides.commit && !member.advanceOnAcquire)
    problems.push_back({"M6", "has unequal acquire and commit strides, " +
                                  number(strides.acquire) + " and " +
                                  number(strides.commit) +
                                  ", expected 'advance_on_acquire'"});
  if (strides.wait != strides.release && !member.advanceOnWait)
    problems.push_back({"M6", "has unequal wait and release strides, " +
                                  number(strides.wait) + " and " +
                                  number(strides.release) +
                                  ", expected 'advance_on_wait'"});
}

void checkM7(const MemberConfig &member, Problems &problems) {
  const ClusterLayout &layout = member.cluster;
  int64_t ctas = 1;
  for (int64_t size : {layout.v, layout.m, layout.n, layout.k}) {
    if (size < 1 || size > maxClusterCtas) {
      problems.push_back({"M7", "has cluster layout " + toString(layout) +
                                    ", expected sizes between 1 and " +
                                    number(maxClusterCtas)});
      return;
    }
    ctas *= size;
  }
  if (ctas > maxClusterCtas) {
    problems.push_back({"M7", "has cluster layout " + toString(layout) +
                                  " of " + number(ctas) +
                                  " CTAs, expected at most " +
                                  number(maxClusterCtas)});
    return;
  }
  if (layout.v > 2) {
    problems.push_back(
        {"M7", "has " + number(layout.v) + " CTAs along v, expected 1 or 2"});
    return;
  }
  bool hasUmma = member.kind(Side::Producer) == Kind::Umma ||
                 member.kind(Side::Consumer) == Kind::Umma;
  if (layout.v == 2 && !hasUmma)
    problems.push_back({"M7", "has 2 CTAs along v but is " +
                                  quoteName(member.type) +
                                  ", expected a 'umma' side"});
  if (ctas > 8) {
    Problem warning{"M7", "spans " + number(ctas) +
                              " CTAs; more than 8 are not portable"};
    warning.isWarning = true;
    problems.push_back(std::move(warning));
  }
}

void checkM8(const MemberConfig &member, Problems &problems) {
  const Multicast &multicast = member.multicast;
  auto isBit = [](int64_t value) { return value == 0 || value == 1; };
  if (!isBit(multicast.m) || !isBit(multicast.n) ||
      (multicast.m == 0 && multicast.n == 0))
    problems.push_back({"M8", "has multicast mode " + toString(multicast) +
                                  ", expected (1, 0), (0, 1) or (1, 1)"});
}

void checkM9(const MemberConfig &member, Problems &problems) {
  if (!member.slotBytes || !member.bytes || member.partial ||
      member.kind(Side::Producer) != Kind::Tma)
    return;
  int64_t expected = *member.slotBytes * slotsPerFullBarrier(member);
  if (*member.bytes != expected)
    problems.push_back({"M9", "has " + number(*member.bytes) +
                                  " bytes but a slot of " + number(expected) +
                                  " bytes, expected equal sizes or 'partial'"});
}

void checkM12(const MemberConfig &member, Problems &problems) {
  Problems ofLayout;
  checkM7(member, ofLayout);
  if (hasErrors(ofLayout))
    return;
  const std::optional<Agent> &agent = member.consumer;
  if (signalsByLanes(member) && agent && agent->threads() % warpThreads != 0)
    problems.push_back({"M12", "has consumer " + quote(toString(*agent)) +
                                   " across " + number(member.cluster.ctas()) +
                                   " CTAs, expected whole warps of " +
                                   number(warpThreads) + " threads"});
}

void checkM14(const MemberConfig &member, Problems &problems) {
  int64_t swizzle = member.swizzle;
  if (member.slotBytes && member.kind(Side::Producer) == Kind::Umma)
    problems.push_back({"M14",
                        "has a slot in shared memory but a producer that "
                        "writes tensor memory, expected no slot"});
  if (member.slotBytes.value_or(0) > maxSharedBytes)
    problems.push_back({"M14", "has slots of " + number(*member.slotBytes) +
                                   " bytes, expected at most the " +
                                   number(maxSharedBytes) +
                                   " bytes of a CTA's shared memory"});
  if (swizzle == 0)
    return;
  if (swizzle != 32 && swizzle != 64 && swizzle != 128)
    problems.push_back({"M14", "has swizzle " + number(swizzle) +
                                   ", expected 32, 64 or 128 bytes"});
  else if (!member.slotBytes)
    problems.push_back({"M14", "has swizzle " + number(swizzle) +
                                   " but no slot, expected 'slot(...)'"});
  else if (*member.slotRowBytes % swizzle != 0)
    problems.push_back({"M14", "has swizzle " + number(swizzle) +
                                   " but slots with rows of " +
                                   number(*member.slotRowBytes) +
                                   " bytes, expected a multiple of it"});
}

void checkM13(const ClusterLayout &layout, MaskUse use, int64_t mask,
              Problems &problems) {
  int64_t ctas = layout.ctas();
  if (mask < 1 || mask >> ctas != 0) {
    problems.push_back({"M13", "has mask " + number(mask) +
                                   ", expected one or more of the " +
                                   number(ctas) + " CTAs of its cluster"});
    return;
  }
  if (use == MaskUse::Load)
    return;
  for (int64_t leader = 0; leader < ctas; leader += layout.v) {
    CtaMask pair = pairOf(layout, leader);
    if ((mask & pair) == 0 || (mask & pair) == pair)
      continue;
    bool lacksLeader = !holds(static_cast<CtaMask>(mask), leader);
    problems.push_back({"M13", "has mask " + number(mask) + " with CTA " +
                                   number(lacksLeader ? leader + 1 : leader) +
                                   ", expected also CTA " +
                                   number(lacksLeader ? leader : leader + 1) +
                                   " of its pair"});
  }
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

void checkG1(const GroupConfig &group, Problems &problems) {
  if (group.members.empty()) {
    problems.push_back({"G1", "has no members, expected at least one"});
    return;
  }
  std::set<std::string_view> names;
  for (size_t i = 0; i < group.members.size(); ++i)
    if (!names.insert(group.members[i].name).second)
      problems.push_back(
          {"G1",
           "has two members named " + quoteSymbol(group.members[i].name),
           std::nullopt,
           {{i, "is the second of that name"}}});
}

void checkG2(const GroupConfig &group, Problems &problems) {
  checkEqual(
      group, "G2", "stages", [](const MemberConfig &m) { return m.stages; },
      [](int64_t stages) { return number(stages) + " stages"; }, problems);
}

void checkG3(const GroupConfig &group, Problems &problems) {
  checkEqual(
      group, "G3", "cluster layout",
      [](const MemberConfig &m) { return m.cluster; },
      [](const ClusterLayout &layout) { return toString(layout); }, problems);
}

void checkG4(const GroupConfig &group, Problems &problems) {
  checkEqual(
      group, "G4", "multicast mode",
      [](const MemberConfig &m) { return m.multicast; },
      [](const Multicast &multicast) { return toString(multicast); }, problems);
}

void checkG5(const GroupConfig &group, Problems &problems) {
  checkEqual(
      group, "G5", "interleave strides",
      [](const MemberConfig &m) { return m.interleave; },
      [](const Interleave &strides) { return toString(strides); }, problems);
}

void checkG6(const GroupConfig &group, Problems &problems) {
  auto show = [](bool set) -> std::string { return set ? "set" : "unset"; };
  checkEqual(
      group, "G6", "'advance_on_wait'",
      [](const MemberConfig &m) { return m.advanceOnWait; }, show, problems);
  checkEqual(
      group, "G6", "'advance_on_acquire'",
      [](const MemberConfig &m) { return m.advanceOnAcquire; }, show, problems);
}

void checkG7(const GroupConfig &group, Problems &problems) {
  std::vector<Kind> producers = kindsOf(group, Side::Producer);
  std::vector<Kind> consumers = kindsOf(group, Side::Consumer);
  if (producers.size() > 1 && consumers.size() > 1)
    problems.push_back({"G7",
                        "has producers of kinds " + listKinds(producers) +
                            " and consumers of kinds " + listKinds(consumers) +
                            ", expected one side to be of one kind",
                        std::nullopt, noteTypes(group)});
}

void checkG8(const GroupConfig &group, Problems &problems) {
  if (!group.mode)
    return;
  std::vector<Kind> producers = kindsOf(group, Side::Producer);
  std::vector<Kind> consumers = kindsOf(group, Side::Consumer);
  if ((producers.size() > 1) == (consumers.size() > 1))
    return;
  bool isFork = consumers.size() > 1;
  if ((*group.mode == Mode::Fork) == isFork)
    return;
  Side side = isFork ? Side::Consumer : Side::Producer;
  problems.push_back({"G8",
                      "is written " + quoteName(*group.mode) + " but its " +
                          std::string(nameOf(side)) + "s are of kinds " +
                          listKinds(isFork ? consumers : producers) +
                          ", expected " +
                          (isFork ? "'fork'" : "'merge' or 'fused_merge'"),
                      std::nullopt, noteTypes(group)});
}

void checkG9(const GroupConfig &group, Problems &problems) {
  if (group.mode || group.members.empty())
    return;
  if (kindsOf(group, Side::Producer).size() == 1 &&
      kindsOf(group, Side::Consumer).size() == 1)
    problems.push_back({"G9", "has members of one type, " +
                                  quoteName(group.members.front().type) +
                                  ", and no mode, expected one of " +
                                  listNames<Mode>()});
}

void checkG10(const GroupConfig &group, Problems &problems) {
  std::optional<Mode> mode = resolveMode(group);
  if (!mode)
    return;
  Side side = collapsedSide(*mode);
  std::optional<Agent> first;
  size_t firstMember = 0;
  for (size_t i = 0; i < group.members.size(); ++i) {
    std::optional<Agent> agent = effectiveAgent(group.members[i], side);
    if (!agent)
      continue;
    if (!first) {
      first = agent;
      firstMember = i;
      continue;
    }
    if (agent->threads() != first->threads())
      problems.push_back({"G10",
                          "has different agents on its collapsed " +
                              std::string(nameOf(side)) + " side, " +
                              showAgent(*first) + " and " + showAgent(*agent) +
                              ", expected the same threads",
                          std::nullopt,
                          {{firstMember, "has " + showAgent(*first)},
                           {i, "has " + showAgent(*agent)}}});
  }
}

void checkG11(const GroupConfig &group, Problems &problems) {
  if (resolveMode(group) == Mode::Fork)
    checkEqual(
        group, "G11", "bytes",
        [](const MemberConfig &m) { return m.bytes.value_or(0); },
        [](int64_t bytes) { return number(bytes) + " bytes"; }, problems);
}

void checkG12(const GroupConfig &group, Problems &problems) {
  std::optional<Mode> mode = resolveMode(group);
  if (!mode)
    return;
  if (collapsedSide(*mode) == Side::Consumer) {
    checkEqual(
        group, "G12", "signalling policy",
        [](const MemberConfig &m) { return m.signal; }, quoteName<SignalPolicy>,
        problems);
    return;
  }
  checkEqual(
      group, "G12", "arming policy",
      [](const MemberConfig &m) { return m.arm; }, quoteName<ArmPolicy>,
      problems);
  checkEqual(
      group, "G12", "transport",
      [](const MemberConfig &m) { return m.transport; }, quoteName<Transport>,
      problems);
}

void checkG13(const GroupConfig &group, Problems &problems) {
  std::optional<Mode> mode = resolveMode(group);
  if (!mode || !agentsKnown(group))
    return;
  GroupPlan plan = computePlan(group, *mode);
  for (size_t array = 0; array < plan.arrays.size(); ++array) {
    const BarrierArray &barriers = plan.arrays[array];
    Side side = barriers.role == Role::Full ? Side::Producer : Side::Consumer;
    auto report = [&](int64_t sum, std::string_view unit, auto addend) {
      if (sum <= maxBarrierCount)
        return;
      Problem problem{
          "G13", "sums up to " + number(sum) + " " + std::string(unit) +
                     " on one " + std::string(nameOf(barriers.role)) +
                     " barrier, expected at most " + number(maxBarrierCount)};
      for (size_t i = 0; i < group.members.size(); ++i)
        if (plan.members[i].side(side).signals == array)
          problem.notes.push_back(
              {i, "adds " + number(addend(i)) + " " + std::string(unit)});
      problems.push_back(std::move(problem));
    };
    report(barriers.arrivals, "arrivals",
           [&](size_t i) { return plan.members[i].side(side).arrivals; });
    report(barriers.bytes, "bytes",
           [&](size_t i) { return group.members[i].bytes.value_or(0); });
  }
}

void checkG14(const GroupConfig &group, Problems &problems) {
  if (resolveMode(group) != Mode::FusedMerge ||
      group.members.front().cluster.ctas() == 1)
    return;
  // Producers of one cluster all signal their own CTA, or all the leader.
  checkEqual(
      group, "G14", "the CTAs that their consumers signal",
      [](const MemberConfig &m) {
        Reach reach = reachOf(m, Side::Consumer);
        // The one signal of all consumers may tell a peer that does not wait.
        bool mayTellPeer =
            reach == Reach::Leader && m.kind(Side::Consumer) == Kind::Umma;
        return mayTellPeer ? Reach::Pair : reach;
      },
      [](Reach reach) { return std::string(nameOf(reach)); }, problems);
}

void checkG15(const GroupConfig &group, Problems &problems) {
  std::optional<Mode> mode = resolveMode(group);
  if (!group.config || !mode || !agentsKnown(group))
    return;
  const ExplicitConfig &config = *group.config;
  GroupPlan plan = computePlan(group, *mode);
  auto report = [&](std::string_view field, const std::string &found,
                    const std::string &expected) {
    if (found != expected)
      problems.push_back({"G15", "has '" + std::string(field) + "(" + found +
                                     ")' in its config, expected '" +
                                     std::string(field) + "(" + expected +
                                     ")'"});
  };

  if (config.type) {
    bool isMember = false;
    for (const MemberConfig &member : group.members)
      isMember |= member.type == *config.type;
    if (!isMember)
      problems.push_back({"G15",
                          "has type " + quoteName(*config.type) +
                              " in its config, expected the type of a member",
                          std::nullopt, noteTypes(group)});
  }
  if (config.stages)
    report("stages", number(*config.stages), number(plan.stages));
  auto compare = [&](std::string_view field,
                     const std::optional<std::vector<int64_t>> &found,
                     Role role, int64_t BarrierArray::*number) {
    if (!found)
      return;
    std::vector<int64_t> expected;
    for (const BarrierArray *array : plan.arraysOf(role))
      expected.push_back(array->*number);
    report(field, join(*found), join(expected));
  };
  compare("full", config.full, Role::Full, &BarrierArray::arrivals);
  compare("empty", config.empty, Role::Empty, &BarrierArray::arrivals);
  compare("bytes", config.bytes, Role::Full, &BarrierArray::bytes);
}

void checkG16(const GroupConfig &group, Problems &problems) {
  std::optional<Mode> mode = resolveMode(group);
  if (!mode)
    return;
  int64_t offset = group.dynamicOffset.value_or(0);
  if (offset < 0 || offset % barrierBytes != 0) {
    problems.push_back({"G16", "places its barriers at byte " + number(offset) +
                                   " of dynamic shared memory, expected a "
                                   "non-negative multiple of " +
                                   number(barrierBytes)});
    return;
  }
  // Divide rather than multiply: the number of stages has no bound of its own.
  int64_t bytesPerStage =
      numBarriersPerStage(*mode, group.members.size()) * barrierBytes;
  int64_t room = roomForBarriers(group.dynamicOffset);
  int64_t fits = room / bytesPerStage;
  if (group.members.front().stages > fits)
    problems.push_back(
        {"G16",
         "has " + number(group.members.front().stages) + " stages of " +
             number(bytesPerStage) + " bytes of barriers, expected at most " +
             number(fits) + " stages in " + number(room) + " bytes of " +
             (group.dynamicOffset ? "dynamic" : "static") + " shared memory"});
}

void checkG17(const GroupConfig &group, Problems &problems) {
  if (resolveMode(group) != Mode::Fork)
    return;
  const MemberConfig &first = group.members.front();
  auto describe = [](const MemberConfig &member) {
    return !member.slotBytes
               ? std::string("no slot")
               : "slots of " + number(*member.slotBytes) +
                     " bytes with swizzle " + number(member.swizzle);
  };
  for (size_t i = 1; i < group.members.size(); ++i) {
    const MemberConfig &member = group.members[i];
    if (member.slotBytes == first.slotBytes && member.swizzle == first.swizzle)
      continue;
    problems.push_back({"G17",
                        "has " + describe(member) + ", expected those of '@" +
                            first.name +
                            "', which the producer of the fork fills for both",
                        i,
                        {{0, "has " + describe(first)}}});
  }
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

Problems checkMember(const MemberConfig &member) {
  Problems problems;
  for (auto check : {checkM1, checkM2, checkM3, checkM4, checkM5, checkM6,
                     checkM7, checkM8, checkM9, checkM12, checkM14})
    check(member, problems);
  return problems;
}

Problems checkGroupRules(const GroupConfig &group) {
  Problems problems;
  for (auto check : {checkG1, checkG2, checkG3, checkG4, checkG5, checkG6,
                     checkG7, checkG8, checkG9})
    check(group, problems);
  if (hasErrors(problems))
    return problems;
  for (auto check :
       {checkG10, checkG11, checkG12, checkG13, checkG14, checkG17})
    check(group, problems);
  if (hasErrors(problems))
    return problems;
  // Both rules speak of the plan, which needs all others to hold.
  for (auto check : {checkG16, checkG15})
    check(group, problems);
  return problems;
}

Problems checkGroup(const GroupConfig &group) {
  Problems problems;
  for (size_t i = 0; i < group.members.size(); ++i)
    for (Problem &problem : checkMember(group.members[i])) {
      problem.member = i;
      problems.push_back(std::move(problem));
    }
  if (hasErrors(problems))
    return problems;
  for (Problem &problem : checkGroupRules(group))
    problems.push_back(std::move(problem));
  return problems;
}

} // namespace pipegroup::model
