//===- ExtractProgram.cpp - What a kernel does, for the checker -----------===//
//
// Walks the kernel once for every warp. States become numbers from 0 to 2 S -
// 1, slot and lap in one; values of control flow that no state needs become
// decisions, which are shared by all tasks that compute them alike.
//
//===----------------------------------------------------------------------===//

#include "pipegroup/Analysis/ExtractProgram.h"

#include "AgentBuilder.h"

#include "pipegroup/Analysis/Flow.h"
#include "pipegroup/IR/StateFlow.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace pipegroup;
using namespace pipegroup::extraction;

namespace {

class Extractor {
public:
  Extractor(Operation *function, GroupPlans &plans, const KnownValues &known,
            bool onlyCluster)
      : shared(function, plans, known, onlyCluster) {}

  std::variant<Extraction, Outside> run() {
    if (failed(checkP6(shared.function, shared.plans, shared.arming)))
      shared.fail(shared.function, "a fork leaves out a member");
    shared.findCluster();
    shared.noteLoads();
    shared.slotAccesses = findSlotAccesses(shared.function);
    collect();
    shared.noteChanges();
    shared.placeAccesses();
    if (!shared.outside && usesTasks())
      addAgents();
    if (!shared.outside)
      checkNamedBarriers();
    if (shared.outside)
      return *shared.outside;
    return std::move(shared.result);
  }

private:
  //===--------------------------------------------------------------------===//
  // What matters
  //===--------------------------------------------------------------------===//

  void collect() {
    SmallVector<Value> worklist;
    shared.function->walk([&](Operation *op) {
      if (isa<InvalidateOp>(op) || (isa<InitOp>(op) && isInLoop(op)))
        shared.fail(op, "barriers that live more than once are not modelled");
      if (auto init = dyn_cast<BarrierInitOp>(op)) {
        auto once = op->getParentOfType<OnceOp>();
        if (!once)
          shared.fail(op, "an initialisation by more than one thread is not "
                          "modelled");
        else if (once->getParentOp() != shared.function)
          shared.fail(op, "an initialisation that not all CTAs come to is not "
                          "modelled");
        shared.declare(init);
      }
      if (mayWait(op))
        shared.noteUnseenWait(
            op, "what this waits for is not modelled, nor whether it does");
      if (actsElsewhere(op))
        shared.fail(op, "barriers that are used by other ops or in other "
                        "functions are not modelled");
      if (shared.ctas() > 1)
        checkClusterBarrier(op);
      if (isa<BarrierInvalidateOp>(op))
        shared.fail(op, "barriers that live more than once are not modelled");
      if (!isEvent(op))
        return;
      markRelevant(op);
      if (auto load = dyn_cast<LoadOpInterface>(op)) {
        for (Value value : {Value(load.getState()), load.getPart(),
                            load.getSize(), load.getMulticast()})
          if (value)
            worklist.push_back(value);
        return declare(shared.plans.resolve(op, load.getTarget()));
      }
      for (Value operand : op->getOperands())
        if (!isa<ActionOpInterface>(op))
          worklist.push_back(operand);
      if (auto acquire = dyn_cast<AcquireOp>(op))
        needToken(acquire.getToken());
      if (auto wait = dyn_cast<WaitOp>(op))
        needToken(wait.getToken());
      if (auto action = dyn_cast<ActionOpInterface>(op)) {
        worklist.push_back(action.getState());
        declare(shared.plans.resolve(op, action.getTarget()));
      }
    });
    noteAccesses(worklist);
    noteTests();
    for (Operation *op : shared.relevant)
      for (Value decision : decisionsOf(op))
        if (isComputable(decision))
          worklist.push_back(decision);
    while (!worklist.empty())
      need(worklist.pop_back_val(), worklist);
    shared.function->walk([&](scf::ForOp loop) {
      if (shared.relevant.contains(loop))
        noteTrips(loop);
    });
  }

  /// Marks `token`, which may be null, and what it comes from.
  void needToken(Value token) {
    if (!token || !shared.tokens.insert(token).second)
      return;
    Operation *op = token.getDefiningOp();
    if (auto both = dyn_cast_if_present<arith::AndIOp>(op)) {
      needToken(both.getLhs());
      needToken(both.getRhs());
    }
    std::optional<SmallVector<Value>> incoming = incomingValues(token);
    if (!incoming)
      return;
    for (Value value : *incoming)
      needToken(value);
    if (op && op->getNumRegions())
      markRelevant(op);
    if (auto loop = dyn_cast_if_present<scf::ForOp>(op))
      needToken(loop.getRegionIterArg(cast<OpResult>(token).getResultNumber()));
  }

  /// Finds out which tests of barriers spare which waits.
  void noteTests() {
    shared.function->walk([&](scf::IfOp branch) {
      if (shared.relevant.contains(branch) &&
          dependsOnToken(branch.getCondition()))
        sparedRegion(branch, shared.testsOfWaits);
    });
    for (auto [wait, test] : shared.testsOfWaits)
      shared.tests.insert(test);
  }

  /// A task is looked into for what it does to slots, and so are branches and
  /// loops around what is asynchronous and the waits for it.
  void noteAccesses(SmallVector<Value> &worklist) {
    for (const SlotAccess &access : shared.slotAccesses) {
      Operation *around = access.op->getParentOp();
      if (!access.isCounted())
        around = access.op->getParentOfType<TaskOp>();
      if (around && around != shared.function)
        markRelevant(around);
      if (!access.slot)
        continue;
      SlotOp slot = access.slot;
      worklist.push_back(slot.getState());
      declare(shared.plans.resolve(slot, slot.getTarget()));
    }
  }

  /// What all CTAs come to alike can be left out of the model, or is in it.
  void checkClusterBarrier(Operation *op) {
    bool isWhole = isa<SyncClusterOp>(op);
    if (!isWhole && op->getName().getStringRef() != "nvvm.cluster.wait")
      return;
    if (op->getParentOp() != shared.function)
      shared.fail(op, "a barrier of the cluster that not all of it reach is "
                      "not modelled");
    Operation *before = op->getPrevNode();
    if (!isWhole && !(before && before->getName().getStringRef().starts_with(
                                    "nvvm.cluster.arrive")))
      shared.fail(op, "a barrier of the cluster whose arrival is elsewhere is "
                      "not modelled");
  }

  /// True for a call of a function that acts on barriers, and for an op of
  /// another dialect that arrives at one of ours.
  static bool actsElsewhere(Operation *op) {
    if (auto call = dyn_cast<CallOpInterface>(op)) {
      Operation *callee = call.resolveCallable();
      return callee && callee
                           ->walk([](Operation *inner) {
                             return isEvent(inner) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
                           })
                           .wasInterrupted();
    }
    StringRef name = op->getName().getStringRef();
    bool arrives = name.starts_with("nvvm.mbarrier.") && !name.contains("wait");
    return arrives && llvm::any_of(op->getOperands(), [](Value operand) {
             return isa_and_present<FullBarrierOp, EmptyBarrierOp, BarrierOp>(
                 operand.getDefiningOp());
           });
  }

  /// What decides which region of `op` runs, and how often.
  static SmallVector<Value> decisionsOf(Operation *op) {
    if (auto branch = dyn_cast<scf::IfOp>(op))
      return {branch.getCondition()};
    if (auto branch = dyn_cast<scf::IndexSwitchOp>(op))
      return {branch.getArg()};
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()};
    return {};
  }

  /// True if `value` follows from constants and from counters of loops whose
  /// trips are known, so that it needs no decision.
  bool isComputable(Value value) {
    if (getConstantIntValue(value) || shared.known.contains(value))
      return true;
    Operation *op = value.getDefiningOp();
    if (op &&
        ((shared.ctas() > 1 && placeInCluster(op, shared.cluster, 0)) ||
         (shared.onlyCluster && placeInOnlyCluster(op, shared.cluster, 0))))
      return true;
    if (!op) {
      auto loop = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
      return loop && value == loop.getInductionVar() &&
             isComputable(loop.getLowerBound()) &&
             isComputable(loop.getUpperBound()) && isComputable(loop.getStep());
    }
    return isa<arith::ArithDialect>(op->getDialect()) &&
           op->getNumRegions() == 0 && op->getNumOperands() > 0 &&
           llvm::all_of(op->getOperands(),
                        [&](Value operand) { return isComputable(operand); });
  }

  /// `op` and what encloses it.
  void markRelevant(Operation *op) {
    for (; op != shared.function; op = op->getParentOp()) {
      if (!op->getParentRegion()->hasOneBlock())
        shared.fail(op, "branches between blocks are not modelled");
      shared.relevant.insert(op);
    }
  }

  void noteTrips(scf::ForOp loop) {
    ValueNumbers::Trips trips = shared.numbers.ofTrips(loop);
    shared.offsets[trips.number.id].insert(trips.offset);
  }

  /// Marks `value`, and adds what it is made from to `worklist`.
  void need(Value value, SmallVector<Value> &worklist) {
    if (!shared.needed.insert(value).second)
      return;
    if (std::optional<SmallVector<Value>> incoming = incomingValues(value)) {
      llvm::append_range(worklist, *incoming);
      if (Operation *op = value.getDefiningOp(); op && op->getNumRegions()) {
        // The op has to run for its result, whether or not it has events.
        markRelevant(op);
        if (auto loop = dyn_cast<scf::ForOp>(op))
          worklist.push_back(
              loop.getRegionIterArg(cast<OpResult>(value).getResultNumber()));
      }
      return;
    }
    if (Operation *op = value.getDefiningOp(); op && !op->getNumRegions())
      llvm::append_range(worklist, op->getOperands());
  }

  void declare(GroupPlans::Ref ref) {
    auto [it, isNew] = shared.rings.try_emplace(ref.group);
    if (!isNew)
      return;
    Rings &rings = it->second;
    rings.firstBarrier = shared.result.program.barriers.size();
    rings.barriersPerCta = ref.plan->arrays.size();
    size_t firstBuffer = shared.result.program.buffers.size();
    for (int64_t cta = 0; cta < shared.ctas(); ++cta) {
      declareBarriers(ref, cta);
      Rings inCta;
      declareSlots(cta == 0 ? rings : inCta, ref, cta);
      if (cta == 0)
        rings.buffersPerCta =
            shared.result.program.buffers.size() - firstBuffer;
    }
  }

  void declareBarriers(GroupPlans::Ref ref, int64_t cta) {
    model::Program &program = shared.result.program;
    std::string name = ref.group.getSymName().str();
    SmallVector<MemberOp> members(ref.group.getMembers());
    for (const model::BarrierArray &array : ref.plan->arrays) {
      std::string role(model::nameOf(array.role));
      std::string full = name + "." + role, shown = role + " of '@" + name;
      if (array.member) {
        std::string member = members[*array.member].getSymName().str();
        full += "." + member;
        shown += "::@" + member;
      }
      program.barriers.push_back({full + Shared::programSuffix(cta),
                                  ref.plan->stages, array.arrivals, cta});
      shared.result.barrierNames.push_back(shown + "'" + shared.suffixOf(cta));
    }
  }

  void declareSlots(Rings &rings, GroupPlans::Ref ref, int64_t cta) {
    for (auto [index, member] : llvm::enumerate(ref.group.getMembers())) {
      bool isShared = ref.plan->mode == model::Mode::Fork;
      ref.member = index;
      if (isShared && !rings.writers.empty())
        // One producer fills the slot for all members.
        addBuffers(rings, rings.firstBuffer.front(), 0, 1);
      else
        declareBuffers(rings, member, ref, cta);
    }
  }

  static void addBuffers(Rings &rings, size_t first, size_t writers,
                         int64_t parts) {
    rings.firstBuffer.push_back(first);
    rings.writers.push_back(writers);
    rings.parts.push_back(parts);
  }

  void declareBuffers(Rings &rings, MemberOp member, GroupPlans::Ref ref,
                      int64_t cta) {
    auto &buffers = shared.result.program.buffers;
    model::MemberConfig config = member.getMemberConfig();
    std::optional<model::Agent> agent =
        model::effectiveAgent(config, model::Side::Producer);
    size_t writers = shared.writersOf(
        ref, ref.member,
        (agent->threads() + model::warpThreads - 1) / model::warpThreads);
    std::optional<int64_t> parts = shared.partsOf(ref);
    // Loads say themselves what they fill.
    if (parts)
      writers = 1;
    addBuffers(rings, buffers.size(), writers, parts.value_or(1));
    bool isTensor = config.kind(model::Side::Producer) == model::Kind::Umma;
    std::string group = ref.group.getSymName().str();
    std::string name = member.getSymName().str();
    for (size_t i = 0; i < writers; ++i) {
      std::string full =
          group + "." + name + (writers > 1 ? "." + std::to_string(i) : "");
      if (parts.value_or(1) > 1)
        shared.result.slotsInParts[buffers.size()] = ref.plan->stages;
      buffers.push_back({full + Shared::programSuffix(cta),
                         ref.plan->stages * parts.value_or(1), isTensor});
      shared.result.bufferNames.push_back("'@" + group + "::@" + name + "'" +
                                          shared.suffixOf(cta));
    }
  }

  //===--------------------------------------------------------------------===//
  // Agents
  //===--------------------------------------------------------------------===//

  bool usesTasks() {
    return shared.function
        ->walk([&](TaskOp task) {
          return shared.relevant.contains(task) ? WalkResult::interrupt()
                                                : WalkResult::advance();
        })
        .wasInterrupted();
  }

  void addAgents() {
    int64_t warps = 0;
    shared.function->walk([&](SpecializeOp op) {
      if (std::optional<int64_t> threads = op.getBlockThreads())
        warps = std::max(warps, (*threads + model::warpThreads - 1) /
                                    model::warpThreads);
      for (TaskOp task : op.getTasks())
        warps = std::max<int64_t>(warps, task.getFirst() + task.getCount());
    });
    for (int64_t cta = 0; cta < shared.ctas(); ++cta)
      for (int64_t warp = 0; warp < warps && !shared.outside; ++warp)
        addAgent(warp, cta);
  }

  void addAgent(int64_t warp, int64_t cta) {
    AgentBuilder builder(shared, warp, cta);
    model::Program::Agent agent = builder.run();
    if (agent.body.empty())
      return;
    std::string place = cta == 0 ? "" : "cta" + std::to_string(cta) + ".";
    agent.name = place + agentName(builder.getTasks(), warp);
    shared.result.program.agents.push_back(std::move(agent));
    shared.result.tasks.emplace_back(builder.getTasks());
  }

  /// "math", or "math.2" for one of several warps.
  static std::string agentName(ArrayRef<TaskOp> tasks, int64_t warp) {
    if (tasks.empty())
      return "warp." + std::to_string(warp);
    TaskOp task = tasks.front();
    std::string name = task.getName().str();
    if (task.getCount() > 1)
      name += "." + std::to_string(warp - int64_t(task.getFirst()));
    return name;
  }

  /// A barrier of n threads is one of the n / 32 warps that come to it.
  void checkNamedBarriers() {
    shared.function->walk([&](Operation *op) {
      if (!isNamedBarrier(op))
        return;
      std::optional<NamedBarrier> barrier = namedBarrier(op);
      auto it = barrier ? shared.rendezvous.find({0, barrier->id})
                        : shared.rendezvous.end();
      if (it == shared.rendezvous.end())
        return;
      size_t warps = shared.result.program.rendezvous[it->second].agents.size();
      if (barrier->threads != int64_t(warps) * model::warpThreads)
        shared.fail(op, "a named barrier of " + Twine(barrier->threads) +
                            " threads to which " + Twine(warps) +
                            " warps come is not modelled");
    });
  }

  Shared shared;
};

} // namespace

std::variant<Extraction, Outside>
pipegroup::extractProgram(Operation *function, GroupPlans &plans,
                          const KnownValues &known, bool onlyCluster) {
  return Extractor(function, plans, known, onlyCluster).run();
}
