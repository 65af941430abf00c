//===- SignalRules.cpp - P6 and P8: one round for each state --------------===//

#include "pipegroup/Analysis/KernelRules.h"

#include "pipegroup/Analysis/Flow.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace pipegroup;

//===----------------------------------------------------------------------===//
// P6
//===----------------------------------------------------------------------===//

namespace {

/// The acquires of a fork on one state in one block.
struct Round {
  GroupOp group;
  SmallVector<AcquireOp> acquires;
};

} // namespace

/// Reports members that `round` leaves out.
static LogicalResult checkRound(Round &round) {
  llvm::SmallDenseSet<Attribute> members;
  for (AcquireOp acquire : round.acquires)
    members.insert(acquire.getTarget().getLeafReference());
  bool failed = false;
  for (MemberOp member : round.group.getMembers()) {
    if (members.contains(member.getSymNameAttr()))
      continue;
    InFlightDiagnostic diag =
        round.acquires.front().emitOpError()
        << "of the fork '@" << round.group.getSymName() << "' leaves out '@"
        << member.getSymName()
        << "', expected every member to be acquired on this state in the same "
           "block [P6]";
    diag.attachNote(member.getLoc()) << "the member is here";
    failed = true;
  }
  return failure(failed);
}

LogicalResult pipegroup::checkP6(Operation *function, GroupPlans &plans,
                                 ArmingAcquires &arming) {
  llvm::MapVector<std::tuple<Operation *, Value, Block *>, Round> rounds;
  function->walk([&](AcquireOp op) {
    GroupPlans::Ref ref = plans.resolve(op, op.getTarget());
    if (ref.plan->mode != model::Mode::Fork) {
      arming.insert(op);
      return;
    }
    Round &round = rounds[{ref.group, op.getState(), op->getBlock()}];
    round.group = ref.group;
    round.acquires.push_back(op);
  });
  bool failed = false;
  for (auto &[key, round] : rounds) {
    failed |= ::failed(checkRound(round));
    // After the last wait the warp converges once for all of them.
    arming.insert(round.acquires.back());
  }
  return failure(failed);
}

//===----------------------------------------------------------------------===//
// P8
//===----------------------------------------------------------------------===//

LogicalResult pipegroup::checkP8(Operation *function) {
  llvm::MapVector<std::tuple<OperationName, Attribute, Value>,
                  SmallVector<Operation *>>
      rounds;
  function->walk([&](ActionOpInterface op) {
    if (isa<AcquireOp, CommitOp, ReleaseOp>(op) && op.getState())
      rounds[{op->getName(), op.getTarget(), op.getState()}].push_back(op);
  });
  bool failed = false;
  auto report = [&](Operation *op) {
    failed = true;
    return op->emitOpError("may act twice on one state, expected one '")
           << op->getName() << "' of it for each state [P8]";
  };
  for (auto &[key, ops] : rounds) {
    Value state = std::get<Value>(key);
    for (auto [index, op] : llvm::enumerate(ops)) {
      if (mayRepeat(op, state)) {
        report(op).attachNote(state.getLoc())
            << "the state is the same in every iteration";
        continue;
      }
      for (Operation *other : ArrayRef(ops).take_front(index))
        if (mayComeAfter(op, other, state) || mayComeAfter(other, op, state))
          report(op).attachNote(other->getLoc()) << "the other one is here";
    }
  }
  return failure(failed);
}
