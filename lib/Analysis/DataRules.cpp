//===- DataRules.cpp - D1 and D5: who may use registers and memory when ---===//

#include "pipegroup/Analysis/Flow.h"
#include "pipegroup/Analysis/KernelRules.h"
#include "pipegroup/IR/StateFlow.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pipegroup;

//===----------------------------------------------------------------------===//
// D1
//===----------------------------------------------------------------------===//

/// The wgmma ops of `block` after `from`, all of it if null, and before `to`.
static int64_t countBetween(Block *block, Operation *from, Operation *to) {
  int64_t count = 0;
  for (Operation *op = from ? from->getNextNode() : &block->front(); op != to;
       op = op->getNextNode())
    count += isa<WgmmaOp>(op);
  return count;
}

/// True if at least `pending` wgmma ops have come after the one that made
/// `value` when `wait` waits.
static bool isComplete(Value value, WgmmaWaitOp wait) {
  if (wait.getPending() == 0)
    return true;
  Block *block = wait->getBlock();
  if (value.getParentBlock() != block)
    return false;
  return countBetween(block, value.getDefiningOp(), wait) >= wait.getPending();
}

/// The wgmma op that may still write `value`; null if none does.
static WgmmaOp findWriter(Value value) {
  llvm::SmallSetVector<Value, 8> reached;
  reached.insert(value);
  for (unsigned i = 0; i < reached.size(); ++i) {
    Value current = reached[i];
    if (auto op = current.getDefiningOp<WgmmaOp>())
      return op;
    if (auto wait = current.getDefiningOp<WgmmaWaitOp>()) {
      Value before =
          wait.getValues()[cast<OpResult>(current).getResultNumber()];
      if (!isComplete(before, wait))
        reached.insert(before);
    } else if (auto incoming = incomingValues(current)) {
      reached.insert_range(*incoming);
    }
  }
  return {};
}

/// True if `use` leaves the registers to the tensor core.
static bool isAllowed(OpOperand &use) {
  Operation *op = use.getOwner();
  if (auto wgmma = dyn_cast<WgmmaOp>(op))
    return &use != &wgmma.getAMutable();
  if (isa<RegionBranchTerminatorOpInterface>(op))
    return isa<RegionBranchOpInterface>(op->getParentOp());
  return isa<WgmmaWaitOp, RegionBranchOpInterface, BranchOpInterface>(op);
}

/// Ends `diag` with a note.
static LogicalResult withNote(InFlightDiagnostic diag, Operation *where,
                              StringRef note) {
  diag.attachNote(where->getLoc()) << note;
  return diag;
}

/// Reports an op that takes `value`, which `writer` may still write, where
/// another one has taken it: that would need a copy of registers in flight.
static LogicalResult checkTakenOnce(Value value, WgmmaOp writer) {
  auto report = [&](Operation *op) {
    return op->emitError() << "'" << op->getName()
                           << "' uses a value in flight that may have been "
                              "used, expected one use on each way [D1]";
  };
  SmallVector<Operation *> users(value.getUsers());
  for (auto [index, op] : llvm::enumerate(users)) {
    if (mayRepeat(op, value))
      return withNote(report(op), writer, "the value is made here");
    for (Operation *other : ArrayRef(users).take_front(index)) {
      if (mayComeAfter(op, other, value))
        return withNote(report(op), other, "the other use is here");
      if (mayComeAfter(other, op, value))
        return withNote(report(other), op, "the other use is here");
    }
  }
  return success();
}

/// Reports uses of `value` that have to wait.
static LogicalResult checkUses(Value value) {
  if (!isa<VectorType>(value.getType()))
    return success();
  WgmmaOp writer = findWriter(value);
  if (!writer)
    return success();
  for (OpOperand &use : value.getUses())
    if (!isAllowed(use))
      return withNote(use.getOwner()->emitError()
                          << "'" << use.getOwner()->getName()
                          << "' uses a value that may be in flight, expected "
                             "'pipegroup.wgmma_wait' on the way to it [D1]",
                      writer, "the value is made here");
  return checkTakenOnce(value, writer);
}

LogicalResult pipegroup::checkD1(Operation *function) {
  bool failed = false;
  function->walk([&](Block *block) {
    for (Value argument : block->getArguments())
      failed |= ::failed(checkUses(argument));
    for (Operation &op : *block)
      for (Value result : op.getResults())
        failed |= ::failed(checkUses(result));
  });
  return failure(failed);
}

//===----------------------------------------------------------------------===//
// D5
//===----------------------------------------------------------------------===//

/// The free that ends the life of what `alloc` allocates.
static FailureOr<TmemFreeOp> findFree(TmemAllocOp alloc) {
  TmemFreeOp found;
  for (Operation *user : alloc.getAddress().getUsers()) {
    auto free = dyn_cast<TmemFreeOp>(user);
    if (free && found)
      return withNote(
          free.emitOpError("frees what another one frees, expected one [D5]"),
          found, "the other one is here");
    if (free)
      found = free;
  }
  if (found && found->getBlock() == alloc->getBlock())
    return found;
  return alloc.emitOpError(
      "is not freed in its block, expected one 'pipegroup.tmem_free' [D5]");
}

static LogicalResult checkLife(TmemAllocOp alloc) {
  FailureOr<TmemFreeOp> free = findFree(alloc);
  if (failed(free))
    return failure();
  if (free->getColumns() != alloc.getColumns() ||
      free->getCtaGroup() != alloc.getCtaGroup())
    return withNote(free->emitOpError()
                        << "frees " << free->getColumns()
                        << " columns in cta_group(" << free->getCtaGroup()
                        << "), expected " << alloc.getColumns()
                        << " in cta_group(" << alloc.getCtaGroup() << ") [D5]",
                    alloc, "they are allocated here");
  for (Operation *user : alloc.getAddress().getUsers()) {
    Operation *ancestor = alloc->getBlock()->findAncestorOpInBlock(*user);
    if (user != *free && !(ancestor && ancestor->isBeforeInBlock(*free)))
      return withNote(user->emitError()
                          << "'" << user->getName()
                          << "' may use tensor memory that is free, expected "
                             "it before the free [D5]",
                      *free, "it is freed here");
  }
  return success();
}

LogicalResult pipegroup::checkD5(Operation *function) {
  bool failed = false;
  TmemAllocOp first;
  function->walk([&](TmemAllocOp alloc) {
    if (first)
      failed |= ::failed(withNote(
          alloc.emitOpError("is the second of a kernel, expected one for all "
                            "columns [D5]"),
          first, "the first one is here"));
    else
      first = alloc;
    failed |= ::failed(checkLife(alloc));
  });
  function->walk([&](TmemFreeOp free) {
    if (free.getAddress().getDefiningOp<TmemAllocOp>())
      return;
    failed = true;
    free.emitOpError("frees what is not known to be allocated, expected the "
                     "result of 'pipegroup.tmem_alloc' [D5]");
  });
  return failure(failed);
}
