//===- GroupPlans.h - The derived numbers of every group --------*- C++ -*-===//

#ifndef PIPEGROUP_ANALYSIS_GROUPPLANS_H
#define PIPEGROUP_ANALYSIS_GROUPPLANS_H

#include "pipegroup/IR/Pipegroup.h"
#include "pipegroup/Model/Derive.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace pipegroup {

/// Plans of all groups below an op, and what references in that op mean.
class GroupPlans {
public:
  /// What a reference names. `member` is the first one if the group is named:
  /// what is shared is the same for all.
  struct Ref {
    GroupOp group;
    const model::GroupPlan *plan;
    size_t member;
    bool namesMember;

    const model::MemberPlan &memberPlan() const {
      return plan->members[member];
    }
  };

  /// Derives every group below `root`; reports each that has no plan.
  static mlir::FailureOr<GroupPlans> derive(mlir::Operation *root);

  /// What `ref`, which verifies, names in `user`.
  Ref resolve(mlir::Operation *user, mlir::SymbolRefAttr ref);

  /// True if an op below the root calls `function`.
  bool isCalled(mlir::Operation *function) const {
    return called.contains(mlir::SymbolTable::getSymbolName(function));
  }

  const llvm::MapVector<mlir::Operation *, model::GroupPlan> &getPlans() const {
    return plans;
  }

private:
  llvm::MapVector<mlir::Operation *, model::GroupPlan> plans;
  llvm::DenseMap<mlir::Operation *, size_t> memberIndex;
  llvm::DenseSet<mlir::StringAttr> called;
  std::unique_ptr<mlir::SymbolTableCollection> tables =
      std::make_unique<mlir::SymbolTableCollection>();
};

} // namespace pipegroup

#endif // PIPEGROUP_ANALYSIS_GROUPPLANS_H
