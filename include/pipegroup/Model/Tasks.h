//===- Tasks.h - Warps and registers of a kernel --------------------------===//
//
// Part of the core: plain C++17, no LLVM include.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_MODEL_TASKS_H
#define PIPEGROUP_MODEL_TASKS_H

#include "pipegroup/Model/Config.h"
#include "pipegroup/Model/Problem.h"

namespace pipegroup::model {

/// Registers of one SM, and what one thread may ask for (PTX ISA,
/// setmaxnreg).
inline constexpr int64_t registersPerSM = 65536;
inline constexpr int64_t minRegisters = 24, maxRegisters = 256;

/// Warps of a warpgroup, which asks for registers as one.
inline constexpr int64_t warpgroupWarps = 4;

/// Threads that a CTA has at most.
inline constexpr int64_t maxThreads = 1024;

/// A range of warps that does one thing.
struct TaskConfig {
  std::string name;
  int64_t first = 0, count = 0;
  /// Registers per thread that it asks for.
  std::optional<int64_t> registers;
};

/// The tasks of a kernel and what is known of its launch.
struct KernelConfig {
  std::vector<TaskConfig> tasks;
  /// Threads of a CTA.
  std::optional<int64_t> threads;
  /// CTAs that one SM holds at the same time.
  int64_t ctasPerSM = 1;
  /// Registers per thread at launch, if the kernel says so.
  std::optional<int64_t> launchRegisters;
};

/// K2: ranges are disjoint and inside the CTA, and names are distinct. Problems
/// name tasks where others name members.
void checkK2(const KernelConfig &kernel, Problems &problems);

/// K5: register requests are possible, equal within a warpgroup, and sum up to
/// no more than the SM has. Takes it that K2 holds.
void checkK5(const KernelConfig &kernel, Problems &problems);

/// What one warpgroup does at its start.
struct RegisterRequest {
  int64_t warpgroup;
  int64_t registers;
  bool isIncrease;
};

/// Registers of a kernel whose tasks ask for some, and keep K5.
struct RegisterPlan {
  /// Registers per thread at launch.
  int64_t launch;
  /// Decreases first: an increase waits until others have given up theirs.
  std::vector<RegisterRequest> requests;
};

/// None if no task asks for registers.
std::optional<RegisterPlan> deriveRegisters(const KernelConfig &kernel);

} // namespace pipegroup::model

#endif // PIPEGROUP_MODEL_TASKS_H
