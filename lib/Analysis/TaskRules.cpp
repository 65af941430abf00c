//===- TaskRules.cpp - Rules about what a task may do ---------------------===//

#include "pipegroup/Analysis/KernelRules.h"
#include "pipegroup/IR/StateFlow.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace pipegroup;

//===----------------------------------------------------------------------===//
// K6
//===----------------------------------------------------------------------===//

namespace {

/// The values that decide whether, and how often, the body of `op` runs.
SmallVector<Value> decisionsOf(Operation *op) {
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return {loop.getConditionOp().getCondition()};
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()};
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return {branch.getCondition()};
  return SmallVector<Value>(op->getOperands());
}

/// Tells whether threads of one task can see different values.
class ThreadDependence {
public:
  /// Where it is not known what an op does, as of calls and assembly,
  /// `ofUnknown` is the answer.
  explicit ThreadDependence(bool ofUnknown) : ofUnknown(ofUnknown) {}

  bool of(Value value) {
    auto [it, isNew] = known.try_emplace(value, false);
    // A value that is met again on the way depends on what else is on it.
    if (!isNew)
      return it->second;
    bool depends = compute(value);
    known[value] = depends;
    return depends;
  }

private:
  bool compute(Value value) {
    std::optional<SmallVector<Value>> incoming = incomingValues(value);
    Operation *op = value.getDefiningOp();
    if (auto argument = dyn_cast<BlockArgument>(value))
      if (!incoming)
        op = argument.getOwner()->isEntryBlock()
                 ? argument.getOwner()->getParentOp()
                 : nullptr;
    if (!op)
      return incoming && anyOf(*incoming);
    if (isSource(op) || isa<ForCtasOp>(op))
      return true;
    // What chose between the incoming values matters too; what a loop carries
    // beside this value does not.
    return anyOf(decisionsOf(op)) || (incoming && anyOf(*incoming));
  }

  bool anyOf(ArrayRef<Value> values) {
    return llvm::any_of(values, [&](Value value) { return of(value); });
  }

  bool isSource(Operation *op) const {
    bool isUnknown = !isa<MemoryEffectOpInterface>(op) ||
                     op->getName().getStringRef() == "llvm.inline_asm";
    if (isUnknown && op->getNumRegions() == 0 && ofUnknown)
      return true;
    if (isa<TryAcquireOp, TryWaitOp, BarrierTryWaitOp, BarrierTestWaitOp,
            TaskWarpOp>(op))
      return true;
    // What changes memory gives each thread a result of its own.
    if (auto effects = dyn_cast<MemoryEffectOpInterface>(op);
        effects && effects.hasEffect<MemoryEffects::Write>())
      return true;
    StringRef name = op->getName().getStringRef();
    return name.starts_with("nvvm.mbarrier.test.wait") ||
           name.starts_with("nvvm.mbarrier.try_wait") ||
           name.starts_with("nvvm.read.ptx.sreg.tid.") ||
           name == "nvvm.read.ptx.sreg.laneid" ||
           name == "nvvm.read.ptx.sreg.warpid" || name == "nvvm.elect.sync" ||
           name.starts_with("nvvm.read.ptx.sreg.lanemask.") ||
           name.starts_with("nvvm.read.ptx.sreg.clock") ||
           name.starts_with("nvvm.read.ptx.sreg.globaltimer") ||
           name == "gpu.thread_id" || name == "gpu.lane_id" ||
           name == "gpu.subgroup_id" || name == "gpu.global_id";
  }

  bool ofUnknown;
  llvm::DenseMap<Value, bool> known;
};

} // namespace

bool pipegroup::mayDifferBetweenThreads(Value value) {
  return ThreadDependence(/*ofUnknown=*/true).of(value);
}

/// Reports `op` if something that encloses it below `outermost` is executed by
/// some threads only.
static LogicalResult checkUniform(Operation *op, Operation *outermost,
                                  StringRef threads,
                                  ThreadDependence &dependence) {
  for (Operation *parent = op->getParentOp(); parent != outermost;
       parent = parent->getParentOp())
    for (Value decision : decisionsOf(parent))
      if (dependence.of(decision)) {
        InFlightDiagnostic diag =
            op->emitOpError()
            << "is under a condition that threads of its " << threads
            << " can see differently, expected one that is "
               "uniform [K6]";
        diag.attachNote(parent->getLoc()) << "the condition is here";
        return diag;
      }
  return success();
}

LogicalResult pipegroup::checkK6(Operation *function) {
  ThreadDependence dependence(/*ofUnknown=*/false);
  bool failed = false;
  function->walk([&](Operation *op) {
    auto task = op->getParentOfType<TaskOp>();
    if (task && isa<ActionOpInterface>(op) &&
        (op->getParentOfType<ElectOp>() || op->getParentOfType<OnceOp>() ||
         op->getParentOfType<ForCtasOp>())) {
      op->emitOpError("is executed by one lane only, expected all threads of "
                      "its task [K6]");
      failed = true;
    }
    if (task && isa<ActionOpInterface>(op))
      failed |= ::failed(checkUniform(op, task, "task", dependence));
    if (isa<SpecializeOp>(op))
      failed |= ::failed(checkUniform(op, function, "CTA", dependence));
  });
  return failure(failed);
}

//===----------------------------------------------------------------------===//
// M11
//===----------------------------------------------------------------------===//

LogicalResult pipegroup::checkM11(Operation *function, GroupPlans &plans) {
  bool failed = false;
  function->walk([&](AcquireOp op) {
    GroupPlans::Ref ref = plans.resolve(op, op.getTarget());
    int64_t warps = ref.memberPlan().producer.warpsPerLeader;
    const model::Interleave &strides = ref.plan->interleave;
    if (warps == 1)
      return;
    if (strides.acquire != strides.commit) {
      op.emitOpError() << "arms by a leader where acquires have stride "
                       << strides.acquire << " and commits " << strides.commit
                       << ", expected equal strides [M11]";
      failed = true;
    } else if (!op->getParentOfType<TaskOp>()) {
      op.emitOpError() << "arms by the leader of " << warps
                       << " warps outside all tasks, expected a task that "
                          "says which warp leads [M11]";
      failed = true;
    }
  });
  return failure(failed);
}

//===----------------------------------------------------------------------===//
// K9
//===----------------------------------------------------------------------===//

bool pipegroup::isCtaBarrier(Operation *op) {
  if (isa<InitOp, InvalidateOp, SyncCtaOp, SyncClusterOp, TmemAllocOp,
          TmemFreeOp>(op))
    return true;
  StringRef name = op->getName().getStringRef();
  if (name == "gpu.barrier" || name == "nvvm.barrier0" ||
      name.starts_with("nvvm.cluster.arrive") || name == "nvvm.cluster.wait")
    return true;
  if (name != "nvvm.barrier")
    return false;
  // With a number of threads it is a barrier of those.
  auto segments =
      cast<DenseI32ArrayAttr>(*op->getInherentAttr("operandSegmentSizes"));
  return segments[1] == 0;
}

LogicalResult pipegroup::checkK9(Operation *function) {
  bool failed = false;
  function->walk([&](Operation *op) {
    auto task = op->getParentOfType<TaskOp>();
    if (!task || !isCtaBarrier(op))
      return;
    InFlightDiagnostic diag =
        op->emitError() << "'" << op->getName()
                        << "' waits for all threads of the CTA inside a task, "
                           "expected it outside [K9]";
    diag.attachNote(task.getLoc())
        << "task '@" << task.getName() << "' is here";
    failed = true;
  });
  return failure(failed);
}
