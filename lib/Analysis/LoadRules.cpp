//===- LoadRules.cpp - D10, D11: slots are filled as is expected ----------===//

#include "pipegroup/Analysis/KernelRules.h"

#include "SlotAccesses.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace pipegroup;

namespace {

/// The loads of one round.
struct Round {
  CommitOp commit;
  SmallVector<LoadOpInterface> loads;
};

/// The bytes that one warp loads by `op`; none if that is not known.
std::optional<int64_t> bytesOf(LoadOpInterface op, MemberOp member) {
  if (Value size = op.getSize())
    return getConstantIntValue(size);
  return *member.getMemberConfig().slotBytes / op.getParts();
}

MemberOp memberOf(const GroupPlans::Ref &ref) {
  GroupOp group = ref.group;
  return *std::next(group.getMembers().begin(), ref.member);
}

/// All loads on the state of a commit, if they are in its block and only write
/// to their own CTA.
std::optional<Round> roundOf(CommitOp commit) {
  Round round{commit, {}};
  Value state = commit.getState();
  if (!state)
    return std::nullopt;
  for (Operation *user : state.getUsers()) {
    auto load = dyn_cast<LoadOpInterface>(user);
    bool isSame = load &&
                  load.getTarget().getRootReference() ==
                      commit.getTarget().getRootReference() &&
                  (commit.getTarget().getNestedReferences().empty() ||
                   load.getTarget() == commit.getTarget());
    if (!isSame)
      continue;
    if (load->getBlock() != commit->getBlock() || load.getMulticast())
      return std::nullopt;
    round.loads.push_back(load);
  }
  return round;
}

LogicalResult checkRound(const Round &round, GroupPlans &plans) {
  CommitOp commit = round.commit;
  GroupPlans::Ref ref = plans.resolve(commit, commit.getTarget());
  const model::SidePlan &side = ref.memberPlan().producer;
  // Every warp that arms loads, or those that one arms for.
  int64_t loaders = side.arrivals * side.warpsPerLeader;
  int64_t slots = side.reach == model::Reach::Leader ? ref.plan->cluster.v : 1;
  int64_t total = 0;
  for (LoadOpInterface load : round.loads) {
    GroupPlans::Ref loaded = plans.resolve(load, load.getTarget());
    std::optional<int64_t> bytes = bytesOf(load, memberOf(loaded));
    if (!bytes)
      return success();
    total += *bytes * loaders * slots;
  }
  int64_t expected = side.armBytes * side.arrivals;
  if (total == expected)
    return success();
  InFlightDiagnostic diag = commit.emitOpError()
                            << "ends a round whose loads bring " << total
                            << " bytes, expected the " << expected
                            << " bytes of its member [D10]";
  for (LoadOpInterface load : round.loads)
    diag.attachNote(load.getLoc()) << "a load is here";
  return diag;
}

/// What a function says of the slots of members, which a fork's share.
class SlotUsers {
public:
  SlotUsers(Operation *function, GroupPlans &plans) : plans(plans) {
    function->walk([&](Operation *op) {
      if (auto load = dyn_cast<LoadOpInterface>(op))
        filled.insert(keyOf(op, load.getTarget()));
      else if (auto slot = dyn_cast<SlotOp>(op))
        used.insert(keyOf(op, slot.getTarget()));
      else if (auto full = dyn_cast<FullBarrierOp>(op))
        noteBarrier(full);
    });
  }

  /// Slots are used that no op is there to fill.
  bool areEmpty(CommitOp commit) {
    Key key = keyOf(commit, commit.getTarget());
    return used.contains(key) && !filled.contains(key);
  }

private:
  using Key = std::pair<Operation *, size_t>;

  Key keyOf(Operation *op, SymbolRefAttr target) {
    GroupPlans::Ref ref = plans.resolve(op, target);
    bool isShared = ref.plan->mode == model::Mode::Fork;
    return {ref.group, isShared ? 0 : ref.member};
  }

  /// Whoever takes the barrier may load at it.
  void noteBarrier(FullBarrierOp op) {
    GroupPlans::Ref ref = plans.resolve(op, op.getTarget());
    for (size_t member = 0; member < ref.plan->members.size(); ++member)
      if (!ref.namesMember || member == ref.member ||
          ref.plan->mode != model::Mode::Merge)
        filled.insert({ref.group, member});
  }

  GroupPlans &plans;
  llvm::DenseSet<Key> filled, used;
};

} // namespace

LogicalResult pipegroup::checkD10(Operation *function, GroupPlans &plans) {
  bool failed = false;
  SlotUsers users(function, plans);
  function->walk([&](CommitOp commit) {
    GroupPlans::Ref ref = plans.resolve(commit, commit.getTarget());
    if (ref.memberPlan().producer.signal == model::Signal::ExpectTx &&
        users.areEmpty(commit)) {
      commit.emitOpError() << "commits slots of '" << commit.getTarget()
                           << "' that nothing loads, expected "
                              "'pipegroup.tma_load' or 'pipegroup.bulk_load', "
                              "or a use of 'pipegroup.full_barrier' [D10]";
      failed = true;
      return;
    }
    std::optional<Round> round = roundOf(commit);
    if (round && !round->loads.empty())
      failed |= ::failed(checkRound(*round, plans));
  });
  return failure(failed);
}

/// The op by which `op` writes what it gets: itself, or one in the function
/// that it calls. Null if it need not write, or may copy by cp.async.
static Operation *findWriter(Operation *op) {
  auto call = dyn_cast<CallOpInterface>(op);
  if (!call)
    return op;
  if (extraction::isOpaque(op))
    return nullptr;
  Operation *writer = nullptr;
  bool mayCopy =
      call.resolveCallable()
          ->walk([&](Operation *inner) {
            auto effects = dyn_cast<MemoryEffectOpInterface>(inner);
            if (effects && effects.hasEffect<MemoryEffects::Write>())
              writer = inner;
            bool copies = isa<CallOpInterface>(inner) ||
                          extraction::isOpaque(inner) ||
                          extraction::isThreadCopy(inner);
            return copies ? WalkResult::interrupt() : WalkResult::advance();
          })
          .wasInterrupted();
  return mayCopy ? nullptr : writer;
}

LogicalResult pipegroup::checkD11(Operation *function, GroupPlans &plans) {
  bool failed = false;
  for (const extraction::SlotAccess &access :
       extraction::findSlotAccesses(function)) {
    // What comes before the tasks is there for all.
    SlotOp slot = access.slot;
    if (!slot || access.kind != extraction::SlotAccess::Kind::Write ||
        !access.op->getParentOfType<TaskOp>() ||
        extraction::sideOfState(slot.getState()) != model::Side::Producer)
      continue;
    Operation *writer = findWriter(access.op);
    if (!writer)
      continue;
    GroupPlans::Ref ref = plans.resolve(slot, slot.getTarget());
    if (ref.memberPlan().producer.signal != model::Signal::CpAsyncArrive)
      continue;
    InFlightDiagnostic diag =
        access.op->emitError()
        << "'" << access.op->getName() << "' writes a slot of '"
        << slot.getTarget()
        << "', whose commit only tells of cp.async; expected cp.async, or a "
           "member without 'transport(cp_async)' [D11]";
    if (writer != access.op)
      diag.attachNote(writer->getLoc()) << "the function stores here";
    diag.attachNote(slot.getLoc()) << "the slot is from here";
    failed = true;
  }
  return failure(failed);
}
