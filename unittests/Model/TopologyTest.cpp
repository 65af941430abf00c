//===- TopologyTest.cpp - Which types may be grouped, and how -------------===//
//
// The expected answers come from a table and from a definition written here;
// neither asks the library for a kind or a mode.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

using namespace pipegroup::model;
using namespace pipegroup::model::test;

namespace {

struct TypeRow {
  PipelineType type;
  char producer, consumer;
};
constexpr TypeRow types[6] = {
    {PipelineType::AsyncAsync, 'a', 'a'}, {PipelineType::TmaAsync, 't', 'a'},
    {PipelineType::TmaUmma, 't', 'u'},    {PipelineType::UmmaAsync, 'u', 'a'},
    {PipelineType::AsyncUmma, 'a', 'u'},  {PipelineType::UmmaUmma, 'u', 'u'},
};

/// Which pairs may be grouped: as M (merge or fused_merge) or as F (fork).
constexpr std::string_view pairTable[6][6] = {
    // async_async, tma_async, tma_umma, umma_async, async_umma, umma_umma
    {"MF", "M", "-", "M", "F", "-"}, // async_async
    {"M", "MF", "F", "M", "-", "-"}, // tma_async
    {"-", "F", "MF", "-", "M", "M"}, // tma_umma
    {"M", "M", "-", "MF", "-", "F"}, // umma_async
    {"F", "-", "M", "-", "MF", "M"}, // async_umma
    {"-", "-", "M", "F", "M", "MF"}, // umma_umma
};

const std::optional<Mode> allModes[] = {std::nullopt, Mode::Merge, Mode::Fork,
                                        Mode::FusedMerge};

GroupConfig groupOf(std::optional<Mode> mode, const std::vector<int> &rows) {
  std::vector<MemberConfig> members;
  for (int row : rows)
    members.push_back(
        member("m" + std::to_string(members.size()), types[row].type));
  return group(mode, std::move(members));
}

/// The mode of the plan, or the rule that refuses the group.
std::string outcome(const Derivation &derivation) {
  if (derivation.plan && derivation.problems.empty())
    return std::string(nameOf(derivation.plan->mode));
  if (!derivation.plan && derivation.problems.size() == 1)
    return std::string(derivation.problems.front().rule);
  return "unexpected:" + show(derivation.problems);
}

/// The definition: merge iff one consumer kind, fork iff one producer kind.
std::string expectedOutcome(std::optional<Mode> mode,
                            const std::vector<int> &rows) {
  std::set<char> producers, consumers;
  for (int row : rows) {
    producers.insert(types[row].producer);
    consumers.insert(types[row].consumer);
  }
  bool canMerge = consumers.size() == 1, canFork = producers.size() == 1;
  if (!canMerge && !canFork)
    return "G7";
  if (!mode)
    return canMerge && canFork ? "G9" : canMerge ? "merge" : "fork";
  if (mode == Mode::Fork)
    return canFork ? "fork" : "G8";
  if (!canMerge)
    return "G8";
  return mode == Mode::Merge ? "merge" : "fused_merge";
}

/// All combinations with repetition of three types.
std::vector<std::vector<int>> allTriples() {
  std::vector<std::vector<int>> triples;
  for (int a = 0; a < 6; ++a)
    for (int b = a; b < 6; ++b)
      for (int c = b; c < 6; ++c)
        triples.push_back({a, b, c});
  return triples;
}

std::string describe(std::optional<Mode> mode, const std::vector<int> &rows) {
  std::string text = mode ? std::string(nameOf(*mode)) : "no mode";
  for (int row : rows)
    text += " " + std::string(nameOf(types[row].type));
  return text;
}

TEST(TopologyTest, PairsDeriveTheModeOfTheTable) {
  for (int a = 0; a < 6; ++a)
    for (int b = 0; b < 6; ++b) {
      std::string_view cell = pairTable[a][b];
      std::string expected = cell == "M"   ? "merge"
                             : cell == "F" ? "fork"
                             : cell == "-" ? "G7"
                                           : "G9";
      EXPECT_EQ(outcome(deriveGroup(groupOf(std::nullopt, {a, b}))), expected)
          << describe(std::nullopt, {a, b});
    }
}

TEST(TopologyTest, PairsAcceptTheWrittenModesOfTheTable) {
  for (int a = 0; a < 6; ++a)
    for (int b = 0; b < 6; ++b)
      for (Mode mode : {Mode::Merge, Mode::Fork, Mode::FusedMerge}) {
        std::string_view cell = pairTable[a][b];
        char letter = mode == Mode::Fork ? 'F' : 'M';
        bool fits = cell.find(letter) != std::string_view::npos;
        std::string expected = fits          ? std::string(nameOf(mode))
                               : cell == "-" ? "G7"
                                             : "G8";
        EXPECT_EQ(outcome(deriveGroup(groupOf(mode, {a, b}))), expected)
            << describe(mode, {a, b});
      }
}

TEST(TopologyTest, SinglesAcceptEveryWrittenModeAndNeedOne) {
  for (int a = 0; a < 6; ++a) {
    EXPECT_EQ(outcome(deriveGroup(groupOf(std::nullopt, {a}))), "G9");
    for (Mode mode : {Mode::Merge, Mode::Fork, Mode::FusedMerge})
      EXPECT_EQ(outcome(deriveGroup(groupOf(mode, {a}))), nameOf(mode))
          << describe(mode, {a});
  }
}

TEST(TopologyTest, TriplesFollowTheDefinitionInEveryOrder) {
  for (std::optional<Mode> mode : allModes)
    for (std::vector<int> rows : allTriples()) {
      std::string expected = expectedOutcome(mode, rows);
      do {
        EXPECT_EQ(outcome(deriveGroup(groupOf(mode, rows))), expected)
            << describe(mode, rows);
      } while (std::next_permutation(rows.begin(), rows.end()));
    }
}

// Guards the definition above against being as wrong as the library.
TEST(TopologyTest, TriplesHaveTheExpectedNumbersOfOutcomes) {
  ASSERT_EQ(allTriples().size(), 56u);
  using Counts = std::map<std::string, int>;
  auto count = [](std::optional<Mode> mode) {
    Counts counts;
    for (const std::vector<int> &rows : allTriples())
      ++counts[outcome(deriveGroup(groupOf(mode, rows)))];
    return counts;
  };
  EXPECT_EQ(count(std::nullopt),
            (Counts{{"merge", 14}, {"fork", 6}, {"G7", 30}, {"G9", 6}}));
  EXPECT_EQ(count(Mode::Merge), (Counts{{"merge", 20}, {"G7", 30}, {"G8", 6}}));
  EXPECT_EQ(count(Mode::Fork), (Counts{{"fork", 12}, {"G7", 30}, {"G8", 14}}));
  EXPECT_EQ(count(Mode::FusedMerge),
            (Counts{{"fused_merge", 20}, {"G7", 30}, {"G8", 6}}));
}

/// What each member, by name, signals: arrivals and bytes of its two barriers.
std::map<std::string, std::array<int64_t, 4>>
numbersByName(const GroupConfig &group, const GroupPlan &plan) {
  std::map<std::string, std::array<int64_t, 4>> numbers;
  for (size_t i = 0; i < group.members.size(); ++i) {
    const BarrierArray &full = plan.arrays[plan.members[i].producer.signals];
    const BarrierArray &empty = plan.arrays[plan.members[i].consumer.signals];
    numbers[group.members[i].name] = {full.arrivals, full.bytes, empty.arrivals,
                                      empty.bytes};
  }
  return numbers;
}

TEST(TopologyTest, EveryOrderOfAMixedMergeGivesTheSameNumbers) {
  MemberConfig a = member("a", PipelineType::AsyncAsync);
  MemberConfig b = member("b", PipelineType::TmaAsync);
  MemberConfig c = member("c", PipelineType::UmmaAsync);
  a.consumer = warp(4);
  a.producer = thread(96);
  b.producer = warp(2);
  std::array<MemberConfig, 3> members = {a, b, c};
  std::array<int, 3> order = {0, 1, 2};
  do {
    GroupConfig config = group(Mode::Merge, {});
    for (int i : order)
      config.members.push_back(members[i]);
    Derivation derivation = deriveGroup(config);
    ASSERT_TRUE(derivation.plan) << show(derivation.problems);
    auto numbers = numbersByName(config, *derivation.plan);
    using Row = std::array<int64_t, 4>;
    EXPECT_EQ(numbers["a"], (Row{96, 0, 128, 0}));
    EXPECT_EQ(numbers["b"], (Row{2, 256, 128, 0}));
    EXPECT_EQ(numbers["c"], (Row{1, 0, 128, 0}));
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(TopologyTest, EveryOrderOfAMixedForkGivesTheSameNumbers) {
  MemberConfig a = member("a", PipelineType::AsyncAsync);
  MemberConfig b = member("b", PipelineType::AsyncUmma);
  MemberConfig c = member("c", PipelineType::AsyncAsync);
  a.producer = warp(1);
  c.consumer = warp(8);
  std::array<MemberConfig, 3> members = {a, b, c};
  std::array<int, 3> order = {0, 1, 2};
  do {
    GroupConfig config = group(std::nullopt, {});
    for (int i : order)
      config.members.push_back(members[i]);
    Derivation derivation = deriveGroup(config);
    ASSERT_TRUE(derivation.plan) << show(derivation.problems);
    auto numbers = numbersByName(config, *derivation.plan);
    using Row = std::array<int64_t, 4>;
    EXPECT_EQ(numbers["a"], (Row{32, 0, 128, 0}));
    EXPECT_EQ(numbers["b"], (Row{32, 0, 1, 0}));
    EXPECT_EQ(numbers["c"], (Row{32, 0, 8, 0}));
  } while (std::next_permutation(order.begin(), order.end()));
}

} // namespace
