//===- StorageTest.cpp - Where slots lie ----------------------------------===//

#include "Builders.h"

#include "pipegroup/Model/Storage.h"

using namespace pipegroup::model;
using namespace pipegroup::model::test;

namespace {

RingPlan ring(int64_t bytes, int64_t alignment = 128) {
  return {bytes, alignment, bytes};
}

StorageRequest request(int64_t barriers, std::vector<RingPlan> rings,
                       std::vector<size_t> kernels = {0}) {
  StorageRequest result;
  result.barrierBytes = barriers;
  result.rings = std::move(rings);
  result.kernels = std::move(kernels);
  return result;
}

using Offsets = std::vector<int64_t>;

TEST(StorageTest, RingsOfMembersAndOfForks) {
  MemberConfig a = member("a", PipelineType::AsyncAsync);
  a.slotBytes = 1000;
  a.slotRowBytes = 100;
  MemberConfig b = a;
  b.name = "b";
  b.slotBytes = 1024;
  b.slotRowBytes = 128;
  b.swizzle = 128;
  GroupPlan merge = *deriveGroup(group(Mode::Merge, {a, b})).plan;
  ASSERT_EQ(merge.rings.size(), 2u);
  EXPECT_EQ(merge.rings[0].stride, 1024);
  EXPECT_EQ(merge.rings[0].alignment, 128);
  EXPECT_EQ(merge.rings[0].bytes, 1024 * merge.stages);
  EXPECT_EQ(merge.rings[1].alignment, 1024);
  EXPECT_EQ(merge.members[1].ring, 1u);
  MemberConfig c = b;
  c.name = "c";
  GroupPlan fork = *deriveGroup(group(Mode::Fork, {b, c})).plan;
  EXPECT_EQ(fork.rings.size(), 1u);
  EXPECT_EQ(fork.members[1].ring, 0u);
  MemberConfig none = member("n", PipelineType::AsyncAsync);
  EXPECT_FALSE(deriveGroup(group(Mode::Merge, {none})).plan->members[0].ring);
}

TEST(StorageTest, WhatFitsIsStatic) {
  // With the largest gap that the alignment of the ring can leave.
  StoragePlan plan = planStorage({request(64, {ring(49152 - 64 - 120)})}, 1);
  EXPECT_FALSE(plan.offsets[0]);
  EXPECT_EQ(plan.kernels[0].staticBytes, 49152);
  EXPECT_EQ(plan.kernels[0].dynamicBytes, 0);
  EXPECT_EQ(plan.kernels[0].totalBytes(), 49152);
  EXPECT_TRUE(
      planStorage({request(72, {ring(49152 - 64 - 120)})}, 1).offsets[0]);
}

TEST(StorageTest, OtherVariablesOfAKernelCount) {
  auto plan = [](int64_t own) {
    return planStorage({request(64, {ring(40960)}), request(own, {})}, 1);
  };
  EXPECT_FALSE(plan(49152 - 64 - 40960 - 120).offsets[0]);
  EXPECT_EQ(plan(8192).offsets[0], (Offsets{0}));
  EXPECT_EQ(plan(8192).kernels[0].staticBytes, 64 + 8192);
  EXPECT_EQ(plan(8192).kernels[0].dynamicBytes, 40960);
}

TEST(StorageTest, WhatDoesNotFitIsDynamic) {
  StoragePlan plan =
      planStorage({request(64, {ring(256), ring(48 * 1024, 1024)})}, 1);
  // Large alignments first.
  EXPECT_EQ(plan.offsets[0], (Offsets{48 * 1024, 0}));
  EXPECT_EQ(plan.kernels[0].staticBytes, 64);
  EXPECT_EQ(plan.kernels[0].dynamicBytes, 48 * 1024 + 256);
  // Static memory comes first, and then a gap.
  EXPECT_EQ(plan.kernels[0].totalBytes(), 1024 + 48 * 1024 + 256);
}

TEST(StorageTest, GroupsOfOneKernelNeverOverlap) {
  StoragePlan plan = planStorage({request(8, {ring(30000 / 128 * 128)}),
                                  request(8, {ring(30000 / 128 * 128)})},
                                 1);
  EXPECT_EQ(plan.offsets[0], (Offsets{0}));
  EXPECT_EQ(plan.offsets[1], (Offsets{30000 / 128 * 128}));
}

TEST(StorageTest, GroupsOfDifferentKernelsMayOverlap) {
  StoragePlan plan = planStorage({request(8, {ring(65536)}, {0}),
                                  request(8, {ring(4096)}, {1}),
                                  request(8, {ring(65536)}, {1})},
                                 2);
  EXPECT_EQ(plan.offsets[0], (Offsets{0}));
  EXPECT_EQ(plan.offsets[1], (Offsets{0}));
  EXPECT_EQ(plan.offsets[2], (Offsets{4096}));
  EXPECT_EQ(plan.kernels[0].dynamicBytes, 65536);
  EXPECT_EQ(plan.kernels[1].dynamicBytes, 4096 + 65536);
}

TEST(StorageTest, SlotsFollowBarriersThatTheAuthorPlaces) {
  StorageRequest placed = request(40, {ring(256)});
  placed.dynamicOffset = 1024;
  StoragePlan plan = planStorage({request(8, {ring(65536)}), placed}, 1);
  EXPECT_EQ(plan.offsets[1], (Offsets{1152}));
  EXPECT_EQ(plan.offsets[0], (Offsets{1408}));
  EXPECT_EQ(plan.kernels[0].dynamicBytes, 1408 + 65536);
}

TEST(StorageTest, K11_RefusesKernelsThatTakeTooMuch) {
  Problems problems;
  checkK11({64, 227 * 1024, 1024}, problems);
  EXPECT_TRUE(refused(problems, "K11", std::nullopt, {"233472", "232448"}));
}

TEST(StorageTest, K11_AcceptsAllThatACtaHas) {
  Problems problems;
  checkK11({64, 226 * 1024, 1024}, problems);
  checkK11({0, 227 * 1024, 1024}, problems);
  EXPECT_TRUE(problems.empty());
}

} // namespace
