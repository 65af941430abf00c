//===- SharedMemory.h - Where the slots of kernels lie ----------*- C++ -*-===//

#ifndef PIPEGROUP_ANALYSIS_SHAREDMEMORY_H
#define PIPEGROUP_ANALYSIS_SHAREDMEMORY_H

#include "pipegroup/Analysis/GroupPlans.h"
#include "pipegroup/Model/Storage.h"

namespace pipegroup {

/// The member whose slot `op` uses; null for other ops.
mlir::SymbolRefAttr slotUse(mlir::Operation *op);

/// The places of all slots that functions use, and what each function takes of
/// shared memory.
class SharedMemory {
public:
  struct Ring {
    GroupOp group;
    /// Position in `GroupPlan::rings`.
    size_t ring;
    /// The member that gives the ring its name; null for that of a fork.
    MemberOp member;
    /// Byte offset in dynamic shared memory; static if absent.
    std::optional<int64_t> dynamicOffset;
  };

  /// Places the slots of every group below `root`.
  static SharedMemory plan(mlir::Operation *root, GroupPlans &plans);

  /// K11: every function finds room for what it uses.
  mlir::LogicalResult check() const;

  llvm::ArrayRef<Ring> getRings() const { return rings; }
  /// Functions that use groups.
  const llvm::MapVector<mlir::Operation *, model::KernelStorage> &
  getKernels() const {
    return kernels;
  }
  /// The functions that use `group`, in their order.
  llvm::ArrayRef<mlir::Operation *> getKernelsOf(mlir::Operation *group) const;

private:
  /// Where the barriers of a group or a ring of its slots lie in dynamic shared
  /// memory, if the author says where.
  struct Extent {
    mlir::Operation *group;
    int64_t begin, end;
    bool isSlots;
  };

  void noteExtents(mlir::Operation *group, const model::GroupPlan &plan,
                   llvm::ArrayRef<size_t> used,
                   llvm::ArrayRef<int64_t> offsets);
  bool meet(const Extent &a, const Extent &b) const;
  mlir::LogicalResult checkExtents() const;

  llvm::SmallVector<Extent> extents;
  llvm::SmallVector<Ring> rings;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Operation *>>
      kernelsOf;
  llvm::MapVector<mlir::Operation *, model::KernelStorage> kernels;
  /// Functions with slots that were put into dynamic shared memory.
  llvm::DenseSet<mlir::Operation *> placed;
};

} // namespace pipegroup

#endif // PIPEGROUP_ANALYSIS_SHAREDMEMORY_H
