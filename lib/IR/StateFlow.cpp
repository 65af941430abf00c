//===- StateFlow.cpp - How values travel through control flow -------------===//

#include "pipegroup/IR/StateFlow.h"

#include "pipegroup/IR/Pipegroup.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace pipegroup;

//===----------------------------------------------------------------------===//
// Incoming values
//===----------------------------------------------------------------------===//

/// Values that the edges between the regions of `op` pass to `value`.
static std::optional<SmallVector<Value>>
incomingFromRegions(RegionBranchOpInterface op, Value value) {
  SmallVector<Value> values;
  for (RegionBranchPoint point : op.getAllRegionBranchPoints()) {
    SmallVector<RegionSuccessor> successors;
    op.getSuccessorRegions(point, successors);
    for (RegionSuccessor successor : successors)
      for (auto [input, operand] :
           llvm::zip(successor.getSuccessorInputs(),
                     op.getSuccessorOperands(point, successor)))
        if (input == value)
          values.push_back(operand);
  }
  // Some arguments come from no edge, such as the counter of scf.for.
  if (values.empty())
    return std::nullopt;
  return values;
}

/// Values that branches pass to `argument`.
static std::optional<SmallVector<Value>>
incomingFromBranches(BlockArgument argument) {
  SmallVector<Value> values;
  Block *block = argument.getOwner();
  for (auto it = block->pred_begin(); it != block->pred_end(); ++it) {
    auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator());
    if (!branch)
      return std::nullopt;
    Value value = branch.getSuccessorOperands(
        it.getSuccessorIndex())[argument.getArgNumber()];
    if (!value)
      return std::nullopt;
    values.push_back(value);
  }
  return values;
}

std::optional<SmallVector<Value>> pipegroup::incomingValues(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (!argument.getOwner()->isEntryBlock())
      return incomingFromBranches(argument);
    auto op = dyn_cast_if_present<RegionBranchOpInterface>(
        argument.getOwner()->getParentOp());
    return op ? incomingFromRegions(op, value) : std::nullopt;
  }
  Operation *op = value.getDefiningOp();
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return SmallVector<Value>{select.getTrueValue(), select.getFalseValue()};
  if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
    return incomingFromRegions(branch, value);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

namespace {

/// Follows a token and a state backwards together.
class TokenTracer {
public:
  explicit TokenTracer(ActionOpInterface op)
      : action(op.getAction()), target(op.getTarget()) {}

  bool matches(Value token, Value state) {
    // A pair that is met again on the way is a loop that keeps them together.
    if (!visited.insert({token, state}).second)
      return true;
    if (matchPattern(token, m_Zero()))
      return true;
    if (auto both = token.getDefiningOp<arith::AndIOp>())
      return matches(both.getLhs(), state) || matches(both.getRhs(), state);
    if (Operation *op = token.getDefiningOp();
        isa_and_present<TryAcquireOp, TryWaitOp>(op)) {
      auto attempt = cast<ActionOpInterface>(op);
      return attempt.getAction() == action && attempt.getTarget() == target &&
             attempt.getState() == state;
    }
    return matchesIncoming(token, state);
  }

private:
  bool matchesIncoming(Value token, Value state) {
    std::optional<SmallVector<Value>> tokens = incomingValues(token);
    if (!tokens)
      return false;
    if (definedTogether(token, state)) {
      std::optional<SmallVector<Value>> states = incomingValues(state);
      return states &&
             llvm::all_of(llvm::zip_equal(*tokens, *states), [&](auto pair) {
               return matches(std::get<0>(pair), std::get<1>(pair));
             });
    }
    return outlives(state, token) && llvm::all_of(*tokens, [&](Value incoming) {
             return matches(incoming, state);
           });
  }

  static bool definedTogether(Value token, Value state) {
    if (token.getDefiningOp())
      return token.getDefiningOp() == state.getDefiningOp();
    return !state.getDefiningOp() &&
           token.getParentBlock() == state.getParentBlock();
  }

  /// True if `state` stays the same value while the flow that defines `token`
  /// runs: it is defined before that flow and not inside it.
  static bool outlives(Value state, Value token) {
    auto argument = dyn_cast<BlockArgument>(token);
    if (argument && !argument.getOwner()->isEntryBlock())
      return state.getParentBlock() != argument.getOwner();
    Operation *op =
        argument ? argument.getOwner()->getParentOp() : token.getDefiningOp();
    return !op->isAncestor(state.getParentBlock()->getParentOp());
  }

  model::Action action;
  SymbolRefAttr target;
  llvm::DenseSet<std::pair<Value, Value>> visited;
};

} // namespace

bool pipegroup::tokenBelongsTo(Operation *op, Value token, Value state) {
  return TokenTracer(cast<ActionOpInterface>(op)).matches(token, state);
}
