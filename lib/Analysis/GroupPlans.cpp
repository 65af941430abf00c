//===- GroupPlans.cpp - The derived numbers of every group ----------------===//

#include "pipegroup/Analysis/GroupPlans.h"

#include "SlotAccesses.h"

#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace pipegroup;

/// The members whose slots wgmma or TMA stores read below `root`.
static llvm::DenseSet<Operation *> findAsyncReads(Operation *root) {
  llvm::DenseSet<Operation *> members;
  SymbolTableCollection tables;
  for (const extraction::SlotAccess &access :
       extraction::findSlotAccesses(root)) {
    if (!access.isAsyncRead())
      continue;
    SlotOp slot = access.slot;
    if (Operation *member =
            tables.lookupNearestSymbolFrom(slot, slot.getTarget()))
      members.insert(member);
  }
  return members;
}

FailureOr<GroupPlans> GroupPlans::derive(Operation *root) {
  GroupPlans result;
  bool failed = false;
  llvm::DenseSet<Operation *> asyncReads = findAsyncReads(root);
  root->walk([&](GroupOp group) {
    model::GroupConfig config = group.getGroupConfig();
    for (auto [index, member] : llvm::enumerate(group.getMembers()))
      config.members[index].isReadByAsyncProxy = asyncReads.contains(member);
    model::Derivation derivation = model::deriveGroup(config);
    for (const model::Problem &problem : derivation.problems)
      group.emitProblem(problem);
    if (!derivation.plan) {
      failed = true;
      return WalkResult::skip();
    }
    result.plans.insert({group, std::move(*derivation.plan)});
    for (auto [index, member] : llvm::enumerate(group.getMembers()))
      result.memberIndex[member] = index;
    return WalkResult::skip();
  });
  if (failed)
    return failure();
  root->walk([&](CallOpInterface call) {
    if (auto callee = dyn_cast<SymbolRefAttr>(call.getCallableForCallee()))
      result.called.insert(callee.getLeafReference());
  });
  return result;
}

GroupPlans::Ref GroupPlans::resolve(Operation *user, SymbolRefAttr ref) {
  auto group = cast<GroupOp>(
      tables->lookupNearestSymbolFrom(user, ref.getRootReference()));
  Ref result{group, &plans.find(group)->second, 0, false};
  ArrayRef<FlatSymbolRefAttr> nested = ref.getNestedReferences();
  if (!nested.empty()) {
    result.member = memberIndex.lookup(
        tables->lookupSymbolIn(group, nested.front().getAttr()));
    result.namesMember = true;
  }
  return result;
}
