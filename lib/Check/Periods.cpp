//===- Periods.cpp - Variables that matter only modulo a number -----------===//
//
// A counter that only grows would make every state new. If it is only used as
// in `i % 4` and `(i / 4) & 1`, two of its values that are equal modulo 8 are
// alike.
//
//===----------------------------------------------------------------------===//

#include "Periods.h"

#include <numeric>

namespace pipegroup::model::check_detail {
namespace {

using Op = Expr::Op;
using Kind = Statement::Kind;

/// A period of 0: the value itself matters.
constexpr uint64_t exact = 0;
constexpr uint64_t maxPeriod = 1 << 20;
/// Sums of this over all steps of a run do not overflow.
constexpr int64_t maxStep = 1 << 20;

uint64_t commonPeriod(uint64_t a, uint64_t b) {
  if (a == exact || b == exact)
    return exact;
  uint64_t common = a / std::gcd(a, b) * b;
  return common <= maxPeriod ? common : exact;
}

bool isPositive(const Expr &expr) {
  return expr.op == Op::Integer && expr.value > 0 && expr.value <= maxStep;
}
bool isPowerOfTwo(uint64_t value) { return value && !(value & (value - 1)); }

class AgentPeriods {
public:
  explicit AgentPeriods(const Program::Agent &agent)
      : isNatural(agent.variables.size(), true),
        periods(agent.variables.size(), 1) {
    do {
      hasChanged = false;
      findNegative(agent.body);
    } while (hasChanged);
    do {
      hasChanged = false;
      findUses(agent.body);
    } while (hasChanged);
  }

  std::vector<uint64_t> take() { return std::move(periods); }

private:
  //===--- Variables that are never negative ------------------------------===//

  void findNegative(const std::vector<Statement> &body) {
    for (const Statement &statement : body) {
      if (statement.kind == Kind::Set && isNatural[statement.object] &&
          !isNaturalSum(statement.value)) {
        isNatural[statement.object] = false;
        hasChanged = true;
      }
      findNegative(statement.body);
      findNegative(statement.otherwise);
    }
  }

  /// Not negative, and larger than a variable by at most a constant.
  bool isNaturalSum(const Expr &expr) const {
    switch (expr.op) {
    case Op::Integer:
      return expr.value >= 0 && expr.value <= maxStep;
    case Op::Variable:
      return isNatural[expr.value];
    case Op::Flag:
    case Op::Equal:
    case Op::NotEqual:
    case Op::Less:
      return true;
    case Op::Add:
      return (isNaturalSum(expr.operands[0]) && isBounded(expr.operands[1])) ||
             (isBounded(expr.operands[0]) && isNaturalSum(expr.operands[1]));
    case Op::Div:
      return isNaturalSum(expr.operands[0]) && isPositive(expr.operands[1]);
    default:
      return isBounded(expr);
    }
  }

  /// Not negative, and at most `maxStep`.
  bool isBounded(const Expr &expr) const {
    switch (expr.op) {
    case Op::Integer:
      return expr.value >= 0 && expr.value <= maxStep;
    case Op::Flag:
    case Op::Equal:
    case Op::NotEqual:
    case Op::Less:
      return true;
    case Op::Rem:
      return isNaturalSum(expr.operands[0]) && isPositive(expr.operands[1]);
    case Op::And:
      return isPositive(expr.operands[0]) || isPositive(expr.operands[1]) ||
             (isBounded(expr.operands[0]) && isBounded(expr.operands[1]));
    case Op::Or:
    case Op::Xor:
      return isBit(expr.operands[0]) && isBit(expr.operands[1]);
    default:
      return false;
    }
  }

  /// 0 or 1.
  static bool isBit(const Expr &expr) {
    switch (expr.op) {
    case Op::Integer:
      return expr.value == 0 || expr.value == 1;
    case Op::Flag:
    case Op::Equal:
    case Op::NotEqual:
    case Op::Less:
      return true;
    case Op::And:
      return isBit(expr.operands[0]) || isBit(expr.operands[1]);
    case Op::Or:
    case Op::Xor:
      return isBit(expr.operands[0]) && isBit(expr.operands[1]);
    default:
      return false;
    }
  }

  //===--- What uses need -------------------------------------------------===//

  void findUses(const std::vector<Statement> &body) {
    for (const Statement &statement : body) {
      need(statement.value,
           statement.kind == Kind::Set ? periods[statement.object] : exact);
      need(statement.barrier.index, exact);
      for (const auto *refs :
           {&statement.buffers, &statement.written, &statement.patched})
        for (const ElementRef &ref : *refs)
          need(ref.index, exact);
      findUses(statement.body);
      findUses(statement.otherwise);
    }
  }

  /// The value of `expr` matters modulo `period`.
  void need(const Expr &expr, uint64_t period) {
    switch (expr.op) {
    case Op::Integer:
    case Op::Flag:
      return;
    case Op::Variable:
      return needVariable(expr.value, period);
    case Op::Rem:
    case Op::Div:
      if (isNaturalSum(expr.operands[0]) && isPositive(expr.operands[1]))
        return needQuotient(expr, period);
      return needBoth(expr, exact);
    case Op::And:
      return needMasked(expr, period);
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
      // These wrap around at a power of two.
      return needBoth(expr, isPowerOfTwo(period) || isNaturalSum(expr) ? period
                                                                       : exact);
    case Op::Or:
    case Op::Xor:
      return needBoth(expr, isPowerOfTwo(period) ? period : exact);
    case Op::Equal:
    case Op::NotEqual:
    case Op::Less:
      return needBoth(expr, exact);
    }
  }

  void needBoth(const Expr &expr, uint64_t period) {
    for (const Expr &operand : expr.operands)
      need(operand, period);
  }

  void needQuotient(const Expr &expr, uint64_t period) {
    uint64_t divisor = expr.operands[1].value;
    if (expr.op == Op::Rem)
      return need(expr.operands[0], divisor);
    uint64_t needed = period * divisor;
    need(expr.operands[0], needed <= maxPeriod ? needed : exact);
  }

  /// Bits above those of a mask do not matter.
  void needMasked(const Expr &expr, uint64_t period) {
    for (size_t i : {0, 1}) {
      const Expr &mask = expr.operands[1 - i];
      if (!isPositive(mask))
        continue;
      uint64_t bits = 1;
      while (bits <= uint64_t(mask.value))
        bits *= 2;
      return need(expr.operands[i], bits);
    }
    needBoth(expr, isPowerOfTwo(period) ? period : exact);
  }

  void needVariable(size_t variable, uint64_t period) {
    uint64_t needed = isNatural[variable] || period == exact
                          ? commonPeriod(periods[variable], period)
                          : exact;
    hasChanged |= needed != periods[variable];
    periods[variable] = needed;
  }

  std::vector<bool> isNatural;
  std::vector<uint64_t> periods;
  bool hasChanged = false;
};

} // namespace

std::vector<uint64_t> periodsOf(const Program::Agent &agent) {
  return AgentPeriods(agent).take();
}

} // namespace pipegroup::model::check_detail
