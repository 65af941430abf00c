//===- check-program.cpp - Checks programs in the text form ---------------===//
//
//   pipegroup-check-program [--witness] [--json] [--time] [--stats]
//                           [--max-rests N] [--max-events N] [FILE]
//
// Reads programs, separated by lines `---`, and prints for each one line:
// `safe`, `unsafe KIND`, `unknown REASON`, `invalid REASON` or `error:
// PROBLEM`. With --time the microseconds of the fastest of several checks come
// before it.
//
//===----------------------------------------------------------------------===//

#include "pipegroup/Check/Check.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <sstream>

using namespace pipegroup::model;

namespace {

struct Settings {
  bool witness = false, json = false, time = false, stats = false;
  CheckOptions options;
  std::string file;
};

bool readSettings(int argc, char **argv, Settings &settings) {
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    bool hasNumber = argument == "--max-rests" || argument == "--max-events";
    if (argument == "--witness")
      settings.witness = true;
    else if (argument == "--json")
      settings.json = true;
    else if (argument == "--time")
      settings.time = true;
    else if (argument == "--stats")
      settings.stats = true;
    else if (hasNumber && i + 1 < argc)
      (argument == "--max-rests" ? settings.options.maxRests
                                 : settings.options.maxEvents) =
          std::strtoull(argv[++i], nullptr, 10);
    else if (argument.substr(0, 2) != "--" && settings.file.empty())
      settings.file = argument;
    else
      return false;
  }
  return true;
}

std::vector<std::string> splitPrograms(std::istream &input) {
  std::vector<std::string> programs(1);
  for (std::string line; std::getline(input, line);)
    if (line.substr(0, 3) == "---")
      programs.emplace_back();
    else
      programs.back() += line + "\n";
  return programs;
}

std::string describe(const Verdict &verdict) {
  std::string line(nameOf(verdict.kind));
  if (verdict.witness)
    line += " " + std::string(nameOf(verdict.witness->kind));
  return verdict.reason.empty() ? line : line + " " + verdict.reason;
}

/// Microseconds of processor time of the fastest of some runs.
double timeOf(const Program &program, const CheckOptions &options) {
  double best = 1e30, total = 0;
  for (int run = 0; run < 200 && total < 3e5; ++run) {
    std::clock_t begin = std::clock();
    check(program, options);
    double taken = 1e6 * double(std::clock() - begin) / CLOCKS_PER_SEC;
    best = std::min(best, taken);
    total += taken;
  }
  return best;
}

void checkOne(const std::string &text, const Settings &settings) {
  std::variant<Program, ParseProblem> parsed = parseProgram(text);
  if (const ParseProblem *problem = std::get_if<ParseProblem>(&parsed)) {
    std::cout << "error: " << toString(*problem) << "\n";
    return;
  }
  const Program &program = std::get<Program>(parsed);
  Verdict verdict = check(program, settings.options);
  if (settings.time)
    std::cout << timeOf(program, settings.options) << " ";
  if (settings.json)
    std::cout << toJson(verdict, program) << "\n";
  else if (settings.witness)
    std::cout << toText(verdict, program);
  else
    std::cout << describe(verdict) << "\n";
  if (settings.stats)
    std::cout << verdict.rests << " rests, " << verdict.events << " events\n";
}

} // namespace

int main(int argc, char **argv) {
  std::ios::sync_with_stdio(false);
  Settings settings;
  if (!readSettings(argc, argv, settings)) {
    std::cerr << "usage: pipegroup-check-program [--witness] [--json] [--time] "
                 "[--stats] [--max-rests N] [--max-events N] [FILE]\n";
    return 2;
  }
  std::ifstream file(settings.file);
  if (!settings.file.empty() && !file) {
    std::cerr << "pipegroup-check-program: cannot read '" << settings.file
              << "'\n";
    return 2;
  }
  for (const std::string &text :
       splitPrograms(settings.file.empty() ? std::cin : file)) {
    checkOne(text, settings);
    std::cout.flush();
  }
  return 0;
}
