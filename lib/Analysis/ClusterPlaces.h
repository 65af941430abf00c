//===- ClusterPlaces.h - Values that say where a CTA is ---------*- C++ -*-===//

#ifndef PIPEGROUP_LIB_ANALYSIS_CLUSTERPLACES_H
#define PIPEGROUP_LIB_ANALYSIS_CLUSTERPLACES_H

#include "pipegroup/Analysis/KernelRules.h"

namespace pipegroup {

inline int64_t clusterCtas(const ClusterSize &size) {
  return int64_t(size[0]) * size[1] * size[2];
}

/// What the result of `op` is in the CTA `rank` of every cluster of `size`: its
/// rank, a coordinate of it, or what a block index has over a multiple of the
/// cluster's size.
std::optional<int64_t> placeInCluster(mlir::Operation *op,
                                      const ClusterSize &size, int64_t rank);

/// What it is in the first cluster of a grid that has only one.
std::optional<int64_t>
placeInOnlyCluster(mlir::Operation *op, const ClusterSize &size, int64_t rank);

/// True if `op` reads something that differs between CTAs of one cluster.
bool differsInCluster(mlir::Operation *op, const ClusterSize &size);

/// True if the result of `op` is the same in all CTAs of a cluster although it
/// comes from a block index: the index divided by a multiple of the size.
bool isClusterIndex(mlir::Operation *op, const ClusterSize &size);

} // namespace pipegroup

#endif // PIPEGROUP_LIB_ANALYSIS_CLUSTERPLACES_H
