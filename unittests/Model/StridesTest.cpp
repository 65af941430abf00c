//===- StridesTest.cpp - Which state moves, how far, and who arms ---------===//

#include "Builders.h"

using namespace pipegroup::model;
using namespace pipegroup::model::test;

namespace {

const Action actions[] = {Action::Acquire, Action::Commit, Action::Wait,
                          Action::Release, Action::Tail};

const PipelineType types[] = {PipelineType::AsyncAsync, PipelineType::TmaAsync,
                              PipelineType::TmaUmma,    PipelineType::UmmaAsync,
                              PipelineType::AsyncUmma,  PipelineType::UmmaUmma};

//===----------------------------------------------------------------------===//
// Strides and lanes
//===----------------------------------------------------------------------===//

TEST(StridesTest, EveryActionHasItsStride) {
  Interleave strides{1, 2, 3, 4};
  EXPECT_EQ(strides.stride(Action::Acquire), 1);
  EXPECT_EQ(strides.stride(Action::Commit), 2);
  EXPECT_EQ(strides.stride(Action::Wait), 3);
  EXPECT_EQ(strides.stride(Action::Release), 4);
}

TEST(StridesTest, ATailThatStandsWhereCommitsDoHasTheirStride) {
  EXPECT_EQ((Interleave{1, 2, 3, 4}).stride(Action::Tail), 2);
}

TEST(StridesTest, NothingIsInterleavedByDefault) {
  for (Action action : actions)
    EXPECT_EQ(Interleave().stride(action), 1);
  EXPECT_EQ(Interleave().lanes(Side::Producer), 1);
  EXPECT_EQ(Interleave().lanes(Side::Consumer), 1);
}

TEST(StridesTest, ASideHasAsManyLanesAsItsLargerStride) {
  EXPECT_EQ((Interleave{2, 2, 4, 4}).lanes(Side::Producer), 2);
  EXPECT_EQ((Interleave{2, 2, 4, 4}).lanes(Side::Consumer), 4);
  EXPECT_EQ((Interleave{1, 4, 2, 1}).lanes(Side::Producer), 4);
  EXPECT_EQ((Interleave{4, 1, 2, 1}).lanes(Side::Producer), 4);
  EXPECT_EQ((Interleave{4, 1, 2, 1}).lanes(Side::Consumer), 2);
  EXPECT_EQ((Interleave{4, 1, 1, 2}).lanes(Side::Consumer), 2);
}

//===----------------------------------------------------------------------===//
// What moves a state
//===----------------------------------------------------------------------===//

TEST(StridesTest, TheActionThatEndsARoundMovesTheOnlyState) {
  MemberConfig config = member("a", PipelineType::AsyncAsync);
  EXPECT_EQ(config.moverOf(Action::Acquire), Action::Commit);
  EXPECT_EQ(config.moverOf(Action::Commit), Action::Commit);
  EXPECT_EQ(config.moverOf(Action::Tail), Action::Commit);
  EXPECT_EQ(config.moverOf(Action::Wait), Action::Release);
  EXPECT_EQ(config.moverOf(Action::Release), Action::Release);
}

TEST(StridesTest, AnAcquireThatAdvancesLeavesCommitsBehind) {
  MemberConfig config = member("a", PipelineType::AsyncAsync);
  config.advanceOnAcquire = true;
  EXPECT_EQ(config.moverOf(Action::Acquire), Action::Acquire);
  EXPECT_EQ(config.moverOf(Action::Tail), Action::Acquire);
  EXPECT_EQ(config.moverOf(Action::Commit), Action::Commit);
  // The other side is as it was.
  EXPECT_EQ(config.moverOf(Action::Wait), Action::Release);
  EXPECT_EQ(config.moverOf(Action::Release), Action::Release);
}

TEST(StridesTest, AWaitThatAdvancesLeavesReleasesBehind) {
  MemberConfig config = member("a", PipelineType::AsyncAsync);
  config.advanceOnWait = true;
  EXPECT_EQ(config.moverOf(Action::Wait), Action::Wait);
  EXPECT_EQ(config.moverOf(Action::Release), Action::Release);
  EXPECT_EQ(config.moverOf(Action::Acquire), Action::Commit);
  EXPECT_EQ(config.moverOf(Action::Tail), Action::Commit);
}

TEST(StridesTest, WhatMovesAStateIsOnItsSideAndMovesItself) {
  for (bool onAcquire : {false, true})
    for (bool onWait : {false, true})
      for (PipelineType type : types) {
        MemberConfig config = member("a", type);
        config.advanceOnAcquire = onAcquire;
        config.advanceOnWait = onWait;
        for (Action action : actions) {
          Action mover = config.moverOf(action);
          EXPECT_EQ(sideOf(mover), sideOf(action));
          EXPECT_EQ(config.moverOf(mover), mover);
        }
      }
}

//===----------------------------------------------------------------------===//
// What signals
//===----------------------------------------------------------------------===//

TEST(StridesTest, ATmaSignalsWithItsAcquireAllOthersWithTheirCommit) {
  for (PipelineType type : types) {
    MemberConfig config = member("a", type);
    bool isTma =
        type == PipelineType::TmaAsync || type == PipelineType::TmaUmma;
    EXPECT_EQ(config.signalAction(Side::Producer),
              isTma ? Action::Acquire : Action::Commit)
        << nameOf(type);
    EXPECT_EQ(config.signalAction(Side::Consumer), Action::Release)
        << nameOf(type);
  }
}

//===----------------------------------------------------------------------===//
// Releases of other CTAs (K7)
//===----------------------------------------------------------------------===//

MemberConfig inCluster(PipelineType type, ClusterLayout layout,
                       Multicast multicast = {}) {
  MemberConfig config = member("a", type);
  config.cluster = layout;
  config.multicast = multicast;
  return config;
}

TEST(StridesTest, OneCtaReleasesItsOwnSlots) {
  for (PipelineType type : types)
    for (Multicast multicast :
         {Multicast{1, 0}, Multicast{0, 1}, Multicast{1, 1}})
      EXPECT_FALSE(releasedRemotely(
          plain(inCluster(type, ClusterLayout{1, 1, 1, 1}, multicast))))
          << nameOf(type);
}

TEST(StridesTest, APairOfCtasReleasesForBoth) {
  const ClusterLayout pair{2, 1, 1, 1};
  for (PipelineType type : {PipelineType::TmaUmma, PipelineType::UmmaAsync,
                            PipelineType::AsyncUmma})
    EXPECT_TRUE(releasedRemotely(plain(inCluster(type, pair)))) << nameOf(type);
  // The leader waits and signals alone.
  EXPECT_FALSE(
      releasedRemotely(plain(inCluster(PipelineType::UmmaUmma, pair))));
}

TEST(StridesTest, MulticastAlongAModeReleasesForTheOther) {
  struct Row {
    ClusterLayout layout;
    Multicast multicast;
    bool isShared;
  };
  // Mode m shares an operand along n, mode n along m, and nothing does along k.
  const Row rows[] = {
      {{1, 1, 2, 1}, {1, 0}, true},  {{1, 2, 1, 1}, {0, 1}, true},
      {{1, 2, 1, 1}, {1, 0}, false}, {{1, 1, 2, 1}, {0, 1}, false},
      {{1, 2, 2, 1}, {1, 0}, true},  {{1, 2, 1, 1}, {1, 1}, true},
      {{1, 1, 1, 2}, {1, 1}, false},
  };
  for (const Row &row : rows) {
    MemberConfig loads =
        inCluster(PipelineType::TmaAsync, row.layout, row.multicast);
    EXPECT_EQ(reachOf(loads, Side::Consumer) == Reach::Sharers, row.isShared);
    EXPECT_EQ(releasedRemotely(plain(loads)), row.isShared);
  }
}

TEST(StridesTest, OnlyATmaSendsToSeveralCtas) {
  for (PipelineType type : {PipelineType::AsyncAsync, PipelineType::AsyncUmma,
                            PipelineType::UmmaAsync, PipelineType::UmmaUmma}) {
    MemberConfig stores = inCluster(type, ClusterLayout{1, 2, 2, 1});
    EXPECT_FALSE(reachOf(stores, Side::Consumer) == Reach::Sharers)
        << nameOf(type);
    EXPECT_FALSE(releasedRemotely(plain(stores))) << nameOf(type);
  }
}

TEST(StridesTest, OneMemberThatIsSharedIsEnough) {
  ClusterLayout layout{1, 2, 1, 1};
  MemberConfig loads = inCluster(PipelineType::TmaAsync, layout);
  MemberConfig stores = inCluster(PipelineType::AsyncAsync, layout);
  EXPECT_TRUE(releasedRemotely(group(Mode::Merge, {stores, loads})));
  EXPECT_TRUE(releasedRemotely(group(Mode::Merge, {loads, stores})));
  EXPECT_FALSE(releasedRemotely(group(Mode::Merge, {stores, stores})));
}

//===----------------------------------------------------------------------===//
// Leaders
//===----------------------------------------------------------------------===//

SidePlan producerOf(int64_t warps, ArmPolicy arm) {
  MemberConfig config = member("a", PipelineType::TmaAsync);
  config.producer = warp(warps);
  config.bytes = 768;
  config.arm = arm;
  return computePlan(plain(config), Mode::Merge).members.front().producer;
}

TEST(StridesTest, ALeaderArmsAllBytesForAllWarps) {
  for (int64_t warps : {1, 2, 3, 4}) {
    SidePlan plan = producerOf(warps, ArmPolicy::Leader);
    EXPECT_EQ(plan.warpsPerLeader, warps);
    EXPECT_EQ(plan.arrivals, 1);
    EXPECT_EQ(plan.armBytes, 768);
  }
}

TEST(StridesTest, WithoutALeaderEachWarpArmsItsShare) {
  for (int64_t warps : {1, 2, 3, 4}) {
    SidePlan plan = producerOf(warps, ArmPolicy::EachWarp);
    EXPECT_EQ(plan.warpsPerLeader, 1);
    EXPECT_EQ(plan.arrivals, warps);
    EXPECT_EQ(plan.armBytes, 768 / warps);
  }
}

TEST(StridesTest, WhatDoesNotArmHasNoLeader) {
  for (PipelineType type : {PipelineType::AsyncAsync, PipelineType::UmmaAsync,
                            PipelineType::AsyncUmma}) {
    MemberPlan plan =
        computePlan(plain(member("a", type)), Mode::Merge).members.front();
    EXPECT_EQ(plan.producer.warpsPerLeader, 1) << nameOf(type);
    EXPECT_EQ(plan.consumer.warpsPerLeader, 1) << nameOf(type);
  }
}

TEST(StridesTest, ThePlanKnowsTheStrides) {
  MemberConfig config = member("a", PipelineType::AsyncAsync);
  config.interleave = {2, 2, 4, 4};
  GroupPlan plan = computePlan(plain(config), Mode::Merge);
  EXPECT_EQ(plan.interleave.acquire, 2);
  EXPECT_EQ(plan.interleave.commit, 2);
  EXPECT_EQ(plan.interleave.wait, 4);
  EXPECT_EQ(plan.interleave.release, 4);
  // Barriers and counts are what they are without lanes.
  EXPECT_EQ(plan.numBarriers(), 8);
  EXPECT_EQ(plan.members.front().producer.arrivals, 32);
}

//===----------------------------------------------------------------------===//
// Rings of a few slots
//===----------------------------------------------------------------------===//

TEST(StridesTest, SlotsAndParitiesOfTheFirstRounds) {
  for (int64_t stages = 1; stages <= 3; ++stages)
    for (int64_t n = 0; n <= 7; ++n) {
      Position consumer = positionAfter(Side::Consumer, n, stages);
      EXPECT_EQ(consumer, (Position{n % stages, (n / stages) & 1}))
          << stages << " stages, round " << n;
      Position producer = positionAfter(Side::Producer, n, stages);
      EXPECT_EQ(producer, (Position{n % stages, ((n / stages) & 1) ^ 1}))
          << stages << " stages, round " << n;
    }
}

} // namespace
