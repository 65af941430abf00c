//===- AgentEvents.cpp - What protocol ops do to barriers and slots -------===//

#include "AgentBuilder.h"

#include "pipegroup/Model/Derive.h"

using namespace mlir;
using namespace pipegroup;
using namespace pipegroup::extraction;

void AgentBuilder::emitAction(ActionOpInterface op, Statements &out) {
  if (isa<TryAcquireOp, TryWaitOp>(op))
    return;
  std::optional<Expr> state = exprOf(op.getState());
  if (!state)
    return shared.fail(op, "where its state comes from is not modelled");
  GroupPlans::Ref ref = shared.plans.resolve(op, op.getTarget());
  const model::Interleave &strides = ref.plan->interleave;
  if (strides.acquire != strides.commit || strides.wait != strides.release)
    return shared.fail(op, "unequal strides of one side are not modelled");
  switch (op.getAction()) {
  case model::Action::Acquire:
    return emitAcquire(op, ref, *state, out);
  case model::Action::Commit:
    return emitCommit(op, ref, *state, out);
  case model::Action::Wait:
    return emitWait(op, ref, *state, out);
  case model::Action::Release:
    return emitRelease(op, ref, *state, out);
  case model::Action::Tail:
    return emitTail(op, ref, *state, out);
  }
}

model::ElementRef AgentBuilder::elementOf(size_t array, const Expr &state,
                                          int64_t stages) const {
  return {array, remainder(state, stages)};
}

Statement AgentBuilder::atBarrier(Kind kind, Operation *op, GroupPlans::Ref ref,
                                  size_t array, const Expr &state, Expr value) {
  Statement statement = make(kind, op);
  statement.barrier = elementOf(shared.rings[ref.group].firstBarrier + array,
                                state, ref.plan->stages);
  statement.value = std::move(value);
  return statement;
}

Statement AgentBuilder::waitOn(Operation *op, GroupPlans::Ref ref, size_t array,
                               const Expr &state, model::Side side) {
  Expr lap = remainder(
      Expr::binary(Expr::Op::Div, state, Expr::integer(ref.plan->stages)), 2);
  return atBarrier(Kind::Wait, op, ref, array, state,
                   side == model::Side::Producer ? flip(std::move(lap))
                                                 : std::move(lap));
}

int64_t AgentBuilder::rankOf(Operation *op, int64_t warps) {
  auto task = op->getParentOfType<TaskOp>();
  return (warp - (task ? int64_t(task.getFirst()) : 0)) % warps;
}

int64_t AgentBuilder::warpsOf(GroupPlans::Ref ref, model::Side side) {
  MemberOp member = *std::next(ref.group.getMembers().begin(), ref.member);
  std::optional<model::Agent> agent =
      model::effectiveAgent(member.getMemberConfig(), side);
  return (agent->threads() + model::warpThreads - 1) / model::warpThreads;
}

void AgentBuilder::emitAcquire(Operation *op, GroupPlans::Ref ref,
                               const Expr &state, Statements &out) {
  const model::SidePlan &side = ref.memberPlan().producer;
  out.push_back(waitOn(op, ref, side.waits, state, model::Side::Producer));
  bool arms = side.armBytes > 0 && shared.arming.contains(op) &&
              rankOf(op, side.warpsPerLeader) == 0;
  if (arms)
    out.push_back(atBarrier(Kind::Arm, op, ref, side.signals, state,
                            Expr::integer(side.armBytes)));
}

model::ElementRef AgentBuilder::ownBuffer(Operation *op, GroupPlans::Ref ref,
                                          const Expr &state) {
  const Rings &rings = shared.rings[ref.group];
  return elementOf(rings.firstBuffer[ref.member] +
                       rankOf(op, rings.writers[ref.member]),
                   state, ref.plan->stages);
}

void AgentBuilder::emitCommit(Operation *op, GroupPlans::Ref ref,
                              const Expr &state, Statements &out) {
  const model::SidePlan &side = ref.memberPlan().producer;
  int64_t warps = warpsOf(ref, model::Side::Producer);
  model::ElementRef buffer = ownBuffer(op, ref, state);
  auto signal = [&](Kind kind, int64_t value) {
    return atBarrier(kind, op, ref, side.signals, state, Expr::integer(value));
  };
  switch (side.signal) {
  case model::Signal::ExpectTx: {
    // Every producing warp loads its share.
    int64_t bytes = side.armBytes * side.arrivals, share = bytes / warps;
    if (rankOf(op, warps) == 0)
      share = bytes - share * (warps - 1);
    if (share == 0)
      return shared.fail(op, "fewer bytes than producing warps are not "
                             "modelled");
    out.push_back(signal(Kind::Load, share));
    out.back().buffers = {buffer};
    return;
  }
  case model::Signal::ThreadArrive:
  case model::Signal::WarpArrive: {
    Statement write = make(Kind::Write, op);
    write.buffers = {buffer};
    out.push_back(std::move(write));
    if (side.fenceBeforeSignal)
      out.push_back(make(Kind::Fence, op));
    out.push_back(signal(Kind::Arrive, side.arrivals / warps));
    return;
  }
  case model::Signal::CpAsyncArrive:
  case model::Signal::UmmaCommit: {
    bool copies = side.signal == model::Signal::CpAsyncArrive;
    model::Engine engine = copies ? model::Engine::Copy : model::Engine::Tensor;
    Statement issue = make(Kind::Issue, op);
    issue.engine = engine;
    issue.written = {buffer};
    out.push_back(std::move(issue));
    out.push_back(signal(Kind::Signal, side.arrivals / warps));
    out.back().engine = engine;
    return;
  }
  }
}

void AgentBuilder::emitWait(Operation *op, GroupPlans::Ref ref,
                            const Expr &state, Statements &out) {
  const model::SidePlan &side = ref.memberPlan().consumer;
  out.push_back(waitOn(op, ref, side.waits, state, model::Side::Consumer));
  if (side.fenceAfterWait)
    out.push_back(make(Kind::Fence, op));
}

std::vector<model::ElementRef> AgentBuilder::freedBuffers(GroupPlans::Ref ref,
                                                          const Expr &state) {
  const Rings &rings = shared.rings[ref.group];
  std::vector<model::ElementRef> buffers;
  for (size_t member = 0; member < rings.writers.size(); ++member)
    if (!ref.namesMember || ref.plan->mode == model::Mode::Fork ||
        member == ref.member)
      for (size_t i = 0; i < rings.writers[member]; ++i)
        buffers.push_back(
            elementOf(rings.firstBuffer[member] + i, state, ref.plan->stages));
  return buffers;
}

void AgentBuilder::emitRelease(Operation *op, GroupPlans::Ref ref,
                               const Expr &state, Statements &out) {
  const model::SidePlan &side = ref.memberPlan().consumer;
  int64_t arrivals = side.arrivals / warpsOf(ref, model::Side::Consumer);
  bool isUmma = side.signal == model::Signal::UmmaCommit;
  std::vector<model::ElementRef> buffers = freedBuffers(ref, state);
  if (isUmma) {
    Statement issue = make(Kind::Issue, op);
    issue.buffers = std::move(buffers);
    out.push_back(std::move(issue));
  } else {
    for (model::ElementRef &buffer : buffers) {
      Statement read = make(Kind::Read, op);
      read.buffers = {std::move(buffer)};
      out.push_back(std::move(read));
    }
  }
  // An agent of one lane never takes what the others do.
  if (ref.plan->interleave.release == 1)
    for (model::ElementRef &buffer : freedBuffers(ref, state)) {
      Statement take = make(Kind::Take, op);
      take.buffers = {std::move(buffer)};
      out.push_back(std::move(take));
    }
  out.push_back(atBarrier(isUmma ? Kind::Signal : Kind::Arrive, op, ref,
                          side.signals, state, Expr::integer(arrivals)));
}

void AgentBuilder::emitTail(Operation *op, GroupPlans::Ref ref,
                            const Expr &state, Statements &out) {
  SmallVector<size_t> arrays;
  for (auto [index, member] : llvm::enumerate(ref.plan->members))
    if (!ref.namesMember || index == ref.member)
      arrays.push_back(member.producer.waits);
  int64_t stages = ref.plan->stages;
  for (int64_t step = 0; step < stages; step += ref.plan->interleave.acquire)
    for (size_t array : arrays)
      out.push_back(
          waitOn(op, ref, array,
                 remainder(add(state, Expr::integer(step)), 2 * stages),
                 model::Side::Producer));
}
