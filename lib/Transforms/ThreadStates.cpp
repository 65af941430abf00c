//===- ThreadStates.cpp - Put states into the implicit form ---------------===//
//
// Every state that ops leave out is a variable: commit and release move it on,
// the other ops read it. Where acquires or waits advance on their own, they
// move a variable of their own. This pass brings the variables of a function,
// or of a task, into SSA form through structured and unstructured control flow.
//
//===----------------------------------------------------------------------===//

#include "pipegroup/Analysis/Flow.h"
#include "pipegroup/IR/Pipegroup.h"
#include "pipegroup/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace pipegroup {
#define GEN_PASS_DEF_PIPEGROUPTHREADSTATES
#include "pipegroup/Transforms/Passes.h.inc"
} // namespace pipegroup

using namespace mlir;
using namespace pipegroup;

namespace {

/// A state, named by who owns it and by the action that moves it on.
using Variable = std::pair<SymbolRefAttr, model::Action>;
using Variables = llvm::SetVector<Variable>;
/// The value that each variable has at some place.
using Values = llvm::DenseMap<Variable, Value>;

/// What is the same for all uses of a variable.
struct Ring {
  GroupOp group;
  int64_t stages = 1, stride = 1;
  /// Lanes of the side.
  int64_t lanes = 1;
  /// The members that one round of the moving action visits, if it addresses
  /// members of a group that owns the state.
  int64_t visits = 1;
};

/// An op that acts on one round of a variable, in one block.
using Round = SmallVector<ActionOpInterface>;

SymbolRefAttr targetOf(Operation *op) {
  if (auto action = dyn_cast<ActionOpInterface>(op))
    return action.getState() ? SymbolRefAttr() : action.getTarget();
  if (auto current = dyn_cast<CurrentOp>(op))
    return current.getTarget();
  return {};
}

bool isImplicit(Operation *op) { return bool(targetOf(op)); }

/// Threads the variables of one function or task.
class Threader {
public:
  Threader(Operation *scope, SymbolTableCollection &tables)
      : scope(scope), tables(tables), rewriter(scope->getContext()) {}

  LogicalResult run() {
    for (Region &region : scope->getRegions())
      collect(region);
    if (uses.empty())
      return success();
    if (isa<TaskOp>(scope) && isInLoop(scope->getParentOp()))
      return scope->emitOpError(
          "is in a loop and leaves out its states, which would start again in "
          "every iteration, expected the loop inside the task [P3]");
    for (Region &region : scope->getRegions()) {
      if (region.empty())
        continue;
      Values values;
      if (failed(startAll(region.front(), values)) ||
          failed(threadRegion(region, values)))
        return failure();
    }
    return success();
  }

private:
  //===--------------------------------------------------------------------===//
  // Which variables there are
  //===--------------------------------------------------------------------===//

  Variable variableOf(Operation *op) {
    SymbolRefAttr target = targetOf(op);
    auto current = dyn_cast<CurrentOp>(op);
    model::Action action =
        current ? current.getAction() : cast<ActionOpInterface>(op).getAction();
    model::Side side = model::sideOf(action);
    auto group = cast<GroupOp>(
        tables.lookupNearestSymbolFrom(op, target.getRootReference()));
    model::Mode mode = *group.getResolvedMode();
    model::MemberConfig member =
        (*group.getMembers().begin()).getMemberConfig();
    bool isGroups = model::stateOwner(mode, side) == model::Owner::Group;
    if (isGroups)
      target = SymbolRefAttr::get(target.getRootReference());
    model::Action mover = member.moverOf(action);
    Ring &ring = rings[{target, mover}];
    ring.group = group;
    ring.stages = group.getStages();
    ring.stride = member.interleave.stride(mover);
    ring.lanes = member.interleave.lanes(side);
    if (isGroups && model::ownerOf(mode, mover) == model::Owner::Member)
      ring.visits = llvm::range_size(group.getMembers());
    return {target, mover};
  }

  /// True if `op` moves `variable` on, alone or with those of other members.
  static bool isMover(Operation *op, Variable variable) {
    auto action = dyn_cast<ActionOpInterface>(op);
    return action && !isa<TryAcquireOp, TryWaitOp>(op) &&
           action.getAction() == variable.second;
  }

  /// A task inside threads its own variables.
  static bool isInnerScope(Operation *op) { return isa<SpecializeOp>(op); }

  /// Fills `uses` and `moves` for every op below `region` that has regions, and
  /// for the scope itself.
  void collect(Region &region) {
    for (Block &block : region)
      for (Operation &op : block) {
        if (isInnerScope(&op))
          continue;
        if (isImplicit(&op)) {
          Variable variable = variableOf(&op);
          bool isMove = isMover(&op, variable);
          for (Operation *parent = op.getParentOp();;
               parent = parent->getParentOp()) {
            uses[parent].insert(variable);
            if (isMove)
              moves[parent].insert(variable);
            if (parent == scope)
              break;
          }
        }
        for (Region &inner : op.getRegions())
          collect(inner);
      }
  }

  LogicalResult startAll(Block &entry, Values &values) {
    rewriter.setInsertionPointToStart(&entry);
    for (Variable variable : uses[scope]) {
      Value lane;
      int64_t step = 0;
      if (rings[variable].stride > 1 && failed(findLane(variable, lane, step)))
        return failure();
      values[variable] = StartOp::create(
          rewriter, scope->getLoc(),
          StateType::get(scope->getContext(), rings[variable].stages),
          variable.first,
          SideAttr::get(scope->getContext(), model::sideOf(variable.second)),
          rewriter.getI64IntegerAttr(step), lane);
    }
    return success();
  }

  /// The lane of an interleaved state: that of the warp in the only task, or
  /// the task's own one among several. A state with a smaller stride than the
  /// other one of its side has fewer lanes, in turn.
  LogicalResult findLane(Variable variable, Value &lane, int64_t &step) {
    const Ring &ring = rings[variable];
    auto task = dyn_cast<TaskOp>(scope);
    if (!task)
      return scope->emitOpError()
             << "leaves out interleaved states of '" << variable.first
             << "' outside all tasks, expected 'pipegroup.start' with a lane "
                "[P9]";
    SmallVector<TaskOp> tasks = tasksThatDrive(
        task->getParentOp(), variable.first, model::sideOf(variable.second));
    if (tasks.size() > 1) {
      step = (llvm::find(tasks, task) - tasks.begin()) % ring.stride;
      return success();
    }
    int64_t warps = task.getCount();
    if (warps % ring.lanes != 0)
      return task.emitOpError()
             << "has " << warps << " warps, expected a multiple of the "
             << ring.lanes << " lanes of '" << variable.first << "' [K3]";
    Type i32 = rewriter.getI32Type();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIntOp::create(rewriter, task.getLoc(), i32, value);
    };
    lane = TaskWarpOp::create(rewriter, task.getLoc(), i32);
    if (warps != ring.lanes)
      lane = arith::DivUIOp::create(rewriter, task.getLoc(), lane,
                                    constant(warps / ring.lanes));
    if (ring.stride != ring.lanes)
      lane = arith::RemUIOp::create(rewriter, task.getLoc(), lane,
                                    constant(ring.stride));
    return success();
  }

  /// The tasks beside this one that drive `side` of `owner`, in order.
  static SmallVector<TaskOp>
  tasksThatDrive(Operation *specialize, SymbolRefAttr owner, model::Side side) {
    llvm::SetVector<Operation *> tasks;
    specialize->walk([&](ActionOpInterface op) {
      SymbolRefAttr target = op.getTarget();
      bool isSame = target.getRootReference() == owner.getRootReference() &&
                    (target == owner || owner.getNestedReferences().empty() ||
                     target.getNestedReferences().empty());
      // With a state of its own, a tail can stand anywhere.
      bool drives = op.getAction() != model::Action::Tail || !op.getState();
      if (isSame && drives && model::sideOf(op.getAction()) == side)
        tasks.insert(op->getParentOfType<TaskOp>());
    });
    return llvm::map_to_vector(tasks,
                               [](Operation *op) { return cast<TaskOp>(op); });
  }

  //===--------------------------------------------------------------------===//
  // Through regions and blocks
  //===--------------------------------------------------------------------===//

  /// Threads all blocks of `region`, whose entry begins with `values`; on
  /// return `values` is what its last block ends with.
  LogicalResult threadRegion(Region &region, Values &values) {
    if (region.hasOneBlock())
      return threadBlock(region.front(), values);
    Variables moved = moves[region.getParentOp()];
    llvm::DenseMap<Block *, Values> atStart;
    for (Block &block : region) {
      atStart[&block] = values;
      if (block.isEntryBlock())
        continue;
      for (Variable variable : moved)
        atStart[&block][variable] =
            block.addArgument(values[variable].getType(), scope->getLoc());
    }
    for (Block &block : region) {
      Values inside = atStart[&block];
      if (failed(threadBlock(block, inside)) ||
          failed(passToSuccessors(block, moved, inside)))
        return failure();
    }
    return success();
  }

  LogicalResult passToSuccessors(Block &block, const Variables &moved,
                                 Values &values) {
    Operation *terminator = block.getTerminator();
    if (moved.empty() || terminator->getNumSuccessors() == 0)
      return success();
    auto branch = dyn_cast<BranchOpInterface>(terminator);
    if (!branch || !isa<cf::BranchOp, cf::CondBranchOp>(terminator))
      return report(terminator);
    for (unsigned i = 0; i < terminator->getNumSuccessors(); ++i)
      for (Variable variable : moved)
        branch.getSuccessorOperands(i).append(values[variable]);
    return success();
  }

  LogicalResult threadBlock(Block &block, Values &values) {
    llvm::MapVector<Variable, Round> rounds;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (isInnerScope(&op))
        continue;
      if (isImplicit(&op)) {
        if (failed(threadOp(&op, values, rounds)))
          return failure();
        continue;
      }
      for (auto &[variable, round] : rounds)
        if (!round.empty() && moves.lookup(&op).contains(variable))
          return reportOpenRound(round, rings[variable].group);
      if (uses.contains(&op) && failed(threadNested(&op, values)))
        return failure();
    }
    for (auto &[variable, round] : rounds)
      if (!round.empty())
        return reportOpenRound(round, rings[variable].group);
    return success();
  }

  /// Gives `op` its state; what ends a round moves the variable on.
  LogicalResult threadOp(Operation *op, Values &values,
                         llvm::MapVector<Variable, Round> &rounds) {
    Variable variable = variableOf(op);
    Value &state = values[variable];
    if (isa<CurrentOp>(op)) {
      rewriter.replaceOp(op, state);
      return success();
    }
    setState(op, state);
    if (!isMover(op, variable))
      return success();
    const Ring &ring = rings[variable];
    if (ring.visits > 1) {
      Round &round = rounds[variable];
      for (ActionOpInterface earlier : round)
        if (earlier.getTarget() == cast<ActionOpInterface>(op).getTarget())
          return reportOpenRound(round, ring.group);
      round.push_back(cast<ActionOpInterface>(op));
      if (int64_t(round.size()) < ring.visits)
        return success();
      round.clear();
    }
    rewriter.setInsertionPointAfter(op);
    state = AdvanceOp::create(rewriter, op->getLoc(), state.getType(), state,
                              ring.stride);
    return success();
  }

  /// P6: a state that all members share moves on once, when every member has
  /// been visited.
  static LogicalResult reportOpenRound(Round &round, GroupOp group) {
    bool failed = false;
    for (MemberOp member : group.getMembers()) {
      if (llvm::any_of(round, [&](ActionOpInterface op) {
            return op.getTarget().getLeafReference() == member.getSymNameAttr();
          }))
        continue;
      InFlightDiagnostic diag =
          round.front()->emitOpError()
          << "advances the shared state of '@" << group.getSymName()
          << "' but leaves out '@" << member.getSymName()
          << "', expected every member once in the same block [P6]";
      diag.attachNote(member.getLoc()) << "the member is here";
      failed = true;
    }
    return failure(failed);
  }

  static void setState(Operation *op, Value state) {
    if (auto acquire = dyn_cast<AcquireOp>(op))
      acquire.getStateMutable().assign(state);
    else if (auto wait = dyn_cast<WaitOp>(op))
      wait.getStateMutable().assign(state);
    else
      op->insertOperands(0, state);
  }

  //===--------------------------------------------------------------------===//
  // Through ops with regions
  //===--------------------------------------------------------------------===//

  LogicalResult threadNested(Operation *op, Values &values) {
    Variables moved = moves[op];
    if (moved.empty()) {
      for (Region &region : op->getRegions()) {
        Values inside = values;
        if (!region.empty() && failed(threadRegion(region, inside)))
          return failure();
      }
      return success();
    }
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return threadFor(loop, moved, values);
    if (auto loop = dyn_cast<scf::WhileOp>(op))
      return threadWhile(loop, moved, values);
    if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
      return threadBranches(op, moved, values);
    return report(op);
  }

  LogicalResult report(Operation *op) {
    return op->emitError()
           << "'" << op->getName()
           << "' carries a 'pipegroup' state, unsupported here: expected "
              "'scf.for', 'scf.while', 'scf.if', 'scf.index_switch', 'cf.br' "
              "or 'cf.cond_br' [P3]";
  }

  SmallVector<Value> valuesOf(const Variables &moved, const Values &values) {
    return llvm::map_to_vector(
        moved, [&](Variable variable) { return values.lookup(variable); });
  }

  /// `values` with the last of `all` for the variables `moved`.
  static void update(Values &values, const Variables &moved, ValueRange all) {
    for (auto [variable, value] :
         llvm::zip_equal(moved, all.take_back(moved.size())))
      values[variable] = value;
  }

  LogicalResult threadFor(scf::ForOp loop, const Variables &moved,
                          Values &values) {
    retire(loop);
    auto threaded = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
        rewriter, valuesOf(moved, values),
        /*replaceInitOperandUsesInLoop=*/false,
        [](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
          return SmallVector<Value>(arguments.begin(), arguments.end());
        }));
    adopt(threaded);
    Values inside = values;
    update(inside, moved, threaded.getRegionIterArgs());
    if (failed(threadBlock(*threaded.getBody(), inside)))
      return failure();
    for (auto [operand, value] : llvm::zip_equal(
             threaded.getYieldedValuesMutable()->take_back(moved.size()),
             valuesOf(moved, inside)))
      operand.set(value);
    update(values, moved, threaded.getResults());
    return success();
  }

  LogicalResult threadWhile(scf::WhileOp loop, const Variables &moved,
                            Values &values) {
    SmallVector<Value> inits(loop.getInits());
    llvm::append_range(inits, valuesOf(moved, values));
    SmallVector<Type> types(loop.getResultTypes());
    for (Variable variable : moved)
      types.push_back(values[variable].getType());
    retire(loop);
    rewriter.setInsertionPoint(loop);
    auto threaded = scf::WhileOp::create(rewriter, loop.getLoc(), types, inits);
    adopt(threaded);
    threaded->setDiscardableAttrs(llvm::to_vector(loop->getDiscardableAttrs()));
    threaded.getBefore().takeBody(loop.getBefore());
    threaded.getAfter().takeBody(loop.getAfter());

    Values inside = values;
    auto enter = [&](Region &region) {
      for (Variable variable : moved)
        inside[variable] = region.front().addArgument(
            values[variable].getType(), loop.getLoc());
      return threadBlock(region.front(), inside);
    };
    if (failed(enter(threaded.getBefore())))
      return failure();
    threaded.getConditionOp().getArgsMutable().append(valuesOf(moved, inside));
    if (failed(enter(threaded.getAfter())))
      return failure();
    threaded.getYieldOp().getResultsMutable().append(valuesOf(moved, inside));
    return replace(loop, threaded, moved, values);
  }

  /// Ops of which one region or none is executed, and which yield its values.
  LogicalResult threadBranches(Operation *op, const Variables &moved,
                               Values &values) {
    retire(op);
    rewriter.setInsertionPoint(op);
    OperationState state(op->getLoc(), op->getName());
    state.addOperands(op->getOperands());
    state.addTypes(op->getResultTypes());
    for (Variable variable : moved)
      state.addTypes(values[variable].getType());
    state.attributes = op->getAttrDictionary();
    for (unsigned i = 0; i < op->getNumRegions(); ++i)
      state.addRegion();
    Operation *threaded = rewriter.create(state);
    adopt(threaded);
    for (auto [to, from] :
         llvm::zip_equal(threaded->getRegions(), op->getRegions())) {
      to.takeBody(from);
      Values inside = values;
      if (to.empty()) {
        // A missing else leaves everything as it was.
        OpBuilder::InsertionGuard guard(rewriter);
        rewriter.createBlock(&to);
        scf::YieldOp::create(rewriter, op->getLoc(), valuesOf(moved, inside));
        continue;
      }
      if (failed(threadBlock(to.front(), inside)))
        return failure();
      Operation *yield = to.front().getTerminator();
      yield->insertOperands(yield->getNumOperands(), valuesOf(moved, inside));
    }
    return replace(op, threaded, moved, values);
  }

  LogicalResult replace(Operation *op, Operation *threaded,
                        const Variables &moved, Values &values) {
    rewriter.replaceOp(op,
                       threaded->getResults().take_front(op->getNumResults()));
    update(values, moved, threaded->getResults());
    return success();
  }

  /// What is known of an op goes over to the op that replaces it.
  void retire(Operation *op) {
    retiredUses = uses.lookup(op);
    retiredMoves = moves.lookup(op);
    uses.erase(op);
    moves.erase(op);
  }
  void adopt(Operation *op) {
    uses[op] = retiredUses;
    moves[op] = retiredMoves;
  }

  Operation *scope;
  SymbolTableCollection &tables;
  IRRewriter rewriter;
  llvm::DenseMap<Operation *, Variables> uses, moves;
  Variables retiredUses, retiredMoves;
  llvm::DenseMap<Variable, Ring> rings;
};

struct ThreadStates : pipegroup::impl::PipegroupThreadStatesBase<ThreadStates> {
  void runOnOperation() override {
    // Tasks first: what encloses them passes them over.
    SymbolTableCollection tables;
    WalkResult walk = getOperation()->walk([&](Operation *op) {
      if (!isa<TaskOp, FunctionOpInterface>(op))
        return WalkResult::advance();
      return failed(Threader(op, tables).run()) ? WalkResult::interrupt()
                                                : WalkResult::advance();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
