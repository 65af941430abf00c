//===- Tasks.cpp - Warps and registers of a kernel ------------------------===//

#include "pipegroup/Model/Tasks.h"

#include <algorithm>
#include <map>

namespace pipegroup::model {
namespace {

std::string number(int64_t value) { return std::to_string(value); }

std::string range(const TaskConfig &task) {
  return "warps " + number(task.first) + " to " +
         number(task.first + task.count - 1);
}

bool asksForRegisters(const KernelConfig &kernel) {
  return std::any_of(kernel.tasks.begin(), kernel.tasks.end(),
                     [](const TaskConfig &task) { return task.registers; });
}

int64_t numWarpgroups(const KernelConfig &kernel) {
  return *kernel.threads / (warpThreads * warpgroupWarps);
}

/// What every warpgroup asks for: a number of registers, by the task that
/// does.
std::map<int64_t, size_t> requesters(const KernelConfig &kernel) {
  std::map<int64_t, size_t> byWarpgroup;
  for (size_t i = 0; i < kernel.tasks.size(); ++i) {
    const TaskConfig &task = kernel.tasks[i];
    if (!task.registers)
      continue;
    int64_t last = (task.first + task.count - 1) / warpgroupWarps;
    for (int64_t group = task.first / warpgroupWarps; group <= last; ++group)
      byWarpgroup.emplace(group, i);
  }
  return byWarpgroup;
}

/// What the driver gives every thread when nothing else is said: all that the
/// SM has, in steps of 8, and no more than an instruction can name.
int64_t launchRegisters(const KernelConfig &kernel) {
  if (kernel.launchRegisters)
    return *kernel.launchRegisters;
  int64_t share = registersPerSM / kernel.ctasPerSM / *kernel.threads;
  return std::min<int64_t>(share / 8 * 8, 248);
}

} // namespace

void checkK2(const KernelConfig &kernel, Problems &problems) {
  int64_t warps = kernel.threads.value_or(maxThreads) / warpThreads;
  auto isInside = [warps](const TaskConfig &task) {
    return task.count >= 1 && task.first >= 0 && task.first < warps &&
           task.count <= warps - task.first;
  };
  for (size_t i = 0; i < kernel.tasks.size(); ++i) {
    const TaskConfig &task = kernel.tasks[i];
    if (!isInside(task)) {
      problems.push_back({"K2",
                          "has warps(" + number(task.first) + ", " +
                              number(task.count) + "), expected a range of " +
                              "the " + number(warps) + " warps of the CTA",
                          i});
      continue;
    }
    for (size_t j = 0; j < i; ++j) {
      const TaskConfig &other = kernel.tasks[j];
      if (task.name == other.name)
        problems.push_back({"K2",
                            "has the name of another task, expected its own",
                            i,
                            {{j, "is the other one"}}});
      // Numbers outside the CTA may be too large to add.
      if (isInside(other) && task.first < other.first + other.count &&
          other.first < task.first + task.count)
        problems.push_back(
            {"K2",
             "has " + range(task) + ", expected none of another task",
             i,
             {{j, "has " + range(other)}}});
    }
  }
}

void checkK5(const KernelConfig &kernel, Problems &problems) {
  if (!asksForRegisters(kernel))
    return;
  int64_t group = warpThreads * warpgroupWarps;
  if (!kernel.threads || *kernel.threads % group != 0) {
    problems.push_back(
        {"K5", "asks for registers in a CTA of " +
                   (kernel.threads ? number(*kernel.threads)
                                   : std::string("an unknown number of")) +
                   " threads, expected a multiple of " + number(group)});
    return;
  }
  if (kernel.launchRegisters &&
      (*kernel.launchRegisters < 1 || *kernel.launchRegisters > 255))
    problems.push_back({"K5", "asks for registers in a kernel of " +
                                  number(*kernel.launchRegisters) +
                                  " registers at launch, expected 1 to 255"});
  for (size_t i = 0; i < kernel.tasks.size(); ++i) {
    const std::optional<int64_t> &asked = kernel.tasks[i].registers;
    if (asked &&
        (*asked < minRegisters || *asked > maxRegisters || *asked % 8 != 0))
      problems.push_back({"K5",
                          "asks for " + number(*asked) +
                              " registers, expected a multiple of 8 from " +
                              number(minRegisters) + " to " +
                              number(maxRegisters),
                          i});
  }
  if (hasErrors(problems))
    return;

  std::map<int64_t, size_t> byWarpgroup = requesters(kernel);
  int64_t total = 0;
  Problem over{"K5", ""};
  for (int64_t i = 0; i < numWarpgroups(kernel); ++i) {
    auto found = byWarpgroup.find(i);
    total += found == byWarpgroup.end()
                 ? launchRegisters(kernel)
                 : *kernel.tasks[found->second].registers;
  }
  for (size_t i = 0; i < kernel.tasks.size(); ++i) {
    const TaskConfig &task = kernel.tasks[i];
    int64_t last = (task.first + task.count - 1) / warpgroupWarps;
    for (int64_t wg = task.first / warpgroupWarps; wg <= last; ++wg) {
      auto found = byWarpgroup.find(wg);
      if (found == byWarpgroup.end() || found->second == i)
        continue;
      const TaskConfig &other = kernel.tasks[found->second];
      if (task.registers && *task.registers != *other.registers)
        problems.push_back(
            {"K5",
             "asks for " + number(*task.registers) +
                 " registers in warpgroup " + number(wg) + ", expected the " +
                 number(*other.registers) + " of another task in it",
             i,
             {{found->second, "asks for " + number(*other.registers)}}});
      // The branch of a request holds whole tasks.
      if (!task.registers && task.first / warpgroupWarps != last)
        problems.push_back(
            {"K5",
             "asks for no registers in warpgroup " + number(wg) +
                 " but goes beyond it, expected the " +
                 number(*other.registers) + " of another task in it",
             i,
             {{found->second, "asks for " + number(*other.registers)}}});
    }
    if (task.registers)
      over.notes.push_back({i, "asks for " + number(*task.registers)});
  }
  int64_t budget = registersPerSM / kernel.ctasPerSM / group;
  if (total > budget) {
    over.text = "needs " + number(total) +
                " registers per lane over its warpgroups, of which those that "
                "ask for none keep " +
                number(launchRegisters(kernel)) + ", expected at most " +
                number(budget);
    problems.push_back(std::move(over));
  }
}

std::optional<RegisterPlan> deriveRegisters(const KernelConfig &kernel) {
  if (!asksForRegisters(kernel))
    return std::nullopt;
  RegisterPlan plan{launchRegisters(kernel), {}};
  for (auto [group, task] : requesters(kernel)) {
    int64_t registers = *kernel.tasks[task].registers;
    if (registers != plan.launch)
      plan.requests.push_back({group, registers, registers > plan.launch});
  }
  std::stable_partition(
      plan.requests.begin(), plan.requests.end(),
      [](const RegisterRequest &request) { return !request.isIncrease; });
  return plan;
}

} // namespace pipegroup::model
