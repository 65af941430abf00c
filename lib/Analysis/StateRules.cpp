//===- StateRules.cpp - P3: states stay on their side of their group ------===//

#include "pipegroup/Analysis/KernelRules.h"

#include "pipegroup/Analysis/Flow.h"
#include "pipegroup/IR/StateFlow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;
using namespace pipegroup;

static bool isStateType(Type type) { return isa<StateType>(type); }
static bool isState(Value value) { return isStateType(value.getType()); }

namespace {

/// Joins states that control flow makes one out of the other, and gives each
/// set the start that it comes from.
class OriginChecker {
public:
  explicit OriginChecker(GroupPlans &plans) : plans(plans) {}

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
    function->walk([&](AdvanceOp op) { failed |= ::failed(checkStride(op)); });
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
    if (isa<StartOp, IndexOp, ActionOpInterface, FullBarrierOp, EmptyBarrierOp,
            SlotOp, LoadOpInterface>(op))
      return success();
    if (isa<CurrentOp>(op))
      return op->emitOpError("stands for a state, expected "
                             "'pipegroup-thread-states' to run first [P3]");
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
      forEachRegionEdge(
          cast<RegionBranchOpInterface>(op),
          [&](Value operand, Value input) { join(operand, input); });
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
    } else if (auto load = dyn_cast<LoadOpInterface>(op)) {
      state = load.getState();
      side = model::Side::Producer;
    } else if (auto slot = dyn_cast<SlotOp>(op)) {
      state = slot.getState();
      target = slot.getTarget();
    } else if (target) {
      state = op->getOperand(0);
    } else {
      return success();
    }
    if (!state)
      return op->emitOpError("leaves out its state, expected "
                             "'pipegroup-thread-states' to run first [P3]");
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

  /// P9: a state moves by a stride of its side.
  LogicalResult checkStride(AdvanceOp op) {
    StartOp start = origins.lookup(leader(op.getState()));
    if (!start)
      return success();
    GroupOp group = plans.resolve(start, start.getTarget()).group;
    model::Interleave strides =
        (*group.getMembers().begin()).getMemberConfig().interleave;
    bool isProducer = start.getSide() == model::Side::Producer;
    int64_t first = isProducer ? strides.acquire : strides.wait;
    int64_t last = isProducer ? strides.commit : strides.release;
    int64_t by = op.getBy();
    if (by == first || by == last)
      return success();
    InFlightDiagnostic diag = op.emitOpError()
                              << "moves a " << nameRef(start.getSide())
                              << " state of '@" << group.getSymName() << "' by "
                              << by << ", expected " << last;
    if (first != last)
      diag << " or " << first;
    diag << " as its members are interleaved [P9]";
    diag.attachNote(start.getLoc()) << "the state starts here";
    return diag;
  }

  GroupPlans &plans;
  llvm::EquivalenceClasses<const void *> classes;
  llvm::DenseMap<const void *, StartOp> origins;
};

} // namespace

LogicalResult pipegroup::checkP3(Operation *function, GroupPlans &plans) {
  return OriginChecker(plans).check(function);
}
