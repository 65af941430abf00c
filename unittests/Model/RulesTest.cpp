//===- RulesTest.cpp - Every rule, broken and nearly broken ---------------===//
//
// A test is named after the rule that it shows. `refused` also makes sure that
// no other rule speaks up.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

using namespace pipegroup::model;
using namespace pipegroup::model::test;

namespace {

constexpr int64_t maxCount = 1048575; // 2^20 - 1

MemberConfig asyncAsync(std::string name = "a") {
  return member(std::move(name), PipelineType::AsyncAsync);
}
MemberConfig tmaAsync(std::string name = "t") {
  return member(std::move(name), PipelineType::TmaAsync);
}
MemberConfig tmaUmma(std::string name = "u") {
  return member(std::move(name), PipelineType::TmaUmma);
}
MemberConfig ummaAsync(std::string name = "v") {
  return member(std::move(name), PipelineType::UmmaAsync);
}
MemberConfig asyncUmma(std::string name = "w") {
  return member(std::move(name), PipelineType::AsyncUmma);
}

/// What is said about `config` as the second member of a group whose first
/// member is sound; so a problem has to name member 1.
Problems checkSecond(MemberConfig config) {
  return checkGroup(group(Mode::Merge, {asyncAsync("first"), config}));
}
Problems check(std::optional<Mode> mode, std::vector<MemberConfig> members) {
  return checkGroup(group(mode, std::move(members)));
}

MemberConfig withStages(MemberConfig config, int64_t stages) {
  config.stages = stages;
  return config;
}
MemberConfig withBytes(MemberConfig config, std::optional<int64_t> bytes) {
  config.bytes = bytes;
  return config;
}
MemberConfig withProducer(MemberConfig config, Agent agent) {
  config.producer = agent;
  return config;
}
MemberConfig withConsumer(MemberConfig config, Agent agent) {
  config.consumer = agent;
  return config;
}
MemberConfig withCluster(MemberConfig config, ClusterLayout layout) {
  config.cluster = layout;
  return config;
}
MemberConfig withMulticast(MemberConfig config, Multicast multicast) {
  config.multicast = multicast;
  return config;
}
MemberConfig withInterleave(MemberConfig config, Interleave strides) {
  config.interleave = strides;
  return config;
}
MemberConfig withTransport(MemberConfig config, Transport transport) {
  config.transport = transport;
  return config;
}

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

TEST(RulesTest, M1_RefusesFewerThanOneStage) {
  EXPECT_TRUE(refused(checkSecond(withStages(tmaAsync(), 0)), "M1", 1,
                      {"0 stages", "at least 1"}));
  EXPECT_TRUE(refused(checkSecond(withStages(tmaAsync(), -5)), "M1", 1,
                      {"-5 stages", "at least 1"}));
}

TEST(RulesTest, M1_AcceptsOneStage) {
  EXPECT_TRUE(accepted(checkMember(withStages(tmaAsync(), 1))));
}

TEST(RulesTest, M2_RefusesCountsBelowOne) {
  for (int64_t count : {0, -5}) {
    std::string found = "thread " + std::to_string(count);
    EXPECT_TRUE(refused(checkSecond(withProducer(asyncAsync(), thread(count))),
                        "M2", 1, {"'producer'", found, "1", "1048575"}));
    EXPECT_TRUE(refused(checkSecond(withConsumer(asyncAsync(), thread(count))),
                        "M2", 1, {"'consumer'", found, "1", "1048575"}));
  }
  EXPECT_TRUE(refused(checkSecond(withProducer(tmaAsync(), warp(0))), "M2", 1,
                      {"warp 0"}));
}

TEST(RulesTest, M2_RefusesCountsThatDoNotFitABarrier) {
  Agent tooMany = thread(maxCount + 1);
  EXPECT_TRUE(refused(checkSecond(withProducer(asyncAsync(), tooMany)), "M2", 1,
                      {"thread 1048576", "1048575"}));
  EXPECT_TRUE(refused(checkSecond(withConsumer(tmaAsync(), tooMany)), "M2", 1,
                      {"thread 1048576", "1048575"}));
}

TEST(RulesTest, M2_ReportsBothSides) {
  MemberConfig both = asyncAsync();
  both.producer = both.consumer = thread(0);
  EXPECT_EQ(checkMember(both).size(), 2u);
}

TEST(RulesTest, M2_AcceptsOneAndTheLargestCount) {
  for (int64_t count : {int64_t(1), maxCount}) {
    EXPECT_TRUE(
        accepted(checkMember(withProducer(asyncAsync(), thread(count)))));
    EXPECT_TRUE(
        accepted(checkMember(withConsumer(asyncAsync(), thread(count)))));
  }
}

TEST(RulesTest, M2_AcceptsAgentsThatTasksWillSay) {
  MemberConfig open = tmaAsync();
  open.producer = open.consumer = std::nullopt;
  EXPECT_TRUE(accepted(checkMember(open)));
}

TEST(RulesTest, M3_RefusesTmaWithoutBytes) {
  EXPECT_TRUE(refused(checkSecond(withBytes(tmaAsync(), std::nullopt)), "M3", 1,
                      {"'tma'", "no 'bytes'"}));
}

TEST(RulesTest, M3_RefusesBytesWithoutTma) {
  EXPECT_TRUE(refused(checkSecond(withBytes(asyncAsync(), 256)), "M3", 1,
                      {"'bytes'", "'async'", "'tma'"}));
  EXPECT_TRUE(refused(checkMember(withBytes(asyncUmma(), 256)), "M3",
                      std::nullopt, {"'async'"}));
  EXPECT_TRUE(
      refused(checkSecond(withBytes(ummaAsync(), 256)), "M3", 1, {"'umma'"}));
  EXPECT_TRUE(
      refused(checkMember(withBytes(member("x", PipelineType::UmmaUmma), 256)),
              "M3", std::nullopt, {"'umma'"}));
}

TEST(RulesTest, M3_RefusesBytesNotMultipleOf16) {
  for (int64_t bytes : {1, 15, 17, 250, 264}) {
    std::string found = std::to_string(bytes) + " bytes";
    EXPECT_TRUE(refused(checkSecond(withBytes(tmaAsync(), bytes)), "M3", 1,
                        {found, "multiple of 16"}));
  }
}

TEST(RulesTest, M3_RefusesBytesNotPositive) {
  for (int64_t bytes : {0, -16}) {
    std::string found = "has " + std::to_string(bytes) + " bytes";
    EXPECT_TRUE(refused(checkSecond(withBytes(tmaAsync(), bytes)), "M3", 1,
                        {found, "positive"}));
  }
}

TEST(RulesTest, M3_RefusesBytesThatDoNotFitABarrier) {
  EXPECT_TRUE(refused(checkSecond(withBytes(tmaAsync(), 1048576)), "M3", 1,
                      {"1048576 bytes", "at most 1048575"}));
}

TEST(RulesTest, M3_RefusesBytesThatArmingWarpsCannotShare) {
  MemberConfig three = withProducer(withBytes(tmaUmma(), 256), warp(3));
  EXPECT_TRUE(refused(checkMember(three), "M3", std::nullopt,
                      {"256 bytes", "3 arming warps"}));
}

TEST(RulesTest, M3_AcceptsTheSmallestAndTheLargestBytes) {
  EXPECT_TRUE(accepted(checkMember(withBytes(tmaAsync(), 16))));
  EXPECT_TRUE(accepted(checkMember(withBytes(tmaUmma(), 1048560))));
}

TEST(RulesTest, M3_AcceptsBytesThatArmingWarpsShare) {
  MemberConfig three = withProducer(withBytes(tmaUmma(), 48), warp(3));
  EXPECT_TRUE(accepted(checkMember(three)));
}

TEST(RulesTest, M3_AcceptsAnyNumberOfWarpsIfTheLeaderArms) {
  MemberConfig three = withProducer(withBytes(tmaUmma(), 256), warp(3));
  three.arm = ArmPolicy::Leader;
  EXPECT_TRUE(accepted(checkMember(three)));
}

TEST(RulesTest, M4_RefusesUmmaSidesOtherThanOneWarp) {
  for (Agent agent : {warp(2), thread(1), thread(32)}) {
    EXPECT_TRUE(refused(checkSecond(withProducer(ummaAsync(), agent)), "M4", 1,
                        {"'umma' producer", toString(agent), "'warp 1'"}));
    EXPECT_TRUE(refused(checkMember(withConsumer(tmaUmma(), agent)), "M4",
                        std::nullopt,
                        {"'umma' consumer", toString(agent), "'warp 1'"}));
  }
}

TEST(RulesTest, M4_RefusesTmaSidesOfThreads) {
  EXPECT_TRUE(refused(checkSecond(withProducer(tmaAsync(), thread(32))), "M4",
                      1, {"'tma' producer", "thread 32", "warps"}));
}

TEST(RulesTest, M4_AcceptsOneUmmaWarpAndSeveralTmaWarps) {
  EXPECT_TRUE(accepted(checkMember(withProducer(ummaAsync(), warp(1)))));
  EXPECT_TRUE(accepted(checkMember(withConsumer(asyncUmma(), warp(1)))));
  EXPECT_TRUE(accepted(checkMember(withProducer(tmaAsync(), warp(4)))));
}

TEST(RulesTest, M4_AcceptsAsyncSidesOfThreadsOrWarps) {
  for (Agent agent : {thread(7), warp(7)}) {
    EXPECT_TRUE(accepted(checkMember(withProducer(asyncAsync(), agent))));
    EXPECT_TRUE(accepted(checkMember(withConsumer(asyncAsync(), agent))));
  }
}

TEST(RulesTest, M5_RefusesCpAsyncWithoutAsyncProducer) {
  EXPECT_TRUE(
      refused(checkSecond(withTransport(tmaAsync(), Transport::CpAsync)), "M5",
              1, {"'cp_async'", "'tma'", "'async'"}));
  EXPECT_TRUE(
      refused(checkSecond(withTransport(ummaAsync(), Transport::CpAsync)), "M5",
              1, {"'cp_async'", "'umma'", "'async'"}));
}

TEST(RulesTest, M5_RefusesCpAsyncOfWarps) {
  MemberConfig warps = withProducer(asyncAsync(), warp(4));
  EXPECT_TRUE(refused(checkSecond(withTransport(warps, Transport::CpAsync)),
                      "M5", 1, {"'cp_async'", "warp 4", "threads"}));
}

TEST(RulesTest, M5_AcceptsCpAsyncOfThreads) {
  EXPECT_TRUE(
      accepted(checkMember(withTransport(asyncAsync(), Transport::CpAsync))));
  EXPECT_TRUE(
      accepted(checkMember(withTransport(asyncUmma(), Transport::CpAsync))));
}

TEST(RulesTest, M5_RefusesCpAsyncInPairs) {
  MemberConfig copies = withTransport(asyncUmma(), Transport::CpAsync);
  EXPECT_TRUE(refused(checkMember(withCluster(copies, {2, 1, 1, 1})), "M5",
                      std::nullopt, {"pair of CTAs", "v = 1"}));
  EXPECT_TRUE(accepted(checkMember(withCluster(copies, {1, 2, 1, 1}))));
  EXPECT_TRUE(accepted(checkMember(withCluster(asyncUmma(), {2, 1, 1, 1}))));
}

TEST(RulesTest, M6_RefusesStridesThatDoNotDivideTheStages) {
  for (int64_t stride : {3, 8, 0, -1}) {
    Interleave all{stride, stride, stride, stride};
    EXPECT_TRUE(refused(checkSecond(withInterleave(asyncAsync(), all)), "M6", 1,
                        {"stride of " + std::to_string(stride), "4 stages"}));
  }
}

TEST(RulesTest, M6_LooksAtEachStride) {
  const Interleave bad[] = {
      {3, 1, 1, 1}, {1, 3, 1, 1}, {1, 1, 3, 1}, {1, 1, 1, 3}};
  for (const Interleave &strides : bad) {
    MemberConfig config = withInterleave(asyncAsync(), strides);
    config.advanceOnAcquire = config.advanceOnWait = true;
    EXPECT_TRUE(refused(checkMember(config), "M6", std::nullopt,
                        {"stride of 3", "4 stages"}));
  }
}

TEST(RulesTest, M6_RefusesUnequalProducerStrides) {
  MemberConfig config = withInterleave(asyncAsync(), {2, 1, 1, 1});
  config.advanceOnWait = true; // of the other side, so no help
  EXPECT_TRUE(
      refused(checkMember(config), "M6", std::nullopt,
              {"acquire and commit", "2 and 1", "'advance_on_acquire'"}));
}

TEST(RulesTest, M6_RefusesUnequalConsumerStrides) {
  MemberConfig config = withInterleave(asyncAsync(), {1, 1, 1, 4});
  config.advanceOnAcquire = true; // of the other side, so no help
  EXPECT_TRUE(refused(checkMember(config), "M6", std::nullopt,
                      {"wait and release", "1 and 4", "'advance_on_wait'"}));
}

TEST(RulesTest, M6_RefusesStridesOfWhichNoneDividesTheOther) {
  MemberConfig producer = withInterleave(asyncAsync(), {2, 3, 1, 1});
  producer.stages = 6;
  producer.advanceOnAcquire = true;
  EXPECT_TRUE(refused(checkMember(producer), "M6", std::nullopt,
                      {"producer strides 2 and 3", "divide the other"}));
  MemberConfig consumer = withInterleave(asyncAsync(), {1, 1, 6, 4});
  consumer.stages = 12;
  consumer.advanceOnWait = true;
  EXPECT_TRUE(refused(checkMember(consumer), "M6", std::nullopt,
                      {"consumer strides 6 and 4", "divide the other"}));
}

TEST(RulesTest, M6_AcceptsStridesOfWhichOneDividesTheOther) {
  for (auto [first, last] : std::vector<std::pair<int64_t, int64_t>>{
           {2, 6}, {6, 2}, {3, 6}, {1, 3}, {6, 6}}) {
    MemberConfig config =
        withInterleave(asyncAsync(), {first, last, last, first});
    config.stages = 6;
    config.advanceOnAcquire = config.advanceOnWait = true;
    EXPECT_TRUE(accepted(checkMember(config))) << first << ", " << last;
  }
}

TEST(RulesTest, M6_AcceptsDivisorsOfTheStages) {
  for (int64_t stride : {1, 2, 4}) {
    Interleave all{stride, stride, stride, stride};
    EXPECT_TRUE(accepted(checkMember(withInterleave(asyncAsync(), all))));
  }
}

TEST(RulesTest, M6_AcceptsUnequalStridesThatAdvanceApart) {
  MemberConfig producer = withInterleave(asyncAsync(), {2, 1, 1, 1});
  producer.advanceOnAcquire = true;
  EXPECT_TRUE(accepted(checkMember(producer)));
  MemberConfig consumer = withInterleave(asyncAsync(), {1, 1, 1, 4});
  consumer.advanceOnWait = true;
  EXPECT_TRUE(accepted(checkMember(consumer)));
}

TEST(RulesTest, M7_RefusesSizesThatAreNotPositive) {
  const ClusterLayout bad[] = {
      {0, 1, 1, 1}, {1, 0, 1, 1}, {1, 1, -2, 1}, {1, 1, 1, 0}};
  for (const ClusterLayout &layout : bad)
    EXPECT_TRUE(refused(checkMember(withCluster(asyncAsync(), layout)), "M7",
                        std::nullopt, {"between 1 and 16"}));
  EXPECT_TRUE(refused(checkSecond(withCluster(asyncAsync(), {1, 1, -2, 1})),
                      "M7", 1, {"(1, 1, -2, 1)"}));
}

TEST(RulesTest, M7_RefusesMoreThan16Ctas) {
  EXPECT_TRUE(refused(checkMember(withCluster(tmaUmma(), {2, 3, 3, 1})), "M7",
                      std::nullopt, {"(2, 3, 3, 1)", "18 CTAs", "at most 16"}));
  EXPECT_TRUE(refused(checkMember(withCluster(tmaUmma(), {1, 17, 1, 1})), "M7",
                      std::nullopt, {"(1, 17, 1, 1)", "16"}));
  int64_t huge = int64_t(1) << 62;
  EXPECT_TRUE(
      refused(checkMember(withCluster(tmaUmma(), {1, huge, huge, huge})), "M7",
              std::nullopt, {"4611686018427387904", "16"}));
}

TEST(RulesTest, M7_RefusesMoreThanTwoCtasOfAPair) {
  EXPECT_TRUE(refused(checkMember(withCluster(tmaUmma(), {4, 1, 1, 1})), "M7",
                      std::nullopt, {"4 CTAs along v", "1 or 2"}));
}

TEST(RulesTest, M7_RefusesPairsWithoutUmma) {
  EXPECT_TRUE(refused(checkMember(withCluster(asyncAsync(), {2, 1, 1, 1})),
                      "M7", std::nullopt, {"2 CTAs along v", "'async_async'"}));
  EXPECT_TRUE(refused(checkMember(withCluster(tmaAsync(), {2, 1, 1, 1})), "M7",
                      std::nullopt, {"2 CTAs along v", "'tma_async'"}));
}

TEST(RulesTest, M7_AcceptsPairsWithAUmmaSide) {
  for (const MemberConfig &config : {tmaUmma(), ummaAsync(), asyncUmma()})
    EXPECT_TRUE(accepted(checkMember(withCluster(config, {2, 2, 2, 1}))))
        << config.name;
}

TEST(RulesTest, M7_WarnsOfMoreThan8Ctas) {
  EXPECT_TRUE(accepted(checkMember(withCluster(tmaAsync(), {1, 2, 2, 2}))));
  for (const ClusterLayout &layout :
       {ClusterLayout{1, 3, 3, 1}, ClusterLayout{1, 4, 4, 1}}) {
    Problems problems = checkMember(withCluster(tmaAsync(), layout));
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_TRUE(problems[0].isWarning);
    EXPECT_FALSE(hasErrors(problems));
    EXPECT_EQ(problems[0].rule, "M7");
    std::string ctas = std::to_string(layout.m * layout.n) + " CTAs";
    EXPECT_NE(problems[0].text.find(ctas), std::string::npos);
    EXPECT_NE(problems[0].text.find("more than 8"), std::string::npos);
  }
}

TEST(RulesTest, M8_RefusesMulticastAlongNothing) {
  EXPECT_TRUE(refused(checkSecond(withMulticast(tmaAsync(), {0, 0})), "M8", 1,
                      {"(0, 0)", "(1, 0)", "(0, 1)", "(1, 1)"}));
}

TEST(RulesTest, M8_RefusesMulticastModesOtherThanBits) {
  EXPECT_TRUE(refused(checkMember(withMulticast(tmaAsync(), {2, 1})), "M8",
                      std::nullopt, {"(2, 1)"}));
  EXPECT_TRUE(refused(checkMember(withMulticast(tmaAsync(), {1, -1})), "M8",
                      std::nullopt, {"(1, -1)"}));
}

TEST(RulesTest, M8_AcceptsTheThreeModes) {
  for (const Multicast &multicast :
       {Multicast{1, 0}, Multicast{0, 1}, Multicast{1, 1}})
    EXPECT_TRUE(accepted(checkMember(withMulticast(tmaAsync(), multicast))));
}

TEST(RulesTest, M9_RefusesBytesOtherThanTheSlots) {
  MemberConfig config = withBytes(tmaAsync(), 256);
  config.slotBytes = 512;
  EXPECT_TRUE(refused(checkSecond(config), "M9", 1,
                      {"256 bytes", "512 bytes", "'partial'"}));
}

TEST(RulesTest, M9_AcceptsTheSlotsBytesOrPartial) {
  MemberConfig equal = withBytes(tmaAsync(), 512);
  equal.slotBytes = 512;
  EXPECT_TRUE(accepted(checkMember(equal)));
  MemberConfig partial = withBytes(tmaAsync(), 256);
  partial.slotBytes = 512;
  partial.partial = true;
  EXPECT_TRUE(accepted(checkMember(partial)));
}

TEST(RulesTest, M9_CountsTheSlotsOfBothCtasOfAPair) {
  MemberConfig pair = withCluster(withBytes(tmaUmma(), 512), {2, 1, 1, 1});
  pair.slotBytes = 256;
  EXPECT_TRUE(accepted(checkMember(pair)));
  pair.bytes = 256;
  EXPECT_TRUE(refused(checkMember(pair), "M9", std::nullopt,
                      {"256 bytes", "512 bytes"}));
}

TEST(RulesTest, M12_RefusesPartsOfWarpsThatSignalSeveralCtas) {
  const ClusterLayout row{1, 2, 1, 1};
  for (int64_t count : {1, 31, 100, 129})
    EXPECT_TRUE(refused(checkSecond(withCluster(
                            withConsumer(tmaAsync(), thread(count)), row)),
                        "M12", 1,
                        {"'thread " + std::to_string(count) + "'", "2 CTAs",
                         "32 threads"})
                << count);
}

TEST(RulesTest, M12_AcceptsWholeWarps) {
  const ClusterLayout row{1, 2, 1, 1};
  for (Agent agent : {thread(32), thread(96), warp(1), warp(3)})
    EXPECT_TRUE(accepted(
        checkMember(withCluster(withConsumer(tmaAsync(), agent), row))));
  MemberConfig open = withCluster(tmaAsync(), row);
  open.consumer = std::nullopt;
  EXPECT_TRUE(accepted(checkMember(open)));
}

TEST(RulesTest, M12_LeavesLayoutsThatAreNoneToM7) {
  int64_t huge = int64_t(1) << 62;
  MemberConfig config = withConsumer(tmaAsync(), thread(100));
  EXPECT_TRUE(refused(checkMember(withCluster(config, {1, huge, huge, huge})),
                      "M7", std::nullopt, {}));
}

TEST(RulesTest, M12_AcceptsThreadsThatSignalOneCta) {
  EXPECT_TRUE(accepted(checkMember(withConsumer(tmaAsync(), thread(100)))));
  EXPECT_TRUE(accepted(checkMember(
      withCluster(withConsumer(ummaAsync(), thread(100)), {2, 2, 1, 1}))));
  EXPECT_TRUE(accepted(checkMember(
      withCluster(withConsumer(asyncAsync(), thread(100)), {1, 2, 1, 1}))));
}

Problems checkMask(ClusterLayout layout, MaskUse use, int64_t mask) {
  Problems problems;
  checkM13(layout, use, mask, problems);
  return problems;
}

TEST(RulesTest, M13_RefusesMasksThatLeaveTheCluster) {
  for (MaskUse use : {MaskUse::Load, MaskUse::Commit})
    for (int64_t mask : {0, -1, 0x10, 0x13, 0x10000})
      EXPECT_TRUE(refused(checkMask({1, 2, 2, 1}, use, mask), "M13",
                          std::nullopt,
                          {"mask " + std::to_string(mask), "4 CTAs"}));
  EXPECT_TRUE(refused(checkMask({2, 8, 1, 1}, MaskUse::Load, 0x10000), "M13",
                      std::nullopt, {"16 CTAs"}));
}

TEST(RulesTest, M13_RefusesCommitsToHalfAPair) {
  EXPECT_TRUE(refused(checkMask({2, 2, 1, 1}, MaskUse::Commit, 0b0111), "M13",
                      std::nullopt, {"with CTA 2", "also CTA 3"}));
  EXPECT_TRUE(refused(checkMask({2, 3, 1, 1}, MaskUse::Commit, 0b100011), "M13",
                      std::nullopt, {"with CTA 5", "also CTA 4"}));
  // CTAs 1 and 2 are neighbours, but no pair.
  EXPECT_EQ(checkMask({2, 2, 1, 1}, MaskUse::Commit, 0b0110).size(), 2u);
}

TEST(RulesTest, M13_AcceptsCtasOfTheCluster) {
  for (int64_t mask = 1; mask < 16; ++mask) {
    EXPECT_TRUE(accepted(checkMask({1, 2, 2, 1}, MaskUse::Load, mask)));
    EXPECT_TRUE(accepted(checkMask({1, 2, 2, 1}, MaskUse::Commit, mask)));
    EXPECT_TRUE(accepted(checkMask({2, 2, 1, 1}, MaskUse::Load, mask)));
  }
  EXPECT_TRUE(accepted(checkMask({1, 4, 4, 1}, MaskUse::Commit, 0xffff)));
  EXPECT_TRUE(accepted(checkMask({1, 1, 1, 1}, MaskUse::Commit, 1)));
}

TEST(RulesTest, M13_AcceptsCommitsToWholePairs) {
  for (int64_t mask : {0b0011, 0b1100, 0b1111})
    EXPECT_TRUE(accepted(checkMask({2, 2, 1, 1}, MaskUse::Commit, mask)));
  // Three pairs: the last one is as good as the others.
  EXPECT_TRUE(accepted(checkMask({2, 3, 1, 1}, MaskUse::Commit, 0b110000)));
}

TEST(RulesTest, M9_HasNothingToSayOfOtherProducers) {
  MemberConfig config = asyncAsync();
  config.slotBytes = 512;
  EXPECT_TRUE(accepted(checkMember(config)));
}

TEST(RulesTest, MemberProblemsKeepGroupRulesQuiet) {
  // Unequal stages as well, but of numbers that make no sense yet.
  Problems problems =
      check(Mode::Merge, {asyncAsync(), withStages(tmaAsync(), 0)});
  EXPECT_TRUE(refused(problems, "M1", 1, {}));
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

TEST(RulesTest, G1_RefusesGroupsWithoutMembers) {
  for (std::optional<Mode> mode :
       {std::optional<Mode>(), std::optional(Mode::Merge),
        std::optional(Mode::Fork), std::optional(Mode::FusedMerge)})
    EXPECT_TRUE(refused(check(mode, {}), "G1", std::nullopt,
                        {"no members", "at least one"}));
}

TEST(RulesTest, G1_RefusesTwoMembersOfOneName) {
  Problems problems =
      check(Mode::Merge, {asyncAsync("x"), asyncAsync("y"), tmaAsync("x")});
  EXPECT_TRUE(refused(problems, "G1", std::nullopt, {"'@x'"}));
  EXPECT_EQ(notedMembers(problems), (std::vector<size_t>{2}));
}

TEST(RulesTest, G1_AcceptsOneMemberAndDistinctNames) {
  EXPECT_TRUE(accepted(check(Mode::Merge, {asyncAsync("x")})));
  EXPECT_TRUE(accepted(check(
      Mode::Merge, {asyncAsync("x"), asyncAsync("X"), asyncAsync("x1")})));
}

TEST(RulesTest, G2_RefusesUnequalStages) {
  Problems problems = check(Mode::Merge, {asyncAsync("a"), asyncAsync("b"),
                                          withStages(asyncAsync("c"), 3)});
  EXPECT_TRUE(refused(problems, "G2", std::nullopt, {"4 stages", "3 stages"}));
  EXPECT_EQ(notedMembers(problems), (std::vector<size_t>{0, 2}));
}

TEST(RulesTest, G2_AcceptsEqualStages) {
  EXPECT_TRUE(accepted(check(Mode::Merge, {withStages(asyncAsync("a"), 3),
                                           withStages(tmaAsync("b"), 3)})));
}

TEST(RulesTest, G3_RefusesUnequalClusterLayouts) {
  // Both have two CTAs; only the shapes differ.
  Problems problems =
      check(Mode::Merge, {withCluster(tmaAsync("a"), {1, 2, 1, 1}),
                          withCluster(tmaAsync("b"), {1, 1, 2, 1})});
  EXPECT_TRUE(
      refused(problems, "G3", std::nullopt, {"(1, 2, 1, 1)", "(1, 1, 2, 1)"}));
  EXPECT_EQ(notedMembers(problems), (std::vector<size_t>{0, 1}));
}

TEST(RulesTest, G3_AcceptsEqualClusterLayouts) {
  EXPECT_TRUE(accepted(
      check(Mode::Merge, {withCluster(tmaAsync("a"), {1, 1, 2, 1}),
                          withCluster(asyncAsync("b"), {1, 1, 2, 1})})));
}

TEST(RulesTest, G4_RefusesUnequalMulticastModes) {
  Problems problems =
      check(Mode::Merge, {withMulticast(tmaAsync("a"), {1, 0}),
                          withMulticast(tmaAsync("b"), {0, 1})});
  EXPECT_TRUE(refused(problems, "G4", std::nullopt, {"(1, 0)", "(0, 1)"}));
  EXPECT_EQ(notedMembers(problems), (std::vector<size_t>{0, 1}));
}

TEST(RulesTest, G4_AcceptsEqualMulticastModes) {
  EXPECT_TRUE(
      accepted(check(Mode::Merge, {withMulticast(tmaAsync("a"), {0, 1}),
                                   withMulticast(tmaAsync("b"), {0, 1})})));
}

TEST(RulesTest, G5_RefusesUnequalInterleaveStrides) {
  Problems problems =
      check(Mode::Merge, {withInterleave(asyncAsync("a"), {2, 2, 2, 2}),
                          withInterleave(asyncAsync("b"), {2, 2, 4, 4})});
  EXPECT_TRUE(
      refused(problems, "G5", std::nullopt, {"(2, 2, 2, 2)", "(2, 2, 4, 4)"}));
  EXPECT_EQ(notedMembers(problems), (std::vector<size_t>{0, 1}));
}

TEST(RulesTest, G5_AcceptsEqualInterleaveStrides) {
  EXPECT_TRUE(accepted(
      check(Mode::Merge, {withInterleave(asyncAsync("a"), {2, 2, 4, 4}),
                          withInterleave(tmaAsync("b"), {2, 2, 4, 4})})));
}

TEST(RulesTest, G6_RefusesUnequalAdvanceOnWait) {
  MemberConfig early = asyncAsync("b");
  early.advanceOnWait = true;
  Problems problems = check(Mode::Merge, {asyncAsync("a"), early});
  EXPECT_TRUE(refused(problems, "G6", std::nullopt,
                      {"'advance_on_wait'", "unset and set"}));
  EXPECT_EQ(notedMembers(problems), (std::vector<size_t>{0, 1}));
}

TEST(RulesTest, G6_RefusesUnequalAdvanceOnAcquire) {
  MemberConfig early = asyncAsync("a");
  early.advanceOnAcquire = true;
  EXPECT_TRUE(refused(check(Mode::Merge, {early, asyncAsync("b")}), "G6",
                      std::nullopt, {"'advance_on_acquire'", "set and unset"}));
}

TEST(RulesTest, G6_AcceptsEqualAdvances) {
  MemberConfig a = asyncAsync("a"), b = tmaAsync("b");
  for (MemberConfig *config : {&a, &b})
    config->advanceOnWait = config->advanceOnAcquire = true;
  EXPECT_TRUE(accepted(check(Mode::Merge, {a, b})));
}

TEST(RulesTest, G7_RefusesKindsThatDifferOnBothSides) {
  Problems problems = check(std::nullopt, {tmaUmma("x"), asyncAsync("y")});
  EXPECT_TRUE(refused(problems, "G7", std::nullopt,
                      {"'tma' and 'async'", "'umma' and 'async'"}));
  EXPECT_EQ(notedMembers(problems), (std::vector<size_t>{0, 1}));
}

TEST(RulesTest, G7_RefusesThemThoughEveryPairWouldDo) {
  // Each two of the three share a kind, but no kind is shared by all.
  Problems problems =
      check(std::nullopt, {asyncAsync("x"), tmaAsync("y"), asyncUmma("z")});
  EXPECT_TRUE(refused(problems, "G7", std::nullopt,
                      {"'async' and 'tma'", "'async' and 'umma'"}));
}

TEST(RulesTest, G7_AcceptsKindsThatDifferOnOneSide) {
  EXPECT_TRUE(accepted(check(std::nullopt, {tmaAsync("x"), asyncAsync("y")})));
  EXPECT_TRUE(accepted(check(std::nullopt, {tmaUmma("x"), tmaAsync("y")})));
}

TEST(RulesTest, G8_RefusesForkOfSeveralProducerKinds) {
  Problems problems = check(Mode::Fork, {tmaAsync("x"), asyncAsync("y")});
  EXPECT_TRUE(
      refused(problems, "G8", std::nullopt,
              {"'fork'", "'tma' and 'async'", "'merge' or 'fused_merge'"}));
  EXPECT_EQ(notedMembers(problems), (std::vector<size_t>{0, 1}));
}

TEST(RulesTest, G8_RefusesMergesOfSeveralConsumerKinds) {
  for (Mode mode : {Mode::Merge, Mode::FusedMerge}) {
    std::string written = "written '" + std::string(nameOf(mode)) + "'";
    EXPECT_TRUE(refused(check(mode, {tmaAsync("x"), tmaUmma("y")}), "G8",
                        std::nullopt,
                        {written, "'async' and 'umma'", "expected 'fork'"}));
  }
}

TEST(RulesTest, G8_AcceptsModesThatAgreeWithTheKinds) {
  EXPECT_TRUE(accepted(check(Mode::Fork, {tmaAsync("x"), tmaUmma("y")})));
  for (Mode mode : {Mode::Merge, Mode::FusedMerge})
    EXPECT_TRUE(accepted(check(mode, {tmaAsync("x"), asyncAsync("y")})));
}

TEST(RulesTest, G9_RefusesOneTypeWithoutAMode) {
  EXPECT_TRUE(refused(check(std::nullopt, {tmaAsync("x"), tmaAsync("y")}), "G9",
                      std::nullopt,
                      {"'tma_async'", "'merge', 'fork', 'fused_merge'"}));
  EXPECT_TRUE(refused(check(std::nullopt, {tmaAsync("x")}), "G9", std::nullopt,
                      {"'tma_async'"}));
}

TEST(RulesTest, G9_AcceptsOneTypeWithAMode) {
  for (Mode mode : {Mode::Merge, Mode::Fork, Mode::FusedMerge})
    EXPECT_TRUE(accepted(check(mode, {tmaAsync("x"), tmaAsync("y")})));
}

TEST(RulesTest, G10_RefusesDifferentConsumersOfAMerge) {
  for (Mode mode : {Mode::Merge, Mode::FusedMerge}) {
    Problems problems =
        check(mode, {withConsumer(tmaAsync("a"), thread(128)),
                     withConsumer(tmaAsync("b"), thread(128)),
                     withConsumer(asyncAsync("c"), thread(64))});
    EXPECT_TRUE(refused(problems, "G10", std::nullopt,
                        {"consumer side", "thread 128", "thread 64"}));
    EXPECT_EQ(notedMembers(problems), (std::vector<size_t>{0, 2}));
  }
}

TEST(RulesTest, G10_RefusesWarpsAndThreadsThatAreNotTheSame) {
  Problems problems =
      check(Mode::Merge, {withConsumer(asyncAsync("a"), warp(4)),
                          withConsumer(asyncAsync("b"), thread(4))});
  EXPECT_TRUE(refused(problems, "G10", std::nullopt,
                      {"'warp 4' (128 threads)", "'thread 4' (4 threads)"}));
}

TEST(RulesTest, G10_RefusesDifferentProducersOfAFork) {
  Problems problems = check(Mode::Fork, {withProducer(tmaAsync("a"), warp(1)),
                                         withProducer(tmaUmma("b"), warp(2))});
  EXPECT_TRUE(refused(problems, "G10", std::nullopt,
                      {"producer side", "warp 1", "warp 2"}));
}

TEST(RulesTest, G10_AcceptsTheSameThreadsInTwoUnits) {
  EXPECT_TRUE(accepted(
      check(Mode::Merge, {withConsumer(asyncAsync("a"), warp(4)),
                          withConsumer(asyncAsync("b"), thread(128))})));
  EXPECT_TRUE(
      accepted(check(Mode::Fork, {withProducer(asyncAsync("a"), thread(64)),
                                  withProducer(asyncUmma("b"), warp(2))})));
}

TEST(RulesTest, G10_AcceptsDifferentAgentsOnTheOtherSide) {
  EXPECT_TRUE(
      accepted(check(Mode::Merge, {withProducer(asyncAsync("a"), thread(32)),
                                   withProducer(asyncAsync("b"), warp(3))})));
  EXPECT_TRUE(
      accepted(check(Mode::Fork, {withConsumer(asyncAsync("a"), thread(32)),
                                  withConsumer(asyncAsync("b"), warp(3))})));
}

TEST(RulesTest, G11_RefusesForksOfUnequalBytes) {
  Problems problems = check(Mode::Fork, {withBytes(tmaAsync("a"), 256),
                                         withBytes(tmaUmma("b"), 512)});
  EXPECT_TRUE(
      refused(problems, "G11", std::nullopt, {"256 bytes", "512 bytes"}));
  EXPECT_EQ(notedMembers(problems), (std::vector<size_t>{0, 1}));
}

TEST(RulesTest, G11_AcceptsForksOfEqualBytesAndMergesOfAny) {
  EXPECT_TRUE(accepted(check(Mode::Fork, {withBytes(tmaAsync("a"), 512),
                                          withBytes(tmaUmma("b"), 512)})));
  for (Mode mode : {Mode::Merge, Mode::FusedMerge})
    EXPECT_TRUE(accepted(check(
        mode, {withBytes(tmaAsync("a"), 256), withBytes(tmaAsync("b"), 512)})));
}

/// A member with slots of `rows` rows of `rowBytes` bytes.
MemberConfig withSlot(MemberConfig config, int64_t rows, int64_t rowBytes,
                      int64_t swizzle = 0) {
  config.slotBytes = rows * rowBytes;
  config.slotRowBytes = rowBytes;
  config.swizzle = swizzle;
  return config;
}

TEST(RulesTest, M14_RefusesSwizzlesThatTmaDoesNotHave) {
  EXPECT_TRUE(refused(checkMember(withSlot(asyncAsync(), 8, 96, 48)), "M14",
                      std::nullopt, {"swizzle 48", "32, 64 or 128"}));
  EXPECT_TRUE(refused(checkMember(withSlot(asyncAsync(), 8, 96, 64)), "M14",
                      std::nullopt, {"swizzle 64", "96 bytes"}));
  MemberConfig none = asyncAsync();
  none.swizzle = 32;
  EXPECT_TRUE(refused(checkMember(none), "M14", std::nullopt,
                      {"swizzle 32", "no slot"}));
}

TEST(RulesTest, M14_RefusesSlotsThatNoCtaCanHold) {
  EXPECT_TRUE(refused(checkMember(withSlot(asyncAsync(), 1, 232449)), "M14",
                      std::nullopt, {"232449 bytes", "232448 bytes"}));
  EXPECT_TRUE(refused(checkMember(withSlot(ummaAsync(), 8, 128)), "M14",
                      std::nullopt, {"tensor memory"}));
}

TEST(RulesTest, M14_AcceptsSwizzlesThatDivideTheRows) {
  for (int64_t swizzle : {0, 32, 64, 128})
    EXPECT_TRUE(accepted(checkMember(withSlot(asyncAsync(), 8, 256, swizzle))));
  EXPECT_TRUE(accepted(checkMember(withSlot(asyncAsync(), 8, 96, 32))));
  EXPECT_TRUE(accepted(checkMember(withSlot(asyncAsync(), 1, 232448))));
}

TEST(RulesTest, G17_RefusesForksOfUnequalSlots) {
  auto fork = [](MemberConfig a, MemberConfig b) {
    return check(Mode::Fork, {std::move(a), std::move(b)});
  };
  MemberConfig a = withSlot(asyncAsync("a"), 8, 128, 128);
  EXPECT_TRUE(refused(fork(a, withSlot(asyncAsync("b"), 8, 256, 128)), "G17", 1,
                      {"2048 bytes", "'@a'"}));
  EXPECT_TRUE(refused(fork(a, withSlot(asyncAsync("b"), 8, 128, 64)), "G17", 1,
                      {"swizzle 64"}));
  EXPECT_TRUE(refused(fork(a, asyncAsync("b")), "G17", 1, {"no slot"}));
}

TEST(RulesTest, G17_AcceptsForksOfEqualSlotsAndMergesOfAny) {
  MemberConfig a = withSlot(asyncAsync("a"), 8, 128, 128);
  EXPECT_TRUE(
      accepted(check(Mode::Fork, {a, withSlot(asyncAsync("b"), 4, 256, 128)})));
  EXPECT_TRUE(
      accepted(check(Mode::Merge, {a, withSlot(asyncAsync("b"), 8, 256)})));
}

TEST(RulesTest, G12_RefusesUnequalSignallingOfAMergesConsumer) {
  MemberConfig leader = asyncAsync("b");
  leader.signal = SignalPolicy::CtaLeader;
  for (Mode mode : {Mode::Merge, Mode::FusedMerge}) {
    Problems problems = check(mode, {asyncAsync("a"), leader});
    EXPECT_TRUE(
        refused(problems, "G12", std::nullopt, {"'all'", "'cta_leader'"}));
    EXPECT_EQ(notedMembers(problems), (std::vector<size_t>{0, 1}));
  }
}

TEST(RulesTest, G12_RefusesUnequalTransportsOfAForksProducer) {
  Problems problems =
      check(Mode::Fork, {withTransport(asyncAsync("a"), Transport::CpAsync),
                         asyncUmma("b")});
  EXPECT_TRUE(
      refused(problems, "G12", std::nullopt, {"'cp_async'", "'generic'"}));
}

TEST(RulesTest, G12_RefusesUnequalArmingOfAForksProducer) {
  MemberConfig leader = withProducer(tmaAsync("a"), warp(2));
  leader.arm = ArmPolicy::Leader;
  EXPECT_TRUE(
      refused(check(Mode::Fork, {leader, withProducer(tmaUmma("b"), warp(2))}),
              "G12", std::nullopt, {"'leader'", "'each_warp'"}));
}

TEST(RulesTest, G12_AcceptsEqualPolicies) {
  MemberConfig a = asyncAsync("a"), b = tmaAsync("b");
  a.signal = b.signal = SignalPolicy::CtaLeader;
  EXPECT_TRUE(accepted(check(Mode::Merge, {a, b})));
  EXPECT_TRUE(accepted(
      check(Mode::Fork, {withTransport(asyncAsync("a"), Transport::CpAsync),
                         withTransport(asyncUmma("b"), Transport::CpAsync)})));
}

TEST(RulesTest, G12_AcceptsUnequalPoliciesOnTheOtherSide) {
  MemberConfig leader = asyncAsync("b");
  leader.signal = SignalPolicy::CtaLeader;
  EXPECT_TRUE(accepted(check(Mode::Fork, {asyncAsync("a"), leader})));
  EXPECT_TRUE(accepted(
      check(Mode::Merge, {withTransport(asyncAsync("a"), Transport::CpAsync),
                          asyncAsync("b")})));
}

TEST(RulesTest, G13_RefusesBytesThatDoNotFitOneFusedBarrier) {
  Problems problems =
      check(Mode::FusedMerge, {withBytes(tmaAsync("a"), 600000),
                               withBytes(tmaAsync("b"), 600000)});
  EXPECT_TRUE(refused(problems, "G13", std::nullopt,
                      {"1200000 bytes", "at most 1048575"}));
  EXPECT_EQ(notedMembers(problems), (std::vector<size_t>{0, 1}));
}

TEST(RulesTest, G13_RefusesOneByteTooMany) {
  // Bytes come in sixteens, so 2^20 is the first sum that does not fit.
  EXPECT_TRUE(
      refused(check(Mode::FusedMerge, {withBytes(tmaAsync("a"), 1048560),
                                       withBytes(tmaAsync("b"), 16)}),
              "G13", std::nullopt, {"1048576 bytes", "1048575"}));
}

TEST(RulesTest, G13_RefusesArrivalsThatDoNotFitOneFusedBarrier) {
  Problems problems =
      check(Mode::FusedMerge,
            {withProducer(asyncAsync("a"), thread(maxCount)), tmaAsync("b")});
  EXPECT_TRUE(refused(problems, "G13", std::nullopt,
                      {"1048576 arrivals", "at most 1048575"}));
}

TEST(RulesTest, G13_AcceptsTheLargestSums) {
  EXPECT_TRUE(
      accepted(check(Mode::FusedMerge, {withBytes(tmaAsync("a"), 1048544),
                                        withBytes(tmaAsync("b"), 16)})));
  EXPECT_TRUE(accepted(check(
      Mode::FusedMerge,
      {withProducer(asyncAsync("a"), thread(maxCount - 1)), tmaAsync("b")})));
}

TEST(RulesTest, G13_RefusesArrivalsOfSeveralCtasThatDoNotFit) {
  const ClusterLayout pair{2, 1, 1, 1}, row{1, 2, 1, 1};
  Problems problems = checkGroup(
      plain(withCluster(withConsumer(ummaAsync(), thread(524288)), pair)));
  EXPECT_TRUE(refused(problems, "G13", std::nullopt,
                      {"1048576 arrivals", "empty barrier"}));
  EXPECT_EQ(notedMembers(problems), (std::vector<size_t>{0}));
  EXPECT_TRUE(refused(
      checkGroup(
          plain(withCluster(withProducer(asyncUmma(), thread(524288)), pair))),
      "G13", std::nullopt, {"1048576 arrivals", "full barrier"}));
  EXPECT_TRUE(refused(checkGroup(plain(withCluster(
                          withConsumer(tmaAsync(), warp(524288)), row))),
                      "G13", std::nullopt, {"1048576 arrivals"}));
}

TEST(RulesTest, G13_AcceptsTheLargestCountsOfSeveralCtas) {
  const ClusterLayout pair{2, 1, 1, 1}, row{1, 2, 1, 1};
  EXPECT_TRUE(accepted(checkGroup(
      plain(withCluster(withConsumer(ummaAsync(), thread(524287)), pair)))));
  EXPECT_TRUE(accepted(checkGroup(
      plain(withCluster(withProducer(asyncUmma(), thread(524287)), pair)))));
  EXPECT_TRUE(accepted(checkGroup(
      plain(withCluster(withConsumer(tmaAsync(), warp(524287)), row)))));
}

TEST(RulesTest, G13_AcceptsTheSameBytesOnSeparateBarriers) {
  EXPECT_TRUE(accepted(check(Mode::Merge, {withBytes(tmaAsync("a"), 600000),
                                           withBytes(tmaAsync("b"), 600000)})));
}

TEST(RulesTest, G14_RefusesFusedConsumersThatSignalDifferentCtas) {
  // The TMA member's slots are written by two CTAs, the other's by its own.
  Problems problems =
      check(Mode::FusedMerge, {withCluster(tmaAsync("a"), {1, 2, 1, 1}),
                               withCluster(asyncAsync("b"), {1, 2, 1, 1})});
  EXPECT_TRUE(refused(problems, "G14", std::nullopt, {"consumers signal"}));
  EXPECT_EQ(notedMembers(problems), (std::vector<size_t>{0, 1}));
}

TEST(RulesTest, G14_AcceptsFusedMembersThatSignalTheSameCtas) {
  const ClusterLayout pair{2, 1, 1, 1}, row{1, 2, 1, 1};
  EXPECT_TRUE(
      accepted(check(Mode::FusedMerge, {withCluster(asyncUmma("a"), pair),
                                        withCluster(asyncUmma("b"), pair)})));
  EXPECT_TRUE(
      accepted(check(Mode::FusedMerge,
                     {withCluster(asyncUmma("a"), row),
                      withCluster(member("b", PipelineType::UmmaUmma), row)})));
  EXPECT_TRUE(
      accepted(check(Mode::FusedMerge, {withCluster(tmaAsync("a"), row),
                                        withCluster(tmaAsync("b"), row)})));
}

TEST(RulesTest, G14_AcceptsLeadersBesideThreadsThatSignalThem) {
  const ClusterLayout pair{2, 1, 1, 1};
  EXPECT_TRUE(accepted(check(
      Mode::FusedMerge, {withCluster(member("a", PipelineType::UmmaUmma), pair),
                         withCluster(asyncUmma("b"), pair)})));
}

TEST(RulesTest, G14_AcceptsTmaMembersThatShareNoOperand) {
  // One pair and no multicast beyond it: the pair is all that is signalled.
  const ClusterLayout pair{2, 1, 1, 1};
  EXPECT_TRUE(
      accepted(check(Mode::FusedMerge, {withCluster(tmaUmma("a"), pair),
                                        withCluster(asyncUmma("b"), pair)})));
  // Two CTAs along k share neither operand.
  EXPECT_TRUE(accepted(
      check(Mode::FusedMerge, {withCluster(tmaAsync("a"), {1, 1, 1, 2}),
                               withCluster(asyncAsync("b"), {1, 1, 1, 2})})));
  // Two CTAs along m, but multicast goes along n.
  MemberConfig tma = withCluster(tmaAsync("a"), {1, 2, 1, 1});
  MemberConfig async = withCluster(asyncAsync("b"), {1, 2, 1, 1});
  tma.multicast = async.multicast = {1, 0};
  EXPECT_TRUE(accepted(check(Mode::FusedMerge, {tma, async})));
}

TEST(RulesTest, G14_HasNothingToSayOfOneCtaOrOfMerges) {
  EXPECT_TRUE(
      accepted(check(Mode::FusedMerge, {tmaAsync("a"), asyncAsync("b")})));
  EXPECT_TRUE(accepted(
      check(Mode::Merge, {withCluster(tmaAsync("a"), {1, 2, 1, 1}),
                          withCluster(asyncAsync("b"), {1, 2, 1, 1})})));
}

//===----------------------------------------------------------------------===//
// Explicit configs
//===----------------------------------------------------------------------===//

/// async_async of 32 threads and tma_async of 256 bytes, 128 consumer threads.
GroupConfig mergeWith(const ExplicitConfig &config) {
  GroupConfig merge = group(Mode::Merge, {asyncAsync("a"), tmaAsync("b")});
  merge.config = config;
  return merge;
}
/// Two consumers of the same 16384 bytes.
GroupConfig forkWith(const ExplicitConfig &config) {
  GroupConfig fork = group(Mode::Fork, {withBytes(tmaUmma("gemm"), 16384),
                                        withBytes(tmaAsync("act"), 16384)});
  fork.config = config;
  return fork;
}
GroupConfig fusedWith(const ExplicitConfig &config) {
  GroupConfig fused = group(Mode::FusedMerge, {withBytes(tmaAsync("x"), 8192),
                                               withBytes(tmaAsync("y"), 4096)});
  fused.config = config;
  return fused;
}

ExplicitConfig full(std::vector<int64_t> counts) {
  ExplicitConfig config;
  config.full = std::move(counts);
  return config;
}
ExplicitConfig empty(std::vector<int64_t> counts) {
  ExplicitConfig config;
  config.empty = std::move(counts);
  return config;
}
ExplicitConfig bytes(std::vector<int64_t> counts) {
  ExplicitConfig config;
  config.bytes = std::move(counts);
  return config;
}
ExplicitConfig stages(int64_t count) {
  ExplicitConfig config;
  config.stages = count;
  return config;
}
ExplicitConfig typed(PipelineType type) {
  ExplicitConfig config;
  config.type = type;
  return config;
}

TEST(RulesTest, G15_AcceptsConfigsEqualToTheDerivedOne) {
  ExplicitConfig merge{
      PipelineType::TmaAsync, 4, {{32, 1}}, {{128}}, {{0, 256}}};
  EXPECT_TRUE(accepted(checkGroup(mergeWith(merge))));
  ExplicitConfig fork{PipelineType::TmaUmma, 4, {{1}}, {{1, 128}}, {{16384}}};
  EXPECT_TRUE(accepted(checkGroup(forkWith(fork))));
  ExplicitConfig fused{PipelineType::TmaAsync, 4, {{2}}, {{128}}, {{12288}}};
  EXPECT_TRUE(accepted(checkGroup(fusedWith(fused))));
}

TEST(RulesTest, G15_AcceptsConfigsThatLeaveFieldsOut) {
  EXPECT_TRUE(accepted(checkGroup(mergeWith({}))));
  for (const ExplicitConfig &config :
       {full({32, 1}), empty({128}), bytes({0, 256}), stages(4),
        typed(PipelineType::AsyncAsync), typed(PipelineType::TmaAsync)})
    EXPECT_TRUE(accepted(checkGroup(mergeWith(config))));
}

TEST(RulesTest, G15_RefusesAnotherType) {
  Problems problems = checkGroup(mergeWith(typed(PipelineType::UmmaAsync)));
  EXPECT_TRUE(refused(problems, "G15", std::nullopt, {"'umma_async'"}));
  EXPECT_EQ(notedMembers(problems), (std::vector<size_t>{0, 1}));
}

TEST(RulesTest, G15_RefusesOtherStages) {
  EXPECT_TRUE(refused(checkGroup(mergeWith(stages(3))), "G15", std::nullopt,
                      {"'stages(3)'", "'stages(4)'"}));
}

TEST(RulesTest, G15_RefusesOtherFullCounts) {
  EXPECT_TRUE(refused(checkGroup(mergeWith(full({32, 32}))), "G15",
                      std::nullopt, {"'full(32, 32)'", "'full(32, 1)'"}));
  // The right numbers of the wrong members.
  EXPECT_TRUE(refused(checkGroup(mergeWith(full({1, 32}))), "G15", std::nullopt,
                      {"'full(1, 32)'", "'full(32, 1)'"}));
}

TEST(RulesTest, G15_RefusesOtherEmptyCounts) {
  EXPECT_TRUE(refused(checkGroup(mergeWith(empty({256}))), "G15", std::nullopt,
                      {"'empty(256)'", "'empty(128)'"}));
}

TEST(RulesTest, G15_RefusesOtherBytes) {
  EXPECT_TRUE(refused(checkGroup(mergeWith(bytes({0, 512}))), "G15",
                      std::nullopt, {"'bytes(0, 512)'", "'bytes(0, 256)'"}));
}

TEST(RulesTest, G15_RefusesListsOfAnotherLength) {
  EXPECT_TRUE(refused(checkGroup(mergeWith(full({32}))), "G15", std::nullopt,
                      {"'full(32)'", "'full(32, 1)'"}));
  EXPECT_TRUE(refused(checkGroup(mergeWith(empty({128, 128}))), "G15",
                      std::nullopt, {"'empty(128, 128)'", "'empty(128)'"}));
  EXPECT_TRUE(refused(checkGroup(mergeWith(bytes({}))), "G15", std::nullopt,
                      {"'bytes()'", "'bytes(0, 256)'"}));
}

TEST(RulesTest, G15_RefusesCountsThatNoBarrierHas) {
  EXPECT_TRUE(refused(checkGroup(mergeWith(full({0, 1}))), "G15", std::nullopt,
                      {"'full(0, 1)'"}));
  EXPECT_TRUE(refused(checkGroup(mergeWith(empty({-5}))), "G15", std::nullopt,
                      {"'empty(-5)'"}));
  EXPECT_TRUE(refused(checkGroup(forkWith(empty({128, 0}))), "G15",
                      std::nullopt, {"'empty(128, 0)'", "'empty(1, 128)'"}));
  EXPECT_TRUE(refused(checkGroup(mergeWith(full({32, 1048576}))), "G15",
                      std::nullopt, {"'full(32, 1048576)'"}));
}

TEST(RulesTest, G15_WantsAForksEqualBytesOnce) {
  EXPECT_TRUE(accepted(checkGroup(forkWith(bytes({16384})))));
  EXPECT_TRUE(refused(checkGroup(forkWith(bytes({32768}))), "G15", std::nullopt,
                      {"'bytes(32768)'", "'bytes(16384)'"}));
}

TEST(RulesTest, G15_WantsTheSumsOfAFusedMerge) {
  EXPECT_TRUE(refused(checkGroup(fusedWith(full({1}))), "G15", std::nullopt,
                      {"'full(1)'", "'full(2)'"}));
  EXPECT_TRUE(refused(checkGroup(fusedWith(bytes({8192, 4096}))), "G15",
                      std::nullopt, {"'bytes(8192, 4096)'", "'bytes(12288)'"}));
}

/// Loads for pairs of CTAs and their accumulators.
GroupConfig clusterWith(const MemberConfig &config, const ClusterLayout &layout,
                        ExplicitConfig written) {
  GroupConfig cluster = plain(withCluster(config, layout));
  cluster.config = std::move(written);
  return cluster;
}

TEST(RulesTest, G15_WantsTheCountsOfTheCluster) {
  const ClusterLayout pairs{2, 2, 4, 1}, grid{1, 2, 2, 1}, pair{2, 1, 1, 1};
  struct Row {
    MemberConfig config;
    ClusterLayout layout;
    ExplicitConfig right, wrong;
    const char *expected;
  };
  const Row rows[] = {
      // A row of 4 and a column of 2 pairs, not of CTAs.
      {tmaUmma(), pairs, empty({5}), empty({7}), "'empty(5)'"},
      {tmaUmma(), pairs, empty({5}), empty({1}), "'empty(5)'"},
      {tmaUmma(), pairs, full({1}), full({2}), "'full(1)'"},
      // 4 warps in each of 3 CTAs; not 128 threads.
      {tmaAsync(), grid, empty({12}), empty({128}), "'empty(12)'"},
      {tmaAsync(), grid, empty({12}), empty({16}), "'empty(12)'"},
      {ummaAsync(), pair, empty({256}), empty({128}), "'empty(256)'"},
      {ummaAsync(), pair, full({1}), full({2}), "'full(1)'"},
      {asyncUmma(), pair, full({64}), full({32}), "'full(64)'"},
      {withTransport(asyncUmma(), Transport::CpAsync), grid, full({32}),
       full({64}), "'full(32)'"},
      {member("x", PipelineType::UmmaUmma), pair, full({1}), full({2}),
       "'full(1)'"},
  };
  for (const Row &row : rows) {
    EXPECT_FALSE(
        hasErrors(checkGroup(clusterWith(row.config, row.layout, row.right))));
    Problems problems;
    for (Problem &problem :
         checkGroup(clusterWith(row.config, row.layout, row.wrong)))
      if (!problem.isWarning)
        problems.push_back(std::move(problem));
    EXPECT_TRUE(refused(problems, "G15", std::nullopt, {row.expected}));
  }
}

TEST(RulesTest, G15_ReportsEveryField) {
  ExplicitConfig wrong{PipelineType::UmmaUmma, 3, {{2}}, {{2}}, {{2}}};
  Problems problems = checkGroup(mergeWith(wrong));
  EXPECT_EQ(problems.size(), 5u) << show(problems);
  for (const Problem &problem : problems)
    EXPECT_EQ(problem.rule, "G15");
}

TEST(RulesTest, G15_DoesNotExcuseTheMembers) {
  GroupConfig merge = mergeWith(full({32, 1}));
  merge.members[1].stages = 3;
  EXPECT_TRUE(refused(checkGroup(merge), "G2", std::nullopt, {}));
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

GroupConfig placed(int64_t offset, int64_t stageCount) {
  GroupConfig config = plain(withStages(asyncAsync(), stageCount));
  config.dynamicOffset = offset;
  return config;
}

TEST(RulesTest, G16_RefusesBarriersThatDoNotFitStaticSharedMemory) {
  // 48 KiB hold 3072 stages of one full and one empty barrier.
  EXPECT_TRUE(accepted(checkGroup(plain(withStages(asyncAsync(), 3072)))));
  EXPECT_TRUE(refused(checkGroup(plain(withStages(asyncAsync(), 3073))), "G16",
                      std::nullopt, {"3073 stages", "3072 stages", "49152"}));
}

TEST(RulesTest, G16_CountsEveryBarrierOfAStage) {
  auto members = [](int64_t stageCount) {
    return std::vector<MemberConfig>{withStages(asyncAsync("a"), stageCount),
                                     withStages(asyncAsync("b"), stageCount)};
  };
  EXPECT_TRUE(accepted(check(Mode::Merge, members(2048))));
  EXPECT_TRUE(refused(check(Mode::Merge, members(2049)), "G16", std::nullopt,
                      {"2049 stages", "24 bytes", "2048 stages"}));
  EXPECT_TRUE(accepted(check(Mode::FusedMerge, members(3072))));
}

TEST(RulesTest, G16_RefusesBarriersThatDoNotFitDynamicSharedMemory) {
  EXPECT_TRUE(accepted(checkGroup(placed(0, 14528))));
  EXPECT_TRUE(refused(checkGroup(placed(0, 14529)), "G16", std::nullopt,
                      {"14529 stages", "14528 stages", "232448"}));
  EXPECT_TRUE(accepted(checkGroup(placed(232432, 1))));
  EXPECT_TRUE(refused(checkGroup(placed(232440, 1)), "G16", std::nullopt,
                      {"1 stages", "0 stages", "in 8 bytes"}));
  EXPECT_TRUE(refused(checkGroup(placed(1 << 20, 1)), "G16", std::nullopt,
                      {"0 stages", "in 0 bytes"}));
}

TEST(RulesTest, G16_RefusesOffsetsThatDoNotAlignBarriers) {
  for (int64_t offset : {4, 1, -8})
    EXPECT_TRUE(refused(checkGroup(placed(offset, 4)), "G16", std::nullopt,
                        {"byte " + std::to_string(offset), "multiple of 8"}));
  EXPECT_TRUE(accepted(checkGroup(placed(8, 4))));
}

TEST(RulesTest, G16_DoesNotOverflow) {
  int64_t huge = int64_t(1) << 61;
  EXPECT_TRUE(refused(checkGroup(plain(withStages(asyncAsync(), huge))), "G16",
                      std::nullopt, {"2305843009213693952 stages"}));
}

} // namespace
