//===- AgentEvents.cpp - What protocol ops do to barriers and slots -------===//

#include "AgentBuilder.h"

#include "pipegroup/Model/Derive.h"

using namespace mlir;
using namespace pipegroup;
using namespace pipegroup::extraction;

void AgentBuilder::emitAction(ActionOpInterface op, Statements &out) {
  bool isTry = isa<TryAcquireOp, TryWaitOp>(op);
  if (isTry && !shared.tokens.contains(op->getResult(0)))
    return;
  std::optional<Expr> state = exprOf(op.getState());
  if (!state)
    return shared.fail(op, "where its state comes from is not modelled");
  GroupPlans::Ref ref = shared.plans.resolve(op, op.getTarget());
  const model::Interleave &strides = ref.plan->interleave;
  if (strides.acquire != strides.commit || strides.wait != strides.release)
    return shared.fail(op, "unequal strides of one side are not modelled");
  if (isTry)
    return emitTry(op, ref, *state, out);
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

void AgentBuilder::emitTry(ActionOpInterface op, GroupPlans::Ref ref,
                           const Expr &state, Statements &out) {
  model::Side part = model::sideOf(op.getAction());
  const model::SidePlan &side = part == model::Side::Producer
                                    ? ref.memberPlan().producer
                                    : ref.memberPlan().consumer;
  bool waits = waitsHere(ref, side);
  Statement statement =
      waits ? waitOn(op, ref, side.waits, state, part) : make(Kind::Token, op);
  if (waits)
    statement.kind = Kind::Test;
  statement.object = tokenFor(op->getResult(0));
  out.push_back(std::move(statement));
}

model::ElementRef AgentBuilder::elementOf(size_t array, const Expr &state,
                                          int64_t stages) const {
  return {array, remainder(state, stages)};
}

Statement AgentBuilder::atBarrier(Kind kind, Operation *op, GroupPlans::Ref ref,
                                  size_t array, const Expr &state, Expr value) {
  return atBarrier(kind, op, ref, array, state, std::move(value), cta);
}

Statement AgentBuilder::atBarrier(Kind kind, Operation *op, GroupPlans::Ref ref,
                                  size_t array, const Expr &state, Expr value,
                                  int64_t inCta) {
  Statement statement = make(kind, op);
  const Rings &rings = shared.rings[ref.group];
  statement.barrier =
      elementOf(rings.firstBarrier + inCta * rings.barriersPerCta + array,
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
  if (waitsHere(ref, side)) {
    out.push_back(waitOn(op, ref, side.waits, state, model::Side::Producer));
    spare(out.back(), cast<AcquireOp>(op).getToken());
  }
  bool arms = side.armBytes > 0 && shared.arming.contains(op) &&
              signalsHere(ref, side) && rankOf(op, side.warpsPerLeader) == 0;
  if (arms)
    out.push_back(atBarrier(Kind::Arm, op, ref, side.signals, state,
                            Expr::integer(side.armBytes)));
}

model::ElementRef AgentBuilder::ownBuffer(Operation *op, GroupPlans::Ref ref,
                                          const Expr &state) {
  const Rings &rings = shared.rings[ref.group];
  return elementOf(rings.firstBuffer[ref.member] + cta * rings.buffersPerCta +
                       rankOf(op, rings.writers[ref.member]),
                   state, ref.plan->stages);
}

void AgentBuilder::emitCommit(Operation *op, GroupPlans::Ref ref,
                              const Expr &state, Statements &out) {
  const model::SidePlan &side = ref.memberPlan().producer;
  int64_t warps = warpsOf(ref, model::Side::Producer);
  auto signal = [&](Kind kind, std::optional<model::Engine> engine) {
    for (int64_t to : destinations(ref, side)) {
      Expr arrivals = Expr::integer(side.arrivalsPerCta() / warps);
      out.push_back(
          atBarrier(kind, op, ref, side.signals, state, arrivals, to));
      if (engine)
        out.back().engine = *engine;
    }
  };
  switch (side.signal) {
  case model::Signal::ExpectTx:
    // Where the kernel says when it loads, it does so there.
    if (!shared.partsOf(ref))
      emitLoads(op, ref, state, out);
    return;
  case model::Signal::ThreadArrive:
  case model::Signal::WarpArrive: {
    Statement write = make(Kind::Write, op);
    write.buffers = {ownBuffer(op, ref, state)};
    out.push_back(std::move(write));
    if (side.fenceBeforeSignal)
      out.push_back(make(Kind::Fence, op));
    return signal(Kind::Arrive, std::nullopt);
  }
  case model::Signal::CpAsyncArrive:
  case model::Signal::UmmaCommit: {
    if (!signalsHere(ref, side))
      return;
    bool copies = side.signal == model::Signal::CpAsyncArrive;
    Statement issue = make(Kind::Issue, op);
    issue.engine = copies ? model::Engine::Copy : model::Engine::Tensor;
    const Rings &rings = shared.rings[ref.group];
    issue.written = {ownBuffer(op, ref, state)};
    // The tensor core of a pair writes the memory of both CTAs.
    for (int64_t other : pairHere(ref))
      if (!copies && other != cta)
        issue.written.push_back(elementOf(rings.firstBuffer[ref.member] +
                                              other * rings.buffersPerCta,
                                          state, ref.plan->stages));
    model::Engine engine = issue.engine;
    out.push_back(std::move(issue));
    return signal(Kind::Signal, engine);
  }
  }
}

void AgentBuilder::emitWait(Operation *op, GroupPlans::Ref ref,
                            const Expr &state, Statements &out) {
  const model::SidePlan &side = ref.memberPlan().consumer;
  if (!waitsHere(ref, side))
    return;
  out.push_back(waitOn(op, ref, side.waits, state, model::Side::Consumer));
  spare(out.back(), cast<WaitOp>(op).getToken());
  if (side.fenceAfterWait)
    out.push_back(make(Kind::Fence, op));
}

std::vector<model::ElementRef> AgentBuilder::freedBuffers(GroupPlans::Ref ref,
                                                          const Expr &state) {
  if (ref.memberPlan().consumer.signal != model::Signal::UmmaCommit)
    return freedBuffers(ref, state, cta);
  std::vector<model::ElementRef> buffers;
  for (int64_t inCta : pairHere(ref))
    for (model::ElementRef &buffer : freedBuffers(ref, state, inCta))
      buffers.push_back(std::move(buffer));
  return buffers;
}

std::vector<model::ElementRef> AgentBuilder::freedBuffers(GroupPlans::Ref ref,
                                                          const Expr &state,
                                                          int64_t inCta) {
  const Rings &rings = shared.rings[ref.group];
  std::vector<model::ElementRef> buffers;
  for (size_t member = 0; member < rings.writers.size(); ++member)
    if (!ref.namesMember || ref.plan->mode == model::Mode::Fork ||
        member == ref.member)
      for (size_t i = 0; i < rings.writers[member]; ++i)
        for (int64_t part = 0; part < rings.parts[member]; ++part) {
          model::ElementRef element = elementOf(
              rings.firstBuffer[member] + inCta * rings.buffersPerCta + i,
              state, ref.plan->stages);
          element.index =
              inPart(element.index, ref.plan->stages, Expr::integer(part));
          buffers.push_back(std::move(element));
        }
  return buffers;
}

void AgentBuilder::emitRelease(Operation *op, GroupPlans::Ref ref,
                               const Expr &state, Statements &out) {
  const model::SidePlan &side = ref.memberPlan().consumer;
  if (!signalsHere(ref, side))
    return;
  int64_t arrivals =
      side.arrivalsPerCta() / warpsOf(ref, model::Side::Consumer);
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
  for (int64_t to : destinations(ref, side))
    out.push_back(atBarrier(isUmma ? Kind::Signal : Kind::Arrive, op, ref,
                            side.signals, state, Expr::integer(arrivals), to));
}

void AgentBuilder::emitTail(Operation *op, GroupPlans::Ref ref,
                            const Expr &state, Statements &out) {
  if (!waitsHere(ref, ref.memberPlan().producer))
    return;
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
