//===- Problem.h - Broken rules as values ---------------------------------===//
//
// Part of the core: plain C++17, no LLVM include.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_MODEL_PROBLEM_H
#define PIPEGROUP_MODEL_PROBLEM_H

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pipegroup::model {

/// One broken rule. The text continues a sentence whose subject is the group,
/// or the member that `member` names by its position.
struct Problem {
  struct Note {
    size_t member;
    std::string text;
  };

  std::string_view rule;
  std::string text;
  std::optional<size_t> member = std::nullopt;
  std::vector<Note> notes = {};
  bool isWarning = false;
};

using Problems = std::vector<Problem>;

/// True if one of `problems` is more than a warning.
inline bool hasErrors(const Problems &problems) {
  for (const Problem &problem : problems)
    if (!problem.isWarning)
      return true;
  return false;
}

} // namespace pipegroup::model

#endif // PIPEGROUP_MODEL_PROBLEM_H
