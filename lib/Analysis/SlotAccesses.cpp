//===- SlotAccesses.cpp - What ops read and write in slots ----------------===//

#include "SlotAccesses.h"

#include "pipegroup/IR/StateFlow.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"
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

} // namespace

SmallVector<SlotAccess>
pipegroup::extraction::findSlotAccesses(Operation *function) {
  SmallVector<SlotAccess> found;
  function->walk([&](SlotOp slot) { addAccesses(slot, found); });
  addWaits(function, found);
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
