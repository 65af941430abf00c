//===- DeriveTest.cpp - The numbers of a group ----------------------------===//

#include "Builders.h"

using namespace pipegroup::model;
using namespace pipegroup::model::test;

namespace {

using Lines = std::vector<std::string>;

std::string number(int64_t value) { return std::to_string(value); }

/// The plan; on failure a failed test and an empty plan.
GroupPlan planOf(const GroupConfig &config) {
  Derivation derivation = deriveGroup(config);
  EXPECT_TRUE(derivation.plan && derivation.problems.empty())
      << show(derivation.problems);
  return derivation.plan.value_or(GroupPlan());
}

/// One array of `plan`; one of nothing if there is no such array.
BarrierArray arrayOf(const GroupPlan &plan, size_t number) {
  return number < plan.arrays.size() ? plan.arrays[number] : BarrierArray();
}

/// "full of 0 from 0: 32 arrivals, 0 bytes", one line per barrier array.
Lines layout(const GroupPlan &plan) {
  Lines lines;
  for (const BarrierArray &array : plan.arrays)
    lines.push_back(std::string(nameOf(array.role)) + " of " +
                    (array.member ? number(*array.member) : "all") + " from " +
                    number(array.first) + ": " + number(array.arrivals) +
                    " arrivals, " + number(array.bytes) + " bytes");
  return lines;
}

std::string show(const SidePlan &side) {
  static const char *const names[] = {"thread", "warp", "cp_async", "expect_tx",
                                      "umma"};
  std::string arm = side.armBytes ? " of " + number(side.armBytes) : "";
  return std::string(names[static_cast<int>(side.signal)]) + " x " +
         number(side.arrivals) + arm + ", signals " + number(side.signals) +
         ", waits " + number(side.waits);
}

/// "thread x 32, signals 0, waits 2", one line per member.
Lines producers(const GroupPlan &plan) {
  Lines lines;
  for (const MemberPlan &member : plan.members)
    lines.push_back(show(member.producer));
  return lines;
}
Lines consumers(const GroupPlan &plan) {
  Lines lines;
  for (const MemberPlan &member : plan.members)
    lines.push_back(show(member.consumer));
  return lines;
}

MemberConfig tma(std::string name, PipelineType type, Agent producer,
                 int64_t bytes) {
  MemberConfig config = member(std::move(name), type);
  config.producer = producer;
  config.bytes = bytes;
  return config;
}

//===----------------------------------------------------------------------===//
// Groups of one
//===----------------------------------------------------------------------===//

TEST(DeriveTest, PlainPipelineHasOneFullAndOneEmptyArray) {
  GroupPlan plan = planOf(plain(member("a", PipelineType::AsyncAsync)));
  EXPECT_EQ(layout(plan),
            (Lines{"full of 0 from 0: 32 arrivals, 0 bytes",
                   "empty of all from 4: 128 arrivals, 0 bytes"}));
  EXPECT_EQ(producers(plan), (Lines{"thread x 32, signals 0, waits 1"}));
  EXPECT_EQ(consumers(plan), (Lines{"thread x 128, signals 1, waits 0"}));
  EXPECT_EQ(plan.stages, 4);
  EXPECT_EQ(plan.numBarriers(), 8);
  EXPECT_EQ(plan.storageBytes(), 64);
}

TEST(DeriveTest, PlainPipelineHasTheSameNumbersInEveryMode) {
  for (Mode mode : {Mode::Merge, Mode::Fork, Mode::FusedMerge}) {
    GroupPlan plan = planOf(group(mode, {member("a", PipelineType::TmaAsync)}));
    ASSERT_EQ(plan.arrays.size(), 2u);
    EXPECT_EQ(plan.mode, mode);
    EXPECT_EQ(arrayOf(plan, 0).arrivals, 1);
    EXPECT_EQ(arrayOf(plan, 0).bytes, 256);
    EXPECT_EQ(arrayOf(plan, 0).first, 0);
    EXPECT_EQ(arrayOf(plan, 1).arrivals, 128);
    EXPECT_EQ(arrayOf(plan, 1).bytes, 0);
    EXPECT_EQ(arrayOf(plan, 1).first, 4);
  }
}

TEST(DeriveTest, EveryTypeSignalsAsItsKindsDo) {
  struct Row {
    PipelineType type;
    const char *producer, *consumer;
  };
  const Row rows[] = {
      {PipelineType::AsyncAsync, "thread x 32", "thread x 128"},
      {PipelineType::TmaAsync, "expect_tx x 1 of 256", "thread x 128"},
      {PipelineType::TmaUmma, "expect_tx x 1 of 256", "umma x 1"},
      {PipelineType::UmmaAsync, "umma x 1", "thread x 128"},
      {PipelineType::AsyncUmma, "thread x 32", "umma x 1"},
      {PipelineType::UmmaUmma, "umma x 1", "umma x 1"},
  };
  for (const Row &row : rows) {
    GroupPlan plan = planOf(plain(member("a", row.type)));
    EXPECT_EQ(producers(plan),
              (Lines{std::string(row.producer) + ", signals 0, waits 1"}));
    EXPECT_EQ(consumers(plan),
              (Lines{std::string(row.consumer) + ", signals 1, waits 0"}));
  }
}

TEST(DeriveTest, WarpsArriveOncePerWarp) {
  MemberConfig config = member("a", PipelineType::AsyncAsync);
  config.producer = warp(1);
  config.consumer = warp(4);
  GroupPlan plan = planOf(plain(config));
  EXPECT_EQ(producers(plan), (Lines{"warp x 1, signals 0, waits 1"}));
  EXPECT_EQ(consumers(plan), (Lines{"warp x 4, signals 1, waits 0"}));
}

TEST(DeriveTest, ElectedTmaThreadCountsOnceWhateverTheConsumers) {
  MemberConfig config = tma("a", PipelineType::TmaAsync, warp(1), 1024);
  config.stages = 3;
  config.consumer = warp(2);
  EXPECT_EQ(layout(planOf(plain(config))),
            (Lines{"full of 0 from 0: 1 arrivals, 1024 bytes",
                   "empty of all from 3: 2 arrivals, 0 bytes"}));
}

TEST(DeriveTest, CpAsyncArrivesForEveryThread) {
  MemberConfig config = member("a", PipelineType::AsyncUmma);
  config.producer = thread(128);
  config.transport = Transport::CpAsync;
  GroupPlan plan = planOf(plain(config));
  EXPECT_EQ(producers(plan), (Lines{"cp_async x 128, signals 0, waits 1"}));
  EXPECT_EQ(arrayOf(plan, 0).arrivals, 128);
}

TEST(DeriveTest, CpAsyncIsAboutTheProducerOnly) {
  MemberConfig config = member("a", PipelineType::AsyncAsync);
  config.transport = Transport::CpAsync;
  EXPECT_EQ(consumers(planOf(plain(config))),
            (Lines{"thread x 128, signals 1, waits 0"}));
}

//===----------------------------------------------------------------------===//
// Arming
//===----------------------------------------------------------------------===//

TEST(DeriveTest, ArmingWarpsShareTheBytes) {
  GroupPlan plan =
      planOf(plain(tma("a", PipelineType::TmaUmma, warp(4), 1024)));
  EXPECT_EQ(producers(plan),
            (Lines{"expect_tx x 4 of 256, signals 0, waits 1"}));
  EXPECT_EQ(layout(plan), (Lines{"full of 0 from 0: 4 arrivals, 1024 bytes",
                                 "empty of all from 4: 1 arrivals, 0 bytes"}));
}

TEST(DeriveTest, LeaderArmsTheWholeAndCountsOnce) {
  MemberConfig config = tma("a", PipelineType::TmaUmma, warp(4), 1024);
  config.arm = ArmPolicy::Leader;
  GroupPlan plan = planOf(plain(config));
  EXPECT_EQ(producers(plan),
            (Lines{"expect_tx x 1 of 1024, signals 0, waits 1"}));
  EXPECT_EQ(arrayOf(plan, 0).arrivals, 1);
  EXPECT_EQ(arrayOf(plan, 0).bytes, 1024);
}

TEST(DeriveTest, LargestBytesFitAPlainBarrier) {
  GroupPlan plan =
      planOf(plain(tma("a", PipelineType::TmaAsync, warp(1), 1048560)));
  EXPECT_EQ(arrayOf(plan, 0).bytes, 1048560);
}

//===----------------------------------------------------------------------===//
// Merge
//===----------------------------------------------------------------------===//

TEST(DeriveTest, MergeOfCopiesKeepsAFullArrayPerMember) {
  GroupPlan plan =
      planOf(group(std::nullopt, {member("a", PipelineType::AsyncAsync),
                                  member("b", PipelineType::TmaAsync)}));
  EXPECT_EQ(plan.mode, Mode::Merge);
  EXPECT_EQ(layout(plan),
            (Lines{"full of 0 from 0: 32 arrivals, 0 bytes",
                   "full of 1 from 4: 1 arrivals, 256 bytes",
                   "empty of all from 8: 128 arrivals, 0 bytes"}));
  EXPECT_EQ(producers(plan),
            (Lines{"thread x 32, signals 0, waits 2",
                   "expect_tx x 1 of 256, signals 1, waits 2"}));
  EXPECT_EQ(consumers(plan), (Lines{"thread x 128, signals 2, waits 0",
                                    "thread x 128, signals 2, waits 1"}));
  EXPECT_EQ(plan.numBarriersPerStage(), 3);
  EXPECT_EQ(plan.numBarriers(), 12);
  EXPECT_EQ(plan.storageBytes(), 96);
  EXPECT_TRUE(plan.isHeterogeneous());
}

TEST(DeriveTest, MergeOfOperandsIsReleasedByOneUmma) {
  GroupPlan plan = planOf(
      group(Mode::Merge, {member("a", PipelineType::AsyncUmma),
                          tma("b", PipelineType::TmaUmma, warp(1), 2048)}));
  EXPECT_EQ(layout(plan), (Lines{"full of 0 from 0: 32 arrivals, 0 bytes",
                                 "full of 1 from 4: 1 arrivals, 2048 bytes",
                                 "empty of all from 8: 1 arrivals, 0 bytes"}));
  EXPECT_EQ(producers(plan),
            (Lines{"thread x 32, signals 0, waits 2",
                   "expect_tx x 1 of 2048, signals 1, waits 2"}));
  EXPECT_EQ(consumers(plan), (Lines{"umma x 1, signals 2, waits 0",
                                    "umma x 1, signals 2, waits 1"}));
}

TEST(DeriveTest, MergeOfAccumulatorAndCopyIsReleasedByThreads) {
  GroupPlan plan =
      planOf(group(std::nullopt, {member("acc", PipelineType::UmmaAsync),
                                  member("aux", PipelineType::AsyncAsync)}));
  EXPECT_EQ(layout(plan),
            (Lines{"full of 0 from 0: 1 arrivals, 0 bytes",
                   "full of 1 from 4: 32 arrivals, 0 bytes",
                   "empty of all from 8: 128 arrivals, 0 bytes"}));
  EXPECT_EQ(producers(plan), (Lines{"umma x 1, signals 0, waits 2",
                                    "thread x 32, signals 1, waits 2"}));
}

TEST(DeriveTest, MergedConsumersOfTwoUnitsAllArriveAsThreads) {
  MemberConfig warps = member("a", PipelineType::AsyncAsync);
  MemberConfig threads = member("b", PipelineType::TmaAsync);
  warps.consumer = warp(4);
  threads.consumer = thread(128);
  GroupPlan plan = planOf(group(std::nullopt, {warps, threads}));
  EXPECT_EQ(consumers(plan), (Lines{"thread x 128, signals 2, waits 0",
                                    "thread x 128, signals 2, waits 1"}));
  EXPECT_EQ(arrayOf(plan, 2).arrivals, 128);
}

TEST(DeriveTest, MergedConsumersOfWarpsArriveAsWarps) {
  MemberConfig a = member("a", PipelineType::AsyncAsync);
  MemberConfig b = member("b", PipelineType::TmaAsync);
  a.consumer = b.consumer = warp(4);
  GroupPlan plan = planOf(group(std::nullopt, {a, b}));
  EXPECT_EQ(consumers(plan), (Lines{"warp x 4, signals 2, waits 0",
                                    "warp x 4, signals 2, waits 1"}));
  EXPECT_EQ(arrayOf(plan, 2).arrivals, 4);
}

TEST(DeriveTest, MergedProducersKeepTheirOwnUnits) {
  MemberConfig warps = member("a", PipelineType::AsyncAsync);
  MemberConfig threads = member("b", PipelineType::AsyncAsync);
  warps.producer = warp(4);
  threads.producer = thread(128);
  EXPECT_EQ(producers(planOf(group(Mode::Merge, {warps, threads}))),
            (Lines{"warp x 4, signals 0, waits 2",
                   "thread x 128, signals 1, waits 2"}));
}

TEST(DeriveTest, MergeMayHaveBytesThatOneBarrierCouldNotHold) {
  GroupPlan plan = planOf(
      group(Mode::Merge, {tma("a", PipelineType::TmaAsync, warp(1), 600000),
                          tma("b", PipelineType::TmaAsync, warp(1), 600000)}));
  ASSERT_EQ(plan.arrays.size(), 3u);
  EXPECT_EQ(arrayOf(plan, 0).bytes, 600000);
  EXPECT_EQ(arrayOf(plan, 1).bytes, 600000);
}

TEST(DeriveTest, MergeOfManyMembersKeepsTheirOrder) {
  GroupConfig config = group(Mode::Merge, {});
  for (int64_t i = 0; i < 8; ++i) {
    config.members.push_back(member("m" + number(i), PipelineType::AsyncAsync));
    config.members.back().stages = 3;
    config.members.back().producer = thread(32 * (i + 1));
  }
  GroupPlan plan = planOf(config);
  Lines expected = {"full of 0 from 0: 32 arrivals, 0 bytes",
                    "full of 1 from 3: 64 arrivals, 0 bytes",
                    "full of 2 from 6: 96 arrivals, 0 bytes",
                    "full of 3 from 9: 128 arrivals, 0 bytes",
                    "full of 4 from 12: 160 arrivals, 0 bytes",
                    "full of 5 from 15: 192 arrivals, 0 bytes",
                    "full of 6 from 18: 224 arrivals, 0 bytes",
                    "full of 7 from 21: 256 arrivals, 0 bytes",
                    "empty of all from 24: 128 arrivals, 0 bytes"};
  EXPECT_EQ(layout(plan), expected);
  EXPECT_EQ(plan.numBarriers(), 27);
  EXPECT_EQ(plan.storageBytes(), 216);
}

//===----------------------------------------------------------------------===//
// Fork
//===----------------------------------------------------------------------===//

TEST(DeriveTest, ForkArmsTheEqualBytesOnce) {
  MemberConfig gemm = tma("gemm", PipelineType::TmaUmma, warp(1), 16384);
  MemberConfig act = tma("act", PipelineType::TmaAsync, warp(1), 16384);
  act.consumer = warp(4);
  GroupPlan plan = planOf(group(std::nullopt, {gemm, act}));
  EXPECT_EQ(plan.mode, Mode::Fork);
  EXPECT_EQ(layout(plan), (Lines{"full of all from 0: 1 arrivals, 16384 bytes",
                                 "empty of 0 from 4: 1 arrivals, 0 bytes",
                                 "empty of 1 from 8: 4 arrivals, 0 bytes"}));
  EXPECT_EQ(producers(plan),
            (Lines{"expect_tx x 1 of 16384, signals 0, waits 1",
                   "expect_tx x 1 of 16384, signals 0, waits 2"}));
  EXPECT_EQ(consumers(plan), (Lines{"umma x 1, signals 1, waits 0",
                                    "warp x 4, signals 2, waits 0"}));
  EXPECT_EQ(plan.numBarriers(), 12);
}

TEST(DeriveTest, ForkToTwoWarpsCountsOnePerEmpty) {
  MemberConfig a = tma("a", PipelineType::TmaAsync, warp(1), 1024);
  MemberConfig b = tma("b", PipelineType::TmaAsync, warp(1), 1024);
  a.stages = b.stages = 3;
  a.consumer = b.consumer = warp(1);
  EXPECT_EQ(layout(planOf(group(Mode::Fork, {a, b}))),
            (Lines{"full of all from 0: 1 arrivals, 1024 bytes",
                   "empty of 0 from 3: 1 arrivals, 0 bytes",
                   "empty of 1 from 6: 1 arrivals, 0 bytes"}));
}

TEST(DeriveTest, ForkSharesTheBytesAmongItsArmingWarps) {
  GroupPlan plan = planOf(
      group(std::nullopt, {tma("a", PipelineType::TmaUmma, warp(2), 16384),
                           tma("b", PipelineType::TmaAsync, warp(2), 16384)}));
  EXPECT_EQ(arrayOf(plan, 0).arrivals, 2);
  EXPECT_EQ(arrayOf(plan, 0).bytes, 16384);
  EXPECT_EQ(producers(plan),
            (Lines{"expect_tx x 2 of 8192, signals 0, waits 1",
                   "expect_tx x 2 of 8192, signals 0, waits 2"}));
}

TEST(DeriveTest, ForkedProducersOfTwoUnitsAllArriveAsThreads) {
  MemberConfig threads = member("a", PipelineType::AsyncAsync);
  MemberConfig warps = member("b", PipelineType::AsyncUmma);
  threads.producer = thread(128);
  warps.producer = warp(4);
  GroupPlan plan = planOf(group(std::nullopt, {threads, warps}));
  EXPECT_EQ(arrayOf(plan, 0).arrivals, 128);
  EXPECT_EQ(producers(plan), (Lines{"thread x 128, signals 0, waits 1",
                                    "thread x 128, signals 0, waits 2"}));
}

TEST(DeriveTest, ForkOfAccumulatorsCommitsOnce) {
  GroupPlan plan =
      planOf(group(std::nullopt, {member("a", PipelineType::UmmaAsync),
                                  member("b", PipelineType::UmmaUmma)}));
  EXPECT_EQ(layout(plan), (Lines{"full of all from 0: 1 arrivals, 0 bytes",
                                 "empty of 0 from 4: 128 arrivals, 0 bytes",
                                 "empty of 1 from 8: 1 arrivals, 0 bytes"}));
}

//===----------------------------------------------------------------------===//
// Fused merge
//===----------------------------------------------------------------------===//

TEST(DeriveTest, FusedMergeSumsArrivalsAndBytes) {
  MemberConfig x = tma("x", PipelineType::TmaAsync, warp(1), 8192);
  MemberConfig y = tma("y", PipelineType::TmaAsync, warp(2), 4096);
  x.stages = y.stages = 3;
  GroupPlan plan = planOf(group(Mode::FusedMerge, {x, y}));
  EXPECT_EQ(layout(plan),
            (Lines{"full of all from 0: 3 arrivals, 12288 bytes",
                   "empty of all from 3: 128 arrivals, 0 bytes"}));
  EXPECT_EQ(producers(plan),
            (Lines{"expect_tx x 1 of 8192, signals 0, waits 1",
                   "expect_tx x 2 of 2048, signals 0, waits 1"}));
  EXPECT_EQ(consumers(plan), (Lines{"thread x 128, signals 1, waits 0",
                                    "thread x 128, signals 1, waits 0"}));
  EXPECT_EQ(plan.numBarriersPerStage(), 2);
  EXPECT_EQ(plan.numBarriers(), 6);
  EXPECT_EQ(plan.storageBytes(), 48);
  EXPECT_FALSE(plan.isHeterogeneous());
}

TEST(DeriveTest, FusedMergeOfThreeTypesHasTwoArrays) {
  GroupPlan plan =
      planOf(group(Mode::FusedMerge, {member("a", PipelineType::AsyncAsync),
                                      member("b", PipelineType::TmaAsync),
                                      member("c", PipelineType::UmmaAsync)}));
  EXPECT_EQ(layout(plan),
            (Lines{"full of all from 0: 34 arrivals, 256 bytes",
                   "empty of all from 4: 128 arrivals, 0 bytes"}));
  EXPECT_EQ(plan.numBarriers(), 8);
}

//===----------------------------------------------------------------------===//
// The rest of the plan
//===----------------------------------------------------------------------===//

TEST(DeriveTest, BarriersPerStageFollowTheMode) {
  for (size_t members : {1, 2, 5}) {
    int64_t onePerMember = members + 1;
    EXPECT_EQ(numBarriersPerStage(Mode::Merge, members), onePerMember);
    EXPECT_EQ(numBarriersPerStage(Mode::Fork, members), onePerMember);
    EXPECT_EQ(numBarriersPerStage(Mode::FusedMerge, members), 2);
  }
}

TEST(DeriveTest, GroupsOfOneTypeHaveThatType) {
  GroupPlan plan =
      planOf(group(Mode::Merge, {member("a", PipelineType::TmaAsync),
                                 member("b", PipelineType::TmaAsync)}));
  EXPECT_EQ(plan.type, PipelineType::TmaAsync);
  EXPECT_FALSE(plan.isHeterogeneous());
}

TEST(DeriveTest, ArraysOfARoleKeepStorageOrder) {
  GroupPlan plan =
      planOf(group(Mode::Fork, {member("a", PipelineType::AsyncAsync),
                                member("b", PipelineType::AsyncAsync)}));
  ASSERT_EQ(plan.arraysOf(Role::Full).size(), 1u);
  ASSERT_EQ(plan.arraysOf(Role::Empty).size(), 2u);
  EXPECT_EQ(plan.arraysOf(Role::Empty)[0]->first, 4);
  EXPECT_EQ(plan.arraysOf(Role::Empty)[1]->first, 8);
}

TEST(DeriveTest, DynamicOffsetIsKept) {
  GroupConfig config = plain(member("a", PipelineType::AsyncAsync));
  EXPECT_EQ(planOf(config).dynamicOffset, std::nullopt);
  config.dynamicOffset = 1024;
  EXPECT_EQ(planOf(config).dynamicOffset, 1024);
}

//===----------------------------------------------------------------------===//
// No plan
//===----------------------------------------------------------------------===//

TEST(DeriveTest, BrokenRulesGiveNoPlan) {
  MemberConfig bad = member("a", PipelineType::TmaAsync);
  bad.bytes = 100;
  Derivation derivation = deriveGroup(plain(bad));
  EXPECT_FALSE(derivation.plan);
  EXPECT_TRUE(refused(derivation.problems, "M3", 0, {"100 bytes"}));
}

TEST(DeriveTest, NoMembersGiveNoPlan) {
  Derivation derivation = deriveGroup(group(Mode::FusedMerge, {}));
  EXPECT_FALSE(derivation.plan);
  EXPECT_TRUE(refused(derivation.problems, "G1", std::nullopt, {}));
}

TEST(DeriveTest, M10_RefusesMissingAgents) {
  MemberConfig open = member("b", PipelineType::TmaAsync);
  open.producer = std::nullopt;
  GroupConfig config =
      group(std::nullopt, {member("a", PipelineType::AsyncAsync), open});
  EXPECT_FALSE(agentsKnown(config));
  Derivation derivation = deriveGroup(config);
  EXPECT_FALSE(derivation.plan);
  EXPECT_TRUE(refused(derivation.problems, "M10", 1, {"'producer'"}));

  config.members[1] = member("b", PipelineType::TmaAsync);
  config.members[0].consumer = std::nullopt;
  derivation = deriveGroup(config);
  EXPECT_FALSE(derivation.plan);
  EXPECT_TRUE(refused(derivation.problems, "M10", 0, {"'consumer'"}));
}

TEST(DeriveTest, M10_AcceptsMissingUmmaAgents) {
  MemberConfig open = member("a", PipelineType::UmmaUmma);
  open.producer = open.consumer = std::nullopt;
  EXPECT_TRUE(agentsKnown(plain(open)));
  GroupPlan plan = planOf(plain(open));
  EXPECT_EQ(producers(plan), (Lines{"umma x 1, signals 0, waits 1"}));
  EXPECT_EQ(consumers(plan), (Lines{"umma x 1, signals 1, waits 0"}));
}

TEST(DeriveTest, M10_LeavesCheckingWithoutAgentsAlone) {
  MemberConfig open = member("a", PipelineType::TmaAsync);
  open.producer = open.consumer = std::nullopt;
  EXPECT_TRUE(accepted(checkGroup(plain(open))));
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

TEST(PositionTest, ProducerStartsOnePhaseAhead) {
  EXPECT_EQ(positionAfter(Side::Producer, 0, 3), (Position{0, 1}));
  EXPECT_EQ(positionAfter(Side::Consumer, 0, 3), (Position{0, 0}));
}

TEST(PositionTest, AdvancesOneStepAtATime) {
  for (int64_t stages : {1, 2, 3, 4, 7})
    for (Side side : {Side::Producer, Side::Consumer}) {
      Position expected{0, side == Side::Producer ? 1 : 0};
      for (int64_t steps = 0; steps <= 20; ++steps) {
        Position found = positionAfter(side, steps, stages);
        EXPECT_EQ(found.index, expected.index)
            << nameOf(side) << ", " << stages << " stages, step " << steps;
        EXPECT_EQ(found.phase, expected.phase)
            << nameOf(side) << ", " << stages << " stages, step " << steps;
        if (++expected.index == stages) {
          expected.index = 0;
          expected.phase ^= 1;
        }
      }
    }
}

TEST(PositionTest, OneStageFlipsItsPhaseAtEveryStep) {
  EXPECT_EQ(positionAfter(Side::Consumer, 1, 1), (Position{0, 1}));
  EXPECT_EQ(positionAfter(Side::Consumer, 2, 1), (Position{0, 0}));
  EXPECT_EQ(positionAfter(Side::Producer, 1, 1), (Position{0, 0}));
  EXPECT_EQ(positionAfter(Side::Producer, 2, 1), (Position{0, 1}));
}

/// An mbarrier as a waiter sees it: a wait for a parity passes unless the
/// current phase has that parity.
struct Barrier {
  int64_t completed = 0;
  bool passes(int64_t parity) const { return completed % 2 != parity; }
};

/// How many slots a producer can fill before it blocks, with nobody releasing.
int64_t lead(int64_t stages, Position (*position)(int64_t, int64_t)) {
  std::vector<Barrier> empty(stages);
  int64_t steps = 0;
  while (steps < 100) {
    Position at = position(steps, stages);
    if (!empty[at.index].passes(at.phase))
      break;
    ++steps;
  }
  return steps;
}

TEST(PositionTest, FirstLapOfTheProducerPassesAndNoMore) {
  for (int64_t stages : {1, 2, 3, 4, 7})
    EXPECT_EQ(lead(stages,
                   [](int64_t steps, int64_t stages) {
                     return positionAfter(Side::Producer, steps, stages);
                   }),
              stages);
}

TEST(PositionTest, ProducerThatStartsLikeAConsumerNeverStarts) {
  for (int64_t stages : {1, 2, 3})
    EXPECT_EQ(lead(stages,
                   [](int64_t steps, int64_t stages) {
                     return positionAfter(Side::Consumer, steps, stages);
                   }),
              0);
}

TEST(PositionTest, ConsumerBlocksUntilItsSlotIsFilled) {
  for (int64_t stages : {1, 2, 3, 4, 7}) {
    std::vector<Barrier> full(stages);
    for (int64_t steps = 0; steps < 20; ++steps) {
      Position at = positionAfter(Side::Consumer, steps, stages);
      EXPECT_FALSE(full[at.index].passes(at.phase)) << stages << ' ' << steps;
      ++full[steps % stages].completed;
      EXPECT_TRUE(full[at.index].passes(at.phase)) << stages << ' ' << steps;
    }
  }
}

TEST(PositionTest, ProducerBlocksUntilItsSlotIsFreed) {
  for (int64_t stages : {1, 2, 3, 4, 7}) {
    std::vector<Barrier> empty(stages);
    for (int64_t steps = stages; steps < 20; ++steps) {
      Position at = positionAfter(Side::Producer, steps, stages);
      EXPECT_FALSE(empty[at.index].passes(at.phase)) << stages << ' ' << steps;
      ++empty[steps % stages].completed;
      EXPECT_TRUE(empty[at.index].passes(at.phase)) << stages << ' ' << steps;
    }
  }
}

//===----------------------------------------------------------------------===//
// Fences of tensor memory
//===----------------------------------------------------------------------===//

/// "acquire", "wait" and "release", where they fence tensor memory.
std::string tensorFences(const MemberPlan &member) {
  std::string found;
  if (member.producer.tensorFenceAfterWait)
    found += "acquire ";
  if (member.producer.tensorFenceBeforeSignal)
    found += "commit ";
  if (member.consumer.tensorFenceAfterWait)
    found += "wait ";
  if (member.consumer.tensorFenceBeforeSignal)
    found += "release ";
  return found;
}

TEST(DeriveTest, K12_TensorMemoryIsFencedWhereItChangesHands) {
  auto fencesOf = [](PipelineType type) {
    Derivation derivation =
        deriveGroup(group(Mode::Merge, {member("a", type)}));
    return tensorFences(derivation.plan->members.front());
  };
  EXPECT_EQ(fencesOf(PipelineType::UmmaAsync), "acquire wait release ");
  EXPECT_EQ(fencesOf(PipelineType::UmmaUmma), "acquire wait ");
  for (PipelineType type : {PipelineType::AsyncAsync, PipelineType::TmaAsync,
                            PipelineType::TmaUmma, PipelineType::AsyncUmma})
    EXPECT_EQ(fencesOf(type), "") << nameOf(type);
}

TEST(DeriveTest, K12_OneActionForAllFencesForEach) {
  std::vector<MemberConfig> members = {member("a", PipelineType::AsyncAsync),
                                       member("b", PipelineType::UmmaAsync)};
  Derivation merge = deriveGroup(group(Mode::Merge, members));
  // The release is one for both; waits are each member's own.
  EXPECT_EQ(tensorFences(merge.plan->members[0]), "release ");
  EXPECT_EQ(tensorFences(merge.plan->members[1]), "acquire wait release ");
  Derivation fused = deriveGroup(group(Mode::FusedMerge, members));
  EXPECT_EQ(tensorFences(fused.plan->members[0]), "wait release ");
  EXPECT_EQ(tensorFences(fused.plan->members[1]), "acquire wait release ");
}

} // namespace
