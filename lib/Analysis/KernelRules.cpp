//===- KernelRules.cpp - Rules that only a whole function shows -----------===//

#include "pipegroup/Analysis/KernelRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pipegroup;

/// The reference of an op that uses a group's barriers; null for other ops.
static SymbolRefAttr barrierUse(Operation *op) {
  if (auto action = dyn_cast<ActionOpInterface>(op))
    return action.getTarget();
  return TypeSwitch<Operation *, SymbolRefAttr>(op)
      .Case<FullBarrierOp, EmptyBarrierOp>(
          [](auto address) { return address.getTarget(); })
      .Default([](Operation *) { return nullptr; });
}

//===----------------------------------------------------------------------===//
// K1
//===----------------------------------------------------------------------===//

namespace {

/// The inits and invalidates of one group in a function.
struct Life {
  SmallVector<Operation *> ops;
};

class LifeChecker {
public:
  LifeChecker(GroupPlans &plans, DominanceInfo &dominance)
      : plans(plans), dominance(dominance) {}

  LogicalResult check(Operation *function) {
    collect(function);
    bool failed = false;
    for (auto &[group, life] : lives)
      for (Operation *op : life.ops)
        failed |= ::failed(isa<InitOp>(op) ? checkInit(op, group)
                                           : checkInvalidate(op, group));
    for (auto [op, group] : uses)
      failed |= ::failed(checkUse(op, group));
    failed |= ::failed(checkOverlaps());
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
          lives[plans.resolve(op, ref).group].ops.push_back(op);
    });
  }

  /// The init or invalidate of `group` that was executed last before `op`, of
  /// those that are executed on every way to it.
  Operation *lastBefore(Operation *op, Operation *group) {
    Operation *last = nullptr;
    for (Operation *candidate : lives[group].ops)
      if (dominance.properlyDominates(candidate, op) &&
          (!last || dominance.properlyDominates(last, candidate)))
        last = candidate;
    return last;
  }

  /// The invalidate that ends what `init` begins, in the same block.
  Operation *endOf(Operation *init, Operation *group) {
    Operation *end = nullptr;
    for (Operation *candidate : lives[group].ops)
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
    for (Operation *other : lives[group].ops) {
      if (other == op || !isa<InitOp>(other))
        continue;
      // Two inits are fine only one after the other, with an end in between.
      bool after = dominance.properlyDominates(other, op);
      bool before = dominance.properlyDominates(op, other);
      if (before || (after && !isa<InitOp>(lastBefore(op, group))))
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
    if (last && isa<InitOp>(last))
      return checkToken(op, group);
    InFlightDiagnostic diag =
        report(op, group,
               last ? "comes after 'pipegroup.invalidate', expected it before"
                    : "may come before the barriers are initialised, expected "
                      "'pipegroup.init' before it in the same function");
    if (last)
      diag.attachNote(last->getLoc()) << "the barriers end here";
    for (Operation *candidate : lives[group].ops)
      if (!last && isa<InitOp>(candidate))
        diag.attachNote(candidate->getLoc())
            << "this initialisation is not on every way to it";
    return diag;
  }

  /// A token says nothing about barriers that were initialised after it was
  /// made, which cannot be if they are initialised only once.
  LogicalResult checkToken(Operation *op, Operation *group) {
    Value token;
    if (auto acquire = dyn_cast<AcquireOp>(op))
      token = acquire.getToken();
    else if (auto wait = dyn_cast<WaitOp>(op))
      token = wait.getToken();
    if (!token || lives[group].ops.size() == 1)
      return success();
    Operation *made = token.getDefiningOp();
    if (made && lastBefore(made, group) == lastBefore(op, group))
      return success();
    return report(op, group,
                  "has a token that may be older than the barriers, expected "
                  "one made after their 'pipegroup.init'");
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
    for (Operation *op : lives[group].ops)
      for (Operation *init : lives[other].ops) {
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

  /// True if `op` may be executed after `first`, which is in no loop.
  static bool mayComeAfter(Operation *op, Operation *first) {
    if (insideMutuallyExclusiveRegions(op, first))
      return false;
    Region *common = first->getParentRegion();
    while (!common->isAncestor(op->getParentRegion()))
      common = common->getParentRegion();
    Block *block = common->findAncestorBlockInRegion(*op->getBlock());
    Block *firstBlock = common->findAncestorBlockInRegion(*first->getBlock());
    if (block != firstBlock)
      return firstBlock->isReachable(block);
    Operation *place = block->findAncestorOpInBlock(*op);
    return !place->isBeforeInBlock(block->findAncestorOpInBlock(*first));
  }

  static bool isInLoop(Operation *op) {
    for (Block *block = op->getBlock(); block;) {
      if (isInCycle(block))
        return true;
      Operation *parent = block->getParentOp();
      if (isa<FunctionOpInterface>(parent))
        return false;
      auto branch = dyn_cast<RegionBranchOpInterface>(parent);
      if (isa<LoopLikeOpInterface>(parent) ||
          (branch &&
           branch.isRepetitiveRegion(block->getParent()->getRegionNumber())))
        return true;
      block = parent->getBlock();
    }
    return false;
  }

  static bool isInCycle(Block *block) {
    SmallVector<Block *> worklist(block->getSuccessors());
    llvm::SmallPtrSet<Block *, 16> seen;
    while (!worklist.empty()) {
      Block *next = worklist.pop_back_val();
      if (next == block)
        return true;
      if (seen.insert(next).second)
        llvm::append_range(worklist, next->getSuccessors());
    }
    return false;
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

//===----------------------------------------------------------------------===//
// P3
//===----------------------------------------------------------------------===//

static bool isStateType(Type type) { return isa<StateType>(type); }
static bool isState(Value value) { return isStateType(value.getType()); }

namespace {

/// Joins states that control flow makes one out of the other, and gives each
/// set the start that it comes from.
class OriginChecker {
public:
  LogicalResult check(Operation *function) {
    WalkResult flow = function->walk([&](Operation *op) {
      return failed(addFlow(op)) ? WalkResult::interrupt()
                                 : WalkResult::advance();
    });
    if (flow.wasInterrupted())
      return failure();
    bool failed = false;
    function->walk([&](StartOp start) {
      auto [it, isNew] = origins.insert({leader(start.getState()), start});
      if (!isNew && !sameOrigin(it->second, start)) {
        reportMixed(it->second, start);
        failed = true;
      }
    });
    function->walk([&](Operation *op) { failed |= ::failed(checkUse(op)); });
    return failure(failed);
  }

private:
  const void *leader(Value value) {
    return classes.getOrInsertLeaderValue(value.getAsOpaquePointer());
  }
  void join(Value a, Value b) {
    if (isState(a) && isState(b))
      classes.unionSets(a.getAsOpaquePointer(), b.getAsOpaquePointer());
  }

  LogicalResult addFlow(Operation *op) {
    if (isa<StartOp, IndexOp, ActionOpInterface, FullBarrierOp, EmptyBarrierOp>(
            op))
      return success();
    if (auto advance = dyn_cast<AdvanceOp>(op)) {
      join(advance.getState(), advance.getNext());
      return success();
    }
    if (auto select = dyn_cast<arith::SelectOp>(op)) {
      join(select.getTrueValue(), select.getResult());
      join(select.getFalseValue(), select.getResult());
      return success();
    }
    if (isa<cf::BranchOp, cf::CondBranchOp>(op)) {
      auto branch = cast<BranchOpInterface>(op);
      for (auto [index, block] : llvm::enumerate(op->getSuccessors())) {
        SuccessorOperands operands = branch.getSuccessorOperands(index);
        for (auto [i, argument] : llvm::enumerate(block->getArguments()))
          if (Value operand = operands[i])
            join(operand, argument);
      }
      return success();
    }
    if (isa<scf::ForOp, scf::IfOp, scf::IndexSwitchOp, scf::WhileOp>(op)) {
      addRegionFlow(cast<RegionBranchOpInterface>(op));
      return success();
    }
    if (isa<scf::ConditionOp, scf::YieldOp>(op))
      return success();
    bool carries = llvm::any_of(op->getOperands(), isState) ||
                   llvm::any_of(op->getResults(), isState);
    for (Region &region : op->getRegions())
      carries |=
          !region.empty() && llvm::any_of(region.getArguments(), isState);
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      carries |= llvm::any_of(function.getArgumentTypes(), isStateType) ||
                 llvm::any_of(function.getResultTypes(), isStateType);
    if (!carries)
      return success();
    InFlightDiagnostic diag =
        op->emitError() << "'" << op->getName()
                        << "' carries a 'pipegroup' state, unsupported here: "
                           "expected 'scf', 'cf' or 'arith.select' inside one "
                           "function [P3]";
    if (isa_and_present<scf::SCFDialect, cf::ControlFlowDialect>(
            op->getDialect()))
      diag.attachNote() << "these can: 'scf.for', 'scf.if', "
                           "'scf.index_switch', 'scf.while', 'cf.br' and "
                           "'cf.cond_br'";
    return diag;
  }

  void addRegionFlow(RegionBranchOpInterface op) {
    for (RegionBranchPoint point : op.getAllRegionBranchPoints()) {
      SmallVector<RegionSuccessor> successors;
      op.getSuccessorRegions(point, successors);
      for (RegionSuccessor successor : successors)
        for (auto [input, operand] :
             llvm::zip(successor.getSuccessorInputs(),
                       op.getSuccessorOperands(point, successor)))
          join(input, operand);
    }
  }

  /// States of one side of a group move in lock step: any of them will do.
  static bool sameOrigin(StartOp a, StartOp b) {
    return a.getSide() == b.getSide() &&
           a.getTarget().getRootReference() == b.getTarget().getRootReference();
  }

  static void reportMixed(StartOp a, StartOp b) {
    InFlightDiagnostic diag =
        b.emitOpError() << "of the " << nameRef(b.getSide()) << " state of '"
                        << b.getTarget()
                        << "' meets a state of another side or group on its "
                           "way, expected them to stay apart [P3]";
    diag.attachNote(a.getLoc())
        << "the " << nameRef(a.getSide()) << " state of '" << a.getTarget()
        << "' starts here";
  }

  LogicalResult checkUse(Operation *op) {
    Value state;
    std::optional<model::Side> side;
    SymbolRefAttr target = barrierUse(op);
    if (auto action = dyn_cast<ActionOpInterface>(op)) {
      state = action.getState();
      side = model::sideOf(action.getAction());
    } else if (target) {
      state = op->getOperand(0);
    } else {
      return success();
    }
    StartOp start = origins.lookup(leader(state));
    if (!start)
      return op->emitOpError("has a state that comes from no "
                             "'pipegroup.start' [P3]");
    StringAttr group = target.getRootReference();
    // An address takes only the slot number, which both sides know.
    if (start.getTarget().getRootReference() == group &&
        (!side || start.getSide() == *side))
      return success();
    InFlightDiagnostic diag = op->emitOpError()
                              << "has a " << nameRef(start.getSide())
                              << " state of '@"
                              << start.getTarget().getRootReference().getValue()
                              << "', expected a "
                              << (side ? nameRef(*side) + " state" : "state")
                              << " of '@" << group.getValue() << "' [P3]";
    diag.attachNote(start.getLoc()) << "the state starts here";
    return diag;
  }

  llvm::EquivalenceClasses<const void *> classes;
  llvm::DenseMap<const void *, StartOp> origins;
};

} // namespace

LogicalResult pipegroup::checkP3(Operation *function) {
  return OriginChecker().check(function);
}

//===----------------------------------------------------------------------===//
// P6
//===----------------------------------------------------------------------===//

/// The acquire of `acquires` that comes before all others; null if none does.
static Operation *firstOf(ArrayRef<AcquireOp> acquires,
                          DominanceInfo &dominance) {
  AcquireOp first = acquires.front();
  for (AcquireOp acquire : acquires)
    if (dominance.properlyDominates(acquire, first))
      first = acquire;
  for (AcquireOp acquire : acquires)
    if (acquire != first && !dominance.properlyDominates(first, acquire))
      return nullptr;
  return first;
}

LogicalResult pipegroup::checkP6(Operation *function, GroupPlans &plans,
                                 DominanceInfo &dominance,
                                 ArmingAcquires &arming) {
  struct Round {
    GroupPlans::Ref ref;
    SmallVector<AcquireOp> acquires;
  };
  llvm::MapVector<std::pair<Operation *, Value>, Round> rounds;
  function->walk([&](AcquireOp op) {
    GroupPlans::Ref ref = plans.resolve(op, op.getTarget());
    if (ref.plan->mode != model::Mode::Fork) {
      arming.insert(op);
      return;
    }
    Round &round = rounds[{ref.group, op.getState()}];
    round.ref = ref;
    round.acquires.push_back(op);
  });

  bool failed = false;
  for (auto &[key, round] : rounds) {
    SmallVector<AcquireOp> byMember(round.ref.plan->members.size());
    auto report = [&](AcquireOp op, const Twine &text) {
      failed = true;
      return op.emitOpError()
             << "of the fork '@" << round.ref.group.getSymName() << "' " << text
             << " [P6]";
    };
    for (AcquireOp acquire : round.acquires) {
      AcquireOp &slot =
          byMember[plans.resolve(acquire, acquire.getTarget()).member];
      if (slot)
        report(acquire, "acquires a member twice on one state, expected once")
                .attachNote(slot.getLoc())
            << "the other acquire is here";
      slot = acquire;
    }
    for (auto [member, acquire] :
         llvm::zip(round.ref.group.getMembers(), byMember))
      if (!acquire)
        report(round.acquires.front(),
               "leaves out '@" + member.getSymName() +
                   "', expected every member to be acquired on this state")
                .attachNote(member.getLoc())
            << "the member is here";
    if (Operation *first = firstOf(round.acquires, dominance))
      arming.insert(first);
    else
      report(round.acquires.front(),
             "does not come before the other acquires on this state, expected "
             "one that always does");
  }
  return failure(failed);
}

LogicalResult pipegroup::checkKernelRules(Operation *function,
                                          GroupPlans &plans,
                                          ArmingAcquires &arming) {
  DominanceInfo dominance(function);
  // Each rule is worth knowing even when another is broken.
  bool failed = ::failed(checkK1(function, plans, dominance));
  failed |= ::failed(checkP3(function));
  failed |= ::failed(checkP6(function, plans, dominance, arming));
  return failure(failed);
}
