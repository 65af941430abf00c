//===- SlotAccesses.h - What ops read and write in slots --------*- C++ -*-===//

#ifndef PIPEGROUP_LIB_ANALYSIS_SLOTACCESSES_H
#define PIPEGROUP_LIB_ANALYSIS_SLOTACCESSES_H

#include "pipegroup/IR/Pipegroup.h"

#include "llvm/ADT/MapVector.h"

namespace pipegroup::extraction {

/// What an op does to a slot, or waits for.
struct SlotAccess {
  enum class Kind {
    Read,
    Write,
    /// By cp.async.
    Copy,
    /// By the tensor core.
    Tensor,
    /// By a TMA store.
    Store,
    /// Waits until all but `left` operations of a kind have ended.
    DrainCopy,
    DrainTensor,
    DrainStore,
    /// A wait of which it is not clear what it waits for.
    UnclearWait,
  };

  Kind kind;
  mlir::Operation *op;
  /// Null for a drain.
  SlotOp slot = nullptr;
  int64_t left = 0;

  /// Whether waits count it, so that it matters how often it happens.
  bool isCounted() const { return kind != Kind::Read && kind != Kind::Write; }
  /// Whether the async proxy reads the slot.
  bool isAsyncRead() const {
    return kind == Kind::Tensor || kind == Kind::Store;
  }
};

/// The accesses of `function` to the buffers of `pipegroup.slot`, as far as
/// they are known, and the waits for those that are asynchronous. A buffer that
/// is handed on, to a call or through control flow, is not followed.
llvm::SmallVector<SlotAccess> findSlotAccesses(mlir::Operation *function);

/// Adds the waits of `function` for operations that are among `accesses`
/// (AsyncWaits.cpp).
void addWaits(mlir::Operation *function,
              llvm::SmallVector<SlotAccess> &accesses);

/// True for a cp.async.
bool isThreadCopy(mlir::Operation *op);

/// True for an op of which it is not known what it does, such as a call of
/// another module's function, or assembly.
bool isOpaque(mlir::Operation *op);

/// True for an op that may wait for operations of engines, or end groups of
/// them, in a way that is not looked into.
bool mayWait(mlir::Operation *op);

/// The side whose state `state` is, going back to where it starts.
std::optional<model::Side> sideOfState(mlir::Value state);

} // namespace pipegroup::extraction

#endif // PIPEGROUP_LIB_ANALYSIS_SLOTACCESSES_H
