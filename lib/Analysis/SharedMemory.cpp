//===- SharedMemory.cpp - Where the slots of kernels lie ------------------===//

#include "pipegroup/Analysis/SharedMemory.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pipegroup;

SymbolRefAttr pipegroup::slotUse(Operation *op) {
  if (auto slot = dyn_cast<SlotOp>(op))
    return slot.getTarget();
  auto load = dyn_cast<LoadOpInterface>(op);
  return load ? load.getTarget() : SymbolRefAttr();
}

namespace {

/// What functions use of one group.
struct Use {
  llvm::SmallSetVector<size_t, 4> rings, kernels;
};

class Collector {
public:
  explicit Collector(GroupPlans &plans) : plans(plans) {}

  void collect(Operation *root) {
    root->walk([&](FunctionOpInterface function) {
      function->walk([&](Operation *op) { note(function, op); });
    });
  }

  llvm::MapVector<Operation *, Use> uses;
  llvm::SetVector<Operation *> kernels;

private:
  void note(Operation *function, Operation *op) {
    if (auto init = dyn_cast<InitOp>(op))
      for (auto ref : init.getGroups().getAsRange<SymbolRefAttr>())
        noteGroup(function, plans.resolve(op, ref));
    if (SymbolRefAttr target = slotUse(op)) {
      GroupPlans::Ref ref = plans.resolve(op, target);
      noteGroup(function, ref);
      uses[ref.group].rings.insert(*ref.memberPlan().ring);
    }
  }

  void noteGroup(Operation *function, const GroupPlans::Ref &ref) {
    kernels.insert(function);
    size_t number =
        std::distance(kernels.begin(), llvm::find(kernels, function));
    uses[ref.group].kernels.insert(number);
  }

  GroupPlans &plans;
};

model::StorageRequest requestOf(const Use &use, const model::GroupPlan &plan) {
  model::StorageRequest request;
  request.barrierBytes = plan.storageBytes();
  request.dynamicOffset = plan.dynamicOffset;
  for (size_t ring : use.rings)
    request.rings.push_back(plan.rings[ring]);
  request.kernels.assign(use.kernels.begin(), use.kernels.end());
  return request;
}

/// The member that a ring belongs to; null if it is that of a fork.
MemberOp memberOf(GroupOp group, const model::GroupPlan &plan, size_t ring) {
  if (plan.mode == model::Mode::Fork)
    return nullptr;
  for (auto [index, member] : llvm::enumerate(group.getMembers()))
    if (plan.members[index].ring == ring)
      return member;
  return nullptr;
}

/// True if `op` takes dynamic shared memory, of which ours would be a part.
bool takesDynamicMemory(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (name == "gpu.dynamic_shared_memory")
    return true;
  if (name != "llvm.mlir.addressof")
    return false;
  auto symbol = op->getAttrOfType<FlatSymbolRefAttr>("global_name");
  Operation *global = SymbolTable::lookupNearestSymbolFrom(op, symbol);
  auto type = global ? global->getAttrOfType<TypeAttr>("global_type") : nullptr;
  auto array = type ? dyn_cast<LLVM::LLVMArrayType>(type.getValue()) : nullptr;
  auto space =
      global ? global->getAttrOfType<IntegerAttr>("addr_space") : IntegerAttr();
  return array && array.getNumElements() == 0 && space && space.getInt() == 3;
}

} // namespace

SharedMemory SharedMemory::plan(Operation *root, GroupPlans &plans) {
  Collector collector(plans);
  collector.collect(root);
  std::vector<model::StorageRequest> requests;
  for (auto &[group, use] : collector.uses)
    requests.push_back(requestOf(use, plans.getPlans().find(group)->second));
  model::StoragePlan plan =
      model::planStorage(requests, collector.kernels.size());

  SharedMemory memory;
  for (auto [number, kernel] : llvm::enumerate(collector.kernels))
    memory.kernels[kernel] = plan.kernels[number];
  for (auto [number, entry] : llvm::enumerate(collector.uses)) {
    auto group = cast<GroupOp>(entry.first);
    const model::GroupPlan &groupPlan = plans.getPlans().find(group)->second;
    const auto &offsets = plan.offsets[number];
    for (auto [position, ring] : llvm::enumerate(entry.second.rings)) {
      Ring placed{group, ring, memberOf(group, groupPlan, ring), std::nullopt};
      if (offsets)
        placed.dynamicOffset = (*offsets)[position];
      memory.rings.push_back(placed);
    }
    if (offsets && !entry.second.rings.empty() && !groupPlan.dynamicOffset)
      for (size_t kernel : entry.second.kernels)
        memory.placed.insert(collector.kernels[kernel]);
  }
  return memory;
}

LogicalResult SharedMemory::check() const {
  bool failed = false;
  for (auto &[kernel, storage] : kernels) {
    model::Problems problems;
    model::checkK11(storage, problems);
    for (const model::Problem &problem : problems) {
      kernel->emitOpError() << problem.text << " [" << problem.rule << ']';
      failed = true;
    }
    if (!placed.contains(kernel))
      continue;
    kernel->walk([&](Operation *op) {
      if (!takesDynamicMemory(op))
        return WalkResult::advance();
      InFlightDiagnostic diag =
          op->emitError() << "dynamic shared memory is used beside slots that "
                             "are placed there, expected 'dynamic(...)' on "
                             "their groups to say where they may lie [K11]";
      diag.attachNote(kernel->getLoc())
          << "the slots and barriers of this kernel take more than the "
          << model::maxStaticSharedBytes << " bytes of static shared memory";
      failed = true;
      return WalkResult::interrupt();
    });
  }
  return failure(failed);
}
