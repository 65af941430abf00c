//===- AgentSlots.cpp - Accesses to slots where they happen ---------------===//

#include "AgentBuilder.h"

using namespace mlir;
using namespace pipegroup;
using namespace pipegroup::extraction;

//===----------------------------------------------------------------------===//
// Which
//===----------------------------------------------------------------------===//

void Shared::noteLoads() {
  function->walk([&](LoadOpInterface op) {
    GroupPlans::Ref ref = ringOf(plans.resolve(op, op.getTarget()));
    auto [it, isNew] =
        loadParts.try_emplace({ref.group, ref.member}, op.getParts());
    if (!isNew && it->second != op.getParts())
      fail(op, "loads of different parts of one slot are not modelled");
  });
}

GroupPlans::Ref Shared::ringOf(GroupPlans::Ref ref) {
  if (ref.plan->mode == model::Mode::Fork)
    ref.member = 0;
  return ref;
}

std::optional<int64_t> Shared::partsOf(GroupPlans::Ref ref) const {
  ref = ringOf(ref);
  auto it = loadParts.find({ref.group, ref.member});
  return it == loadParts.end() ? std::nullopt
                               : std::optional<int64_t>(it->second);
}

void Shared::noteChanges() {
  llvm::DenseSet<std::pair<Operation *, size_t>> async;
  for (bool isFirst : {true, false})
    for (const SlotAccess &access : slotAccesses) {
      SlotOp slot = access.slot;
      if (!slot || sideOfState(slot.getState()) != model::Side::Consumer)
        continue;
      GroupPlans::Ref ref = ringOf(plans.resolve(slot, slot.getTarget()));
      std::pair<Operation *, size_t> ring(ref.group, ref.member);
      if (isFirst && access.isAsyncRead())
        async.insert(ring);
      auto task = access.op->getParentOfType<TaskOp>();
      if (isFirst || !task || access.kind != SlotAccess::Kind::Write ||
          !async.contains(ring))
        continue;
      auto &found = changes[ring];
      int64_t first = task.getFirst(), warps = task.getCount();
      if (llvm::any_of(found, [&](const Changes &each) {
            return each.firstWarp == first;
          }))
        continue;
      found.push_back({first, warps, result.program.buffers.size()});
      for (int64_t i = 0; i < warps * ctas(); ++i)
        declareChanges(slot, ref.plan->stages);
    }
}

void Shared::declareChanges(SlotOp slot, int64_t stages) {
  std::string target;
  llvm::raw_string_ostream(target) << slot.getTarget();
  auto &buffers = result.program.buffers;
  buffers.push_back({"changes" + std::to_string(buffers.size()), stages,
                     /*isTensor=*/false});
  result.bufferNames.push_back("'" + target + "'");
}

/// What the walk over a task comes to: the op, or the outermost one around it
/// whose regions have no events and are not looked into.
static Operation *placeOf(Operation *op,
                          const llvm::DenseSet<Operation *> &relevant) {
  Operation *place = op;
  for (Operation *parent = op->getParentOp();
       parent && !isa<TaskOp, SpecializeOp>(parent) &&
       parent->getParentOp() != nullptr && parent->getNumRegions() > 0;
       parent = parent->getParentOp()) {
    if (parent->getName().getStringRef().contains(".func"))
      break;
    if (!relevant.contains(parent))
      place = parent;
  }
  return place;
}

/// True if commits of the task of `wait` are copies of their own in the model,
/// which are in no group.
bool Shared::copiesByCommit(Operation *wait) {
  auto task = wait->getParentOfType<TaskOp>();
  return task && task->walk([&](CommitOp commit) {
                       GroupPlans::Ref ref =
                           plans.resolve(commit, commit.getTarget());
                       return ref.memberPlan().producer.signal ==
                                      model::Signal::CpAsyncArrive
                                  ? WalkResult::interrupt()
                                  : WalkResult::advance();
                     })
                     .wasInterrupted();
}

void Shared::placeAccesses() {
  for (SlotAccess &access : slotAccesses) {
    if (access.kind == SlotAccess::Kind::DrainCopy && copiesByCommit(access.op))
      access.kind = SlotAccess::Kind::UnclearWait;
    Operation *place = placeOf(access.op, relevant);
    if (!place->getParentRegion()->hasOneBlock())
      fail(place, "branches between blocks are not modelled");
    accessesAt[place].push_back(access);
  }
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

void AgentBuilder::emitAccesses(Operation *op, Statements &out) {
  auto it = shared.accessesAt.find(op);
  if (it == shared.accessesAt.end())
    return;
  // What reads comes first, so that an op may use and then change a slot.
  for (bool writes : {false, true})
    for (const SlotAccess &access : it->second)
      if (writes == (access.kind == SlotAccess::Kind::Write ||
                     access.kind == SlotAccess::Kind::Copy))
        emitAccess(access, out);
}

void AgentBuilder::emitDrain(const SlotAccess &access, model::Engine engine,
                             Statements &out) {
  Statement drain = make(Kind::Drain, access.op);
  drain.engine = engine;
  drain.value = Expr::integer(access.left);
  out.push_back(std::move(drain));
}

void AgentBuilder::emitAccess(const SlotAccess &access, Statements &out) {
  switch (access.kind) {
  case SlotAccess::Kind::DrainCopy:
    return emitDrain(access, model::Engine::Copy, out);
  case SlotAccess::Kind::DrainTensor:
    return emitDrain(access, model::Engine::Tensor, out);
  case SlotAccess::Kind::DrainStore:
    return emitDrain(access, model::Engine::Store, out);
  case SlotAccess::Kind::UnclearWait:
    return shared.noteUnseenWait(access.op,
                                 "which copies this waits for is not modelled");
  default:
    break;
  }
  SlotOp slot = access.slot;
  std::optional<Expr> state = exprOf(slot.getState());
  std::optional<model::Side> side = sideOfState(slot.getState());
  if (!state || !side)
    return shared.fail(slot, "where its state comes from is not modelled");
  GroupPlans::Ref ref = shared.plans.resolve(slot, slot.getTarget());
  if (*side == model::Side::Producer)
    return emitOwnAccess(access, ownParts(slot, Shared::ringOf(ref), *state),
                         out);
  emitConsumerAccess(access, ref, *state, out);
}

std::vector<model::ElementRef> AgentBuilder::changedBuffers(GroupPlans::Ref ref,
                                                            const Expr &state,
                                                            bool onlyOwn) {
  std::vector<model::ElementRef> buffers;
  ref = Shared::ringOf(ref);
  for (const Shared::Changes &task :
       shared.changes.lookup({ref.group, ref.member}))
    for (int64_t i = 0; i < task.warps; ++i)
      if (!onlyOwn || warp == task.firstWarp + i)
        buffers.push_back(elementOf(task.firstBuffer + cta * task.warps + i,
                                    state, ref.plan->stages));
  return buffers;
}

/// What a consumer writes counts as a use of the slot that it holds, since its
/// warps may share the work in any way. But the async proxy does not see it
/// without a fence.
void AgentBuilder::emitConsumerAccess(const SlotAccess &access,
                                      GroupPlans::Ref ref, const Expr &state,
                                      Statements &out) {
  std::vector<model::ElementRef> buffers = freedBuffers(ref, state);
  if (access.isAsyncRead())
    llvm::append_range(buffers, changedBuffers(ref, state, /*onlyOwn=*/false));
  emitUses(access, std::move(buffers), out);
  if (access.kind != SlotAccess::Kind::Write)
    return;
  for (model::ElementRef &own : changedBuffers(ref, state, /*onlyOwn=*/true)) {
    Statement patch = make(Kind::Patch, access.op);
    patch.buffers = {std::move(own)};
    out.push_back(std::move(patch));
  }
}

std::vector<model::ElementRef>
AgentBuilder::ownParts(Operation *op, GroupPlans::Ref ref, const Expr &state) {
  int64_t parts = shared.rings[ref.group].parts[ref.member];
  std::vector<model::ElementRef> buffers;
  for (int64_t part = 0; part < parts; ++part) {
    buffers.push_back(ownBuffer(op, ref, state));
    Expr &index = buffers.back().index;
    index = inPart(std::move(index), ref.plan->stages, Expr::integer(part));
  }
  return buffers;
}

/// By the producer, which fills its share of a slot.
void AgentBuilder::emitOwnAccess(const SlotAccess &access,
                                 std::vector<model::ElementRef> buffers,
                                 Statements &out) {
  if (access.kind == SlotAccess::Kind::Copy) {
    Statement copy = make(Kind::Issue, access.op);
    copy.engine = model::Engine::Copy;
    copy.patched = std::move(buffers);
    return out.push_back(std::move(copy));
  }
  if (access.kind != SlotAccess::Kind::Write)
    return emitUses(access, std::move(buffers), out);
  for (model::ElementRef &buffer : buffers) {
    Statement write = make(Kind::Patch, access.op);
    write.buffers = {std::move(buffer)};
    out.push_back(std::move(write));
  }
}

/// Reads, and what counts as one.
void AgentBuilder::emitUses(const SlotAccess &access,
                            std::vector<model::ElementRef> buffers,
                            Statements &out) {
  bool isTensor = access.kind == SlotAccess::Kind::Tensor;
  if (access.isAsyncRead()) {
    Statement issue = make(Kind::Issue, access.op);
    issue.engine = isTensor ? model::Engine::Tensor : model::Engine::Store;
    issue.buffers = std::move(buffers);
    // An op that reads several slots is one that drains count.
    if (out.empty() || out.back().kind != Kind::Issue ||
        out.back().location != issue.location)
      return out.push_back(std::move(issue));
    llvm::append_range(out.back().buffers, issue.buffers);
    return;
  }
  for (model::ElementRef &buffer : buffers) {
    Statement read = make(Kind::Read, access.op);
    read.buffers = {std::move(buffer)};
    out.push_back(std::move(read));
  }
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

std::optional<SmallVector<int64_t>>
AgentBuilder::loadedCtas(LoadOpInterface op, GroupPlans::Ref ref) {
  if (!op.getMulticast() || ref.plan->cluster.ctas() == 1)
    return SmallVector<int64_t>{cta};
  return ctasOf(op.getMulticast());
}

void AgentBuilder::emitLoad(LoadOpInterface op, Statements &out) {
  GroupPlans::Ref ref =
      Shared::ringOf(shared.plans.resolve(op, op.getTarget()));
  std::optional<Expr> state = exprOf(op.getState());
  std::optional<Expr> part =
      op.getPart() ? exprOf(op.getPart()) : Expr::integer(0);
  MemberOp member = *std::next(ref.group.getMembers().begin(), ref.member);
  int64_t parts = op.getParts();
  std::optional<int64_t> bytes =
      op.getSize() ? constantOf(op.getSize())
                   : *member.getMemberConfig().slotBytes / parts;
  std::optional<SmallVector<int64_t>> ctas = loadedCtas(op, ref);
  if (!state || !part || !bytes || !ctas)
    return shared.fail(op, "what a load fills, or how much, is not known");
  const model::SidePlan &side = ref.memberPlan().producer;
  const model::ClusterLayout &layout = ref.plan->cluster;
  const Rings &rings = shared.rings[ref.group];
  for (int64_t to : *ctas) {
    int64_t signalled =
        side.reach == model::Reach::Leader ? model::leaderOf(layout, to) : to;
    out.push_back(atBarrier(Kind::Load, op, ref, side.signals, *state,
                            Expr::integer(*bytes), signalled));
    Expr slot = remainder(*state, ref.plan->stages);
    out.back().buffers = {
        {rings.firstBuffer[ref.member] + to * rings.buffersPerCta,
         inPart(std::move(slot), ref.plan->stages, *part)}};
  }
}
