//===- Builders.h - Short ways to write configs and read results ----------===//

#ifndef PIPEGROUP_UNITTESTS_MODEL_BUILDERS_H
#define PIPEGROUP_UNITTESTS_MODEL_BUILDERS_H

#include "pipegroup/Model/Derive.h"
#include "pipegroup/Model/Rules.h"

#include "gtest/gtest.h"

#include <string>
#include <vector>

namespace pipegroup::model::test {

inline Agent thread(int64_t count) { return {Granularity::Thread, count}; }
inline Agent warp(int64_t count) { return {Granularity::Warp, count}; }

/// A member that keeps every rule: 4 stages, async producers of 32 threads,
/// async consumers of 128 threads, 256 bytes if a TMA fills it.
inline MemberConfig member(std::string name, PipelineType type) {
  MemberConfig config;
  config.name = std::move(name);
  config.type = type;
  config.stages = 4;
  bool asyncProducer =
      type == PipelineType::AsyncAsync || type == PipelineType::AsyncUmma;
  bool asyncConsumer = type == PipelineType::AsyncAsync ||
                       type == PipelineType::TmaAsync ||
                       type == PipelineType::UmmaAsync;
  config.producer = asyncProducer ? thread(32) : warp(1);
  config.consumer = asyncConsumer ? thread(128) : warp(1);
  if (type == PipelineType::TmaAsync || type == PipelineType::TmaUmma)
    config.bytes = 256;
  return config;
}

inline GroupConfig group(std::optional<Mode> mode,
                         std::vector<MemberConfig> members) {
  GroupConfig config;
  config.name = "g";
  config.mode = mode;
  config.members = std::move(members);
  return config;
}

/// A group of one.
inline GroupConfig plain(MemberConfig member) {
  return group(Mode::Merge, {std::move(member)});
}

inline std::string show(const Problems &problems) {
  std::string text;
  for (const Problem &problem : problems) {
    text += problem.isWarning ? "\n  warning: " : "\n  error: ";
    if (problem.member)
      text += "member " + std::to_string(*problem.member) + " ";
    text += problem.text + " [" + std::string(problem.rule) + "]";
    for (const Problem::Note &note : problem.notes)
      text +=
          "\n    note: member " + std::to_string(note.member) + " " + note.text;
  }
  return text.empty() ? "\n  no problem" : text;
}

/// Success if there is no problem, not even a warning.
inline testing::AssertionResult accepted(const Problems &problems) {
  if (problems.empty())
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "found" << show(problems);
}

/// Success if there is exactly one problem, an error of `rule` at `member`,
/// whose text has all of `words`.
inline testing::AssertionResult refused(const Problems &problems,
                                        std::string_view rule,
                                        std::optional<size_t> member,
                                        const std::vector<std::string> &words) {
  auto fail = [&]() {
    return testing::AssertionFailure() << "found" << show(problems);
  };
  if (problems.size() != 1 || problems[0].isWarning ||
      problems[0].rule != rule || problems[0].member != member)
    return fail();
  for (const std::string &word : words)
    if (problems[0].text.find(word) == std::string::npos)
      return fail() << "\nwithout \"" << word << '"';
  return testing::AssertionSuccess();
}

/// The members that the notes of the only problem point at.
inline std::vector<size_t> notedMembers(const Problems &problems) {
  std::vector<size_t> members;
  for (const Problem &problem : problems)
    for (const Problem::Note &note : problem.notes)
      members.push_back(note.member);
  return members;
}

} // namespace pipegroup::model::test

#endif // PIPEGROUP_UNITTESTS_MODEL_BUILDERS_H
