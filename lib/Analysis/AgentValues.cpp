//===- AgentValues.cpp - Positions, conditions and decisions --------------===//

#include "AgentBuilder.h"

#include "pipegroup/IR/StateFlow.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pipegroup;
using namespace pipegroup::extraction;

/// The number from which `select` takes a constant where that is no larger.
static Value wrappedBy(arith::SelectOp select) {
  auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!compare || (compare.getPredicate() != arith::CmpIPredicate::uge &&
                   compare.getPredicate() != arith::CmpIPredicate::sge))
    return {};
  std::optional<int64_t> limit = getConstantIntValue(compare.getRhs());
  int64_t compared = 0, wrapped = 0;
  Value number = splitConstants(compare.getLhs(), compared);
  bool isSame = number == splitConstants(select.getTrueValue(), wrapped);
  bool fits = limit && llvm::isInt<32>(*limit) && llvm::isUInt<31>(compared) &&
              llvm::isInt<32>(wrapped) && wrapped >= compared - *limit;
  return isSame && fits ? number : Value();
}

/// True if something that `value` is made from may be below zero.
static bool isFromNegative(Value value) {
  llvm::SetVector<Value> all;
  all.insert(value);
  for (size_t i = 0; i < all.size(); ++i) {
    Value part = all[i];
    // One bit is 0 or 1 here.
    if (part.getType().isInteger(1))
      continue;
    if (std::optional<int64_t> constant = getConstantIntValue(part)) {
      if (*constant < 0)
        return true;
      continue;
    }
    if (auto select = part.getDefiningOp<arith::SelectOp>())
      if (Value wrapped = wrappedBy(select)) {
        all.insert(wrapped);
        all.insert(select.getFalseValue());
        continue;
      }
    if (std::optional<SmallVector<Value>> incoming = incomingValues(part)) {
      all.insert(incoming->begin(), incoming->end());
      continue;
    }
    if (Operation *op = part.getDefiningOp()) {
      // Masks are parts of numbers, and may have the first bit.
      bool isBit = llvm::any_of(op->getOperandTypes(),
                                [](Type type) { return type.isInteger(1); });
      if (isa<arith::SubIOp, arith::ShLIOp, arith::TruncIOp>(op) ||
          (isa<arith::IndexCastOp>(op) && isBit))
        return true;
      all.insert(op->operand_begin(), op->operand_end());
      continue;
    }
    auto loop = dyn_cast<scf::ForOp>(part.getParentBlock()->getParentOp());
    if (loop && part == loop.getInductionVar()) {
      all.insert(loop.getLowerBound());
      all.insert(loop.getStep());
    }
  }
  return false;
}

size_t AgentBuilder::variableOf(Value value) {
  auto [it, isNew] = variables.try_emplace(value, agent.variables.size());
  if (!isNew)
    return it->second;
  agent.variables.push_back("v" + std::to_string(it->second));
  if (value.getType().isIntOrIndex() && isFromNegative(value))
    negativeVariables.insert(it->second);
  return it->second;
}
size_t AgentBuilder::freshVariable() {
  agent.variables.push_back("t" + std::to_string(agent.variables.size()));
  return agent.variables.size() - 1;
}

bool AgentBuilder::mayBeNegative(const Expr &expr) const {
  switch (expr.op) {
  case Expr::Op::Integer:
    return expr.value < 0;
  case Expr::Op::Variable:
    return negativeVariables.contains(expr.value);
  case Expr::Op::Sub:
    return true;
  default:
    return llvm::any_of(expr.operands, [&](const Expr &operand) {
      return mayBeNegative(operand);
    });
  }
}

static bool isUnsigned(arith::CmpIPredicate predicate) {
  return predicate >= arith::CmpIPredicate::ult;
}

/// The value of an expression without variables and flags.
static std::optional<int64_t> evaluate(const Expr &expr) {
  if (expr.op == Expr::Op::Integer)
    return expr.value;
  if (expr.operands.size() != 2)
    return std::nullopt;
  std::optional<int64_t> left = evaluate(expr.operands[0]);
  std::optional<int64_t> right = evaluate(expr.operands[1]);
  if (!left || !right)
    return std::nullopt;
  int64_t result = 0;
  bool isDivision = *left >= 0 && *right > 0;
  // What does not fit 32 bits may be something else in the kernel.
  auto unlessOverflow = [&](bool overflows) {
    return overflows || !llvm::isInt<32>(result) ? std::nullopt
                                                 : std::optional(result);
  };
  switch (expr.op) {
  case Expr::Op::Add:
    return unlessOverflow(llvm::AddOverflow(*left, *right, result));
  case Expr::Op::Sub:
    return unlessOverflow(llvm::SubOverflow(*left, *right, result));
  case Expr::Op::Mul:
    return unlessOverflow(llvm::MulOverflow(*left, *right, result));
  case Expr::Op::Div:
    result = isDivision ? *left / *right : 0;
    return unlessOverflow(!isDivision);
  case Expr::Op::Rem:
    result = isDivision ? *left % *right : 0;
    return unlessOverflow(!isDivision);
  case Expr::Op::And:
    return *left & *right;
  case Expr::Op::Or:
    return *left | *right;
  case Expr::Op::Xor:
    return *left ^ *right;
  case Expr::Op::Equal:
    return *left == *right;
  case Expr::Op::NotEqual:
    return *left != *right;
  case Expr::Op::Less:
    return *left < *right;
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> AgentBuilder::constantOf(Value value) {
  std::optional<Expr> expr = exprOf(value);
  return expr ? evaluate(*expr) : std::nullopt;
}

std::optional<int64_t> AgentBuilder::placeOf(Operation *op) {
  std::optional<int64_t> place;
  if (shared.ctas() > 1)
    place = placeInCluster(op, shared.cluster, cta);
  if (!place && shared.onlyCluster)
    place = placeInOnlyCluster(op, shared.cluster, cta);
  return place;
}

/// The number that a type has for some bits: the first one says that it is
/// below zero.
static int64_t inType(int64_t bits, Type type) {
  if (type.isInteger(1))
    return bits & 1;
  return type.isInteger()
             ? llvm::SignExtend64(bits, type.getIntOrFloatBitWidth())
             : bits;
}

/// Of what masks are made from beside other arithmetic.
std::optional<int64_t> AgentBuilder::maskOf(Operation *op) {
  if (!isa<arith::ShLIOp, arith::TruncIOp>(op))
    return std::nullopt;
  std::optional<int64_t> left = constantOf(op->getOperand(0));
  if (!left || *left < 0)
    return std::nullopt;
  int64_t bits = *left;
  if (isa<arith::ShLIOp>(op)) {
    std::optional<int64_t> right = constantOf(op->getOperand(1));
    if (*left > 0xffff || !right || *right < 0 || *right > 15)
      return std::nullopt;
    bits <<= *right;
  }
  return inType(bits, op->getResult(0).getType());
}

std::optional<Expr> AgentBuilder::exprOf(Value value) {
  if (auto it = environment.find(value); it != environment.end())
    return it->second;
  if (auto it = shared.known.find(value); it != shared.known.end())
    return Expr::integer(it->second);
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    // The one value of i1 that is not 0 is 1 here.
    return Expr::integer(value.getType().isInteger(1) ? *constant & 1
                                                      : *constant);
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto start = dyn_cast<StartOp>(op)) {
    if (start.getLane())
      return exprOf(start.getLane());
    int64_t slots = 2 * start.getState().getType().getStages();
    return Expr::integer(start.getStep() % slots);
  }
  if (std::optional<int64_t> place = placeOf(op))
    return Expr::integer(*place);
  if (isa<TaskWarpOp>(op))
    return Expr::integer(warp - op->getParentOfType<TaskOp>().getFirst());
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtUIOp>(op))
    return castOf(op);
  if (std::optional<int64_t> mask = maskOf(op))
    return Expr::integer(*mask);
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return select3(select);
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return compareOf(compare);
  if (std::optional<Expr> binary = binaryOf(op))
    return binary;
  if (std::optional<int64_t> folded = foldedOf(op))
    return Expr::integer(*folded);
  return std::nullopt;
}

/// What a cast makes of a number: one that is 1 as a bit is -1 if it is signed,
/// and one that is negative is large if it is not.
std::optional<Expr> AgentBuilder::castOf(Operation *op) {
  std::optional<Expr> from = exprOf(op->getOperand(0));
  bool isSigned = isa<arith::IndexCastOp>(op);
  if (!from || (!isSigned && mayBeNegative(*from)))
    return std::nullopt;
  Type type = op->getResult(0).getType(),
       fromType = op->getOperand(0).getType();
  if (isSigned && fromType.isInteger(1))
    return Expr::binary(Expr::Op::Sub, Expr::integer(0), std::move(*from));
  // A narrow number loses what it does not have.
  if (isNarrow(type) && !isa<arith::ExtUIOp>(op)) {
    std::optional<int64_t> number = evaluate(*from);
    return number ? std::optional(Expr::integer(inType(*number, type)))
                  : std::nullopt;
  }
  return from;
}

/// What other arithmetic makes of numbers.
std::optional<int64_t> AgentBuilder::foldedOf(Operation *op) {
  if (!isa<arith::CeilDivSIOp, arith::DivSIOp, arith::RemSIOp, arith::MaxSIOp,
           arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(op))
    return std::nullopt;
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> constant = constantOf(operand);
    if (!constant)
      return std::nullopt;
    operands.push_back(
        Builder(op).getIntegerAttr(operand.getType(), *constant));
  }
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)) || results.size() != 1)
    return std::nullopt;
  std::optional<int64_t> folded = getConstantIntValue(results.front());
  bool isBit = op->getResult(0).getType().isInteger(1);
  return folded && isBit ? std::optional(*folded & 1) : folded;
}

std::optional<Expr> AgentBuilder::binaryOf(Operation *op) {
  auto kind = TypeSwitch<Operation *, std::optional<Expr::Op>>(op)
                  .Case<arith::AddIOp>([](auto) { return Expr::Op::Add; })
                  .Case<arith::SubIOp>([](auto) { return Expr::Op::Sub; })
                  .Case<arith::MulIOp>([](auto) { return Expr::Op::Mul; })
                  .Case<arith::DivUIOp>([](auto) { return Expr::Op::Div; })
                  .Case<arith::RemUIOp>([](auto) { return Expr::Op::Rem; })
                  .Case<arith::AndIOp>([](auto) { return Expr::Op::And; })
                  .Case<arith::OrIOp>([](auto) { return Expr::Op::Or; })
                  .Case<arith::XOrIOp>([](auto) { return Expr::Op::Xor; })
                  .Default([](Operation *) { return std::nullopt; });
  if (!kind)
    return std::nullopt;
  Type type = op->getResult(0).getType();
  bool isSum = isa<arith::AddIOp, arith::SubIOp>(op);
  if (isSum && type.isInteger(1))
    kind = Expr::Op::Xor;
  std::optional<Expr> left = exprOf(op->getOperand(0));
  std::optional<Expr> right = exprOf(op->getOperand(1));
  if (!left || !right)
    return std::nullopt;
  bool divides = isa<arith::DivUIOp, arith::RemUIOp>(op);
  if (divides && (mayBeNegative(*left) || mayBeNegative(*right)))
    return std::nullopt;
  Expr all = Expr::binary(*kind, std::move(*left), std::move(*right));
  // A number that does not fit, or a division by zero.
  bool isNumber = all.operands[0].op == Expr::Op::Integer &&
                  all.operands[1].op == Expr::Op::Integer;
  if (isNumber && !evaluate(all))
    return std::nullopt;
  // Sums and products of narrow numbers wrap.
  if ((isSum || isa<arith::MulIOp>(op)) && isNarrow(type) &&
      !type.isInteger(1) &&
      !(isNumber && llvm::isIntN(type.getIntOrFloatBitWidth(), *evaluate(all))))
    return std::nullopt;
  return all;
}

std::optional<Expr> AgentBuilder::compareOf(arith::CmpIOp op) {
  std::optional<Expr> left = exprOf(op.getLhs());
  std::optional<Expr> right = exprOf(op.getRhs());
  // The one bit that is set is -1 as a signed number.
  if (op.getLhs().getType().isInteger(1) && !isUnsigned(op.getPredicate()))
    std::swap(left, right);
  if (!left || !right ||
      (isUnsigned(op.getPredicate()) &&
       (mayBeNegative(*left) || mayBeNegative(*right))))
    return std::nullopt;
  switch (op.getPredicate()) {
  case arith::CmpIPredicate::eq:
    return Expr::binary(Expr::Op::Equal, *left, *right);
  case arith::CmpIPredicate::ne:
    return Expr::binary(Expr::Op::NotEqual, *left, *right);
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
    return Expr::binary(Expr::Op::Less, *left, *right);
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::ugt:
    return Expr::binary(Expr::Op::Less, *right, *left);
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    return flip(Expr::binary(Expr::Op::Less, *left, *right));
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    return flip(Expr::binary(Expr::Op::Less, *right, *left));
  }
  return std::nullopt;
}

std::optional<Expr> AgentBuilder::select3(arith::SelectOp select) {
  std::optional<Expr> a = exprOf(select.getTrueValue());
  std::optional<Expr> b = exprOf(select.getFalseValue());
  if (!a || !b)
    return std::nullopt;
  Expr condition = conditionOf(select.getCondition());
  auto times = [](Expr x, Expr y) {
    return Expr::binary(Expr::Op::Mul, std::move(x), std::move(y));
  };
  return add(times(condition, std::move(*a)),
             times(flip(condition), std::move(*b)));
}

Expr AgentBuilder::conditionOf(Value value) {
  if (std::optional<Expr> known = exprOf(value))
    return *known;
  Operation *op = value.getDefiningOp();
  if (op && isa<arith::XOrIOp, arith::AndIOp, arith::OrIOp>(op)) {
    Expr::Op kind = isa<arith::XOrIOp>(op)   ? Expr::Op::Xor
                    : isa<arith::AndIOp>(op) ? Expr::Op::And
                                             : Expr::Op::Or;
    return Expr::binary(kind, conditionOf(op->getOperand(0)),
                        conditionOf(op->getOperand(1)));
  }
  if (auto compare = dyn_cast_if_present<arith::CmpIOp>(op)) {
    arith::CmpIPredicate inverse =
        arith::invertPredicate(compare.getPredicate());
    bool isInverted = inverse < compare.getPredicate();
    Expr flag =
        flagFor(shared.numbers.ofComparison(
                    compare, isInverted ? inverse : compare.getPredicate()),
                value);
    return isInverted ? flip(std::move(flag)) : flag;
  }
  return flagFor(shared.numbers.of(value), value);
}

Expr AgentBuilder::flagFor(ValueNumbers::Number number, Value value,
                           int64_t use) {
  if (mayDifferBetweenThreads(value))
    shared.fail(value.getDefiningOp() ? value.getDefiningOp()
                                      : value.getParentBlock()->getParentOp(),
                "a condition that threads can see differently is not modelled");
  number = atPlace(number, use);
  size_t decision = decisionFor(number, value, use);
  checkNest(decision, number, number.loop);
  choose(decision, number.loop, value);
  return Expr::flag(decision);
}

size_t AgentBuilder::decisionFor(const ValueNumbers::Number &number,
                                 Value value, int64_t use) {
  auto &all = shared.result.program.decisions;
  // What CTAs see differently they decide for themselves.
  unsigned id = number.id + (number.isPerCta ? unsigned(cta + 1) << 24 : 0);
  auto [it, isNew] = shared.decisions.try_emplace({id, use}, all.size());
  if (!isNew)
    return it->second;
  bool isTrip = use == tripsUse;
  all.push_back(
      {(isTrip ? "trips" : "flag") + std::to_string(it->second), isTrip});
  // What is made of constants alone is one number, if an unknown one.
  bool isFree = number.isFree && !number.leaves.empty();
  Extraction::Decision decision{value, {}, /*isConstant=*/!number.loop, isFree};
  for (unsigned leaf : number.leaves)
    decision.leaves.push_back({leaf, shared.numbers.valueOf(leaf)});
  shared.result.decisions.push_back(std::move(decision));
  return it->second;
}

ValueNumbers::Number AgentBuilder::atPlace(ValueNumbers::Number number,
                                           int64_t use) {
  auto isAt = [](Operation *loop) {
    return [loop](const Scope &scope) { return scope.loop == loop; };
  };
  auto inner = llvm::find_if(scopes, isAt(number.loop));
  auto outer = llvm::find_if(scopes, isAt(number.outermost));
  if (!number.loop || inner == scopes.end() || outer == scopes.end())
    return number;
  std::pair<unsigned, int64_t> what(number.id, use);
  auto [it, isNew] = inner->time.try_emplace(what, 0);
  // Flags are decided at the start of the loop, trips where they are.
  if (isNew || use == tripsUse)
    it->second = outer->times[what]++;
  return it->second == 0
             ? number
             : shared.numbers.derive(number, "time " + Twine(it->second));
}

void AgentBuilder::checkNest(size_t decision,
                             const ValueNumbers::Number &number,
                             Operation *loop) {
  if (!number.loop)
    return;
  std::pair<std::string, Block *> nest;
  // CTAs that share the decision may come to other bounds and branches.
  std::string inCta = " in CTA " + std::to_string(cta);
  bool isShared = shared.ctas() > 1 && !number.isPerCta;
  for (Operation *op = loop; op && !isa<FunctionOpInterface>(op);
       op = op->getParentOp()) {
    if (isa<TaskOp>(op)) {
      if (!number.outermost->isProperAncestor(op))
        break;
      // In other loops or branches around its task it belongs to other
      // iterations.
      op = op->getParentOp();
      nest.second = op->getBlock();
      continue;
    }
    auto counted = dyn_cast<scf::ForOp>(op);
    if (!counted && !nest.second)
      return shared.fail(op, "a value that differs in the iterations of a loop "
                             "which is not always reached is not modelled");
    if (!counted) {
      nest.first += isShared ? inCta : "";
      continue;
    }
    ValueNumbers::Trips trips = shared.numbers.ofTrips(counted);
    nest.first += std::to_string(trips.number.id);
    // It is decided more often in a loop that is longer. What is around all
    // loops in which it differs repeats all outcomes.
    bool isDecided = op == loop && op != number.loop;
    if (!isDecided && number.outermost->isAncestor(op)) {
      nest.first += " from " + std::to_string(trips.offset);
      if (std::optional<int64_t> known = constantTrips(counted))
        nest.first += " for " + std::to_string(*known);
      else if (isShared && trips.number.isPerCta)
        nest.first += inCta;
    }
    nest.first += " ";
  }
  auto [it, isNew] = shared.nests.try_emplace(decision, nest);
  if (!isNew && it->second != nest)
    shared.fail(loop, "a value that differs in the iterations of loops which "
                      "are nested otherwise in another task is not modelled");
}

void AgentBuilder::choose(size_t decision, Operation *loop, Value value) {
  Scope *scope = &scopes.back();
  for (Scope &candidate : scopes)
    if (candidate.loop == loop)
      scope = &candidate;
  if (!scope->chosen.insert(decision).second)
    return;
  Operation *op = value.getDefiningOp();
  Statement statement =
      make(Kind::Choose, op ? op : value.getParentBlock()->getParentOp());
  statement.object = decision;
  scope->prefix.push_back(std::move(statement));
}
