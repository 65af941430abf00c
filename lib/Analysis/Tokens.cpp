//===- Tokens.cpp - Answers of tests that spare waits ---------------------===//

#include "Tokens.h"

#include "pipegroup/IR/Pipegroup.h"
#include "pipegroup/IR/StateFlow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pipegroup;

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

/// The barrier, an operand of every test and wait.
static Value barrierOf(Operation *op) { return op->getOperand(0); }
static Value parityOf(Operation *op) { return op->getOperand(1); }

static bool isSame(Value one, Value other) {
  std::optional<int64_t> known = getConstantIntValue(one);
  return one == other || (known && known == getConstantIntValue(other));
}

/// Whether two addresses are those of the same barrier, if that is known.
static std::optional<bool> isSameBarrier(Value one, Value other) {
  if (one == other)
    return true;
  auto left = one.getDefiningOp<BarrierOp>();
  auto right = other.getDefiningOp<BarrierOp>();
  if (!left || !right || left.getCta() || right.getCta() || left.getLeader() ||
      right.getLeader())
    return std::nullopt;
  if (left.getStorage() != right.getStorage())
    return false;
  if (isSame(left.getIndex(), right.getIndex()))
    return left.getOffset() == right.getOffset();
  std::optional<int64_t> first = getConstantIntValue(left.getIndex());
  std::optional<int64_t> second = getConstantIntValue(right.getIndex());
  if (!first || !second)
    return std::nullopt;
  return *first + int64_t(left.getOffset()) ==
         *second + int64_t(right.getOffset());
}

/// True if `op` may wait for another phase of what `test` asks for, or begin or
/// end its life.
static bool mayMove(Operation *op, Operation *test) {
  return op
      ->walk([&](Operation *nested) {
        bool moves =
            isa<BarrierInitOp, BarrierInvalidateOp, CallOpInterface>(nested) ||
            (isa<BarrierWaitOp>(nested) &&
             isSameBarrier(barrierOf(nested), barrierOf(test)) != false);
        return moves ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// True if the answer of `test` is still that of a wait at `branch`.
static bool isCurrent(Operation *test, Operation *branch) {
  Operation *begin = nullptr;
  for (Operation *end = branch; begin != test; end = end->getParentOp()) {
    // Loops would ask again.
    if (!isa<scf::IfOp>(end))
      return false;
    bool isHere = test->getBlock() == end->getBlock();
    if (isHere && !test->isBeforeInBlock(end))
      return false;
    begin = isHere ? test : &end->getBlock()->front();
    for (Operation *op = isHere ? test->getNextNode() : begin; op != end;
         op = op->getNextNode())
      if (mayMove(op, test))
        return false;
  }
  return true;
}

Region *extraction::sparedRegion(scf::IfOp branch) {
  if (branch.getNumResults() != 0)
    return nullptr;
  auto hasWaits = [](Region &region) {
    return region.walk([](BarrierWaitOp) { return WalkResult::interrupt(); })
        .wasInterrupted();
  };
  bool inThen = hasWaits(branch.getThenRegion());
  if (inThen && hasWaits(branch.getElseRegion()))
    return nullptr;
  SmallVector<Operation *> tests;
  addTests(branch.getCondition(), !inThen, tests);
  llvm::erase_if(tests,
                 [&](Operation *test) { return !isCurrent(test, branch); });
  Region &spared = inThen ? branch.getThenRegion() : branch.getElseRegion();
  bool isSpared =
      !spared
           .walk([&](BarrierWaitOp wait) {
             return llvm::any_of(
                        tests,
                        [&](Operation *test) {
                          return isSameBarrier(barrierOf(test),
                                               barrierOf(wait)) == true &&
                                 isSame(parityOf(test), parityOf(wait));
                        })
                        ? WalkResult::advance()
                        : WalkResult::interrupt();
           })
           .wasInterrupted();
  return isSpared ? &spared : nullptr;
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
