//===- Storage.cpp - Where slots lie in shared memory ---------------------===//

#include "pipegroup/Model/Storage.h"

#include <algorithm>
#include <numeric>

namespace pipegroup::model {
namespace {

int64_t alignTo(int64_t offset, int64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

class Planner {
public:
  Planner(const std::vector<StorageRequest> &requests, size_t numKernels)
      : requests(requests) {
    plan.offsets.resize(requests.size());
    plan.kernels.resize(numKernels);
  }

  StoragePlan run() {
    std::vector<bool> isDynamic = findDynamic();
    addStatic(isDynamic);
    // What the author has placed comes first: the rest goes behind it.
    for (bool isPlaced : {true, false})
      for (size_t i = 0; i < requests.size(); ++i)
        if (isDynamic[i] && requests[i].dynamicOffset.has_value() == isPlaced)
          place(i);
    return std::move(plan);
  }

private:
  /// In static memory, where the assembler puts variables in any order and
  /// leaves gaps in front of those that are aligned.
  static int64_t ringBytes(const StorageRequest &request) {
    int64_t bytes = 0;
    for (const RingPlan &ring : request.rings)
      bytes += ring.bytes + ring.alignment - barrierBytes;
    return bytes;
  }

  /// The requests that are not static.
  std::vector<bool> findDynamic() const {
    std::vector<int64_t> bytes(plan.kernels.size());
    for (const StorageRequest &request : requests)
      if (!request.dynamicOffset)
        for (size_t kernel : request.kernels)
          bytes[kernel] += request.barrierBytes + ringBytes(request);
    std::vector<bool> isDynamic;
    for (const StorageRequest &request : requests)
      isDynamic.push_back(
          request.dynamicOffset ||
          std::any_of(request.kernels.begin(), request.kernels.end(),
                      [&](size_t kernel) {
                        return bytes[kernel] > maxStaticSharedBytes;
                      }));
    return isDynamic;
  }

  void addStatic(const std::vector<bool> &isDynamic) {
    for (size_t i = 0; i < requests.size(); ++i)
      for (size_t kernel : requests[i].kernels)
        plan.kernels[kernel].staticBytes +=
            (requests[i].dynamicOffset ? 0 : requests[i].barrierBytes) +
            (isDynamic[i] ? 0 : ringBytes(requests[i]));
  }

  /// Places the rings of a request behind all that its kernels have so far.
  void place(size_t number) {
    const StorageRequest &request = requests[number];
    int64_t end = request.dynamicOffset
                      ? *request.dynamicOffset + request.barrierBytes
                      : 0;
    if (!request.dynamicOffset)
      for (size_t kernel : request.kernels)
        end = std::max(end, plan.kernels[kernel].dynamicBytes);
    // Large alignments first leave no gaps between rings.
    std::vector<size_t> order(request.rings.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return request.rings[a].alignment > request.rings[b].alignment;
    });
    std::vector<int64_t> offsets(order.size());
    int64_t alignment = barrierBytes;
    for (size_t ring : order) {
      alignment = std::max(alignment, request.rings[ring].alignment);
      offsets[ring] = alignTo(end, request.rings[ring].alignment);
      end = offsets[ring] + request.rings[ring].bytes;
    }
    for (size_t kernel : request.kernels) {
      KernelStorage &storage = plan.kernels[kernel];
      storage.dynamicBytes = std::max(storage.dynamicBytes, end);
      storage.alignment = std::max(storage.alignment, alignment);
    }
    plan.offsets[number] = std::move(offsets);
  }

  const std::vector<StorageRequest> &requests;
  StoragePlan plan;
};

} // namespace

int64_t KernelStorage::totalBytes() const {
  return dynamicBytes == 0 ? staticBytes
                           : alignTo(staticBytes, alignment) + dynamicBytes;
}

StoragePlan planStorage(const std::vector<StorageRequest> &requests,
                        size_t numKernels) {
  return Planner(requests, numKernels).run();
}

void checkK11(const KernelStorage &kernel, Problems &problems) {
  int64_t bytes = kernel.totalBytes();
  if (bytes > maxSharedBytes)
    problems.push_back(
        {"K11", "takes " + std::to_string(bytes) +
                    " bytes of shared memory with its slots and barriers, "
                    "expected at most " +
                    std::to_string(maxSharedBytes)});
}

} // namespace pipegroup::model
