//===- DeriveAgents.cpp - Count the warps that perform each op ------------===//

#include "pipegroup/IR/Pipegroup.h"
#include "pipegroup/Model/Derive.h"
#include "pipegroup/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"

namespace pipegroup {
#define GEN_PASS_DEF_PIPEGROUPDERIVEAGENTS
#include "pipegroup/Transforms/Passes.h.inc"
} // namespace pipegroup

using namespace mlir;
using namespace pipegroup;

namespace {

/// An op on one side of a member, and the task that performs it.
struct Use {
  Operation *op;
  TaskOp task;
  /// False if the op only looks at the state that the task moves.
  bool drives;
};

/// The uses of one side of one member.
using Uses = SmallVector<Use>;

/// Collects what the tasks of one function do, then gives every member of every
/// group that they use its agents.
class KernelDeriver {
public:
  KernelDeriver(SymbolTableCollection &tables) : tables(tables) {}

  LogicalResult run(Operation *function) {
    function->walk([&](Operation *op) {
      if (auto current = dyn_cast<CurrentOp>(op))
        add(op, current.getTarget(), current.getSide(), /*drives=*/false);
      // With a state of its own, a tail can stand anywhere: it only looks.
      else if (auto action = dyn_cast<ActionOpInterface>(op);
               action && (action.getAction() != model::Action::Tail ||
                          !action.getState()))
        add(op, action.getTarget(), model::sideOf(action.getAction()),
            action.getAction() != model::Action::Tail);
    });
    bool failed = false;
    for (auto &[group, inTasks] : usedInTasks)
      if (inTasks)
        failed |= ::failed(derive(cast<GroupOp>(group)));
    return failure(failed);
  }

private:
  void add(Operation *op, SymbolRefAttr target, model::Side side, bool drives) {
    auto group = cast<GroupOp>(
        tables.lookupNearestSymbolFrom(op, target.getRootReference()));
    auto task = op->getParentOfType<TaskOp>();
    usedInTasks[group] |= bool(task);
    ArrayRef<FlatSymbolRefAttr> nested = target.getNestedReferences();
    // An op on the group is an op on every member.
    for (MemberOp member : group.getMembers())
      if (nested.empty() || member.getSymNameAttr() == nested.front().getAttr())
        uses[{member, side}].push_back({op, task, drives});
  }

  LogicalResult derive(GroupOp group) {
    model::Side collapsed = model::collapsedSide(*group.getResolvedMode());
    bool isBroken = ::failed(checkOneTask(group, collapsed));
    bool failed = isBroken;
    for (MemberOp member : group.getMembers())
      for (model::Side side : {model::Side::Producer, model::Side::Consumer})
        // What is wrong for all members is said once.
        if (!isBroken || side != collapsed)
          failed |= ::failed(deriveSide(member, side));
    return failure(failed);
  }

  /// True if `all` come from one task for each of several lanes.
  static bool isTaskPerLane(ArrayRef<Use> all, int64_t lanes) {
    llvm::SmallSetVector<Operation *, 4> tasks;
    llvm::SmallSet<int64_t, 4> sizes;
    llvm::SmallPtrSet<Operation *, 4> specializes;
    for (Use use : all) {
      tasks.insert(use.task);
      sizes.insert(use.task ? use.task.getCount() : 0);
      specializes.insert(use.task ? use.task->getParentOp() : nullptr);
    }
    return lanes > 1 && int64_t(tasks.size()) == lanes && sizes.size() == 1 &&
           specializes.size() == 1;
  }

  /// K4: the side that all members share is driven by one task.
  LogicalResult checkOneTask(GroupOp group, model::Side side) {
    Uses all;
    for (MemberOp member : group.getMembers())
      llvm::append_range(all, uses[{member, side}]);
    MemberOp front = *group.getMembers().begin();
    int64_t lanes = front.getMemberConfig().interleave.lanes(side);
    if (isTaskPerLane(all, lanes))
      return success();
    for (const Use &use : all) {
      const Use &first = all.front();
      if (first.task == use.task)
        continue;
      InFlightDiagnostic diag = use.op->emitOpError()
                                << "drives the collapsed " << nameRef(side)
                                << " side of '@" << group.getSymName()
                                << "' from " << describe(use.task)
                                << ", expected " << describe(first.task)
                                << " alone" << orTaskPerLane(lanes) << " [K4]";
      noteTask(diag, first, "the other op is here");
      return diag;
    }
    return success();
  }

  static std::string orTaskPerLane(int64_t lanes) {
    return lanes > 1 ? " or one task of the same size for each of " +
                           std::to_string(lanes) + " lanes"
                     : "";
  }

  LogicalResult deriveSide(MemberOp member, model::Side side) {
    Uses &all = uses[{member, side}];
    if (llvm::none_of(all, [](const Use &use) { return use.drives; }))
      return member.emitOpError()
             << "'@" << member.getSymName() << "' has no task that drives its "
             << nameRef(side) << " side, expected one [K4]";
    model::MemberConfig config = member.getMemberConfig();
    const Use &first = all.front();
    int64_t lanes = config.interleave.lanes(side);
    if (isTaskPerLane(all, lanes))
      return setAgent(member, side, first, lanes);
    for (const Use &use : all) {
      if (use.task == first.task && use.task)
        continue;
      InFlightDiagnostic diag =
          use.op->emitOpError()
          << "drives the " << nameRef(side) << " side of '@"
          << member.getSymName() << "' from " << describe(use.task)
          << ", expected "
          << (first.task ? describe(first.task) : std::string("a task"))
          << " alone" << orTaskPerLane(lanes) << " [K4]";
      noteTask(diag, first, "the first op is here");
      return diag;
    }
    return setAgent(member, side, first, /*tasks=*/1);
  }

  /// K3: a written agent is the task's; one that is not written becomes it. A
  /// lane has its share of the warps of the `tasks` equal tasks.
  LogicalResult setAgent(MemberOp member, model::Side side, const Use &use,
                         int64_t tasks) {
    TaskOp task = use.task;
    model::MemberConfig config = member.getMemberConfig();
    int64_t all = config.interleave.lanes(side);
    int64_t warps = task.getCount() * tasks;
    if (warps % all != 0)
      return report(member, use)
             << "has " << all << " lanes on its " << nameRef(side)
             << " side, expected a divisor of the " << warps << " warps of '@"
             << task.getName() << "' [K3]";
    int64_t lanes = config.interleave.stride(config.signalAction(side));
    warps /= lanes;
    model::Kind kind = model::kindOf(member.getType(), side);
    AgentAttr written = side == model::Side::Producer
                            ? member.getProducerAttr()
                            : member.getConsumerAttr();
    model::Agent agent{model::Granularity::Warp, warps};
    if (kind == model::Kind::Async)
      agent = {model::Granularity::Thread, warps * model::warpThreads};
    if (kind == model::Kind::Umma && warps != 1)
      return report(member, use)
             << "has a 'umma' " << nameRef(side) << " in '@" << task.getName()
             << "' of " << warps << " warps" << (lanes > 1 ? " a lane" : "")
             << ", expected 1 warp [K3]";
    if (written) {
      model::Agent found = written.getAgent();
      int64_t threads = found.granularity == model::Granularity::Warp
                            ? found.count * model::warpThreads
                            : found.count;
      if (threads == warps * model::warpThreads)
        return success();
      return report(member, use)
             << "has " << nameRef(side) << " '" << model::toString(found)
             << "' (" << threads << " threads), expected the "
             << warps * model::warpThreads << " threads of "
             << (lanes > 1 ? "a lane of '@" : "'@") << task.getName()
             << "' [K3]";
    }
    auto attr =
        AgentAttr::get(member.getContext(), agent.granularity, agent.count);
    if (side == model::Side::Producer)
      member.setProducerAttr(attr);
    else
      member.setConsumerAttr(attr);
    return success();
  }

  /// An error at `member`, with notes at the task and at its op.
  class Report {
  public:
    Report(MemberOp member, Use use) : diag(member.emitOpError()), use(use) {
      diag << "'@" << member.getSymName() << "' ";
    }
    template <typename T> Report &operator<<(T &&value) {
      diag << std::forward<T>(value);
      return *this;
    }
    operator LogicalResult() {
      diag.attachNote(use.task.getLoc()) << "the task is here";
      diag.attachNote(use.op->getLoc()) << "its op is here";
      return diag;
    }

  private:
    InFlightDiagnostic diag;
    Use use;
  };
  Report report(MemberOp member, Use use) { return {member, use}; }

  static std::string describe(TaskOp task) {
    return task ? "task '@" + task.getName().str() + "'"
                : std::string("outside all tasks");
  }
  static void noteTask(InFlightDiagnostic &diag, Use use, StringRef text) {
    diag.attachNote(use.op->getLoc()) << text;
    if (use.task)
      diag.attachNote(use.task.getLoc()) << "its task is here";
  }

  SymbolTableCollection &tables;
  llvm::MapVector<Operation *, bool> usedInTasks;
  llvm::DenseMap<std::pair<Operation *, model::Side>, Uses> uses;
};

struct DeriveAgents : pipegroup::impl::PipegroupDeriveAgentsBase<DeriveAgents> {
  void runOnOperation() override {
    SymbolTableCollection tables;
    bool failed = false;
    getOperation()->walk([&](FunctionOpInterface function) {
      failed |= ::failed(KernelDeriver(tables).run(function));
    });
    if (failed)
      signalPassFailure();
  }
};

} // namespace
