//===- LifeRules.cpp - K1: barriers are used while they live --------------===//

#include "pipegroup/Analysis/KernelRules.h"

#include "pipegroup/Analysis/Flow.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace pipegroup;

namespace {

/// The inits and invalidates of one group in a function.
using Life = SmallVector<Operation *>;

class LifeChecker {
public:
  LifeChecker(GroupPlans &plans, DominanceInfo &dominance)
      : plans(plans), dominance(dominance) {}

  LogicalResult check(Operation *function) {
    collect(function);
    bool failed = false;
    for (auto &[group, life] : lives)
      for (Operation *op : life)
        failed |= ::failed(isa<InitOp>(op) ? checkInit(op, group)
                                           : checkInvalidate(op, group));
    for (auto [op, group] : uses)
      failed |= ::failed(checkUse(op, group));
    failed |= ::failed(checkOverlaps());
    failed |= ::failed(checkStaticStorage());
    return failure(failed);
  }

private:
  void collect(Operation *function) {
    function->walk([&](Operation *op) {
      ArrayAttr groups;
      if (auto init = dyn_cast<InitOp>(op))
        groups = init.getGroups();
      else if (auto invalidate = dyn_cast<InvalidateOp>(op))
        groups = invalidate.getGroups();
      else if (SymbolRefAttr ref = barrierUse(op))
        uses.push_back({op, plans.resolve(op, ref).group});
      if (groups)
        for (auto ref : groups.getAsRange<SymbolRefAttr>())
          lives[plans.resolve(op, ref).group].push_back(op);
    });
  }

  /// The init or invalidate of `group` that was executed last before `op`, of
  /// those that are executed on every way to it.
  Operation *lastBefore(Operation *op, Operation *group) {
    Operation *last = nullptr;
    for (Operation *candidate : lives[group])
      if (dominance.properlyDominates(candidate, op) &&
          (!last || dominance.properlyDominates(last, candidate)))
        last = candidate;
    return last;
  }

  /// The invalidate that ends what `init` begins, in the same block.
  Operation *endOf(Operation *init, Operation *group) {
    Operation *end = nullptr;
    for (Operation *candidate : lives[group])
      if (isa<InvalidateOp>(candidate) &&
          candidate->getBlock() == init->getBlock() &&
          init->isBeforeInBlock(candidate) &&
          (!end || candidate->isBeforeInBlock(end)))
        end = candidate;
    return end;
  }

  InFlightDiagnostic report(Operation *op, Operation *group, StringRef text) {
    return op->emitOpError() << "of '@" << cast<GroupOp>(group).getSymName()
                             << "' " << text << " [K1]";
  }

  LogicalResult checkInit(Operation *op, Operation *group) {
    // What a caller has initialised is not known here.
    if (plans.isCalled(op->getParentOfType<FunctionOpInterface>()))
      return report(op, group,
                    "is in a function that others call, expected it in the "
                    "kernel");
    for (Operation *other : lives[group]) {
      if (other == op || !isa<InitOp>(other))
        continue;
      // Two inits are fine only one after the other, with an end in between.
      bool after = dominance.properlyDominates(other, op);
      bool before = dominance.properlyDominates(op, other);
      if (before || (after && !isa<InitOp>(lastBefore(op, group))) ||
          insideMutuallyExclusiveRegions(op, other))
        continue;
      InFlightDiagnostic diag =
          report(op, group,
                 "may find live barriers, expected 'pipegroup.invalidate' "
                 "between two initialisations");
      diag.attachNote(other->getLoc()) << "the other initialisation is here";
      return diag;
    }
    if (isInLoop(op) && !endOf(op, group))
      return report(op, group,
                    "is in a loop, expected 'pipegroup.invalidate' later in "
                    "the same block");
    return success();
  }

  LogicalResult checkInvalidate(Operation *op, Operation *group) {
    Operation *last = lastBefore(op, group);
    if (last && isa<InitOp>(last) && endOf(last, group) == op)
      return success();
    return report(op, group,
                  "ends no life, expected 'pipegroup.init' before it in the "
                  "same block");
  }

  LogicalResult checkUse(Operation *op, Operation *group) {
    Operation *last = lastBefore(op, group);
    if (last && isa<InitOp>(last) && launchOf(last) != launchOf(op))
      last = nullptr;
    if (last && isa<InitOp>(last))
      return checkToken(op, group);
    InFlightDiagnostic diag =
        report(op, group,
               last ? "comes after 'pipegroup.invalidate', expected it before"
                    : "may come before the barriers are initialised, expected "
                      "'pipegroup.init' before it in the same function");
    if (last)
      diag.attachNote(last->getLoc()) << "the barriers end here";
    for (Operation *candidate : lives[group])
      if (!last && isa<InitOp>(candidate))
        diag.attachNote(candidate->getLoc())
            << "this initialisation is not on every way to it";
    return diag;
  }

  /// The `gpu.launch` around `op`: a kernel of its own inside a function.
  static Operation *launchOf(Operation *op) {
    while (op && op->getName().getStringRef() != "gpu.launch")
      op = op->getParentOp();
    return op;
  }

  /// A token says nothing about barriers that were initialised after it was
  /// made, which cannot be if they are initialised only once.
  LogicalResult checkToken(Operation *op, Operation *group) {
    Value token;
    if (auto acquire = dyn_cast<AcquireOp>(op))
      token = acquire.getToken();
    else if (auto wait = dyn_cast<WaitOp>(op))
      token = wait.getToken();
    if (!token || lives[group].size() == 1)
      return success();
    Operation *made = token.getDefiningOp();
    if (made && lastBefore(made, group) == lastBefore(op, group))
      return success();
    return report(op, group,
                  "has a token that may be older than the barriers, expected "
                  "one made after their 'pipegroup.init'");
  }

  /// G16 for all groups of a kernel together.
  LogicalResult checkStaticStorage() {
    int64_t bytes = 0;
    for (auto &[group, life] : lives) {
      const model::GroupPlan &plan = plans.getPlans().find(group)->second;
      if (plan.dynamicOffset)
        continue;
      bytes += plan.storageBytes();
      if (bytes > model::maxStaticSharedBytes)
        return life.front()->emitOpError()
               << "brings the barriers of this kernel to " << bytes
               << " bytes, expected at most " << model::maxStaticSharedBytes
               << " of static shared memory [G16]";
    }
    return success();
  }

  /// Two groups may lie at the same place, but not at the same time.
  LogicalResult checkOverlaps() {
    struct Range {
      int64_t begin, end;
      Operation *group;
    };
    SmallVector<Range> ranges;
    for (auto &[group, life] : lives) {
      const model::GroupPlan &plan = plans.getPlans().find(group)->second;
      if (plan.dynamicOffset)
        ranges.push_back({*plan.dynamicOffset,
                          *plan.dynamicOffset + plan.storageBytes(), group});
    }
    llvm::stable_sort(ranges, [](const Range &a, const Range &b) {
      return a.begin < b.begin;
    });
    bool failed = false;
    for (size_t i = 0; i < ranges.size(); ++i)
      for (size_t j = i + 1;
           j < ranges.size() && ranges[j].begin < ranges[i].end; ++j)
        failed |=
            ::failed(checkDisjointLives(ranges[i].group, ranges[j].group)) ||
            ::failed(checkDisjointLives(ranges[j].group, ranges[i].group));
    return failure(failed);
  }

  /// `group` is not initialised while `other`, at the same place, lives.
  LogicalResult checkDisjointLives(Operation *group, Operation *other) {
    for (Operation *op : lives[group])
      for (Operation *init : lives[other]) {
        if (!isa<InitOp>(op) || !isa<InitOp>(init) ||
            !mayFindAlive(op, init, other))
          continue;
        InFlightDiagnostic diag = report(
            op, group,
            ("overlaps the live barriers of '@" +
             cast<GroupOp>(other).getSymName() +
             "', expected another place or 'pipegroup.invalidate' in between")
                .str());
        diag.attachNote(init->getLoc()) << "the other initialisation is here";
        return diag;
      }
    return success();
  }

  /// True if the barriers of `group` that `init` begins may live at `op`.
  bool mayFindAlive(Operation *op, Operation *init, Operation *group) {
    Operation *end = endOf(init, group);
    if (op == init || !end)
      return op == init || mayComeAfter(op, init);
    Operation *place = init->getBlock()->findAncestorOpInBlock(*op);
    return place && init->isBeforeInBlock(place) && place->isBeforeInBlock(end);
  }

  GroupPlans &plans;
  DominanceInfo &dominance;
  llvm::MapVector<Operation *, Life> lives;
  SmallVector<std::pair<Operation *, Operation *>> uses;
};

} // namespace

LogicalResult pipegroup::checkK1(Operation *function, GroupPlans &plans,
                                 DominanceInfo &dominance) {
  return LifeChecker(plans, dominance).check(function);
}
