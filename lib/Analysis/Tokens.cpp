//===- Tokens.cpp - Answers of tests that spare waits ---------------------===//
//
// An answer is a token of the program: of protocol ops it is followed wherever
// it goes, of barrier ops to the conditions that are made of it.
//
//===----------------------------------------------------------------------===//

#include "Tokens.h"

#include "AgentBuilder.h"

#include "pipegroup/IR/StateFlow.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pipegroup;
using namespace pipegroup::extraction;

//===----------------------------------------------------------------------===//
// Conditions made of answers
//===----------------------------------------------------------------------===//

/// True for an op that asks whether a phase is complete.
static bool isTest(Operation *op) {
  return isa_and_present<BarrierTryWaitOp, BarrierTestWaitOp>(op);
}

bool extraction::dependsOnToken(Value value) {
  llvm::SetVector<Value> all;
  all.insert(value);
  for (size_t i = 0; i < all.size(); ++i) {
    Operation *op = all[i].getDefiningOp();
    if (isTest(op))
      return true;
    if (std::optional<SmallVector<Value>> incoming = incomingValues(all[i]))
      all.insert(incoming->begin(), incoming->end());
    else if (op)
      all.insert(op->operand_begin(), op->operand_end());
  }
  return false;
}

bool extraction::onlyWaits(Region &region) {
  return !region
              .walk([](Operation *op) {
                return isa<BarrierWaitOp, scf::IfOp, scf::YieldOp>(op) ||
                               isPure(op)
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

static bool hasWaits(Region &region) {
  return region.walk([](BarrierWaitOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Adds tests to `tests` that were all answered with true if `token` is
/// `value`.
static void addTests(Value token, bool value, SmallVector<Operation *> &tests) {
  Operation *op = token.getDefiningOp();
  if (isTest(op) && value)
    tests.push_back(op);
  else if (auto expect = dyn_cast_if_present<LLVM::ExpectOp>(op))
    addTests(expect.getVal(), value, tests);
  else if (auto flip = dyn_cast_if_present<arith::XOrIOp>(op);
           flip && matchPattern(flip.getRhs(), m_One()))
    addTests(flip.getLhs(), !value, tests);
  else if ((isa_and_present<arith::AndIOp>(op) && value) ||
           (isa_and_present<arith::OrIOp>(op) && !value))
    for (Value operand : op->getOperands())
      addTests(operand, value, tests);
}

static bool isSame(Value one, Value other) {
  std::optional<int64_t> known = getConstantIntValue(one);
  return one == other || (known && known == getConstantIntValue(other));
}

/// True if `test` asks for what `wait` waits for.
static bool isAbout(Operation *test, BarrierWaitOp wait) {
  Value asked = test->getOperand(0), parity = test->getOperand(1);
  auto one = asked.getDefiningOp<BarrierOp>();
  auto other = wait.getBarrier().getDefiningOp<BarrierOp>();
  bool isSameBarrier =
      asked == wait.getBarrier() ||
      (one && other &&
       OperationEquivalence::isEquivalentTo(
           one, other, [](Value a, Value b) { return success(isSame(a, b)); },
           /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations));
  return isSameBarrier && isSame(parity, wait.getParity());
}

Region *extraction::sparedRegion(scf::IfOp branch, TestsOfWaits &testsOfWaits) {
  bool inThen = hasWaits(branch.getThenRegion());
  if (branch.getNumResults() != 0 ||
      (inThen && hasWaits(branch.getElseRegion())))
    return nullptr;
  SmallVector<Operation *> tests;
  addTests(branch.getCondition(), !inThen, tests);
  Region &spared = inThen ? branch.getThenRegion() : branch.getElseRegion();
  bool isSpared = true;
  spared.walk([&](BarrierWaitOp wait) {
    auto test = llvm::find_if(
        tests, [&](Operation *test) { return isAbout(test, wait); });
    if (test == tests.end()) {
      isSpared = false;
      return;
    }
    // Several branches around a wait have to ask the same test.
    auto [it, isNew] = testsOfWaits.try_emplace(wait, *test);
    isSpared &= isNew || it->second == *test;
  });
  return isSpared ? &spared : nullptr;
}

//===----------------------------------------------------------------------===//
// Tokens of the program
//===----------------------------------------------------------------------===//

size_t AgentBuilder::freshToken() {
  agent.tokens.push_back("t" + std::to_string(agent.tokens.size()));
  return agent.tokens.size() - 1;
}

size_t AgentBuilder::tokenFor(Value value) {
  auto [it, isNew] = tokens.try_emplace(value);
  if (isNew)
    it->second = freshToken();
  return it->second;
}

FailureOr<std::optional<size_t>> AgentBuilder::tokenOf(Value value) {
  if (auto it = tokens.find(value); it != tokens.end())
    return std::optional(it->second);
  if (matchPattern(value, m_Zero()))
    return std::optional<size_t>();
  // One of several that all hold is the one that belongs to the wait.
  auto both = value.getDefiningOp<arith::AndIOp>();
  if (!both)
    return failure();
  auto left = tokenOf(both.getLhs()), right = tokenOf(both.getRhs());
  if (succeeded(left) && succeeded(right) && *left && *right)
    return failure();
  return succeeded(left) && (failed(right) || !*left) ? left : right;
}

void AgentBuilder::spare(Statement &wait, Value token) {
  if (!token)
    return;
  FailureOr<std::optional<size_t>> source = tokenOf(token);
  if (failed(source))
    return shared.fail(shared.result.ops[wait.location],
                       "where its token comes from is not modelled");
  wait.token = *source;
}

void AgentBuilder::passTokens(ValueRange values, ValueRange from, Operation *op,
                              Statements &out) {
  SmallVector<std::pair<size_t, std::optional<size_t>>> moves;
  auto pass = [&](size_t to, std::optional<size_t> source) {
    out.push_back(make(Kind::Token, op));
    out.back().object = to;
    out.back().token = source;
  };
  for (auto [value, source] : llvm::zip(values, from)) {
    if (!shared.tokens.contains(value))
      continue;
    FailureOr<std::optional<size_t>> token = tokenOf(source);
    if (failed(token))
      return shared.fail(op, "where a token comes from is not modelled");
    moves.push_back({tokenFor(value), *token});
  }
  if (moves.size() == 1)
    return pass(moves[0].first, moves[0].second);
  // All at once: a token may be the source of another.
  SmallVector<size_t> fresh;
  for (auto &[to, source] : moves) {
    fresh.push_back(freshToken());
    pass(fresh.back(), source);
  }
  for (auto [move, source] : llvm::zip(moves, fresh))
    pass(move.first, source);
}

void AgentBuilder::emitTokenChoice(arith::SelectOp select, Statements &out) {
  Statement statement = make(Kind::If, select);
  statement.value = conditionOf(select.getCondition());
  passTokens(select.getResult(), select.getTrueValue(), select, statement.body);
  passTokens(select.getResult(), select.getFalseValue(), select,
             statement.otherwise);
  out.push_back(std::move(statement));
}
