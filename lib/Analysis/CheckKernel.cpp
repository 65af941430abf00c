//===- CheckKernel.cpp - Prove a kernel, or show how it fails -------------===//

#include "pipegroup/Analysis/CheckKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace pipegroup;
using model::Event;
using model::Statement;

//===----------------------------------------------------------------------===//
// Outcomes that can be
//===----------------------------------------------------------------------===//

/// True if the outcomes of a decision that is the same all through the kernel
/// are so: the loops that it counts have equal trips.
static bool isConsistent(ArrayRef<model::Choice> choices, size_t decision) {
  std::optional<int64_t> trips;
  int64_t current = 0;
  for (const model::Choice &choice : choices) {
    if (choice.decision != decision)
      continue;
    if (choice.outcome) {
      // A loop that is still running may not have gone too far yet.
      if (trips && ++current > *trips)
        return false;
      current += trips ? 0 : 1;
      continue;
    }
    if (trips && current != *trips)
      return false;
    trips = current;
    current = 0;
  }
  return true;
}

/// A decision that has other outcomes in the witness than one value can have.
static std::optional<size_t> findInconsistent(const Extraction &extraction,
                                              const model::Witness &witness) {
  for (auto [index, decision] : llvm::enumerate(extraction.decisions))
    if (decision.isConstant && extraction.program.decisions[index].isTrip &&
        !isConsistent(witness.choices, index))
      return index;
  return std::nullopt;
}

/// Two decisions of the witness that are computed from a common value, which
/// may exclude the outcomes that they have together.
static std::optional<std::pair<size_t, size_t>>
findRelated(const Extraction &extraction, const model::Witness &witness) {
  llvm::SmallSet<size_t, 8> asked;
  for (const model::Choice &choice : witness.choices)
    asked.insert(choice.decision);
  for (size_t a : asked)
    for (size_t b : asked)
      if (a < b)
        for (auto &leaf : extraction.decisions[a].leaves)
          for (auto &other : extraction.decisions[b].leaves)
            if (leaf.first == other.first)
              return std::pair(a, b);
  return std::nullopt;
}

/// A decision of the witness with an outcome that something may exclude: a
/// value that is computed in the tasks, one that also decides another, or one
/// of the `known` values, which may be none that the kernel can have.
static Value findDoubt(const Extraction &extraction,
                       const model::Witness &witness,
                       const KnownValues &known) {
  auto isKnown = [&](const std::pair<unsigned, Value> &leaf) {
    return known.contains(leaf.second);
  };
  for (const model::Choice &choice : witness.choices) {
    const Extraction::Decision &decision =
        extraction.decisions[choice.decision];
    if (!decision.isFree || llvm::any_of(decision.leaves, isKnown))
      return decision.value;
  }
  if (auto related = findRelated(extraction, witness))
    return extraction.decisions[related->second].value;
  if (std::optional<size_t> index = findInconsistent(extraction, witness))
    return extraction.decisions[*index].value;
  return {};
}

/// True if operations of engines have a part in the fault, for which somebody
/// may wait unseen.
static bool isOfEngine(const model::Witness &witness) {
  auto isOperation = [](const Event &event) {
    return event.kind == Event::Kind::Issue ||
           event.kind == Event::Kind::IssueEnd ||
           event.kind == Event::Kind::Signal ||
           event.kind == Event::Kind::SignalEnd;
  };
  return isOperation(witness.event) ||
         llvm::any_of(witness.others, isOperation);
}

static KernelVerdict check(Operation *function, GroupPlans &plans,
                           const model::CheckOptions &options,
                           const KnownValues &known, bool onlyCluster) {
  KernelVerdict result;
  std::variant<Extraction, Outside> extracted =
      extractProgram(function, plans, known, onlyCluster);
  if (auto *outside = std::get_if<Outside>(&extracted)) {
    result.outside = outside->op;
    result.verdict.kind = model::Verdict::Kind::Unknown;
    result.verdict.reason = outside->reason;
    return result;
  }
  result.extraction = std::move(std::get<Extraction>(extracted));
  result.verdict = model::check(result.extraction->program, options);
  // What the extraction gets wrong is not the kernel's fault.
  if (result.verdict.kind == model::Verdict::Kind::Invalid)
    result.verdict.kind = model::Verdict::Kind::Unknown;
  if (result.verdict.kind != model::Verdict::Kind::Unsafe)
    return result;
  const std::optional<Outside> &wait = result.extraction->unseenWait;
  if (wait && isOfEngine(*result.verdict.witness)) {
    result.outside = wait->op;
    result.verdict = model::Verdict();
    result.verdict.kind = model::Verdict::Kind::Unknown;
    result.verdict.reason = wait->reason;
    return result;
  }
  result.doubt = findDoubt(*result.extraction, *result.verdict.witness, known);
  return result;
}

/// The kernel's arguments on which its decisions depend. What else they depend
/// on may not have any value.
static llvm::SetVector<Value> freeLeaves(const Extraction &extraction) {
  llvm::SetVector<Value> leaves;
  for (const Extraction::Decision &decision : extraction.decisions)
    for (auto [id, value] : decision.leaves)
      if (auto argument = dyn_cast_if_present<BlockArgument>(value);
          argument && value.getType().isIntOrIndex() &&
          argument.getOwner()->getParentOp() == extraction.ops.front())
        leaves.insert(value);
  return leaves;
}

/// The largest number by which the kernel divides or that its loops go on by:
/// sizes come in tiles, of which small numbers are one.
static int64_t tileSize(Operation *function) {
  constexpr int64_t most = 4096;
  int64_t size = 1;
  auto add = [&](Value value) {
    std::optional<int64_t> number = getConstantIntValue(value);
    if (number && *number <= most)
      size = std::max(size, *number);
  };
  function->walk([&](Operation *op) {
    if (isa<arith::CeilDivSIOp, arith::CeilDivUIOp, arith::DivSIOp,
            arith::DivUIOp>(op))
      add(op->getOperand(1));
    if (auto loop = dyn_cast<scf::ForOp>(op))
      add(loop.getStep());
  });
  return size;
}

/// Looks for a fault that is certain when the values that decide are known:
/// small multiples of `unit`, and `more`.
static std::optional<KernelVerdict>
checkSmallValues(Operation *function, GroupPlans &plans,
                 const model::CheckOptions &options, ArrayRef<Value> leaves,
                 int64_t unit, int64_t more) {
  // All of a few values, or a grid of fewer.
  int64_t most = leaves.size() == 1 ? 8 : 3;
  int64_t combinations = 1;
  for (size_t i = 0; i < leaves.size(); ++i)
    combinations *= most + 1;
  for (int64_t combination = 0; combination < combinations; ++combination) {
    KnownValues known;
    int64_t rest = combination;
    for (Value leaf : leaves) {
      known[leaf] = rest % (most + 1) * unit + more;
      rest /= most + 1;
      if (leaf.getType().isInteger(1))
        known[leaf] &= 1;
    }
    // In a grid of one cluster block indices are no longer unknown.
    KernelVerdict one =
        check(function, plans, options, known, /*onlyCluster=*/true);
    if (one.verdict.kind != model::Verdict::Kind::Unsafe || one.doubt)
      continue;
    for (Value leaf : leaves)
      one.arguments.push_back({leaf, known[leaf]});
    return one;
  }
  return std::nullopt;
}

KernelVerdict pipegroup::checkKernel(Operation *function, GroupPlans &plans,
                                     const model::CheckOptions &options) {
  constexpr size_t mostLeaves = 3;
  KernelVerdict all = check(function, plans, options, KnownValues(),
                            /*onlyCluster=*/false);
  if (all.verdict.kind != model::Verdict::Kind::Unsafe || !all.doubt)
    return all;
  llvm::SetVector<Value> leaves = freeLeaves(*all.extraction);
  bool isCluster = llvm::any_of(
      all.extraction->program.agents,
      [](const model::Program::Agent &agent) { return agent.cta != 0; });
  // Small numbers, whole tiles, and one more than those.
  llvm::SmallSetVector<std::pair<int64_t, int64_t>, 3> values;
  int64_t tile = tileSize(function);
  if ((isCluster || !leaves.empty()) && leaves.size() <= mostLeaves)
    values.insert_range(std::initializer_list<std::pair<int64_t, int64_t>>{
        {1, 0}, {tile, 0}, {tile, tile > 1 ? 1 : 0}});
  for (auto [unit, more] : values)
    if (std::optional<KernelVerdict> one = checkSmallValues(
            function, plans, options, leaves.getArrayRef(), unit, more))
      return std::move(*one);
  model::Verdict verdict;
  verdict.kind = model::Verdict::Kind::Unknown;
  verdict.reason = "there may be a fault, but not all outcomes of its "
                   "conditions and loops need be possible";
  all.verdict = std::move(verdict);
  return all;
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

StringRef pipegroup::ruleOf(model::FaultKind kind) {
  switch (kind) {
  case model::FaultKind::UnderArrival:
    return "C1";
  case model::FaultKind::Bytes:
    return "C2";
  case model::FaultKind::Cycle:
    return "C3";
  case model::FaultKind::OverArrival:
    return "C4";
  case model::FaultKind::Parity:
    return "C5";
  case model::FaultKind::Race:
    return "C6";
  case model::FaultKind::Proxy:
    return "C7";
  case model::FaultKind::Unfinished:
    return "C8";
  case model::FaultKind::Exit:
    return "C9";
  case model::FaultKind::Stale:
    return "C10";
  }
  return "";
}

namespace {

/// Says what happened in the words of the kernel.
class Reporter {
public:
  explicit Reporter(const KernelVerdict &kernel)
      : extraction(*kernel.extraction), witness(*kernel.verdict.witness),
        arguments(kernel.arguments) {}

  LogicalResult run() {
    InFlightDiagnostic diag = opOf(witness.event)->emitOpError();
    if (model::isDeadlock(witness.kind) && !witness.blocked.empty())
      addDeadlock(diag);
    else
      addFault(diag);
    diag << " [" << ruleOf(witness.kind) << "]";
    for (const Event &other : witness.others)
      diag.attachNote(opOf(other)->getLoc()) << describeNote(other);
    addChoices(diag);
    return diag;
  }

private:
  Operation *opOf(const Event &event) const {
    return extraction.ops[event.location];
  }
  std::string agentOf(size_t agent) const {
    ArrayRef<TaskOp> tasks = extraction.tasks[agent];
    if (tasks.empty())
      return "a warp outside all tasks" + placeOf(agent);
    TaskOp task = tasks.front();
    std::string text = "task '@" + task.getName().str() + "'" + placeOf(agent);
    if (task.getCount() == 1)
      return text;
    StringRef name = extraction.program.agents[agent].name;
    return "warp " + name.rsplit('.').second.str() + " of " + text;
  }

  /// " in CTA 1" where there are several.
  std::string placeOf(size_t agent) const {
    const auto &agents = extraction.program.agents;
    if (llvm::all_of(agents, [](auto &each) { return each.cta == 0; }))
      return "";
    return " in CTA " + std::to_string(agents[agent].cta);
  }

  /// ", slot 1", or ", part 2 of slot 1".
  std::string slotOf(const model::Element &element) const {
    int64_t index = element.index;
    auto it = extraction.slotsInParts.find(element.array);
    if (it == extraction.slotsInParts.end())
      return ", slot " + std::to_string(index);
    return ", part " + std::to_string(index / it->second) + " of slot " +
           std::to_string(index % it->second);
  }

  std::string describe(const model::Element &element) const {
    if (element.kind == model::Element::Kind::Buffer)
      return extraction.bufferNames[element.array] + slotOf(element);
    if (element.kind == model::Element::Kind::Barrier)
      return extraction.barrierNames[element.array] + ", slot " +
             std::to_string(element.index);
    return "";
  }

  /// "full of '@ab::@a', slot 1, in phase 3, which lacks 32 arrivals".
  std::string awaited(const model::BlockedAgent &blocked) const {
    const Event &event = blocked.event;
    if (event.kind != Event::Kind::Wait)
      return event.kind == Event::Kind::Sync ? "the other warps of its barrier"
                                             : "what it has issued";
    std::string text =
        describe(event.element) + ", phase " + std::to_string(event.phase);
    int64_t arrivals = blocked.missingArrivals, bytes = blocked.missingBytes;
    std::string excess =
        "got " + std::to_string(std::abs(bytes)) + " bytes too many";
    if (arrivals == 0 && bytes < 0)
      return text + ", which " + excess;
    text += ", which lacks " + lacking(arrivals, std::max<int64_t>(bytes, 0));
    return bytes < 0 ? text + " and " + excess : text;
  }

  /// "1 arrival and 64 bytes", without what is 0.
  static std::string lacking(int64_t arrivals, int64_t bytes) {
    std::string text;
    if (arrivals > 0)
      text =
          std::to_string(arrivals) + (arrivals == 1 ? " arrival" : " arrivals");
    if (arrivals > 0 && bytes != 0)
      text += " and ";
    if (bytes != 0 || arrivals <= 0)
      text += std::to_string(bytes) + " bytes";
    return text;
  }

  void addDeadlock(InFlightDiagnostic &diag) {
    bool isFirst = true;
    for (const model::BlockedAgent &blocked : witness.blocked) {
      std::string text = agentOf(blocked.event.agent) + " waits for ever for " +
                         awaited(blocked);
      if (blocked.event.location == witness.event.location) {
        if (isFirst)
          diag << "hangs: " << text;
        isFirst = false;
        continue;
      }
      diag.attachNote(opOf(blocked.event)->getLoc()) << text;
    }
  }

  void addFault(InFlightDiagnostic &diag) {
    const Event &event = witness.event;
    std::string who = agentOf(event.agent);
    switch (witness.kind) {
    case model::FaultKind::OverArrival:
      diag << "of " << who << " may come in the wrong phase of "
           << describe(event.element)
           << ": the phase before need not be complete";
      return;
    case model::FaultKind::Parity:
      diag << "of " << who << " may be lapped or pass too early at "
           << describe(event.element) << ", "
           << (event.phase < 0 ? "which is fresh"
                               : "phase " + std::to_string(event.phase));
      return;
    case model::FaultKind::Race:
      diag << "of " << who << " uses " << describe(sharedBuffer())
           << " while it may still be in use";
      return;
    case model::FaultKind::Proxy:
      if (isa<TaskOp>(opOf(event))) {
        diag << "of " << who << " uses " << describe(sharedBuffer())
             << ", which were initialised without "
                "'pipegroup.fence_barrier_init' for the cluster";
        return;
      }
      diag << "of " << who << " uses " << describe(sharedBuffer())
           << ", which was written without a proxy fence in between";
      return;
    case model::FaultKind::Stale:
      diag << "of " << who << " finds " << describe(sharedBuffer())
           << " used already or not used yet, expected every filling to be "
              "used once";
      return;
    case model::FaultKind::Unfinished:
      diag << "of " << who << " leaves a phase of " << describe(event.element)
           << " unfinished: it lacks "
           << lacking(event.missingArrivals, event.missingBytes);
      return;
    case model::FaultKind::Exit:
      if (event.element.kind == model::Element::Kind::None)
        diag << "of " << who
             << " may still be under way when its CTA has exited, expected a "
                "wait for it";
      else
        diag << "of " << who << " arrives at " << describe(event.element)
             << " of a CTA that may have exited";
      return;
    default:
      diag << witness.text;
    }
  }

  /// The buffer that the event and another one access.
  model::Element sharedBuffer() const {
    auto buffers = [](const Event &event) {
      std::vector<model::Element> all(event.reads);
      all.insert(all.end(), event.writes.begin(), event.writes.end());
      all.insert(all.end(), event.patches.begin(), event.patches.end());
      if (event.element.kind == model::Element::Kind::Buffer)
        all.push_back(event.element);
      return all;
    };
    std::vector<model::Element> own = buffers(witness.event);
    for (const Event &other : witness.others)
      for (const model::Element &theirs : buffers(other))
        for (const model::Element &mine : own)
          if (mine.array == theirs.array && mine.index == theirs.index)
            return mine;
    return own.empty() ? model::Element{} : own.front();
  }

  std::string describeNote(const Event &event) const {
    return "the other side is " + agentOf(event.agent) + " here";
  }

  /// The arguments, trips and conditions that it takes.
  void addChoices(InFlightDiagnostic &diag) {
    for (auto [argument, number] : arguments)
      diag.attachNote(argument.getLoc())
          << "it happens when this argument is " << number;
    for (auto [index, decision] : llvm::enumerate(extraction.decisions)) {
      SmallVector<bool> outcomes;
      for (const model::Choice &choice : witness.choices)
        if (choice.decision == index)
          outcomes.push_back(choice.outcome);
      if (outcomes.empty())
        continue;
      Diagnostic &note = diag.attachNote(decision.value.getLoc());
      if (extraction.program.decisions[index].isTrip)
        note << "it happens when loops over this value have "
             << tripsOf(outcomes) << " trips";
      else
        note << "it happens when this condition is "
             << (outcomes.front() ? "true" : "false")
             << (outcomes.size() > 1 ? " at first" : "");
    }
  }

  /// "3", "at least 3", or "1, 2".
  static std::string tripsOf(ArrayRef<bool> outcomes) {
    std::string text;
    int64_t trips = 0;
    for (bool isOn : outcomes) {
      if (isOn) {
        ++trips;
        continue;
      }
      text += (text.empty() ? "" : ", ") + std::to_string(trips);
      trips = 0;
    }
    if (trips > 0)
      text +=
          (text.empty() ? "at least " : ", at least ") + std::to_string(trips);
    return text;
  }

  const Extraction &extraction;
  const model::Witness &witness;
  ArrayRef<std::pair<Value, int64_t>> arguments;
};

} // namespace

LogicalResult pipegroup::report(const KernelVerdict &kernel, bool remarks) {
  const model::Verdict &verdict = kernel.verdict;
  if (verdict.kind == model::Verdict::Kind::Unsafe)
    return Reporter(kernel).run();
  if (!remarks || !kernel.hasAgents())
    return success();
  if (verdict.kind != model::Verdict::Kind::Safe) {
    Operation *where = kernel.outside;
    if (!where)
      where = kernel.extraction->ops.front();
    InFlightDiagnostic diag = where->emitRemark()
                              << "not proved: " << verdict.reason;
    if (kernel.doubt)
      diag.attachNote(kernel.doubt.getLoc()) << "it takes this value";
    return success();
  }
  for (const model::Remark &fence : verdict.redundantFences) {
    Operation *op = kernel.extraction->ops[fence.location];
    // Of a fence between barrier ops nobody knows what it is for.
    if (!isa<FenceProxyAsyncOp>(op))
      op->emitRemark("has a proxy fence that nothing needs");
  }
  return success();
}
