//===- SlotAccesses.cpp - What ops read and write in slots ----------------===//

#include "SlotAccesses.h"

#include "pipegroup/IR/StateFlow.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace pipegroup;
using namespace pipegroup::extraction;

using Kind = SlotAccess::Kind;

bool pipegroup::extraction::isThreadCopy(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return name == "nvgpu.device_async_copy" ||
         name == "nvvm.cp.async.shared.global";
}

namespace {

/// True if the results of `op` are in the buffer that it uses.
bool isView(Operation *op) {
  if (isa<ViewLikeOpInterface>(op))
    return true;
  return llvm::StringSwitch<bool>(op->getName().getStringRef())
      .Cases({"llvm.getelementptr", "llvm.addrspacecast", "llvm.bitcast"}, true)
      .Cases({"memref.cast", "memref.memory_space_cast", "arith.select"}, true)
      .Case("builtin.unrealized_conversion_cast", true)
      .Default(false);
}

/// The kind of an asynchronous access, or of one that has no effects of its
/// own.
std::optional<Kind> namedAccess(OpOperand &use) {
  Operation *op = use.getOwner();
  if (isa<WgmmaOp, UmmaOp>(op))
    return Kind::Tensor;
  if (isa<TmaStoreOp>(op))
    return Kind::Store;
  if (isa<FragmentStoreOp>(op))
    return Kind::Write;
  StringRef name = op->getName().getStringRef();
  if (name == "nvgpu.ldmatrix" || name == "nvvm.ldmatrix")
    return Kind::Read;
  // The destination comes first.
  if (isThreadCopy(op))
    return use.getOperandNumber() == 0 ? Kind::Copy : Kind::Read;
  return std::nullopt;
}

void addEffects(OpOperand &use, SlotOp slot, SmallVector<SlotAccess> &found) {
  // What a function does with the slot of a producer is to fill it, with that
  // of a consumer to use it, which is what a write by a consumer is taken for.
  if (isa<CallOpInterface>(use.getOwner()))
    found.push_back({Kind::Write, use.getOwner(), slot});
  auto effects = dyn_cast<MemoryEffectOpInterface>(use.getOwner());
  if (!effects)
    return;
  SmallVector<MemoryEffects::EffectInstance> all;
  effects.getEffectsOnValue(use.get(), all);
  for (const MemoryEffects::EffectInstance &effect : all) {
    if (isa<MemoryEffects::Read>(effect.getEffect()))
      found.push_back({Kind::Read, use.getOwner(), slot});
    if (isa<MemoryEffects::Write>(effect.getEffect()))
      found.push_back({Kind::Write, use.getOwner(), slot});
  }
}

void addAccesses(SlotOp slot, SmallVector<SlotAccess> &found) {
  llvm::SetVector<Value> buffers;
  buffers.insert(slot.getBuffer());
  for (size_t i = 0; i < buffers.size(); ++i)
    for (OpOperand &use : buffers[i].getUses()) {
      Operation *op = use.getOwner();
      if (std::optional<Kind> kind = namedAccess(use))
        found.push_back({*kind, op, slot});
      else if (isView(op))
        buffers.insert(op->result_begin(), op->result_end());
      else
        addEffects(use, slot, found);
    }
}

/// A wait for groups of copies, of which only all are told apart.
std::optional<SlotAccess> copyWait(Operation *op) {
  StringRef name = op->getName().getStringRef();
  StringRef number = llvm::StringSwitch<StringRef>(name)
                         .Case("nvgpu.device_async_wait", "numGroups")
                         .Case("nvvm.cp.async.wait.group", "n")
                         .Default("");
  if (number.empty())
    return std::nullopt;
  std::optional<Attribute> written = op->getInherentAttr(number);
  auto groups =
      written ? dyn_cast_if_present<IntegerAttr>(*written) : IntegerAttr();
  bool isAll = !groups || groups.getInt() == 0;
  return SlotAccess{isAll ? Kind::DrainCopy : Kind::SomeGroups, op};
}

bool isGroupEnd(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return name == "nvvm.cp.async.commit.group" ||
         name == "nvgpu.device_async_create_group";
}

/// Looks for copies that are in no group yet where a wait for groups is.
class GroupSearch {
public:
  enum class Last { Nothing, End, Copy, MaybeCopy };

  explicit GroupSearch(ArrayRef<SlotAccess> accesses) {
    for (const SlotAccess &access : accesses)
      if (access.kind == Kind::Copy)
        copies.insert(access.op);
  }

  /// The last copy or end of a group before `op`.
  Last before(Operation *op) const {
    for (; op && op->getBlock(); op = op->getParentOp()) {
      if (op->getName().getStringRef().contains(".func"))
        break;
      Last last = lastIn(op->getBlock(), op);
      if (last != Last::Nothing)
        return last;
      if (isa_and_present<LoopLikeOpInterface>(op->getParentOp()) &&
          isCopy(lastIn(op->getBlock(), nullptr)))
        return Last::MaybeCopy;
    }
    return Last::Nothing;
  }

private:
  static bool isCopy(Last last) {
    return last == Last::Copy || last == Last::MaybeCopy;
  }

  /// Of those before `end`, or of the whole block.
  Last lastIn(Block *block, Operation *end) const {
    Operation *op = end ? end->getPrevNode() : &block->back();
    for (; op; op = op->getPrevNode()) {
      if (isGroupEnd(op))
        return Last::End;
      if (copies.contains(op))
        return Last::Copy;
      // Its regions may run or not: ends of groups there prove nothing.
      for (Region &region : op->getRegions())
        for (Block &inner : region)
          if (isCopy(lastIn(&inner, nullptr)))
            return Last::MaybeCopy;
    }
    return Last::Nothing;
  }

  llvm::SmallPtrSet<Operation *, 8> copies;
};

std::optional<SlotAccess> waitOf(Operation *op) {
  if (auto wait = dyn_cast<WgmmaWaitOp>(op))
    return SlotAccess{Kind::DrainTensor, op, nullptr,
                      int64_t(wait.getPending())};
  if (auto wait = dyn_cast<TmaStoreWaitOp>(op))
    return SlotAccess{Kind::DrainStore, op, nullptr, int64_t(wait.getLeft())};
  return copyWait(op);
}

} // namespace

SmallVector<SlotAccess>
pipegroup::extraction::findSlotAccesses(Operation *function) {
  SmallVector<SlotAccess> found, waits;
  function->walk([&](Operation *op) {
    if (auto slot = dyn_cast<SlotOp>(op))
      addAccesses(slot, found);
    else if (std::optional<SlotAccess> wait = waitOf(op))
      waits.push_back(*wait);
  });
  // Without anything to wait for they say nothing.
  auto has = [&](Kind kind) {
    return llvm::any_of(
        found, [&](const SlotAccess &access) { return access.kind == kind; });
  };
  bool copies = has(Kind::Copy), tensor = has(Kind::Tensor),
       stores = has(Kind::Store);
  GroupSearch groups(found);
  for (SlotAccess &wait : waits) {
    bool isOfCopies =
        wait.kind != Kind::DrainTensor && wait.kind != Kind::DrainStore;
    if (wait.kind == Kind::DrainTensor  ? !tensor
        : wait.kind == Kind::DrainStore ? !stores
                                        : !copies)
      continue;
    GroupSearch::Last last = groups.before(wait.op);
    // What is in no group is not waited for.
    if (isOfCopies && last == GroupSearch::Last::Copy)
      continue;
    if (isOfCopies && last == GroupSearch::Last::MaybeCopy)
      wait.kind = Kind::UnclearGroups;
    found.push_back(wait);
  }
  return found;
}

std::optional<model::Side> pipegroup::extraction::sideOfState(Value state) {
  llvm::SetVector<Value> all;
  all.insert(state);
  for (size_t i = 0; i < all.size(); ++i) {
    Operation *op = all[i].getDefiningOp();
    if (auto start = dyn_cast_if_present<StartOp>(op))
      return start.getSide();
    if (auto advance = dyn_cast_if_present<AdvanceOp>(op))
      all.insert(advance.getState());
    else if (std::optional<SmallVector<Value>> incoming =
                 incomingValues(all[i]))
      all.insert(incoming->begin(), incoming->end());
  }
  return std::nullopt;
}
