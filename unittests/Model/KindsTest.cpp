//===- KindsTest.cpp - The table of types and the spellings ---------------===//

#include "pipegroup/Model/Kinds.h"

#include "gtest/gtest.h"

using namespace pipegroup::model;

namespace {

struct TypeRow {
  const char *name;
  PipelineType type;
  Kind producer, consumer;
};
constexpr TypeRow typeTable[] = {
    {"async_async", PipelineType::AsyncAsync, Kind::Async, Kind::Async},
    {"tma_async", PipelineType::TmaAsync, Kind::Tma, Kind::Async},
    {"tma_umma", PipelineType::TmaUmma, Kind::Tma, Kind::Umma},
    {"umma_async", PipelineType::UmmaAsync, Kind::Umma, Kind::Async},
    {"async_umma", PipelineType::AsyncUmma, Kind::Async, Kind::Umma},
    {"umma_umma", PipelineType::UmmaUmma, Kind::Umma, Kind::Umma},
};

/// Checks that `names` are the spellings of `E` in declaration order.
template <typename E>
void expectSpellings(std::initializer_list<const char *> names) {
  ASSERT_EQ(EnumNames<E>::names.size(), names.size());
  int i = 0;
  for (const char *name : names) {
    E value = static_cast<E>(i++);
    EXPECT_EQ(nameOf(value), name);
    EXPECT_EQ(fromName<E>(name), value);
  }
}

TEST(KindsTest, EveryTypeHasItsTwoKinds) {
  for (const TypeRow &row : typeTable) {
    EXPECT_EQ(kindOf(row.type, Side::Producer), row.producer) << row.name;
    EXPECT_EQ(kindOf(row.type, Side::Consumer), row.consumer) << row.name;
  }
}

TEST(KindsTest, EveryTypeIsSpelledAsInTheProtocol) {
  EXPECT_EQ(pipelineTypeTable.size(), std::size(typeTable));
  for (const TypeRow &row : typeTable) {
    EXPECT_EQ(nameOf(row.type), row.name);
    EXPECT_EQ(fromName<PipelineType>(row.name), row.type);
  }
}

TEST(KindsTest, OtherVocabularyIsSpelledAsInTheProtocol) {
  expectSpellings<Side>({"producer", "consumer"});
  expectSpellings<Kind>({"async", "tma", "umma"});
  expectSpellings<Mode>({"merge", "fork", "fused_merge"});
  expectSpellings<Granularity>({"thread", "warp"});
  expectSpellings<Transport>({"generic", "cp_async"});
  expectSpellings<ArmPolicy>({"each_warp", "leader"});
  expectSpellings<SignalPolicy>({"all", "cta_leader"});
}

TEST(KindsTest, UnknownSpellingsAreNone) {
  EXPECT_EQ(fromName<PipelineType>("umma_tma"), std::nullopt);
  EXPECT_EQ(fromName<PipelineType>("async"), std::nullopt);
  EXPECT_EQ(fromName<Mode>("Merge"), std::nullopt);
  EXPECT_EQ(fromName<Mode>(""), std::nullopt);
}

TEST(KindsTest, ListNamesQuotesEverySpelling) {
  EXPECT_EQ(listNames<Mode>(), "'merge', 'fork', 'fused_merge'");
}

TEST(KindsTest, OnlyForkCollapsesTheProducer) {
  EXPECT_EQ(collapsedSide(Mode::Merge), Side::Consumer);
  EXPECT_EQ(collapsedSide(Mode::Fork), Side::Producer);
  EXPECT_EQ(collapsedSide(Mode::FusedMerge), Side::Consumer);
}

} // namespace
