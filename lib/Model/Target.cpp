//===- Target.cpp - Chips, PTX versions and what they offer ---------------===//

#include "pipegroup/Model/Target.h"

namespace pipegroup::model {
namespace {

/// The newest PTX ISA that the NVPTX back end of LLVM 22 writes.
constexpr int newestPtx = 90;

/// One row per chip: the PTX ISA that introduced it (with its suffixes) and
/// the one that we emit unless told otherwise.
struct ChipRow {
  std::string_view chip;
  int floor, recommended;
};
constexpr ChipRow chips[] = {
    {"sm_80", 70, 80},  {"sm_86", 71, 80},   {"sm_87", 74, 80},
    {"sm_89", 78, 80},  {"sm_90", 78, 86},   {"sm_90a", 80, 86},
    {"sm_100", 86, 88}, {"sm_100a", 86, 88}, {"sm_100f", 88, 88},
    {"sm_103", 88, 88}, {"sm_103a", 88, 88}, {"sm_103f", 88, 88},
    {"sm_110", 90, 90}, {"sm_110a", 90, 90}, {"sm_110f", 90, 90},
    {"sm_120", 87, 88}, {"sm_120a", 87, 88}, {"sm_120f", 88, 88},
    {"sm_121", 88, 88}, {"sm_121a", 88, 88}, {"sm_121f", 88, 88},
};

/// One row per feature: what a person calls it and what it needs.
struct FeatureRow {
  std::string_view name;
  std::string_view needs;
  int ptx;
};
constexpr std::string_view blackwell =
    "sm_100a, sm_100f, sm_103a, sm_103f, sm_110a or sm_110f";
constexpr FeatureRow features[] = {
    {"a blocking mbarrier wait", "sm_90 or later", 80},
    {"TMA", "sm_90 or later", 80},
    {"tcgen05", blackwell, 86},
    {"a cluster of CTAs", "sm_90 or later", 78},
    {"wgmma", "sm_90a", 80},
    {"stmatrix", "sm_90 or later", 78},
    {"a TMA gather of rows", blackwell, 86},
    {"TMA for a pair of CTAs", blackwell, 86},
};

const ChipRow *findChip(std::string_view chip, std::string &error) {
  for (const ChipRow &row : chips)
    if (row.chip == chip)
      return &row;
  error = "unknown chip '" + std::string(chip) + "', expected one of";
  for (const ChipRow &row : chips)
    error += (&row == chips ? " " : ", ") + std::string(row.chip);
  return nullptr;
}

Target makeTarget(const ChipRow &row, int ptx) {
  char last = row.chip.back();
  return {std::string(row.chip), std::stoi(std::string(row.chip.substr(3))),
          last == 'a' || last == 'f' ? last : '\0', ptx};
}

std::string showPtx(int ptx) {
  if (ptx < 0)
    return std::to_string(ptx);
  return std::to_string(ptx / 10) + "." + std::to_string(ptx % 10);
}

} // namespace

std::optional<Target> Target::get(std::string_view chip, int ptx,
                                  std::string &error) {
  const ChipRow *row = findChip(chip, error);
  if (!row)
    return std::nullopt;
  if (ptx != 0 && (ptx < row->floor || ptx > newestPtx)) {
    error = "PTX ISA " + showPtx(ptx) + " for " + std::string(chip) +
            ", expected " + showPtx(row->floor) + " to " + showPtx(newestPtx);
    return std::nullopt;
  }
  return makeTarget(*row, ptx == 0 ? row->recommended : ptx);
}

std::optional<Target> Target::getOldest(std::string_view chip,
                                        std::string &error) {
  const ChipRow *row = findChip(chip, error);
  if (!row)
    return std::nullopt;
  return makeTarget(*row, row->floor);
}

std::optional<std::string> Target::lacks(Feature feature) const {
  const FeatureRow &row = features[static_cast<int>(feature)];
  bool hasChip = sm >= 90;
  if (feature == Feature::Tcgen05 || feature == Feature::Gather4 ||
      feature == Feature::TmaPair)
    hasChip = (sm == 100 || sm == 103 || sm == 110) && suffix != 0;
  if (feature == Feature::Wgmma)
    hasChip = sm == 90 && suffix == 'a';
  if (!hasChip)
    return std::string(row.name) + " needs " + std::string(row.needs) +
           ", found " + chip;
  if (ptx < row.ptx)
    return std::string(row.name) + " needs PTX ISA " + showPtx(row.ptx) +
           " or later, found " + showPtx(ptx);
  return std::nullopt;
}

} // namespace pipegroup::model
