//===- AgentBarriers.cpp - What barrier ops do ----------------------------===//
//
// On this level nobody says what a barrier guards, so that only arrivals, bytes
// and parities are looked at; the bytes that an arm expects are taken to come.
//
//===----------------------------------------------------------------------===//

#include "AgentBuilder.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace pipegroup;
using namespace pipegroup::extraction;

/// Slots that the loop around `init`, or none, makes of its one op.
static std::optional<int64_t> slotsOf(BarrierOp barrier) {
  if (std::optional<int64_t> index = getConstantIntValue(barrier.getIndex()))
    return *index == 0 ? std::optional<int64_t>(1) : std::nullopt;
  auto argument = dyn_cast<BlockArgument>(barrier.getIndex());
  auto loop = argument
                  ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                  : scf::ForOp();
  if (!loop || argument != loop.getInductionVar() ||
      getConstantIntValue(loop.getLowerBound()) != 0 ||
      getConstantIntValue(loop.getStep()) != 1)
    return std::nullopt;
  return getConstantIntValue(loop.getUpperBound());
}

static std::pair<Attribute, int64_t> keyOf(BarrierOp barrier) {
  return {barrier.getStorageAttr(), int64_t(barrier.getOffset())};
}

void Shared::declare(BarrierInitOp op) {
  auto barrier = op.getBarrier().getDefiningOp<BarrierOp>();
  std::optional<int64_t> slots = barrier ? slotsOf(barrier) : std::nullopt;
  if (!slots)
    return fail(op, "which barriers are initialised is not known");
  auto &barriers = result.program.barriers;
  auto [it, isNew] = arrays.try_emplace(keyOf(barrier), barriers.size());
  if (!isNew)
    return fail(op, "barriers that live more than once are not modelled");
  std::string storage = barrier.getStorage().str();
  std::string offset = std::to_string(barrier.getOffset());
  barriers.push_back({storage + "." + offset, *slots, int64_t(op.getCount())});
  result.barrierNames.push_back("barriers of '@" + storage + "' from " +
                                offset);
  auto &buffers = result.program.buffers;
  if (!storages.insert({barrier.getStorageAttr(), buffers.size()}).second)
    return;
  // No data: the proxy rule has nothing to say of it.
  buffers.push_back({storage + ".storage", 1, /*isTensor=*/true});
  result.bufferNames.push_back("the barriers of '@" + storage + "'");
}

bool AgentBuilder::emitInit(Operation *op, Statements &out) {
  if (shared.storages.empty() || op->getParentOfType<TaskOp>())
    return false;
  if (isCtaBarrier(op)) {
    emitSync(op, /*id=*/-1, out);
    return true;
  }
  auto once = dyn_cast<OnceOp>(op);
  if (!once)
    return false;
  llvm::SmallSetVector<size_t, 4> written;
  once.walk([&](BarrierInitOp init) {
    if (auto barrier = init.getBarrier().getDefiningOp<BarrierOp>())
      written.insert(shared.storages.lookup(barrier.getStorageAttr()));
  });
  for (size_t buffer : written) {
    Statement write = make(Kind::Write, op);
    write.buffers = {{buffer, Expr::integer(0)}};
    if (warp == 0)
      out.push_back(std::move(write));
  }
  return true;
}

void AgentBuilder::emitStorageReads(Operation *op, Statements &out) {
  for (auto &[storage, buffer] : shared.storages) {
    Statement read = make(Kind::Read, op);
    read.buffers = {{buffer, Expr::integer(0)}};
    out.push_back(std::move(read));
  }
}

Statement AgentBuilder::atPointer(Kind kind, Operation *op, Value pointer,
                                  Expr value) {
  Statement statement = make(kind, op);
  statement.value = std::move(value);
  auto barrier = pointer.getDefiningOp<BarrierOp>();
  auto it = barrier ? shared.arrays.find(keyOf(barrier)) : shared.arrays.end();
  std::optional<Expr> index =
      barrier ? exprOf(barrier.getIndex()) : std::nullopt;
  if (it == shared.arrays.end() || !index)
    shared.fail(op, "which barrier it acts on is not known");
  else
    statement.barrier = {it->second, *index};
  return statement;
}

/// A buffer of this agent that stands for what is loaded after `op` arms.
size_t AgentBuilder::loadedBuffer(Operation *op, size_t array) {
  auto &buffers = shared.result.program.buffers;
  auto [it, isNew] = loaded.try_emplace(op, buffers.size());
  if (isNew) {
    const model::Program::Barrier &barrier =
        shared.result.program.barriers[array];
    buffers.push_back({barrier.name + ".load" + std::to_string(buffers.size()),
                       barrier.size, /*isTensor=*/false});
    shared.result.bufferNames.push_back("data on " +
                                        shared.result.barrierNames[array]);
  }
  return it->second;
}

bool AgentBuilder::emitBarrierOp(Operation *op, Statements &out) {
  int64_t lanes = op->getParentOfType<ElectOp>() ? 1 : model::warpThreads;
  if (auto wait = dyn_cast<BarrierWaitOp>(op)) {
    std::optional<Expr> parity = exprOf(wait.getParity());
    if (!parity)
      shared.fail(op, "where its parity comes from is not modelled");
    else
      out.push_back(atPointer(Kind::Wait, op, wait.getBarrier(), *parity));
  } else if (auto arrive = dyn_cast<BarrierArriveOp>(op)) {
    out.push_back(
        atPointer(Kind::Arrive, op, arrive.getBarrier(), Expr::integer(lanes)));
  } else if (auto arm = dyn_cast<BarrierArriveExpectTxOp>(op)) {
    if (lanes != 1)
      shared.fail(op, "an arm by every lane is not modelled");
    Expr bytes = Expr::integer(arm.getBytes());
    out.push_back(atPointer(Kind::Arm, op, arm.getBarrier(), bytes));
    out.push_back(atPointer(Kind::Load, op, arm.getBarrier(), bytes));
    model::ElementRef barrier = out.back().barrier;
    if (!shared.outside)
      out.back().buffers = {{loadedBuffer(op, barrier.array), barrier.index}};
  } else if (auto copy = dyn_cast<BarrierCpAsyncArriveOp>(op)) {
    out.push_back(
        atPointer(Kind::Signal, op, copy.getBarrier(), Expr::integer(lanes)));
    out.back().engine = model::Engine::Copy;
  } else if (auto commit = dyn_cast<BarrierUmmaCommitOp>(op)) {
    out.push_back(
        atPointer(Kind::Signal, op, commit.getBarrier(), Expr::integer(1)));
    out.back().engine = model::Engine::Tensor;
  } else {
    return false;
  }
  return true;
}
