//===- Builders.h - Short ways to write programs and read verdicts --------===//

#ifndef PIPEGROUP_UNITTESTS_CHECK_BUILDERS_H
#define PIPEGROUP_UNITTESTS_CHECK_BUILDERS_H

#include "pipegroup/Check/Check.h"

#include "gtest/gtest.h"

#include <string>

namespace pipegroup::model::test {

/// Replaces every `$NAME` of `text`, a capital letter, by a value.
inline std::string
fill(std::string text,
     const std::vector<std::pair<char, std::string>> &values) {
  for (const auto &[name, value] : values)
    for (size_t at;
         (at = text.find(std::string("$") + name)) != std::string::npos;)
      text.replace(at, 2, value);
  return text;
}

inline Program parse(const std::string &text) {
  std::variant<Program, ParseProblem> parsed = parseProgram(text);
  if (const ParseProblem *problem = std::get_if<ParseProblem>(&parsed)) {
    ADD_FAILURE() << toString(*problem) << "\n" << text;
    return {};
  }
  return std::get<Program>(std::move(parsed));
}

/// What is wrong with a witness as an execution that ends in its fault, found
/// by executing it; empty if nothing is.
std::string judge(const Witness &witness, const Program &program);

/// `safe`, `unsafe KIND`, `unknown` or `invalid`. Each witness is judged.
inline std::string verdictOf(const Program &program,
                             const CheckOptions &options = {}) {
  Verdict verdict = check(program, options);
  std::string text(nameOf(verdict.kind));
  if (!verdict.witness)
    return text;
  EXPECT_EQ(judge(*verdict.witness, program), "")
      << toString(program) << toText(verdict, program);
  return text + " " + std::string(nameOf(verdict.witness->kind));
}
inline std::string verdictOf(const std::string &text,
                             const CheckOptions &options = {}) {
  return verdictOf(parse(text), options);
}

inline std::string number(int64_t value) { return std::to_string(value); }

/// The start of a ring of S slots that agents `p` and `c` use.
inline std::string ringOf(int64_t stages, int64_t fullCount = 1,
                          int64_t emptyCount = 1) {
  std::string size = "[" + number(stages) + "]";
  return "barrier full" + size + " count " + number(fullCount) +
         "\nbarrier empty" + size + " count " + number(emptyCount) +
         "\nbuffer a" + size + "\n";
}

/// A loop over `slots` whose state is in variable i.
inline std::string loopOf(const std::string &times, const std::string &body,
                          int64_t stages) {
  return "  loop " + times + " {\n" + body + "    set i (i + 1) % " +
         number(2 * stages) + "\n  }\n";
}

/// An agent with one such loop.
inline std::string agentOf(const std::string &name, const std::string &times,
                           const std::string &body, int64_t stages) {
  return "agent " + name + " {\n" + loopOf(times, body, stages) + "}\n";
}

/// What the producer and the consumer of a ring do in a turn.
inline std::string acquire(int64_t stages, const std::string &flip = "1") {
  std::string s = number(stages);
  return "    wait empty[i % " + s + "] parity (i / " + s + ") & 1 ^ " + flip +
         "\n";
}
inline std::string copyIn(int64_t stages) {
  std::string s = number(stages);
  return "    arm full[i % " + s + "] 128\n    load a[i % " + s +
         "] on full[i % " + s + "] 128\n";
}
inline std::string await(int64_t stages, const std::string &flip = "0") {
  std::string s = number(stages);
  return "    wait full[i % " + s + "] parity (i / " + s + ") & 1 ^ " + flip +
         "\n";
}
inline std::string use(int64_t stages) {
  return "    read a[i % " + number(stages) + "]\n";
}
inline std::string release(int64_t stages) {
  return "    arrive empty[i % " + number(stages) + "]\n";
}

/// A ring that a TMA fills and an agent reads.
inline std::string plainRing(int64_t stages, const std::string &times) {
  return ringOf(stages) + (isdigit(times[0]) ? "" : "trip " + times + "\n") +
         agentOf("p", times, acquire(stages) + copyIn(stages), stages) +
         agentOf("c", times, await(stages) + use(stages) + release(stages),
                 stages);
}

} // namespace pipegroup::model::test

#endif // PIPEGROUP_UNITTESTS_CHECK_BUILDERS_H
