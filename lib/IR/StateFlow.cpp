//===- StateFlow.cpp - How values travel through control flow -------------===//

#include "pipegroup/IR/StateFlow.h"

#include "pipegroup/IR/Pipegroup.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pipegroup;

//===----------------------------------------------------------------------===//
// Incoming values
//===----------------------------------------------------------------------===//

void pipegroup::forEachRegionEdge(RegionBranchOpInterface op,
                                  function_ref<void(Value, Value)> visit) {
  for (RegionBranchPoint point : op.getAllRegionBranchPoints()) {
    SmallVector<RegionSuccessor> successors;
    op.getSuccessorRegions(point, successors);
    for (RegionSuccessor successor : successors)
      for (auto [input, operand] :
           llvm::zip(successor.getSuccessorInputs(),
                     op.getSuccessorOperands(point, successor)))
        visit(operand, input);
  }
}

/// Values that the edges between the regions of `op` pass to `value`.
static std::optional<SmallVector<Value>>
incomingFromRegions(RegionBranchOpInterface op, Value value) {
  SmallVector<Value> values;
  forEachRegionEdge(op, [&](Value operand, Value input) {
    if (input == value)
      values.push_back(operand);
  });
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

/// The values whose conjunction `token` is, each once.
SmallVector<Value> factorsOf(Value token) {
  llvm::SetVector<Value> all;
  SmallVector<Value> factors;
  all.insert(token);
  for (size_t i = 0; i < all.size(); ++i) {
    auto both = all[i].getDefiningOp<arith::AndIOp>();
    if (!both) {
      factors.push_back(all[i]);
      continue;
    }
    all.insert(both.getLhs());
    all.insert(both.getRhs());
  }
  return factors;
}

/// True if `a` holds exactly if `b` does not.
bool isNegation(Value a, Value b) {
  for (auto [from, to] : {std::pair{a, b}, std::pair{b, a}})
    if (auto flip = from.getDefiningOp<arith::XOrIOp>();
        flip && flip.getLhs() == to && matchPattern(flip.getRhs(), m_One()))
      return true;
  auto first = a.getDefiningOp<arith::CmpIOp>();
  auto second = b.getDefiningOp<arith::CmpIOp>();
  return first && second && first.getOperands() == second.getOperands() &&
         first.getPredicate() == arith::invertPredicate(second.getPredicate());
}

/// Follows a token and a state backwards together.
class TokenTracer {
public:
  explicit TokenTracer(ActionOpInterface op)
      : action(op.getAction()), target(op.getTarget()) {}

  bool matches(Value token, Value state) {
    // A pair that is met again on the way is a loop that keeps them together.
    if (assumed.contains({token, state}))
      return true;
    size_t before = assumed.size();
    if (before == maxPairs || refuted.contains({token, state}))
      return false;
    assumed.insert({token, state});
    if (llvm::any_of(factorsOf(token),
                     [&](Value factor) {
                       return factor == token ? matchesSource(factor, state)
                                              : matches(factor, state);
                     }) ||
        matchesChoice(token, state.getDefiningOp<arith::SelectOp>()))
      return true;
    // What was concluded from a wrong assumption goes with it.
    while (assumed.size() > before)
      assumed.pop_back();
    refuted.insert({token, state});
    return false;
  }

private:
  /// A token that takes a longer way is not believed.
  static constexpr size_t maxPairs = 1000;

  bool matchesSource(Value token, Value state) {
    if (matchPattern(token, m_Zero()))
      return true;
    if (Operation *op = token.getDefiningOp();
        isa_and_present<TryAcquireOp, TryWaitOp>(op)) {
      auto attempt = cast<ActionOpInterface>(op);
      return attempt.getAction() == action && attempt.getTarget() == target &&
             attempt.getState() == state;
    }
    return matchesIncoming(token, state);
  }

  /// `token` is right whichever way `choice`, a state, is made. Branches become
  /// such pairs of choices.
  bool matchesChoice(Value token, arith::SelectOp choice) {
    return choice && matchesGiven(token, choice, true) &&
           matchesGiven(token, choice, false);
  }

  bool matchesGiven(Value token, arith::SelectOp choice, bool condition) {
    auto pick = [&](arith::SelectOp op) {
      return condition ? op.getTrueValue() : op.getFalseValue();
    };
    return llvm::any_of(factorsOf(token), [&](Value factor) {
      // A token that is false promises nothing.
      if (condition ? isNegation(factor, choice.getCondition())
                    : factor == choice.getCondition())
        return true;
      auto same = factor.getDefiningOp<arith::SelectOp>();
      if (same && same.getCondition() == choice.getCondition())
        factor = pick(same);
      return matches(factor, pick(choice));
    });
  }

  bool matchesIncoming(Value token, Value state) {
    std::optional<SmallVector<Value>> tokens = incomingValues(token);
    if (!tokens)
      return false;
    if (definedTogether(token, state)) {
      std::optional<SmallVector<Value>> states = incomingValues(state);
      return states && states->size() == tokens->size() &&
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
  /// runs: it is defined before that flow, on every way to it, and not inside.
  bool outlives(Value state, Value token) {
    auto argument = dyn_cast<BlockArgument>(token);
    if (argument && !argument.getOwner()->isEntryBlock())
      return dominance.properlyDominates(state.getParentBlock(),
                                         argument.getOwner());
    Operation *op =
        argument ? argument.getOwner()->getParentOp() : token.getDefiningOp();
    return !op->isAncestor(state.getParentBlock()->getParentOp());
  }

  model::Action action;
  SymbolRefAttr target;
  DominanceInfo dominance;
  llvm::SetVector<std::pair<Value, Value>> assumed;
  llvm::DenseSet<std::pair<Value, Value>> refuted;
};

} // namespace

bool pipegroup::tokenBelongsTo(Operation *op, Value token, Value state) {
  return TokenTracer(cast<ActionOpInterface>(op)).matches(token, state);
}
