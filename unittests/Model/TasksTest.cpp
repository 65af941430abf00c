//===- TasksTest.cpp - Warps and registers, broken and nearly broken ------===//
//
// A test of a rule is named after it. Problems name tasks where those of a
// group name members.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

#include "pipegroup/Model/Tasks.h"

#include <limits>

using namespace pipegroup::model;
using namespace pipegroup::model::test;

namespace {

constexpr int64_t huge = std::numeric_limits<int64_t>::max();
constexpr int64_t tiny = std::numeric_limits<int64_t>::min();

TaskConfig task(std::string name, int64_t first, int64_t count,
                std::optional<int64_t> registers = std::nullopt) {
  return {std::move(name), first, count, registers};
}

KernelConfig kernel(std::optional<int64_t> threads,
                    std::vector<TaskConfig> tasks) {
  KernelConfig config;
  config.threads = threads;
  config.tasks = std::move(tasks);
  return config;
}

/// One task per warpgroup, in order, each asking for some registers or none.
KernelConfig warpgroups(const std::vector<std::optional<int64_t>> &registers) {
  KernelConfig config;
  config.threads = registers.size() * 128;
  for (size_t i = 0; i < registers.size(); ++i)
    config.tasks.push_back(
        task("t" + std::to_string(i), i * 4, 4, registers[i]));
  return config;
}

Problems k2(const KernelConfig &config) {
  Problems problems;
  checkK2(config, problems);
  return problems;
}
Problems k5(const KernelConfig &config) {
  Problems problems;
  checkK5(config, problems);
  return problems;
}

//===----------------------------------------------------------------------===//
// K2
//===----------------------------------------------------------------------===//

TEST(TasksTest, K2_RefusesWarpsOutsideOfTheBlock) {
  for (auto [first, count] : std::vector<std::pair<int64_t, int64_t>>{
           {4, 1}, {3, 2}, {0, 5}, {-1, 1}, {-1, 2}, {0, 0}, {0, -1}, {2, -1}})
    EXPECT_TRUE(refused(
        k2(kernel(128, {task("a", first, count)})), "K2", 0,
        {"warps(" + std::to_string(first) + ", " + std::to_string(count) + ")",
         "expected a range of the 4 warps"}))
        << first << ", " << count;
}

TEST(TasksTest, K2_RefusesHugeNumbers) {
  for (auto [first, count] :
       std::vector<std::pair<int64_t, int64_t>>{{0, huge},
                                                {1, huge},
                                                {huge, 1},
                                                {huge, huge},
                                                {tiny, huge},
                                                {tiny, 1},
                                                {0, tiny},
                                                {huge, tiny},
                                                {tiny, tiny}})
    EXPECT_TRUE(refused(k2(kernel(128, {task("a", first, count)})), "K2", 0,
                        {"expected a range of the 4 warps"}))
        << first << ", " << count;
}

TEST(TasksTest, K2_SaysOnceThatARangeIsOutside) {
  EXPECT_TRUE(refused(k2(kernel(128, {task("a", 0, 5), task("b", 0, 1)})), "K2",
                      0, {"expected a range of the 4 warps"}));
  EXPECT_TRUE(refused(k2(kernel(128, {task("a", 1, huge), task("b", 2, 1)})),
                      "K2", 0, {"expected a range of the 4 warps"}));
}

TEST(TasksTest, K2_RefusesMoreWarpsThanAnyBlockHas) {
  EXPECT_TRUE(refused(k2(kernel(std::nullopt, {task("a", 32, 1)})), "K2", 0,
                      {"the 32 warps"}));
}

TEST(TasksTest, K2_RefusesAWarpThatIsNotWhole) {
  EXPECT_TRUE(
      refused(k2(kernel(127, {task("a", 3, 1)})), "K2", 0, {"the 3 warps"}));
  EXPECT_TRUE(
      refused(k2(kernel(31, {task("a", 0, 1)})), "K2", 0, {"the 0 warps"}));
}

TEST(TasksTest, K2_RefusesSharedWarps) {
  for (auto [first, count] : std::vector<std::pair<int64_t, int64_t>>{
           {1, 2}, {2, 1}, {3, 1}, {3, 2}, {2, 2}, {0, 8}, {0, 3}}) {
    Problems problems =
        k2(kernel(256, {task("a", 2, 2), task("b", first, count)}));
    EXPECT_TRUE(refused(problems, "K2", 1, {"expected none of another task"}))
        << first << ", " << count;
    EXPECT_EQ(notedMembers(problems), std::vector<size_t>{0});
  }
}

TEST(TasksTest, K2_RefusesOneNameTwice) {
  Problems problems =
      k2(kernel(256, {task("a", 0, 1), task("b", 1, 1), task("a", 2, 1)}));
  EXPECT_TRUE(refused(problems, "K2", 2, {"the name of another task"}));
  EXPECT_EQ(notedMembers(problems), std::vector<size_t>{0});
}

TEST(TasksTest, K2_AcceptsDisjointRangesOfWholeWarps) {
  EXPECT_TRUE(accepted(k2(kernel(128, {}))));
  EXPECT_TRUE(accepted(k2(kernel(128, {task("a", 0, 4)}))));
  EXPECT_TRUE(accepted(k2(kernel(128, {task("a", 3, 1), task("b", 0, 3)}))));
  EXPECT_TRUE(accepted(k2(kernel(159, {task("a", 3, 1), task("b", 0, 2)}))));
  EXPECT_TRUE(accepted(k2(kernel(maxThreads, {task("a", 31, 1)}))));
  EXPECT_TRUE(accepted(k2(kernel(std::nullopt, {task("a", 31, 1)}))));
}

//===----------------------------------------------------------------------===//
// K5
//===----------------------------------------------------------------------===//

TEST(TasksTest, K5_RefusesIncreasesAlone) {
  Problems problems = k5(warpgroups({168, 168, std::nullopt, std::nullopt}));
  EXPECT_TRUE(refused(problems, "K5", std::nullopt,
                      {"592", "keep 128", "at most 512"}));
  EXPECT_EQ(notedMembers(problems), (std::vector<size_t>{0, 1}));
}

TEST(TasksTest, K5_RefusesEightRegistersTooMany) {
  EXPECT_TRUE(refused(k5(warpgroups({88, 168, 168, 96})), "K5", std::nullopt,
                      {"520", "at most 512"}));
  EXPECT_TRUE(refused(k5(warpgroups({256, 256, 24})), "K5", std::nullopt,
                      {"536", "at most 512"}));
}

TEST(TasksTest, K5_AcceptsAllThatTheSMHas) {
  EXPECT_TRUE(accepted(k5(warpgroups({80, 168, 168, 88}))));
  EXPECT_TRUE(accepted(k5(warpgroups({88, 168, 168, 88}))));
  EXPECT_TRUE(accepted(k5(warpgroups({256, 256}))));
  EXPECT_TRUE(accepted(k5(warpgroups({24, 232, 256}))));
  EXPECT_TRUE(accepted(k5(warpgroups({64, 64, 64, 64, 64, 64, 64, 64}))));
  EXPECT_TRUE(accepted(k5(warpgroups({std::nullopt, 104, 152, std::nullopt}))));
}

TEST(TasksTest, K5_RefusesNumbersThatNoInstructionTakes) {
  for (int64_t registers :
       {int64_t(0), int64_t(8), int64_t(16), int64_t(23), int64_t(25),
        int64_t(28), int64_t(100), int64_t(255), int64_t(257), int64_t(264),
        int64_t(-24), huge, tiny})
    EXPECT_TRUE(
        refused(k5(warpgroups({registers, 24})), "K5", 0,
                {std::to_string(registers), "a multiple of 8 from 24 to 256"}))
        << registers;
}

TEST(TasksTest, K5_AcceptsEveryNumberThatOneTakes) {
  for (int64_t registers = minRegisters; registers <= maxRegisters;
       registers += 8)
    EXPECT_TRUE(accepted(k5(warpgroups({registers, 24})))) << registers;
}

TEST(TasksTest, K5_RefusesTwoNumbersInOneWarpgroup) {
  Problems problems = k5(kernel(
      256, {task("a", 0, 1, 40), task("b", 5, 1, 40), task("c", 3, 1, 48)}));
  EXPECT_TRUE(refused(problems, "K5", 2, {"48", "warpgroup 0", "40"}));
  EXPECT_EQ(notedMembers(problems), std::vector<size_t>{0});
  // The range of the other one reaches into this one's.
  EXPECT_TRUE(
      refused(k5(kernel(256, {task("a", 0, 5, 40), task("b", 7, 1, 232)})),
              "K5", 1, {"232", "warpgroup 1", "40"}));
}

TEST(TasksTest, K5_AcceptsOneNumberInOneWarpgroup) {
  EXPECT_TRUE(accepted(k5(kernel(
      256, {task("a", 0, 1, 40), task("b", 1, 1, 40), task("c", 2, 2)}))));
  EXPECT_TRUE(
      accepted(k5(kernel(256, {task("a", 0, 5, 40), task("b", 7, 1, 40)}))));
}

TEST(TasksTest, K5_RefusesBlocksThatAreNotWholeWarpgroups) {
  for (int64_t threads : {32, 64, 96, 127, 129, 160, 500})
    EXPECT_TRUE(refused(k5(kernel(threads, {task("a", 0, 1, 40)})), "K5",
                        std::nullopt,
                        {std::to_string(threads), "a multiple of 128"}))
        << threads;
  EXPECT_TRUE(refused(k5(kernel(std::nullopt, {task("a", 0, 4, 40)})), "K5",
                      std::nullopt, {"an unknown number"}));
}

TEST(TasksTest, K5_AcceptsAnyBlockIfNothingIsAsked) {
  EXPECT_TRUE(accepted(k5(kernel(160, {task("a", 0, 1)}))));
  EXPECT_TRUE(accepted(k5(kernel(std::nullopt, {task("a", 0, 1)}))));
}

TEST(TasksTest, K5_CountsTheCTAsOfAnSM) {
  KernelConfig config = warpgroups({216, 40});
  config.ctasPerSM = 2;
  EXPECT_TRUE(accepted(k5(config)));
  config.tasks[0].registers = 224;
  EXPECT_TRUE(refused(k5(config), "K5", std::nullopt, {"264", "at most 256"}));
}

TEST(TasksTest, K5_CountsWhatTheKernelIsLaunchedWith) {
  KernelConfig config = warpgroups({232, std::nullopt, std::nullopt, 24});
  EXPECT_TRUE(accepted(k5(config)));
  config.launchRegisters = 136;
  EXPECT_TRUE(refused(k5(config), "K5", std::nullopt,
                      {"528", "keep 136", "at most 512"}));
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

std::string show(const std::optional<RegisterPlan> &plan) {
  if (!plan)
    return "none";
  std::string text = std::to_string(plan->launch) + ":";
  for (const RegisterRequest &request : plan->requests)
    text += " " + std::to_string(request.warpgroup) +
            (request.isIncrease ? "+" : "-") +
            std::to_string(request.registers);
  return text;
}

TEST(TasksTest, PlansNothingIfNothingIsAsked) {
  EXPECT_EQ(show(deriveRegisters(kernel(160, {task("a", 0, 1)}))), "none");
  EXPECT_EQ(show(deriveRegisters(kernel(std::nullopt, {}))), "none");
}

TEST(TasksTest, PlansDecreasesFirst) {
  EXPECT_EQ(show(deriveRegisters(warpgroups({168, 80, 168, 88}))),
            "128: 1-80 3-88 0+168 2+168");
  EXPECT_EQ(show(deriveRegisters(warpgroups({240, 240, 24}))),
            "168: 2-24 0+240 1+240");
}

TEST(TasksTest, PlansNoRequestForWhatIsThere) {
  EXPECT_EQ(show(deriveRegisters(warpgroups({128, 40, std::nullopt, 160}))),
            "128: 1-40 3+160");
  EXPECT_EQ(show(deriveRegisters(warpgroups({128, 128, 128, 128}))), "128:");
}

TEST(TasksTest, PlansOneRequestPerWarpgroup) {
  EXPECT_EQ(show(deriveRegisters(
                kernel(384, {task("a", 1, 1, 40), task("b", 3, 2, 40)}))),
            "168: 0-40 1-40");
}

TEST(TasksTest, PlansFromTheLaunch) {
  // No thread has more than 255, whatever the SM could give.
  EXPECT_EQ(show(deriveRegisters(warpgroups({40}))), "248: 0-40");
  EXPECT_EQ(show(deriveRegisters(warpgroups({256}))), "248: 0+256");
  EXPECT_EQ(show(deriveRegisters(warpgroups({40, 216}))), "248: 0-40 1-216");
  KernelConfig config = warpgroups({40, 216});
  config.ctasPerSM = 2;
  EXPECT_EQ(show(deriveRegisters(config)), "128: 0-40 1+216");
  config.launchRegisters = 40;
  EXPECT_EQ(show(deriveRegisters(config)), "40: 1+216");
}

} // namespace
