//===- PeekWaits.cpp - Test the barriers of the next wait early -----------===//

#include "WaitRuns.h"

#include "pipegroup/IR/Pipegroup.h"
#include "pipegroup/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

namespace pipegroup {
#define GEN_PASS_DEF_PIPEGROUPPEEKWAITS
#include "pipegroup/Transforms/Passes.h.inc"
} // namespace pipegroup

using namespace mlir;
using namespace pipegroup;

/// True for an op of upstream by which a thread learns nothing of other ones,
/// and which leaves barriers alive.
static bool isPlain(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (isa_and_present<scf::SCFDialect, memref::MemRefDialect,
                      vector::VectorDialect>(op->getDialect()))
    // A loop that may poll, and atomics.
    return !isa<scf::WhileOp>(op) && !name.contains("atomic");
  if (auto load = dyn_cast<LLVM::LoadOp>(op))
    return !load.getVolatile_() &&
           load.getOrdering() == LLVM::AtomicOrdering::not_atomic;
  if (isa<LLVM::StoreOp>(op))
    return true;
  static constexpr StringLiteral known[] = {
      "nvvm.read.ptx.", "nvvm.bar.warp.sync", "nvvm.elect.",
      "nvvm.cp.async.", "nvvm.wgmma.",        "nvvm.tcgen05.",
      "nvvm.fence.",    "nvvm.stmatrix",      "nvvm.ldmatrix",
      "nvvm.mma.",      "nvvm.prefetch",      "nvvm.setmaxregister"};
  return llvm::any_of(
      known, [&](StringRef prefix) { return name.starts_with(prefix); });
}

/// True for what no test may be moved over: it could tell the thread that an
/// earlier round at the same barrier is over, as waits and rendezvous do, or
/// begin or end the barrier's life.
static bool isFence(Operation *op) {
  if (isPure(op) || op->hasTrait<OpTrait::IsTerminator>())
    return false;
  if (isa_and_present<PipegroupDialect>(op->getDialect()))
    return isa<BarrierWaitOp, BarrierTryWaitOp, BarrierTestWaitOp,
               BarrierInitOp, BarrierInvalidateOp, SyncCtaOp, SyncClusterOp>(
        op);
  return !isPlain(op);
}

/// True if a test may be moved over all ops from `begin` to `end`, which may be
/// null, for the end of the block.
static bool isFree(Operation *begin, Operation *end) {
  for (Operation *op = begin; op != end; op = op->getNextNode())
    if (op->walk([](Operation *nested) {
            return isFence(nested) ? WalkResult::interrupt()
                                   : WalkResult::advance();
          }).wasInterrupted())
      return false;
  return true;
}

/// The barriers that `wait` waits at one of, in their symbol table; null if
/// that is not known.
using Storage = std::pair<Operation *, Attribute>;
static Storage storageOf(BarrierWaitOp wait) {
  auto barrier = wait.getBarrier().getDefiningOp<BarrierOp>();
  if (!barrier)
    return {};
  return {SymbolTable::getNearestSymbolTable(barrier),
          barrier.getStorageAttr()};
}

/// How many arrays of barriers `run` waits at. Rounds of one array, in the
/// prologue of a lagging consumer for instance, are one.
static size_t arraysOf(const WaitRun &run) {
  SetVector<std::pair<Attribute, Attribute>> arrays;
  for (BarrierWaitOp wait : run)
    if (auto barrier = wait.getBarrier().getDefiningOp<BarrierOp>())
      arrays.insert({barrier.getStorageAttr(), barrier.getOffsetAttr()});
  return arrays.size();
}

static SmallVector<Value> operandsOf(const WaitRun &run) {
  SmallVector<Value> operands;
  for (BarrierWaitOp wait : run)
    operands.append({wait.getBarrier(), wait.getParity()});
  return operands;
}

namespace {

/// What values are in the next iteration of a loop.
struct NextIteration {
  scf::ForOp loop;
  /// The ops of the body that the values are made of, in order.
  SmallVector<Operation *> ops;
  /// The arguments that they are made of, and what the next iteration gets.
  SmallVector<BlockArgument> arguments;
  SmallVector<Value> yielded;

  /// Fails if that is not known before the next iteration.
  LogicalResult collect(ArrayRef<Value> values) {
    SetVector<Value> all(values.begin(), values.end());
    for (size_t i = 0; i < all.size(); ++i) {
      Value value = all[i];
      if (value.getParentRegion() != &loop.getRegion())
        continue;
      if (value == loop.getInductionVar())
        return failure();
      if (auto argument = dyn_cast<BlockArgument>(value)) {
        arguments.push_back(argument);
        yielded.push_back(loop.getTiedLoopYieldedValue(argument)->get());
        continue;
      }
      Operation *op = value.getDefiningOp();
      if (!isPure(op) || op->getNumRegions() != 0)
        return failure();
      if (!llvm::is_contained(ops, op))
        ops.push_back(op);
      all.insert(op->operand_begin(), op->operand_end());
    }
    llvm::sort(
        ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    return success();
  }
};

/// At how many arrays a run waits, at most, that waits at a storage.
using Widest = DenseMap<Storage, size_t>;

/// Makes the waits of one block test early.
class Peeks {
public:
  Peeks(Block &block, int64_t minSlots, const Widest &widest)
      : runs(findWaitRuns(block)), block(block), minSlots(minSlots),
        widest(widest), rewriter(block.getParentOp()->getContext()) {}

  void run() {
    for (size_t i = 1; i < runs.size(); ++i)
      peek(runs[i - 1], runs[i]);
    if (auto loop = dyn_cast<scf::ForOp>(block.getParentOp());
        loop && !runs.empty())
      goRound(loop);
  }

private:
  /// Where the waits of `run` begin and end, in branches or not by now.
  Operation *beginOf(const WaitRun &run) {
    return block.findAncestorOpInBlock(*run.front());
  }
  Operation *endOf(const WaitRun &run) {
    return block.findAncestorOpInBlock(*run.back());
  }

  /// True if nobody has more to wait for than `run`. Who waits for the slower
  /// side waits in any case, and early tests are in vain.
  bool isBusiest(const WaitRun &run) const {
    size_t arrays = arraysOf(run);
    return llvm::all_of(run, [&](BarrierWaitOp wait) {
      return widest.lookup(storageOf(wait)) <= arrays;
    });
  }

  static bool hasSlots(const WaitRun &run, int64_t least) {
    return llvm::all_of(
        run, [&](BarrierWaitOp wait) { return slotsOf(wait) >= least; });
  }

  /// As measured: of many barriers some are not ready, and are then waited for
  /// one by one.
  bool isPeekWorthIt(const WaitRun &run) const {
    return run.size() < manyWaits && hasSlots(run, minSlots) && isBusiest(run);
  }

  /// As measured: with one slot each lap waits from the start, and of several
  /// waits the tries take longer.
  bool isPinWorthIt(const WaitRun &run) const {
    return isPeekWorthIt(run) ||
           (run.size() == 1 && hasSlots(run, 2) && isBusiest(run));
  }

  /// Behind the wait `last` and its fence.
  void setInsertionPointBehind(Operation *last) {
    while (isa_and_present<TensorFenceAfterOp>(last->getNextNode()))
      last = last->getNextNode();
    rewriter.setInsertionPointAfter(last);
  }

  Value test(BarrierWaitOp wait, Value barrier, Value parity) {
    return BarrierTestWaitOp::create(rewriter, wait.getLoc(),
                                     rewriter.getI1Type(), barrier, parity,
                                     wait.getClusterScope());
  }

  void waitUnlessReady(const WaitRun &run, ValueRange ready) {
    for (auto [wait, token] : llvm::zip(run, ready)) {
      rewriter.setInsertionPoint(wait);
      waitUnless(rewriter, wait, token);
    }
  }

  /// Tests the barriers of `run` behind `before`.
  void peek(const WaitRun &before, const WaitRun &run) {
    Operation *last = endOf(before);
    // What the operands are made of goes in front of the wait, which hides it.
    if (!isPeekWorthIt(run) || !isFree(last->getNextNode(), run.front()) ||
        failed(
            moveValueDefinitions(rewriter, operandsOf(run), last, dominance)))
      return;
    setInsertionPointBehind(last);
    SmallVector<Value> ready;
    for (BarrierWaitOp wait : run)
      ready.push_back(test(wait, wait.getBarrier(), wait.getParity()));
    waitUnlessReady(run, ready);
  }

  /// Prepares the next iteration of `loop` in front of the last run of this
  /// one.
  void goRound(scf::ForOp loop) {
    const WaitRun &run = runs.front();
    Operation *begin = beginOf(runs.back()), *end = endOf(runs.back());
    NextIteration next{loop};
    if (!isPinWorthIt(run) || failed(next.collect(operandsOf(run))) ||
        failed(moveValueDefinitions(rewriter, next.yielded, begin, dominance)))
      return;
    bool isPeeked = isPeekWorthIt(run) && isFree(end->getNextNode(), nullptr) &&
                    isFree(&block.front(), beginOf(run));
    pin(next, begin);
    if (isPeeked)
      peekRound(loop, run, end, next);
  }

  /// Fixes the place of what `next` gets in front of `run`: LLVM would compute
  /// it behind, and ptxas leaves the count of the loop there too then.
  void pin(NextIteration &next, Operation *run) {
    rewriter.setInsertionPoint(run);
    for (auto [argument, value] : llvm::zip(next.arguments, next.yielded)) {
      Operation *op = value.getDefiningOp();
      if (!op || op->getBlock() != &block || isa<NVVM::InlinePtxOp>(op) ||
          !value.getType().isInteger(32))
        continue;
      value = NVVM::InlinePtxOp::create(
                  rewriter, value.getLoc(), value.getType(),
                  /*readOnlyArgs=*/ValueRange(value),
                  /*readWriteArgs=*/ValueRange(), "mov.b32 $0, $1;",
                  /*predicate=*/Value())
                  .getResult(0);
      next.loop.getTiedLoopYieldedValue(argument)->set(value);
    }
  }

  /// Tests the barriers of `run` in the next iteration behind `last`.
  void peekRound(scf::ForOp loop, const WaitRun &run, Operation *last,
                 const NextIteration &next) {
    IRMapping values;
    for (auto [argument, value] : llvm::zip(next.arguments, next.yielded))
      values.map(argument, value);
    rewriter.setInsertionPoint(last);
    for (Operation *op : next.ops)
      rewriter.clone(*op, values);
    setInsertionPointBehind(last);
    SmallVector<Value> ready;
    for (BarrierWaitOp wait : run)
      ready.push_back(test(wait, values.lookupOrDefault(wait.getBarrier()),
                           values.lookupOrDefault(wait.getParity())));
    carry(loop, run, ready);
  }

  /// Carries `ready` to the waits of `run` in the next iteration.
  void carry(scf::ForOp loop, const WaitRun &run, ArrayRef<Value> ready) {
    rewriter.setInsertionPoint(loop);
    Value notYet = arith::ConstantIntOp::create(rewriter, loop.getLoc(),
                                                rewriter.getI1Type(), 0);
    auto carrier = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
        rewriter, SmallVector<Value>(run.size(), notYet),
        /*replaceInitOperandUsesInLoop=*/false,
        [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
          return SmallVector<Value>(ready);
        }));
    waitUnlessReady(run, carrier.getRegionIterArgs().take_back(run.size()));
  }

  SmallVector<WaitRun> runs;
  Block &block;
  int64_t minSlots;
  const Widest &widest;
  DominanceInfo dominance;
  IRRewriter rewriter;
};

struct PeekWaits : pipegroup::impl::PipegroupPeekWaitsBase<PeekWaits> {
  using PipegroupPeekWaitsBase::PipegroupPeekWaitsBase;

  void runOnOperation() override {
    if (minSlots < 1) {
      getOperation()->emitError()
          << "found min-slots " << minSlots.getValue()
          << " in the options of 'pipegroup-peek-waits', expected at least 1";
      return signalPassFailure();
    }
    SetVector<Block *> blocks;
    getOperation()->walk(
        [&](BarrierWaitOp wait) { blocks.insert(wait->getBlock()); });
    Widest widest;
    for (Block *block : blocks)
      for (const WaitRun &run : findWaitRuns(*block))
        for (BarrierWaitOp wait : run) {
          size_t &arrays = widest[storageOf(wait)];
          arrays = std::max(arrays, arraysOf(run));
        }
    for (Block *block : blocks)
      Peeks(*block, minSlots, widest).run();
  }
};

} // namespace
