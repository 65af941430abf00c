//===- Flow.cpp - What may be executed after what -------------------------===//

#include "pipegroup/Analysis/Flow.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pipegroup;

SymbolRefAttr pipegroup::barrierUse(Operation *op) {
  if (auto action = dyn_cast<ActionOpInterface>(op))
    return action.getTarget();
  return TypeSwitch<Operation *, SymbolRefAttr>(op)
      .Case<FullBarrierOp, EmptyBarrierOp, TmaLoadOp, BulkLoadOp>(
          [](auto address) { return address.getTarget(); })
      .Default([](Operation *) { return nullptr; });
}

/// True if a way leads from the end of `from` to `to` around `blocked`.
static bool reaches(Block *from, Block *to, Block *blocked) {
  SmallVector<Block *> worklist(from->getSuccessors());
  llvm::SmallPtrSet<Block *, 16> seen;
  while (!worklist.empty()) {
    Block *next = worklist.pop_back_val();
    if (next == blocked || !seen.insert(next).second)
      continue;
    if (next == to)
      return true;
    llvm::append_range(worklist, next->getSuccessors());
  }
  return false;
}

/// True if `region` may be executed again and again.
static bool isRepeated(Region *region) {
  Operation *op = region->getParentOp();
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  return isa<LoopLikeOpInterface>(op) ||
         (branch && branch.isRepetitiveRegion(region->getRegionNumber()));
}

/// The block of `region` that holds the definition of `value`; null if it is
/// defined outside.
static Block *definingBlock(Region *region, Value value) {
  return value ? region->findAncestorBlockInRegion(*value.getParentBlock())
               : nullptr;
}

bool pipegroup::mayRepeat(Operation *op, Value value) {
  for (; !isa<FunctionOpInterface>(op); op = op->getParentOp()) {
    Region *region = op->getParentRegion();
    Block *definition = definingBlock(region, value);
    if (reaches(op->getBlock(), op->getBlock(), definition))
      return true;
    if (definition)
      return false;
    if (isRepeated(region))
      return true;
  }
  return false;
}

bool pipegroup::isInLoop(Operation *op) { return mayRepeat(op, Value()); }

bool pipegroup::mayComeAfter(Operation *op, Operation *first, Value value) {
  if (insideMutuallyExclusiveRegions(op, first))
    return false;
  Region *common = first->getParentRegion();
  while (!common->isAncestor(op->getParentRegion()))
    common = common->getParentRegion();
  Block *block = common->findAncestorBlockInRegion(*op->getBlock());
  Block *firstBlock = common->findAncestorBlockInRegion(*first->getBlock());
  if (block != firstBlock)
    return reaches(firstBlock, block, definingBlock(common, value));
  Operation *place = block->findAncestorOpInBlock(*op);
  return !place->isBeforeInBlock(block->findAncestorOpInBlock(*first));
}
