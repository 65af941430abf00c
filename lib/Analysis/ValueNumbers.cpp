//===- ValueNumbers.cpp - Which values are equal in all tasks -------------===//

#include "ValueNumbers.h"

#include "ClusterPlaces.h"

#include "pipegroup/IR/Pipegroup.h"
#include "pipegroup/IR/StateFlow.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace pipegroup;

/// The innermost loop around `op`, if it is inside one.
static Operation *loopAround(Operation *op) {
  for (op = op->getParentOp(); op && !isa<FunctionOpInterface>(op);
       op = op->getParentOp())
    if (isa<LoopLikeOpInterface>(op))
      return op;
  return nullptr;
}

/// The outermost loop around `op` or at it, if there is one.
static Operation *outermostLoop(Operation *op) {
  Operation *outermost = nullptr;
  for (; op && !isa<FunctionOpInterface>(op); op = op->getParentOp())
    if (isa<LoopLikeOpInterface>(op))
      outermost = op;
  return outermost;
}

/// The inner one of two loops of which one is inside the other.
static Operation *innerOf(Operation *a, Operation *b) {
  if (!a || !b)
    return a ? a : b;
  return a->isProperAncestor(b) ? b : a;
}

/// The outer one of two loops of which one is inside the other.
static Operation *outerOf(Operation *a, Operation *b) {
  if (!a || !b)
    return a ? a : b;
  return a->isProperAncestor(b) ? a : b;
}

unsigned ValueNumbers::idOf(StringRef key) {
  return ids.try_emplace(key, ids.size()).first->second;
}

ValueNumbers::Number ValueNumbers::leaf(StringRef kind, Operation *loop,
                                        bool isFree) {
  Number number{idOf((kind + Twine(numLeaves++)).str()), loop,
                outermostLoop(loop)};
  number.leaves.insert(number.id);
  number.isFree = isFree && !loop;
  return number;
}

ValueNumbers::Number ValueNumbers::combine(StringRef key,
                                           ArrayRef<Value> values) {
  Number number;
  std::string text = key.str();
  for (Value value : values) {
    Number part = of(value);
    text += " " + std::to_string(part.id);
    number.loop = innerOf(number.loop, part.loop);
    number.outermost = outerOf(number.outermost, part.outermost);
    // Parts of one value can not be anything together.
    number.isFree &=
        part.isFree && llvm::none_of(part.leaves, [&](unsigned leaf) {
          return number.leaves.contains(leaf);
        });
    number.leaves.insert(part.leaves.begin(), part.leaves.end());
    number.isPerCta |= part.isPerCta;
  }
  number.id = idOf(text);
  return number;
}

/// A load of memory that nobody writes while the kernel runs.
static bool isInvariantLoad(Operation *op) {
  auto load = dyn_cast<LLVM::LoadOp>(op);
  // Shared memory is another one in every CTA.
  if (!load || load.getVolatile_() ||
      load.getAddr().getType().getAddressSpace() == 3)
    return false;
  if (load.getInvariant())
    return true;
  Value root = load.getAddr();
  while (auto element = root.getDefiningOp<LLVM::GEPOp>())
    root = element.getBase();
  auto argument = dyn_cast<BlockArgument>(root);
  auto function =
      argument
          ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
          : FunctionOpInterface();
  return function &&
         function.getArgAttr(argument.getArgNumber(), "llvm.readonly") &&
         function.getArgAttr(argument.getArgNumber(), "llvm.noalias");
}

/// Adds what `value` is made from to `parts`; false if that is not known.
static bool addParts(Value value, const ClusterSize &cluster,
                     llvm::SetVector<Value> &parts) {
  if (std::optional<SmallVector<Value>> incoming = incomingValues(value)) {
    parts.insert(incoming->begin(), incoming->end());
    // A result depends on what decides how it comes about.
    if (Operation *op = value.getDefiningOp())
      parts.insert(op->operand_begin(), op->operand_end());
    if (auto loop = value.getDefiningOp<scf::WhileOp>())
      parts.insert(loop.getConditionOp().getCondition());
    return true;
  }
  Operation *op = value.getDefiningOp();
  if (!op) {
    Operation *parent = value.getParentBlock()->getParentOp();
    auto loop = dyn_cast<scf::ForOp>(parent);
    if (loop && value == loop.getInductionVar()) {
      parts.insert(loop.getLowerBound());
      parts.insert(loop.getStep());
      return true;
    }
    return isa<FunctionOpInterface>(parent);
  }
  if (isClusterIndex(op, cluster))
    return true;
  if (op->getNumRegions() != 0 || (!isPure(op) && !isInvariantLoad(op)))
    return false;
  parts.insert(op->operand_begin(), op->operand_end());
  return true;
}

/// True if CTAs of one cluster may see different values.
static bool variesInCluster(Value value, const ClusterSize &cluster) {
  llvm::SetVector<Value> parts;
  parts.insert(value);
  for (size_t i = 0; i < parts.size(); ++i) {
    Operation *op = parts[i].getDefiningOp();
    if ((op && differsInCluster(op, cluster)) ||
        !addParts(parts[i], cluster, parts))
      return true;
  }
  return false;
}

ValueNumbers::Number ValueNumbers::of(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  Number number = compute(value);
  if (clusterCtas(cluster) > 1)
    number.isPerCta = variesInCluster(value, cluster);
  if (number.leaves.contains(number.id))
    leafValues.try_emplace(number.id, value);
  return known[value] = number;
}

/// Sums and differences that wrap, as those of the kernel do.
static int64_t sumOf(int64_t a, int64_t b) {
  return int64_t(uint64_t(a) + uint64_t(b));
}
static int64_t differenceOf(int64_t a, int64_t b) {
  return int64_t(uint64_t(a) - uint64_t(b));
}

bool pipegroup::isNarrow(Type type) {
  return type.isInteger() && type.getIntOrFloatBitWidth() < 32;
}

Value pipegroup::splitConstants(Value value, int64_t &offset) {
  if (isNarrow(value.getType()))
    return value;
  while (true) {
    auto add = value.getDefiningOp<arith::AddIOp>();
    auto sub = value.getDefiningOp<arith::SubIOp>();
    if (!add && !sub)
      return value;
    Operation *op = value.getDefiningOp();
    std::optional<int64_t> right = getConstantIntValue(op->getOperand(1));
    if (!right)
      return value;
    offset = add ? sumOf(offset, *right) : differenceOf(offset, *right);
    value = op->getOperand(0);
  }
}

/// A number that `value`, which is signed, does not go below.
static std::optional<int64_t> leastOf(Value value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return constant;
  if (auto cast = value.getDefiningOp<arith::IndexCastOp>())
    return leastOf(cast.getIn());
  if (auto divide = value.getDefiningOp<arith::CeilDivSIOp>()) {
    std::optional<int64_t> least = leastOf(divide.getLhs());
    std::optional<int64_t> by = getConstantIntValue(divide.getRhs());
    if (least && by && *by > 0)
      return llvm::divideCeilSigned(*least, *by);
    return std::nullopt;
  }
  auto max = value.getDefiningOp<arith::MaxSIOp>();
  if (!max)
    return std::nullopt;
  // Of two numbers, or of one and nothing, the one that says more.
  return std::max(leastOf(max.getLhs()), leastOf(max.getRhs()));
}

/// True if `value` is the smallest or the largest number of its type, of which
/// i1 has no others.
static bool isAtLimit(Value value) {
  APInt number;
  return matchPattern(value, m_ConstantInt(&number)) &&
         (number.isMinSignedValue() || number.isMaxSignedValue());
}

/// True if the result of `op` can be anything if its operands can: a value that
/// is shifted, or a comparison that can hold and not hold.
static bool keepsFreedom(Operation *op) {
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    arith::CmpIPredicate predicate = compare.getPredicate();
    bool isEquality = predicate == arith::CmpIPredicate::eq ||
                      predicate == arith::CmpIPredicate::ne;
    return isEquality ||
           (predicate < arith::CmpIPredicate::ult &&
            !isAtLimit(compare.getLhs()) && !isAtLimit(compare.getRhs()));
  }
  bool isShift = isa<arith::AddIOp, arith::SubIOp>(op) &&
                 llvm::any_of(op->getOperands(), [](Value operand) {
                   return getConstantIntValue(operand).has_value();
                 });
  bool isCast =
      isa<arith::IndexCastOp>(op) && !op->getOperand(0).getType().isInteger(1);
  return isShift || isCast || op->hasTrait<OpTrait::ConstantLike>();
}

/// What a bound of `loop` is, if it counts the same for the loop as it does in
/// a difference.
static std::optional<int64_t> constantBound(scf::ForOp loop, Value bound) {
  std::optional<int64_t> constant = getConstantIntValue(bound);
  bool isOther = loop.getUnsignedCmp() && constant && *constant < 0;
  return isOther ? std::nullopt : constant;
}

ValueNumbers::Trips ValueNumbers::ofTrips(scf::ForOp loop) {
  if (auto it = knownTrips.find(loop); it != knownTrips.end())
    return it->second;
  Trips trips = computeTrips(loop);
  return knownTrips[loop] = trips;
}

ValueNumbers::Trips ValueNumbers::computeTrips(scf::ForOp loop) {
  Trips trips;
  int64_t upperOffset = 0, lowerOffset = 0;
  Value upper = loop.getUpperBound(), lower = loop.getLowerBound();
  // Below zero, an unsigned number is large.
  if (!loop.getUnsignedCmp()) {
    upper = splitConstants(upper, upperOffset);
    lower = splitConstants(lower, lowerOffset);
  }
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  trips.isOfRange = !step;
  std::string key = loop.getUnsignedCmp() ? "unsigned trips" : "trips";
  std::optional<int64_t> constantLower = constantBound(loop, lower);
  std::optional<int64_t> constantUpper = constantBound(loop, upper);
  SmallVector<Value> parts;
  if (trips.isOfRange && constantUpper) {
    upperOffset = sumOf(upperOffset, *constantUpper);
    key += " to a constant";
  } else {
    parts.push_back(upper);
  }
  parts.push_back(loop.getStep());
  if (constantLower)
    lowerOffset = sumOf(lowerOffset, *constantLower);
  else
    parts.push_back(lower);
  int64_t total = differenceOf(lowerOffset, upperOffset);
  if (trips.isOfRange)
    trips.offset = total;
  else if (*step > 0 && total % *step == 0)
    trips.offset = total / *step;
  else
    key += " from " + std::to_string(total);
  std::optional<int64_t> least = leastOf(upper);
  int64_t range = 0;
  if (least && step && *step > 0 && constantLower && !loop.getUnsignedCmp() &&
      !llvm::SubOverflow(*least, total, range))
    trips.least = llvm::divideCeilSigned(range, *step);
  trips.number = combine(key, parts);
  // The difference of two values need not be any number.
  trips.number.isFree &=
      constantLower && !constantUpper && !loop.getStep().getType().isInteger(1);
  // Each loop around this one takes one number, the outer ones first.
  SmallVector<scf::ForOp> around;
  for (auto outer = loop->getParentOfType<scf::ForOp>(); outer;
       outer = outer->getParentOfType<scf::ForOp>())
    around.push_back(outer);
  for (scf::ForOp outer : llvm::reverse(around))
    if (ofTrips(outer).number.id == trips.number.id)
      trips.number = derive(trips.number, "inner trips");
  return trips;
}

ValueNumbers::Number ValueNumbers::derive(Number number, const Twine &what) {
  number.id = idOf((what + " of " + Twine(number.id)).str());
  return number;
}

ValueNumbers::Number
ValueNumbers::ofComparison(arith::CmpIOp op, arith::CmpIPredicate predicate) {
  Number number =
      combine(("compare " + arith::stringifyCmpIPredicate(predicate)).str(),
              {op.getLhs(), op.getRhs()});
  number.isFree &= keepsFreedom(op);
  return number;
}

ValueNumbers::Number ValueNumbers::compute(Value value) {
  if (auto result = dyn_cast<OpResult>(value))
    return ofOperation(result);
  auto argument = cast<BlockArgument>(value);
  Operation *parent = argument.getOwner()->getParentOp();
  bool isLoops = isa<LoopLikeOpInterface>(parent);
  auto loop = dyn_cast<scf::ForOp>(parent);
  if (!loop || value != loop.getInductionVar())
    return leaf("argument", isLoops ? parent : loopAround(parent),
                isa<FunctionOpInterface>(parent));
  Trips trips = ofTrips(loop);
  std::string key = "counter";
  for (unsigned part :
       {trips.number.id, of(loop.getLowerBound()).id, of(loop.getStep()).id})
    key += " " + std::to_string(part);
  Number number{idOf(key + " " + std::to_string(trips.offset)), parent,
                outerOf(parent, trips.number.outermost)};
  number.leaves.insert(number.id);
  number.isFree = false;
  return number;
}

ValueNumbers::Number ValueNumbers::ofOperation(OpResult result) {
  Operation *op = result.getOwner();
  bool isRepeatable = isPure(op) || isInvariantLoad(op);
  if (!isRepeatable || op->getNumRegions() != 0)
    return leaf("opaque", loopAround(op), /*isFree=*/false);
  std::string key;
  llvm::raw_string_ostream stream(key);
  stream << op->getName() << op->getAttrDictionary() << result.getType() << " "
         << result.getResultNumber();
  Number number = combine(key, llvm::to_vector(op->getOperands()));
  number.isFree &= keepsFreedom(op);
  // A constant is its own leaf only if it is no literal.
  if (op->getNumOperands() == 0 && !op->hasTrait<OpTrait::ConstantLike>())
    number.leaves.insert(number.id);
  return number;
}
