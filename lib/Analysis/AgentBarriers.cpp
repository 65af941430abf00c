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
  if (!slots || barrier.getCta() || barrier.getLeader())
    return fail(op, "which barriers are initialised is not known");
  auto &barriers = result.program.barriers;
  auto [it, isNew] = arrays.try_emplace(keyOf(barrier), barriers.size());
  if (!isNew)
    return fail(op, "barriers that live more than once are not modelled");
  std::string storage = barrier.getStorage().str();
  std::string offset = std::to_string(barrier.getOffset());
  for (int64_t cta = 0; cta < ctas(); ++cta) {
    barriers.push_back({storage + "." + offset + programSuffix(cta), *slots,
                        int64_t(op.getCount()), cta});
    result.barrierNames.push_back("barriers of '@" + storage + "' from " +
                                  offset + suffixOf(cta));
  }
  auto &buffers = result.program.buffers;
  if (!storages.insert({barrier.getStorageAttr(), buffers.size()}).second)
    return;
  // No data: the proxy rule has nothing to say of it, unless other CTAs use it.
  bool isTensor = !remoteStorages.contains(barrier.getStorageAttr());
  for (int64_t cta = 0; cta < ctas(); ++cta) {
    buffers.push_back({storage + ".storage" + programSuffix(cta), 1, isTensor});
    result.bufferNames.push_back("the barriers of '@" + storage + "'" +
                                 suffixOf(cta));
  }
}

/// The fence that shows what `once` initialises to the cluster.
static Operation *findInitFence(OnceOp once) {
  Operation *fence = nullptr;
  once.walk([&](Operation *op) {
    if (isa<FenceBarrierInitOp>(op))
      fence = op;
    if (isa<BarrierInitOp>(op))
      fence = nullptr;
  });
  return fence;
}

bool AgentBuilder::emitInit(Operation *op, Statements &out) {
  if (shared.storages.empty() || op->getParentOfType<TaskOp>())
    return false;
  if (isCtaBarrier(op)) {
    emitSync(op, /*id=*/-1, isa<SyncClusterOp>(op), out);
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
  if (warp != 0)
    return true;
  for (size_t buffer : written) {
    Statement write = make(Kind::Write, op);
    write.buffers = {{buffer + cta, Expr::integer(0)}};
    out.push_back(std::move(write));
  }
  if (Operation *fence = findInitFence(once);
      fence && !shared.remoteStorages.empty())
    out.push_back(make(Kind::Fence, fence));
  return true;
}

void AgentBuilder::emitStorageReads(Operation *op, Statements &out) {
  for (auto &[storage, buffer] : shared.storages) {
    Statement read = make(Kind::Read, op);
    read.buffers = {{buffer + cta, Expr::integer(0)}};
    out.push_back(std::move(read));
    if (!shared.remoteStorages.contains(storage))
      continue;
    // What a CTA does to the barriers of others is no generic access.
    for (int64_t other = 0; other < shared.ctas(); ++other) {
      if (other == cta)
        continue;
      Statement use = make(Kind::Issue, op);
      use.engine = model::Engine::Store;
      use.buffers = {{buffer + other, Expr::integer(0)}};
      out.push_back(std::move(use));
      Statement end = make(Kind::Drain, op);
      end.engine = model::Engine::Store;
      out.push_back(std::move(end));
    }
  }
}

std::optional<int64_t> AgentBuilder::ctaOf(BarrierOp barrier) {
  if (barrier.getLeader())
    return cta & ~int64_t(1);
  if (!barrier.getCta())
    return cta;
  std::optional<int64_t> rank = constantOf(barrier.getCta());
  return rank && *rank >= 0 && *rank < shared.ctas() ? rank : std::nullopt;
}

/// The CTAs of a mask; none if it is not known.
std::optional<SmallVector<int64_t>> AgentBuilder::ctasOf(Value mask) {
  std::optional<int64_t> bits = constantOf(mask);
  if (!bits)
    return std::nullopt;
  // A mask of 16 bits may have the sign bit.
  if (mask.getType().isInteger(16))
    *bits &= 0xffff;
  SmallVector<int64_t> ctas;
  for (int64_t rank = 0; rank < model::warpThreads; ++rank)
    if ((*bits >> rank) & 1) {
      if (rank >= shared.ctas())
        return std::nullopt;
      ctas.push_back(rank);
    }
  return ctas;
}

void AgentBuilder::emitForCtas(ForCtasOp op, Statements &out) {
  std::optional<SmallVector<int64_t>> ctas = ctasOf(op.getMask());
  if (!ctas)
    return shared.fail(op, "which CTAs it acts on is not known");
  for (int64_t rank : *ctas) {
    environment[op.getBodyRegion().getArgument(0)] = Expr::integer(rank);
    emitBlock(op.getBodyRegion().front(), out);
  }
}

void AgentBuilder::emitUmmaCommit(BarrierUmmaCommitOp op, Statements &out) {
  Statement signal =
      atPointer(Kind::Signal, op, op.getBarrier(), Expr::integer(1));
  signal.engine = model::Engine::Tensor;
  if (!op.getMask())
    return out.push_back(std::move(signal));
  std::optional<SmallVector<int64_t>> ctas = ctasOf(op.getMask());
  if (!ctas)
    return shared.fail(op, "which CTAs it acts on is not known");
  size_t own = signal.barrier.array - cta;
  for (int64_t rank : *ctas) {
    signal.barrier.array = own + rank;
    out.push_back(signal);
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
  std::optional<int64_t> inCta = barrier ? ctaOf(barrier) : std::nullopt;
  if (it == shared.arrays.end() || !index || !inCta)
    shared.fail(op, "which barrier it acts on is not known");
  else
    statement.barrier = {it->second + *inCta, *index};
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
  bool isOne =
      op->getParentOfType<ElectOp>() || op->getParentOfType<ForCtasOp>();
  int64_t lanes = isOne ? 1 : model::warpThreads;
  if (auto wait = dyn_cast<BarrierWaitOp>(op)) {
    std::optional<Expr> parity = exprOf(wait.getParity());
    if (!parity)
      shared.fail(op, "where its parity comes from is not modelled");
    else
      out.push_back(atPointer(Kind::Wait, op, wait.getBarrier(), *parity));
    if (auto it = shared.testsOfWaits.find(op);
        parity && it != shared.testsOfWaits.end())
      out.back().token = tokenFor(it->second->getResult(0));
  } else if (isa<BarrierTryWaitOp, BarrierTestWaitOp>(op)) {
    if (!shared.tests.contains(op))
      return true;
    std::optional<Expr> parity = exprOf(op->getOperand(1));
    if (!parity) {
      shared.fail(op, "where its parity comes from is not modelled");
      return true;
    }
    out.push_back(atPointer(Kind::Test, op, op->getOperand(0), *parity));
    out.back().object = tokenFor(op->getResult(0));
  } else if (auto arrive = dyn_cast<BarrierArriveOp>(op)) {
    out.push_back(
        atPointer(Kind::Arrive, op, arrive.getBarrier(), Expr::integer(lanes)));
  } else if (auto arm = dyn_cast<BarrierArriveExpectTxOp>(op)) {
    if (lanes != 1)
      shared.fail(op, "an arm by every lane is not modelled");
    if (!shared.remoteStorages.empty())
      shared.fail(op, "bytes that other CTAs may load are not modelled");
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
    emitUmmaCommit(commit, out);
  } else {
    return false;
  }
  return true;
}
