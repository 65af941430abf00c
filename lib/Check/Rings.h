//===- Rings.h - What goes round together ---------------------------------===//
//
// Private to the checker. Section 3 of docs/CheckerModel.md says why it does
// not matter at which slot a ring stands.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_LIB_CHECK_RINGS_H
#define PIPEGROUP_LIB_CHECK_RINGS_H

#include "pipegroup/Model/Program.h"

#include <unordered_map>

namespace pipegroup::model::check_detail {

/// Rings: arrays, and the variables that say where agents stand in them. A
/// variable `v` of a ring of S slots counts modulo 2 S; it is used as slot
/// `v % S` and parity `v / S % 2`. Adding the same number to all variables of a
/// ring, and turning its arrays by as much, changes nothing.
struct Rings {
  static constexpr uint32_t none = UINT32_MAX;

  /// Slots of each ring.
  std::vector<int64_t> slots;
  /// The ring of each variable of each agent, and of each array.
  std::vector<std::vector<uint32_t>> ofVariable;
  std::vector<uint32_t> ofBarriers, ofBuffers;
  /// Statements that do not go round with some rings, such as a variable's
  /// first value.
  std::unordered_map<const Statement *, std::vector<uint32_t>> stuck;
};

/// `periods` are those of each agent's variables.
Rings findRings(const Program &program,
                const std::vector<std::vector<uint64_t>> &periods);

} // namespace pipegroup::model::check_detail

#endif // PIPEGROUP_LIB_CHECK_RINGS_H
