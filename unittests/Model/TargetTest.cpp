//===- TargetTest.cpp - Chips, PTX versions and what they offer -----------===//

#include "pipegroup/Model/Target.h"

#include "gtest/gtest.h"

#include <vector>

using namespace pipegroup::model;

namespace {

/// The target, or a failed test.
Target get(std::string_view chip, int ptx = 0) {
  std::string error;
  std::optional<Target> target = Target::get(chip, ptx, error);
  EXPECT_TRUE(target) << error;
  return target.value_or(Target());
}

/// What `Target::get` says against `chip`; empty if nothing.
std::string errorOf(std::string_view chip, int ptx = 0) {
  std::string error;
  std::optional<Target> target = Target::get(chip, ptx, error);
  EXPECT_NE(target.has_value(), !error.empty()) << chip << ' ' << error;
  return error;
}

bool has(std::string_view chip, Feature feature, int ptx = 0) {
  return !get(chip, ptx).lacks(feature);
}

/// What is said where `feature` is missing; empty if it is not.
std::string lack(std::string_view chip, Feature feature, int ptx = 0) {
  return get(chip, ptx).lacks(feature).value_or("");
}

struct FloorRow {
  const char *chip;
  int floor;
};
/// The PTX ISA version that introduced each chip.
constexpr FloorRow floors[] = {
    {"sm_80", 70},   {"sm_86", 71},   {"sm_87", 74},   {"sm_89", 78},
    {"sm_90", 78},   {"sm_90a", 80},  {"sm_100", 86},  {"sm_100a", 86},
    {"sm_100f", 88}, {"sm_103", 88},  {"sm_103a", 88}, {"sm_103f", 88},
    {"sm_110", 90},  {"sm_110a", 90}, {"sm_110f", 90}, {"sm_120", 87},
    {"sm_120a", 87}, {"sm_120f", 88}, {"sm_121", 88},  {"sm_121a", 88},
    {"sm_121f", 88},
};

TEST(TargetTest, ChipIsSplitIntoNumberAndSuffix) {
  Target target = get("sm_90a");
  EXPECT_EQ(target.chip, "sm_90a");
  EXPECT_EQ(target.sm, 90);
  EXPECT_EQ(target.suffix, 'a');
  EXPECT_EQ(get("sm_103f").sm, 103);
  EXPECT_EQ(get("sm_103f").suffix, 'f');
  EXPECT_EQ(get("sm_100").sm, 100);
  EXPECT_EQ(get("sm_100").suffix, 0);
}

TEST(TargetTest, PtxVersionIsTheRecommendedOneUnlessWritten) {
  EXPECT_EQ(get("sm_90a").ptx, 86);
  EXPECT_EQ(get("sm_100a").ptx, 88);
  EXPECT_EQ(get("sm_100a", 86).ptx, 86);
}

TEST(TargetTest, RecommendedPtxVersionIsOneThatTheChipHas) {
  for (const FloorRow &row : floors)
    EXPECT_GE(get(row.chip).ptx, row.floor) << row.chip;
}

TEST(TargetTest, PtxVersionBeforeTheChipIsRefused) {
  for (const FloorRow &row : floors) {
    EXPECT_EQ(errorOf(row.chip, row.floor), "");
    EXPECT_NE(errorOf(row.chip, row.floor - 1), "") << row.chip;
  }
  EXPECT_EQ(errorOf("sm_90a", 78),
            "PTX ISA 7.8 for sm_90a, expected 8.0 to 9.0");
}

TEST(TargetTest, PtxVersionThatNoCompilerWritesIsRefused) {
  EXPECT_EQ(errorOf("sm_100a", 90), "");
  EXPECT_EQ(errorOf("sm_100a", 91),
            "PTX ISA 9.1 for sm_100a, expected 8.6 to 9.0");
  EXPECT_NE(errorOf("sm_100a", -86), "");
}

TEST(TargetTest, UnknownChipIsRefusedWithTheKnownOnes) {
  for (const char *chip :
       {"", "sm_", "sm_90b", "sm_901", "90a", "gfx90a", "SM_90A", "sm_90a "})
    EXPECT_NE(errorOf(chip), "") << chip;
  std::string error = errorOf("sm_91");
  EXPECT_NE(error.find("unknown chip 'sm_91'"), std::string::npos) << error;
  for (const FloorRow &row : floors)
    EXPECT_NE(error.find(row.chip), std::string::npos) << row.chip;
}

TEST(TargetTest, BarriersTmaAndClustersNeedSm90) {
  for (Feature feature :
       {Feature::Mbarrier, Feature::Tma, Feature::Cluster, Feature::Stmatrix}) {
    for (const char *chip : {"sm_80", "sm_86", "sm_87", "sm_89"})
      EXPECT_FALSE(has(chip, feature)) << chip;
    for (const char *chip : {"sm_90", "sm_90a", "sm_100", "sm_100a", "sm_110f",
                             "sm_120", "sm_121a"})
      EXPECT_TRUE(has(chip, feature)) << chip;
  }
}

TEST(TargetTest, Tcgen05NeedsADatacenterBlackwellWithASuffix) {
  for (const char *chip :
       {"sm_100a", "sm_100f", "sm_103a", "sm_103f", "sm_110a", "sm_110f"})
    for (Feature feature :
         {Feature::Tcgen05, Feature::Gather4, Feature::TmaPair})
      EXPECT_TRUE(has(chip, feature)) << chip;
  for (const char *chip :
       {"sm_80", "sm_90", "sm_90a", "sm_100", "sm_103", "sm_110", "sm_120",
        "sm_120a", "sm_120f", "sm_121a", "sm_121f"})
    for (Feature feature :
         {Feature::Tcgen05, Feature::Gather4, Feature::TmaPair})
      EXPECT_FALSE(has(chip, feature)) << chip;
}

TEST(TargetTest, WgmmaIsOfHopperAlone) {
  EXPECT_TRUE(has("sm_90a", Feature::Wgmma));
  for (const char *chip : {"sm_89", "sm_90", "sm_100a", "sm_100f", "sm_120a"})
    EXPECT_FALSE(has(chip, Feature::Wgmma)) << chip;
}

TEST(TargetTest, FeaturesNeedTheirPtxVersion) {
  EXPECT_FALSE(has("sm_90", Feature::Mbarrier, 78));
  EXPECT_FALSE(has("sm_90", Feature::Tma, 78));
  EXPECT_TRUE(has("sm_90", Feature::Cluster, 78));
  EXPECT_TRUE(has("sm_90", Feature::Mbarrier, 80));
  EXPECT_TRUE(has("sm_90", Feature::Tma, 80));
  EXPECT_TRUE(has("sm_100a", Feature::Tcgen05, 86));
}

TEST(TargetTest, LackNamesWhatIsNeededAndWhatWasFound) {
  EXPECT_EQ(lack("sm_89", Feature::Tma),
            "TMA needs sm_90 or later, found sm_89");
  EXPECT_EQ(lack("sm_90", Feature::Tma, 78),
            "TMA needs PTX ISA 8.0 or later, found 7.8");
  EXPECT_EQ(lack("sm_100a", Feature::Wgmma),
            "wgmma needs sm_90a, found sm_100a");
  EXPECT_EQ(lack("sm_89", Feature::Stmatrix),
            "stmatrix needs sm_90 or later, found sm_89");
  std::string tcgen05 = lack("sm_120a", Feature::Tcgen05);
  EXPECT_NE(tcgen05.find("tcgen05 needs sm_100a"), std::string::npos);
  EXPECT_NE(tcgen05.find("found sm_120a"), std::string::npos) << tcgen05;
}

} // namespace
