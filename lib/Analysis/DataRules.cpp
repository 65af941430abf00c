//===- DataRules.cpp - D1: who may use registers when ---------------------===//

#include "pipegroup/Analysis/Flow.h"
#include "pipegroup/Analysis/KernelRules.h"
#include "pipegroup/IR/StateFlow.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace pipegroup;

//===----------------------------------------------------------------------===//
// Values in flight
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

//===----------------------------------------------------------------------===//
// A in registers
//===----------------------------------------------------------------------===//

/// Values that may have been in the registers of `value`: those that become it
/// without a computation.
static llvm::SmallSetVector<Value, 8> registerSources(Value value) {
  llvm::SmallSetVector<Value, 8> sources;
  sources.insert(value);
  for (unsigned i = 0; i < sources.size(); ++i) {
    Value current = sources[i];
    if (auto incoming = incomingValues(current)) {
      sources.insert_range(*incoming);
      continue;
    }
    Operation *op = current.getDefiningOp();
    if (auto wait = dyn_cast_if_present<WgmmaWaitOp>(op))
      sources.insert(
          wait.getValues()[cast<OpResult>(current).getResultNumber()]);
    else if (op && (op->getName().getDialectNamespace() == "vector" ||
                    op->getName().getStringRef().ends_with(".bitcast")))
      for (Value operand : op->getOperands())
        if (isa<VectorType>(operand.getType()))
          sources.insert(operand);
  }
  return sources;
}

namespace {

/// Looks for a way from a wgmma op to what makes its A again, on which nothing
/// waits for the op. Of several ways to one place the one with the fewest later
/// wgmma ops tells, since waits end it last.
class FactorSearch {
public:
  explicit FactorSearch(WgmmaOp op)
      : op(op), sources(registerSources(op.getA())) {}

  /// The op or block argument that is reached; null if there is none.
  Value run() {
    followFrom(op, 0);
    while (!found && !worklist.empty())
      followBlock(worklist.pop_back_val());
    return found;
  }

private:
  /// Goes on behind `from`.
  void followFrom(Operation *from, int64_t later) {
    for (Operation *next = from->getNextNode(); next;
         next = next->getNextNode())
      if (!pass(next, later))
        return;
    leave(from->getBlock(), later);
  }

  void followBlock(Block *block) {
    for (Value argument : block->getArguments())
      if (sources.contains(argument) && !isAlwaysTheSame(argument)) {
        found = argument;
        return;
      }
    int64_t later = entered[block];
    for (Operation &next : *block)
      if (!pass(&next, later))
        return;
    leave(block, later);
  }

  /// True for an argument that one other value is passed to, on entry or in
  /// the first trip, and later itself.
  static bool isAlwaysTheSame(Value argument) {
    auto incoming = incomingValues(argument);
    if (!incoming)
      return false;
    llvm::SmallSetVector<Value, 4> others(incoming->begin(), incoming->end());
    others.remove(argument);
    return others.size() == 1;
  }

  /// False if the way ends at `next`; counts the wgmma ops that come `later`.
  bool pass(Operation *next, int64_t &later) {
    later += isa<WgmmaOp>(next);
    if (auto wait = dyn_cast<WgmmaWaitOp>(next);
        wait && int64_t(wait.getPending()) <= later)
      return false;
    return enterRegions(next, later) && !makesAgain(next);
  }

  /// Goes into the regions of `next`; false if no way leads past them.
  bool enterRegions(Operation *next, int64_t later) {
    auto branch = dyn_cast<RegionBranchOpInterface>(next);
    if (!branch) {
      for (Region &region : next->getRegions())
        if (!region.empty())
          enter(&region.front(), later);
      return true;
    }
    SmallVector<RegionSuccessor> successors;
    branch.getSuccessorRegions(RegionBranchPoint::parent(), successors);
    bool goesPast = false;
    for (RegionSuccessor &successor : successors)
      if (Region *region = successor.getSuccessor())
        enter(&region->front(), later);
      else
        goesPast = true;
    return goesPast;
  }

  bool makesAgain(Operation *op) {
    for (Value result : op->getResults())
      if (sources.contains(result))
        found = result;
    return bool(found);
  }

  /// Goes where control flow goes from the end of `block`.
  void leave(Block *block, int64_t later) {
    Operation *parent = block->getParentOp();
    for (Block *successor : block->getSuccessors())
      enter(successor, later);
    if (block->getNumSuccessors() != 0 || isa<FunctionOpInterface>(parent))
      return;
    auto branch = dyn_cast<RegionBranchOpInterface>(parent);
    auto end =
        dyn_cast<RegionBranchTerminatorOpInterface>(block->getTerminator());
    if (!branch || !end)
      return leaveOp(parent, later);
    SmallVector<RegionSuccessor> successors;
    branch.getSuccessorRegions(RegionBranchPoint(end), successors);
    for (RegionSuccessor &successor : successors)
      if (Region *region = successor.getSuccessor())
        enter(&region->front(), later);
      else
        leaveOp(parent, later);
  }

  void leaveOp(Operation *parent, int64_t later) {
    if (isFewer(left, parent, later) && !makesAgain(parent))
      followFrom(parent, later);
  }

  void enter(Block *block, int64_t later) {
    if (isFewer(entered, block, later))
      worklist.push_back(block);
  }

  /// Notes that `place` is reached with `later`; false if it was with as few.
  template <typename Place>
  static bool isFewer(llvm::DenseMap<Place *, int64_t> &places, Place *place,
                      int64_t later) {
    auto [it, isNew] = places.try_emplace(place, later);
    if (!isNew && it->second <= later)
      return false;
    it->second = later;
    return true;
  }

  WgmmaOp op;
  llvm::SmallSetVector<Value, 8> sources;
  Value found;
  SmallVector<Block *> worklist;
  llvm::DenseMap<Block *, int64_t> entered;
  llvm::DenseMap<Operation *, int64_t> left;
};

} // namespace

/// Reports A in registers that are made again while the tensor core may read
/// them.
static LogicalResult checkFactor(WgmmaOp op) {
  if (!isa<VectorType>(op.getA().getType()))
    return success();
  Value again = FactorSearch(op).run();
  if (!again)
    return success();
  InFlightDiagnostic diag = op.emitOpError(
      "may still read A in registers when they are made again, expected "
      "'pipegroup.wgmma_wait' on the way [D1]");
  diag.attachNote(again.getLoc()) << "they are made here";
  return diag;
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
  function->walk([&](WgmmaOp op) { failed |= ::failed(checkFactor(op)); });
  return failure(failed);
}
