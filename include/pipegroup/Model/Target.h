//===- Target.h - Chips, PTX versions and what they offer -----------------===//
//
// Part of the core: plain C++17, no LLVM include.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_MODEL_TARGET_H
#define PIPEGROUP_MODEL_TARGET_H

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace pipegroup::model {

/// What an instruction needs of a chip.
enum class Feature {
  Mbarrier,
  Tma,
  Tcgen05,
  Cluster,
  Wgmma,
  Stmatrix,
  Gather4,
  TmaPair
};

/// A chip and the PTX ISA version to emit, 86 for 8.6.
struct Target {
  std::string chip;
  int sm = 0;
  char suffix = 0; ///< 'a', 'f' or 0
  int ptx = 0;

  /// Parses "sm_90a". The PTX version is `ptx`, or the recommended one if 0.
  /// On failure `error` says what was found and expected.
  static std::optional<Target> get(std::string_view chip, int ptx,
                                   std::string &error);

  /// As `get`, with the oldest PTX version that knows the chip.
  static std::optional<Target> getOldest(std::string_view chip,
                                         std::string &error);

  /// None if the chip has `feature`; otherwise what is missing, as
  /// "needs ..., found ...".
  std::optional<std::string> lacks(Feature feature) const;
};

} // namespace pipegroup::model

#endif // PIPEGROUP_MODEL_TARGET_H
