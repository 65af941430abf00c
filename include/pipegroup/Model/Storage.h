//===- Storage.h - Where slots lie in shared memory -----------------------===//
//
// Part of the core: plain C++17, no LLVM include.
//
//===----------------------------------------------------------------------===//

#ifndef PIPEGROUP_MODEL_STORAGE_H
#define PIPEGROUP_MODEL_STORAGE_H

#include "pipegroup/Model/Derive.h"

namespace pipegroup::model {

/// What a group takes of shared memory, and the kernels that use it.
struct StorageRequest {
  int64_t barrierBytes = 0; ///< and of other variables without slots
  /// Where the author puts the barriers in dynamic shared memory. Slots follow
  /// them.
  std::optional<int64_t> dynamicOffset;
  /// The rings whose slots are used.
  std::vector<RingPlan> rings;
  /// Numbers of kernels.
  std::vector<size_t> kernels;
};

/// Bytes of one kernel. Dynamic shared memory begins behind static, of which
/// this is the most that it can take, with gaps between its variables.
struct KernelStorage {
  int64_t staticBytes = 0, dynamicBytes = 0;
  /// The largest alignment of what is dynamic.
  int64_t alignment = 1;

  int64_t totalBytes() const;
};

struct StoragePlan {
  /// Of each request, the offsets of its rings in dynamic shared memory; none
  /// if they are static.
  std::vector<std::optional<std::vector<int64_t>>> offsets;
  std::vector<KernelStorage> kernels;
};

/// Places the slots of all groups. They are static where all static memory of a
/// kernel fits, otherwise dynamic, and groups of one kernel never overlap.
StoragePlan planStorage(const std::vector<StorageRequest> &requests,
                        size_t numKernels);

/// K11: what a kernel takes fits into the shared memory of a CTA.
void checkK11(const KernelStorage &kernel, Problems &problems);

} // namespace pipegroup::model

#endif // PIPEGROUP_MODEL_STORAGE_H
