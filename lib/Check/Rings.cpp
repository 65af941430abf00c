//===- Rings.cpp - What goes round together -------------------------------===//

#include "Rings.h"

#include <algorithm>
#include <numeric>

namespace pipegroup::model::check_detail {
namespace {

using Op = Expr::Op;
using Kind = Statement::Kind;

/// Constants of this size do not overflow in sums.
constexpr int64_t maxConstant = 1 << 20;

/// A variable plus a constant, modulo some numbers on the way.
struct Place {
  uint64_t variable = 0;
  int64_t offset = 0;
  /// Their greatest common divisor; 0 if there are none.
  int64_t modulus = 0;
};

bool isConstant(const Expr &expr) {
  return expr.op == Op::Integer && expr.value >= 0 && expr.value <= maxConstant;
}
bool isConstant(const Expr &expr, int64_t value) {
  return expr.op == Op::Integer && expr.value == value;
}

bool isBit(const Expr &expr) {
  return isConstant(expr, 0) || isConstant(expr, 1);
}

std::optional<Place> placeOf(const Expr &expr) {
  if (expr.op == Op::Variable)
    return Place{uint64_t(expr.value), 0, 0};
  bool isSum = expr.op == Op::Add, isRest = expr.op == Op::Rem;
  if (!isSum && !isRest)
    return std::nullopt;
  const Expr &left = expr.operands[0], &right = expr.operands[1];
  bool isSwapped = isSum && isConstant(left);
  const Expr &constant = isSwapped ? left : right;
  std::optional<Place> place = placeOf(isSwapped ? right : left);
  if (!place || !isConstant(constant) || (isRest && constant.value == 0))
    return std::nullopt;
  if (isSum)
    place->offset += constant.value;
  else
    place->modulus = std::gcd(place->modulus, constant.value);
  return place;
}

/// The rest of a place by the number of slots, in one of several parts of an
/// array.
struct SlotOf {
  Place place;
  int64_t slots = 0;
  const Expr *part = nullptr;
};

std::optional<SlotOf> slotOf(const Expr &expr) {
  if (expr.op == Op::Add) {
    for (size_t i : {0, 1})
      if (std::optional<SlotOf> slot = slotOf(expr.operands[i]);
          slot && !slot->part) {
        slot->part = &expr.operands[1 - i];
        return slot;
      }
    return std::nullopt;
  }
  if (expr.op != Op::Rem || !isConstant(expr.operands[1]) ||
      expr.operands[1].value == 0)
    return std::nullopt;
  if (std::optional<Place> place = placeOf(expr.operands[0]))
    return SlotOf{*place, expr.operands[1].value};
  return std::nullopt;
}

class Finder {
public:
  Finder(const Program &program,
         const std::vector<std::vector<uint64_t>> &periods)
      : program(program), periods(periods) {
    for (const Program::Agent &agent : program.agents) {
      firstOfAgent.push_back(numItems);
      numItems += agent.variables.size();
    }
    firstBarriers = numItems;
    firstBuffers = firstBarriers + program.barriers.size();
    numItems = firstBuffers + program.buffers.size();
    parents.resize(numItems);
    std::iota(parents.begin(), parents.end(), 0);
    slots.resize(numItems);
  }

  Rings run() {
    forAll([&](const Statement &statement) { join(statement); });
    rejectSizes();
    rejectPeriods();
    number();
    forAll([&](const Statement &statement) { findStuck(statement); });
    return std::move(rings);
  }

private:
  template <typename Visit> void forAll(Visit visit) {
    for (agent = 0; agent < program.agents.size(); ++agent)
      forAll(program.agents[agent].body, visit);
  }
  template <typename Visit>
  void forAll(const std::vector<Statement> &body, Visit visit) {
    for (const Statement &statement : body) {
      visit(statement);
      forAll(statement.body, visit);
      forAll(statement.otherwise, visit);
    }
  }

  //===--- Variables and arrays that belong together ----------------------===//

  size_t itemOf(uint64_t variable) const {
    return firstOfAgent[agent] + variable;
  }
  size_t rootOf(size_t item) {
    while (parents[item] != item)
      item = parents[item] = parents[parents[item]];
    return item;
  }
  void unite(size_t a, size_t b) {
    a = rootOf(a);
    b = rootOf(b);
    if (a == b)
      return;
    int64_t other = slots[b];
    parents[b] = a;
    if (other != 0)
      setSlots(a, other);
  }
  void setSlots(size_t item, int64_t number) {
    int64_t &now = slots[rootOf(item)];
    now = now == 0 || now == number ? number : noRing;
  }

  void join(const Statement &statement) {
    if (statement.kind == Kind::Set)
      if (std::optional<Place> place = placeOf(statement.value))
        unite(itemOf(statement.object), itemOf(place->variable));
    if (usesBarrier(statement))
      join(statement.barrier, firstBarriers);
    for (const auto *refs :
         {&statement.buffers, &statement.written, &statement.patched})
      for (const ElementRef &ref : *refs)
        join(ref, firstBuffers);
  }
  void join(const ElementRef &ref, size_t first) {
    std::optional<SlotOf> slot = slotOf(ref.index);
    if (!slot)
      return;
    unite(first + ref.array, itemOf(slot->place.variable));
    setSlots(first + ref.array, slot->slots);
  }

  static bool usesBarrier(const Statement &statement) {
    switch (statement.kind) {
    case Kind::Wait:
    case Kind::Test:
    case Kind::Arrive:
    case Kind::Expect:
    case Kind::Arm:
    case Kind::Load:
    case Kind::Signal:
      return true;
    default:
      return false;
    }
  }

  /// Barriers have one part, buffers any number.
  void rejectSizes() {
    for (size_t i = 0; i < program.barriers.size(); ++i)
      if (int64_t &now = slots[rootOf(firstBarriers + i)];
          now > 0 && program.barriers[i].size != now)
        now = noRing;
    for (size_t i = 0; i < program.buffers.size(); ++i)
      if (int64_t &now = slots[rootOf(firstBuffers + i)];
          now > 0 && program.buffers[i].size % now != 0)
        now = noRing;
  }

  void rejectPeriods() {
    for (agent = 0; agent < program.agents.size(); ++agent)
      for (size_t i = 0; i < periods[agent].size(); ++i) {
        int64_t &now = slots[rootOf(itemOf(i))];
        uint64_t period = periods[agent][i];
        if (now > 0 && (period == 0 || 2 * now % period != 0))
          now = noRing;
      }
  }

  void number() {
    std::vector<uint32_t> numbers(numItems, Rings::none);
    auto numberOf = [&](size_t item) {
      size_t root = rootOf(item);
      if (slots[root] <= 0)
        return Rings::none;
      if (numbers[root] == Rings::none) {
        numbers[root] = rings.slots.size();
        rings.slots.push_back(slots[root]);
      }
      return numbers[root];
    };
    rings.ofVariable.resize(program.agents.size());
    for (agent = 0; agent < program.agents.size(); ++agent)
      for (size_t i = 0; i < program.agents[agent].variables.size(); ++i)
        rings.ofVariable[agent].push_back(numberOf(itemOf(i)));
    for (size_t i = 0; i < program.barriers.size(); ++i)
      rings.ofBarriers.push_back(numberOf(firstBarriers + i));
    for (size_t i = 0; i < program.buffers.size(); ++i)
      rings.ofBuffers.push_back(numberOf(firstBuffers + i));
  }

  //===--- Statements that do not go round --------------------------------===//

  void findStuck(const Statement &statement) {
    found.clear();
    if (statement.kind == Kind::Set)
      findStuckSet(statement);
    else if (statement.kind == Kind::Wait || statement.kind == Kind::Test)
      findStuckWait(statement);
    else
      addMentioned(statement.value);
    if (usesBarrier(statement))
      findStuckRef(statement.barrier, rings.ofBarriers);
    for (const auto *refs :
         {&statement.buffers, &statement.written, &statement.patched})
      for (const ElementRef &ref : *refs)
        findStuckRef(ref, rings.ofBuffers);
    if (!found.empty())
      rings.stuck[&statement] = found;
  }

  void findStuckSet(const Statement &statement) {
    std::optional<Place> place = placeOf(statement.value);
    uint32_t ring = rings.ofVariable[agent][statement.object];
    if (place && isOf(*place, ring))
      return;
    add(ring);
    addMentioned(statement.value);
  }

  void findStuckWait(const Statement &statement) {
    std::optional<SlotOf> slot = slotOf(statement.barrier.index);
    uint32_t ring = rings.ofBarriers[statement.barrier.array];
    if (slot && isLapOf(statement.value, slot->place, ring))
      return;
    add(ring);
    addMentioned(statement.value);
  }

  void findStuckRef(const ElementRef &ref,
                    const std::vector<uint32_t> &ofArrays) {
    uint32_t ring = ofArrays[ref.array];
    std::optional<SlotOf> slot = slotOf(ref.index);
    if (slot && slot->slots == slotsOf(ring) && isOf(slot->place, ring) &&
        (!slot->part || isPart(*slot->part, slot->slots)))
      return;
    add(ring);
    addMentioned(ref.index);
  }

  int64_t slotsOf(uint32_t ring) const {
    return ring == Rings::none ? 0 : rings.slots[ring];
  }

  /// Goes round with `ring` modulo twice its slots.
  bool isOf(const Place &place, uint32_t ring) const {
    return ring != Rings::none &&
           rings.ofVariable[agent][place.variable] == ring &&
           place.modulus % (2 * slotsOf(ring)) == 0;
  }

  /// Whole turns, the same for all places.
  bool isPart(const Expr &expr, int64_t numSlots) const {
    if (expr.op == Op::Integer)
      return expr.value % numSlots == 0;
    if (expr.op != Op::Mul)
      return false;
    for (size_t i : {0, 1})
      if (const Expr &factor = expr.operands[1 - i];
          factor.op == Op::Integer && factor.value % numSlots == 0)
        return !mentionsRing(expr.operands[i]);
    return false;
  }

  /// The parity of `place`, or the other one.
  bool isLapOf(const Expr &expr, const Place &place, uint32_t ring) const {
    if (expr.op == Op::Xor) {
      const Expr &left = expr.operands[0], &right = expr.operands[1];
      return isBit(right) ? isLapOf(left, place, ring)
                          : isBit(left) && isLapOf(right, place, ring);
    }
    bool isLowBit = (expr.op == Op::Rem && isConstant(expr.operands[1], 2)) ||
                    (expr.op == Op::And && isConstant(expr.operands[1], 1));
    if (!isLowBit || expr.operands[0].op != Op::Div)
      return false;
    const Expr &lap = expr.operands[0];
    std::optional<Place> counted = placeOf(lap.operands[0]);
    return counted && isConstant(lap.operands[1], slotsOf(ring)) &&
           isOf(*counted, ring) && counted->variable == place.variable &&
           (counted->offset - place.offset) % slotsOf(ring) == 0;
  }

  bool mentionsRing(const Expr &expr) const {
    if (expr.op == Op::Variable)
      return rings.ofVariable[agent][expr.value] != Rings::none;
    return std::any_of(
        expr.operands.begin(), expr.operands.end(),
        [&](const Expr &operand) { return mentionsRing(operand); });
  }
  void addMentioned(const Expr &expr) {
    if (expr.op == Op::Variable)
      add(rings.ofVariable[agent][expr.value]);
    for (const Expr &operand : expr.operands)
      addMentioned(operand);
  }
  void add(uint32_t ring) {
    if (ring != Rings::none &&
        std::find(found.begin(), found.end(), ring) == found.end())
      found.push_back(ring);
  }

  /// In place of the slots of a ring.
  static constexpr int64_t noRing = -1;

  const Program &program;
  const std::vector<std::vector<uint64_t>> &periods;
  // Items are the variables of agents, arrays of barriers, arrays of buffers.
  std::vector<size_t> firstOfAgent;
  size_t firstBarriers = 0, firstBuffers = 0, numItems = 0;
  std::vector<size_t> parents;
  std::vector<int64_t> slots;
  Rings rings;
  size_t agent = 0;
  std::vector<uint32_t> found;
};

} // namespace

Rings findRings(const Program &program,
                const std::vector<std::vector<uint64_t>> &periods) {
  return Finder(program, periods).run();
}

} // namespace pipegroup::model::check_detail
