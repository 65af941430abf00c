//===- AgentBuilder.cpp - The control flow of one warp --------------------===//

#include "AgentBuilder.h"

#include "pipegroup/IR/StateFlow.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pipegroup;
using namespace pipegroup::extraction;

bool extraction::isNamedBarrier(Operation *op) {
  if (op->getName().getStringRef() != "nvvm.barrier")
    return false;
  auto segments =
      cast<DenseI32ArrayAttr>(*op->getInherentAttr("operandSegmentSizes"));
  return segments[1] != 0;
}

std::optional<NamedBarrier> extraction::namedBarrier(Operation *op) {
  std::optional<int64_t> id = getConstantIntValue(op->getOperand(0));
  std::optional<int64_t> threads = getConstantIntValue(op->getOperand(1));
  if (!id || !threads || op->getNumOperands() != 2)
    return std::nullopt;
  return NamedBarrier{*id, *threads};
}

static bool isProxyFence(Operation *op) {
  if (op->getName().getStringRef() != "nvvm.fence.proxy")
    return isa<FenceProxyAsyncOp>(op);
  std::string kind;
  llvm::raw_string_ostream(kind) << op->getAttr("kind");
  return StringRef(kind).contains("async");
}

bool extraction::isEvent(Operation *op) {
  return isa<ActionOpInterface, LoadOpInterface, BarrierWaitOp,
             BarrierTryWaitOp, BarrierTestWaitOp, BarrierArriveOp,
             BarrierArriveExpectTxOp, BarrierCpAsyncArriveOp,
             BarrierUmmaCommitOp>(op) ||
         isNamedBarrier(op);
}

model::Program::Agent AgentBuilder::run() {
  Statements body;
  inScope(nullptr, body, [&](Statements &out) {
    emitBlock(shared.function->getRegion(0).front(), out);
  });
  agent.body = std::move(body);
  return std::move(agent);
}

void AgentBuilder::inScope(Operation *loop, Statements &out,
                           function_ref<void(Statements &)> build) {
  scopes.push_back({loop, {}, {}});
  Statements body;
  build(body);
  Statements all = std::move(scopes.back().prefix);
  scopes.pop_back();
  all.insert(all.end(), std::make_move_iterator(body.begin()),
             std::make_move_iterator(body.end()));
  out.insert(out.end(), std::make_move_iterator(all.begin()),
             std::make_move_iterator(all.end()));
}

Statement AgentBuilder::make(Kind kind, Operation *op) {
  Statement statement;
  statement.kind = kind;
  auto [it, isNew] = shared.locations.try_emplace(op, shared.result.ops.size());
  if (isNew)
    shared.result.ops.push_back(op);
  statement.location = it->second;
  return statement;
}

Statement AgentBuilder::set(size_t variable, Expr value, Operation *op) {
  Statement statement = make(Kind::Set, op);
  statement.object = variable;
  statement.value = std::move(value);
  return statement;
}

void AgentBuilder::emitBlock(Block &block, Statements &out) {
  for (Operation &op : block) {
    if (shared.outside)
      return;
    emitOp(&op, out);
  }
}

void AgentBuilder::emitOp(Operation *op, Statements &out) {
  emitAccesses(op, out);
  if (auto load = dyn_cast<LoadOpInterface>(op))
    return emitLoad(load, out);
  if (auto advance = dyn_cast<AdvanceOp>(op))
    return emitAdvance(advance, out);
  if (isProxyFence(op))
    return out.push_back(make(Kind::Fence, op));
  if (isNamedBarrier(op))
    return emitNamedBarrier(op, out);
  if (auto action = dyn_cast<ActionOpInterface>(op))
    return emitAction(action, out);
  if (auto loop = dyn_cast<scf::WhileOp>(op);
      loop && dependsOnToken(loop.getConditionOp().getCondition()))
    return shared.fail(loop, "a loop that polls is not modelled");
  if (auto select = dyn_cast<arith::SelectOp>(op);
      select && shared.tokens.contains(select))
    emitTokenChoice(select, out);
  if (emitInit(op, out) || !shared.relevant.contains(op) ||
      emitBarrierOp(op, out))
    return;
  if (auto each = dyn_cast<ForCtasOp>(op))
    return emitForCtas(each, out);
  if (auto elect = dyn_cast<ElectOp>(op))
    return emitBlock(elect.getBodyRegion().front(), out);
  if (auto specialize = dyn_cast<SpecializeOp>(op))
    return emitTask(specialize, out);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return emitFor(loop, out);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return emitWhile(loop, out);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return emitIf(branch, out);
  if (auto branch = dyn_cast<scf::IndexSwitchOp>(op))
    return emitSwitch(branch, out);
  shared.fail(op, "'" + op->getName().getStringRef() +
                      "' around protocol ops is not modelled");
}

void AgentBuilder::emitAdvance(AdvanceOp op, Statements &out) {
  std::optional<Expr> state = exprOf(op.getState());
  if (!state)
    return;
  int64_t slots = 2 * op.getState().getType().getStages();
  size_t variable = variableOf(op.getNext());
  out.push_back(set(
      variable, remainder(add(*state, Expr::integer(op.getBy())), slots), op));
  environment[op.getNext()] = Expr::variable(variable);
}

void AgentBuilder::emitTask(SpecializeOp op, Statements &out) {
  for (TaskOp task : op.getTasks()) {
    if (warp < int64_t(task.getFirst()) ||
        warp >= int64_t(task.getFirst() + task.getCount()))
      continue;
    if (shared.relevant.contains(task)) {
      // Once is enough, before any store of its own, for which this waits.
      if (tasks.empty())
        emitStorageReads(task, out);
      tasks.push_back(task);
    }
    emitBlock(*task.getBody(), out);
  }
}

void AgentBuilder::assign(ValueRange values, ValueRange from, Operation *op,
                          Statements &out) {
  passTokens(values, from, op, out);
  SmallVector<std::pair<size_t, Expr>> moves;
  for (auto [value, source] : llvm::zip(values, from)) {
    if (!shared.needed.contains(value))
      continue;
    std::optional<Expr> expr = exprOf(source);
    if (!expr)
      return shared.fail(op, "a state depends on a value that is not known");
    size_t variable = variableOf(value);
    environment[value] = Expr::variable(variable);
    if (*expr == Expr::variable(variable))
      continue;
    moves.push_back({variable, std::move(*expr)});
  }
  if (moves.size() == 1)
    return out.push_back(set(moves[0].first, moves[0].second, op));
  // All at once: a value may be the source of another.
  SmallVector<size_t> fresh;
  for (auto &[variable, expr] : moves) {
    fresh.push_back(freshVariable());
    out.push_back(set(fresh.back(), std::move(expr), op));
  }
  for (auto [move, from] : llvm::zip(moves, fresh))
    out.push_back(set(move.first, Expr::variable(from), op));
}

void AgentBuilder::emitFor(scf::ForOp loop, Statements &out) {
  assign(loop.getRegionIterArgs(), loop.getInits(), loop, out);
  Value counter = loop.getInductionVar();
  bool counts = shared.needed.contains(counter) &&
                exprOf(loop.getLowerBound()) && exprOf(loop.getStep());
  if (counts)
    assign(counter, loop.getLowerBound(), loop, out);
  size_t skipped = 0;
  bool skips = false;
  if (Expr skip = skippedTrips(loop); !(skip == Expr::integer(0))) {
    skips = true;
    skipped = freshVariable();
    out.push_back(set(skipped, std::move(skip), loop));
  }
  auto emitBody = [&](Statements &inside) {
    Statements body;
    emitBlock(*loop.getBody(), body);
    assign(loop.getRegionIterArgs(), loop.getYieldedValues(), loop, body);
    if (counts)
      body.push_back(
          set(variableOf(counter),
              add(Expr::variable(variableOf(counter)), *exprOf(loop.getStep())),
              loop));
    if (!skips) {
      inside = std::move(body);
      return;
    }
    // The first iterations of the loop that shares the trips are not ours.
    Statement guard = make(Kind::If, loop);
    guard.value = Expr::variable(skipped);
    guard.body.push_back(set(
        skipped,
        Expr::binary(Expr::Op::Sub, Expr::variable(skipped), Expr::integer(1)),
        loop));
    guard.otherwise = std::move(body);
    inside.push_back(std::move(guard));
  };
  auto emitTrips = [&](Statement statement) {
    inScope(loop, statement.body, emitBody);
    out.push_back(std::move(statement));
  };
  if (int64_t certain = certainTrips(loop); certain > 0) {
    Statement statement = make(Kind::Loop, loop);
    statement.value = Expr::integer(certain);
    emitTrips(std::move(statement));
  }
  emitTrips(tripsOf(loop));
  passTokens(loop.getResults(), loop.getRegionIterArgs(), loop, out);
  for (auto [result, argument] :
       llvm::zip(loop.getResults(), loop.getRegionIterArgs()))
    if (auto it = environment.find(argument); it != environment.end()) {
      Expr expr = it->second;
      environment[result] = expr;
    }
}

std::optional<int64_t> AgentBuilder::constantTrips(scf::ForOp loop) {
  std::optional<int64_t> lower = constantOf(loop.getLowerBound());
  std::optional<int64_t> upper = constantOf(loop.getUpperBound());
  std::optional<int64_t> step = constantOf(loop.getStep());
  bool isSigned =
      !loop.getUnsignedCmp() || (lower && *lower >= 0 && upper && *upper >= 0);
  // A signed number of one bit is 0 or -1.
  bool isBit = loop.getStep().getType().isInteger(1);
  if (!lower || !upper || !step || *step < 1 || !isSigned || isBit)
    return std::nullopt;
  int64_t range;
  if (llvm::SubOverflow(*upper, *lower, range))
    return std::nullopt;
  return range > 0 ? (range - 1) / *step + 1 : 0;
}

/// That all threads agree on what decides `op`.
void AgentBuilder::checkUniform(Operation *op, ValueRange decisions) {
  for (Value decision : decisions)
    if (mayDifferBetweenThreads(decision))
      shared.fail(op, "a loop whose trips threads can see differently is not "
                      "modelled");
}

Statement AgentBuilder::tripsOf(scf::ForOp loop) {
  std::optional<int64_t> trips = constantTrips(loop);
  Statement statement = make(trips ? Kind::Loop : Kind::TripLoop, loop);
  if (trips) {
    statement.value = Expr::integer(*trips);
    return statement;
  }
  checkUniform(loop,
               {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
  ValueNumbers::Trips shares = shared.numbers.ofTrips(loop);
  ValueNumbers::Number number = shares.number;
  if (shares.isOfRange)
    number = shared.numbers.derive(
        number, "range from " + Twine(shared.offsetsAround(shares).first));
  number = atPlace(number, tripsUse);
  statement.object = decisionFor(number, loop.getUpperBound(), tripsUse);
  checkNest(statement.object, number, loop);
  return statement;
}

std::pair<int64_t, int64_t>
Shared::offsetsAround(const ValueNumbers::Trips &trips) const {
  // Of a range that is so much shorter than another one little is known.
  constexpr uint64_t mostOfRange = 2;
  const std::set<int64_t> &all = offsets.find(trips.number.id)->second;
  int64_t first = *all.begin(), last = first;
  for (int64_t offset : all) {
    if (trips.isOfRange && uint64_t(offset) - uint64_t(first) > mostOfRange) {
      if (offset > trips.offset)
        break;
      first = offset;
    }
    last = offset;
  }
  return {first, last};
}

Expr AgentBuilder::skippedTrips(scf::ForOp loop) {
  if (constantTrips(loop))
    return Expr::integer(0);
  ValueNumbers::Trips trips = shared.numbers.ofTrips(loop);
  auto [first, last] = shared.offsetsAround(trips);
  if (!trips.isOfRange)
    return Expr::integer(trips.offset - first);
  // A range that is shorter by one takes one step less, or as many. All that
  // share the trips decide it first: else some go on with their trips while
  // others have not asked yet.
  Expr skipped = Expr::integer(0);
  for (int64_t offset = first; offset < last; ++offset) {
    ValueNumbers::Number number =
        shared.numbers.derive(trips.number, "step from " + Twine(offset));
    number.isFree = false;
    number = atPlace(number, conditionUse);
    size_t decision = decisionFor(number, loop.getInductionVar(), conditionUse);
    checkNest(decision, number, number.loop);
    choose(decision, number.loop, loop.getInductionVar());
    if (offset >= trips.offset)
      continue;
    Expr flag = Expr::flag(decision);
    skipped = offset == first ? flag : add(std::move(skipped), flag);
  }
  return skipped;
}

int64_t AgentBuilder::certainTrips(scf::ForOp loop) {
  if (constantTrips(loop))
    return 0;
  ValueNumbers::Trips trips = shared.numbers.ofTrips(loop);
  return trips.least
             ? *trips.least + trips.offset - shared.offsetsAround(trips).first
             : 0;
}

void AgentBuilder::emitWhile(scf::WhileOp loop, Statements &out) {
  assign(loop.getBeforeArguments(), loop.getInits(), loop, out);
  emitBlock(*loop.getBeforeBody(), out);
  auto leave = loop.getConditionOp();
  assign(loop.getAfterArguments(), leave.getArgs(), loop, out);
  Statement statement = make(Kind::TripLoop, loop);
  Value condition = leave.getCondition();
  checkUniform(loop, condition);
  ValueNumbers::Number number = atPlace(shared.numbers.of(condition), tripsUse);
  statement.object = decisionFor(number, condition, tripsUse);
  if (number.loop != loop)
    checkNest(statement.object, number, loop->getParentOp());
  inScope(loop, statement.body, [&](Statements &inside) {
    emitBlock(*loop.getAfterBody(), inside);
    assign(loop.getBeforeArguments(), loop.getYieldOp().getResults(), loop,
           inside);
    emitBlock(*loop.getBeforeBody(), inside);
    assign(loop.getAfterArguments(), leave.getArgs(), loop, inside);
  });
  out.push_back(std::move(statement));
  passTokens(loop.getResults(), loop.getAfterArguments(), loop, out);
  for (auto [result, argument] :
       llvm::zip(loop.getResults(), loop.getAfterArguments()))
    if (shared.needed.contains(result))
      if (auto it = environment.find(argument); it != environment.end()) {
        Expr expr = it->second;
        environment[result] = expr;
      }
}

void AgentBuilder::emitIf(scf::IfOp branch, Statements &out) {
  if (dependsOnToken(branch.getCondition())) {
    if (!onlyWaits(branch.getThenRegion()) ||
        !onlyWaits(branch.getElseRegion()))
      return shared.fail(branch, "a token that decides more than a wait is not "
                                 "modelled");
    // Whether the phase was complete at the test or is waited for here, what
    // follows is the same.
    Region *spared = sparedRegion(branch, shared.testsOfWaits);
    if (!spared)
      return shared.fail(branch, "a token of another wait is not modelled");
    return emitCase(branch, *spared, out);
  }
  // What a CTA leaves to others, such as the leader, it does not do.
  if (std::optional<int64_t> known = constantOf(branch.getCondition());
      known && shared.ctas() > 1)
    return emitCase(
        branch, *known ? branch.getThenRegion() : branch.getElseRegion(), out);
  Statement statement = make(Kind::If, branch);
  statement.value = conditionOf(branch.getCondition());
  emitCase(branch, branch.getThenRegion(), statement.body);
  emitCase(branch, branch.getElseRegion(), statement.otherwise);
  out.push_back(std::move(statement));
}

void AgentBuilder::emitCase(Operation *branch, Region &region,
                            Statements &out) {
  if (region.empty())
    return;
  emitBlock(region.front(), out);
  assign(branch->getResults(), region.front().getTerminator()->getOperands(),
         branch, out);
}

void AgentBuilder::emitSwitch(scf::IndexSwitchOp branch, Statements &out) {
  // In the order of their values, so that all tasks ask alike.
  SmallVector<std::pair<int64_t, Region *>> cases;
  for (auto [value, region] :
       llvm::zip(branch.getCases(), branch.getCaseRegions()))
    cases.push_back({value, &region});
  llvm::sort(cases, llvm::less_first());
  Statements *rest = &out;
  for (auto [value, region] : cases) {
    Statement statement = make(Kind::If, branch);
    std::optional<Expr> known = exprOf(branch.getArg());
    statement.value =
        known ? Expr::binary(Expr::Op::Equal, *known, Expr::integer(value))
              : flagFor(shared.numbers.of(branch.getArg()), branch.getArg(),
                        value);
    emitCase(branch, *region, statement.body);
    rest->push_back(std::move(statement));
    rest = &rest->back().otherwise;
  }
  emitCase(branch, branch.getDefaultRegion(), *rest);
}

void AgentBuilder::emitNamedBarrier(Operation *op, Statements &out) {
  std::optional<NamedBarrier> barrier = namedBarrier(op);
  if (!barrier)
    return shared.fail(op, "a named barrier whose number or count is not "
                           "constant is not modelled");
  emitSync(op, barrier->id, /*isCluster=*/false, out);
}

void AgentBuilder::emitSync(Operation *op, int64_t id, bool isCluster,
                            Statements &out) {
  auto &all = shared.result.program.rendezvous;
  auto [it, isNew] =
      shared.rendezvous.try_emplace({isCluster ? -1 : cta, id}, all.size());
  std::string name = isCluster ? "cluster"
                     : id < 0  ? "cta"
                               : "barrier" + std::to_string(id);
  if (isNew)
    all.push_back({isCluster ? name : name + Shared::programSuffix(cta), {}});
  auto &agents = all[it->second].agents;
  size_t self = shared.result.program.agents.size();
  if (agents.empty() || agents.back() != self)
    agents.push_back(self);
  Statement statement = make(Kind::Sync, op);
  statement.object = it->second;
  out.push_back(std::move(statement));
}
