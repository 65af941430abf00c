//===- SharedMemory.cpp - Where the slots of kernels lie ------------------===//

#include "pipegroup/Analysis/SharedMemory.h"

#include "mlir/Interfaces/DataLayoutInterfaces.h"
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

//===----------------------------------------------------------------------===//
// What the author takes
//===----------------------------------------------------------------------===//

/// The global that `op` names; null for other ops.
Operation *globalOf(Operation *op) {
  StringRef name = op->getName().getStringRef();
  StringRef key = name == "llvm.mlir.addressof" ? "global_name"
                  : name == "memref.get_global" ? "name"
                                                : "";
  auto symbol = key.empty() ? FlatSymbolRefAttr()
                            : op->getAttrOfType<FlatSymbolRefAttr>(key);
  return symbol ? SymbolTable::lookupNearestSymbolFrom(op, symbol) : nullptr;
}

int64_t sizeOf(Type type, Operation *op) {
  DataLayout layout = DataLayout::closest(op);
  if (auto memref = dyn_cast<MemRefType>(type))
    return memref.hasStaticShape()
               ? memref.getNumElements() *
                     int64_t(layout.getTypeSize(memref.getElementType()))
               : 0;
  return layout.getTypeSize(type).getFixedValue();
}

/// The type of `global` if it is in shared memory; null otherwise.
Type sharedTypeOf(Operation *global) {
  if (auto type = global->getAttrOfType<TypeAttr>("type")) {
    auto memref = dyn_cast<MemRefType>(type.getValue());
    return memref && isSharedMemory(memref) ? memref : Type();
  }
  auto type = global->getAttrOfType<TypeAttr>("global_type");
  auto space = global->getAttrOfType<IntegerAttr>("addr_space");
  return type && space && space.getInt() == 3 ? type.getValue() : Type();
}

/// The bytes of shared memory that a variable takes, with a gap in front of it.
int64_t sharedBytesOf(Type type, Operation *op) {
  constexpr int64_t least = model::barrierBytes;
  int64_t bytes = llvm::divideCeil(sizeOf(type, op), least) * least;
  auto alignment = op->getAttrOfType<IntegerAttr>("alignment");
  if (bytes == 0 || !alignment)
    return bytes;
  return bytes + std::max(least, alignment.getInt()) - least;
}

/// The bytes of static shared memory that `function` takes without us:
/// variables, and buffers that `gpu.func` declares beside its arguments.
int64_t ownStaticBytes(FunctionOpInterface function) {
  int64_t bytes = 0;
  if (!function.isExternal())
    for (BlockArgument argument :
         function.getFunctionBody().getArguments().drop_front(
             function.getNumArguments()))
      if (auto type = dyn_cast<MemRefType>(argument.getType());
          type && isSharedMemory(type))
        bytes += sharedBytesOf(type, function);
  llvm::SmallPtrSet<Operation *, 4> globals;
  function->walk([&](Operation *op) {
    // The word that the hardware writes the address to.
    if (isa<TmemAllocOp>(op))
      bytes += model::barrierBytes;
    Operation *global = globalOf(op);
    Type type = global ? sharedTypeOf(global) : Type();
    if (type && globals.insert(global).second)
      bytes += sharedBytesOf(type, global);
  });
  return bytes;
}

//===----------------------------------------------------------------------===//
// What groups take
//===----------------------------------------------------------------------===//

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
  if (op->getName().getStringRef() == "gpu.dynamic_shared_memory")
    return true;
  Operation *global = globalOf(op);
  Type type = global ? sharedTypeOf(global) : Type();
  auto array = dyn_cast_if_present<LLVM::LLVMArrayType>(type);
  return array && array.getNumElements() == 0;
}

} // namespace

SharedMemory SharedMemory::plan(Operation *root, GroupPlans &plans) {
  Collector collector(plans);
  collector.collect(root);
  std::vector<model::StorageRequest> requests;
  for (auto &[group, use] : collector.uses)
    requests.push_back(requestOf(use, plans.getPlans().find(group)->second));
  for (auto [number, kernel] : llvm::enumerate(collector.kernels))
    requests.push_back(
        {ownStaticBytes(cast<FunctionOpInterface>(kernel)), {}, {}, {number}});
  model::StoragePlan plan =
      model::planStorage(requests, collector.kernels.size());

  SharedMemory memory;
  for (auto [number, kernel] : llvm::enumerate(collector.kernels))
    memory.kernels[kernel] = plan.kernels[number];
  for (auto [number, entry] : llvm::enumerate(collector.uses)) {
    auto group = cast<GroupOp>(entry.first);
    for (size_t kernel : entry.second.kernels)
      memory.kernelsOf[group].push_back(collector.kernels[kernel]);
    const model::GroupPlan &groupPlan = plans.getPlans().find(group)->second;
    const auto &offsets = plan.offsets[number];
    for (auto [position, ring] : llvm::enumerate(entry.second.rings)) {
      Ring placed{group, ring, memberOf(group, groupPlan, ring), std::nullopt};
      if (offsets)
        placed.dynamicOffset = (*offsets)[position];
      memory.rings.push_back(placed);
    }
    if (offsets && !entry.second.rings.empty() && !groupPlan.dynamicOffset)
      memory.placed.insert_range(memory.kernelsOf[group]);
    if (groupPlan.dynamicOffset)
      memory.noteExtents(group, groupPlan, entry.second.rings.getArrayRef(),
                         *offsets);
  }
  return memory;
}

ArrayRef<Operation *> SharedMemory::getKernelsOf(Operation *group) const {
  auto it = kernelsOf.find(group);
  return it == kernelsOf.end() ? ArrayRef<Operation *>() : it->second;
}

void SharedMemory::noteExtents(Operation *group, const model::GroupPlan &plan,
                               ArrayRef<size_t> used,
                               ArrayRef<int64_t> offsets) {
  int64_t begin = *plan.dynamicOffset;
  extents.push_back({group, begin, begin + plan.storageBytes(), false});
  for (auto [ring, offset] : llvm::zip_equal(used, offsets))
    extents.push_back(
        {group, offset, offset + plan.rings[ring].bytes, /*isSlots=*/true});
}

/// Whether two places may be used at the same time. Barriers at one place have
/// a rule of their own, which knows when they live.
bool SharedMemory::meet(const Extent &a, const Extent &b) const {
  if (a.group == b.group || (!a.isSlots && !b.isSlots) || a.begin >= b.end ||
      b.begin >= a.end)
    return false;
  return llvm::any_of(getKernelsOf(a.group), [&](Operation *kernel) {
    return llvm::is_contained(getKernelsOf(b.group), kernel);
  });
}

LogicalResult SharedMemory::checkExtents() const {
  for (size_t i = 0; i < extents.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      const Extent &a = extents[i], &b = extents[j];
      if (!meet(a, b))
        continue;
      auto describe = [](const Extent &extent) {
        return (extent.isSlots ? "slots" : "barriers") +
               (" at bytes " + std::to_string(extent.begin)) + " to " +
               std::to_string(extent.end - 1) + " of dynamic shared memory";
      };
      InFlightDiagnostic diag = a.group->emitOpError()
                                << "has " << describe(a)
                                << ", where another group of a kernel lies, "
                                   "expected another place [K11]";
      diag.attachNote(b.group->getLoc()) << "it has " << describe(b);
      return diag;
    }
  return success();
}

LogicalResult SharedMemory::check() const {
  bool failed = ::failed(checkExtents());
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
