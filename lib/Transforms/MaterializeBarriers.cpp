//===- MaterializeBarriers.cpp - Write the derived plans down -------------===//
//
// Computes no number: arrays, counts and bytes come from the plans.
//
//===----------------------------------------------------------------------===//

#include "ClusterValues.h"

#include "pipegroup/Analysis/KernelRules.h"
#include "pipegroup/Analysis/SharedMemory.h"
#include "pipegroup/IR/ConstantPool.h"
#include "pipegroup/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/RegionUtils.h"

namespace pipegroup {
#define GEN_PASS_DEF_PIPEGROUPMATERIALIZEBARRIERS
#include "pipegroup/Transforms/Passes.h.inc"
} // namespace pipegroup

using namespace mlir;
using namespace pipegroup;

namespace {

/// A state as two values: slot number and parity.
struct Position {
  Value index, phase;

  explicit Position(ValueRange values) : index(values[0]), phase(values[1]) {}
  Position(Value index, Value phase) : index(index), phase(phase) {}
};

/// The storage of each ring of slots, by its group and its position there.
using RingNames = llvm::DenseMap<std::pair<Operation *, size_t>, StringAttr>;

/// What all patterns share.
struct Context {
  GroupPlans plans;
  ArmingAcquires arming;
  ConstantPool constants;
  RingNames ringNames;
  /// Of the kernels whose groups span several CTAs.
  SmallVector<std::pair<Operation *, ClusterSize>> clusterSizes;
};

/// `stride` slots further; past the last one a lap less with the other parity.
Position advance(OpBuilder &builder, Location loc, Position position,
                 int64_t stride, int64_t stages, ConstantPool &constants) {
  Type i32 = builder.getI32Type();
  auto constant = [&](int64_t value) {
    return constants.get(builder, i32, value);
  };
  if (stride == stages)
    return {position.index,
            arith::XOrIOp::create(builder, loc, position.phase, constant(1))};
  Value next =
      arith::AddIOp::create(builder, loc, position.index, constant(stride));
  // With a stride of one the only slot past the last one is the first.
  bool isUnit = stride == 1;
  Value wraps = arith::CmpIOp::create(builder, loc,
                                      isUnit ? arith::CmpIPredicate::eq
                                             : arith::CmpIPredicate::uge,
                                      next, constant(stages));
  Value wrapped =
      isUnit ? constant(0)
             : arith::SubIOp::create(builder, loc, next, constant(stages));
  Value flips = arith::ExtUIOp::create(builder, loc, i32, wraps);
  return {arith::SelectOp::create(builder, loc, wraps, wrapped, next),
          arith::XOrIOp::create(builder, loc, position.phase, flips)};
}

/// Builds barrier ops for one group.
class Emitter {
public:
  Emitter(OpBuilder &builder, Location loc, GroupPlans::Ref ref,
          ConstantPool &constants)
      : builder(builder), loc(loc), plan(*ref.plan), constants(constants),
        storage(FlatSymbolRefAttr::get(ref.group.getSymNameAttr())) {}

  Value constant(int64_t value) {
    return constants.get(builder, builder.getI32Type(), value);
  }

  /// The barrier in this CTA, in the one of rank `cta`, or in the leader of its
  /// pair.
  Value address(size_t array, Value index, Type type = {}, Value cta = {},
                bool leader = false) {
    if (!type)
      type = pointer(/*addressSpace=*/cta || leader ? 7 : 3);
    if (plan.stages == 1)
      index = constant(0);
    return BarrierOp::create(
        builder, loc, type, storage, index,
        builder.getI64IntegerAttr(plan.arrays[array].first), cta,
        leader ? builder.getUnitAttr() : UnitAttr());
  }

  /// The buffer of a slot of `ring`, whose storage is `name`.
  Value buffer(const model::RingPlan &ring, StringAttr name, Value index,
               Type type = {}) {
    if (!type)
      type = LLVM::LLVMPointerType::get(builder.getContext(), 3);
    if (plan.stages == 1)
      index = constant(0);
    return BufferOp::create(builder, loc, type, FlatSymbolRefAttr::get(name),
                            index, builder.getI64IntegerAttr(ring.stride));
  }

  Value tryWait(const model::SidePlan &side, Position position) {
    auto build = [&]() -> Value {
      return BarrierTryWaitOp::create(builder, loc, builder.getI1Type(),
                                      address(side.waits, position.index),
                                      position.phase, isClusters(side));
    };
    if (!waitsInLeaders(side) || cluster().isInLeaders())
      return build();
    // A peer has nothing to wait for.
    auto branch = scf::IfOp::create(
        builder, loc, builder.getI1Type(), cluster().isLeader(),
        /*addThenBlock=*/true, /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(branch.thenBlock());
    scf::YieldOp::create(builder, loc, build());
    builder.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(builder, loc, constantTrue());
    return branch.getResult(0);
  }

  /// Waits unless `token`, where there is one, is true.
  void wait(const model::SidePlan &side, Position position, Value token) {
    inCtas(waitsInLeaders(side), [&] {
      if (!token)
        return wait(side, side.waits, position);
      Value mustWait =
          arith::XOrIOp::create(builder, loc, token, constantTrue());
      inIf(mustWait, [&] { wait(side, side.waits, position); });
    });
  }

  /// Runs `build` where one lane of the warp executes.
  void elect(function_ref<void()> build) { inRegion<ElectOp>(build); }
  /// Runs `build` where one thread of the CTA executes.
  void once(function_ref<void()> build) { inRegion<OnceOp>(build); }

  void arm(const model::SidePlan &side, Position position) {
    inCtas(signalsInLeaders(side), [&] {
      if (side.warpsPerLeader == 1)
        return armByOneLane(side, position);
      inIf(isLeader(side), [&] { armByOneLane(side, position); });
    });
  }

  /// Signals as the kind of the side does; a TMA producer's bytes signal.
  void signal(const model::SidePlan &side, Position position) {
    switch (side.signal) {
    case model::Signal::ThreadArrive:
      return arrive(side, position);
    case model::Signal::WarpArrive:
      if (side.reach == model::Reach::Sharers)
        return arriveByLanes(side, position);
      return elect([&] { arrive(side, position); });
    case model::Signal::CpAsyncArrive:
      BarrierCpAsyncArriveOp::create(builder, loc,
                                     address(side.signals, position.index));
      return;
    case model::Signal::UmmaCommit:
      return inCtas(signalsInLeaders(side), [&] { commit(side, position); });
    case model::Signal::ExpectTx:
      return;
    }
  }

  /// Runs `build` for every slot of the ring.
  void forEachSlot(function_ref<void(Value)> build) {
    if (plan.stages == 1)
      return build(constant(0));
    auto loop = scf::ForOp::create(builder, loc, constant(0),
                                   constant(plan.stages), constant(1));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    build(loop.getInductionVar());
  }

  void initAll() {
    for (auto [index, array] : llvm::enumerate(plan.arrays))
      forEachSlot([&, index = index, count = array.arrivals](Value slot) {
        BarrierInitOp::create(builder, loc, address(index, slot), count);
      });
  }

  void invalidateAll() {
    for (size_t array = 0; array < plan.arrays.size(); ++array)
      forEachSlot([&](Value slot) {
        BarrierInvalidateOp::create(builder, loc, address(array, slot));
      });
  }

  /// Waits once on each slot of `arrays` in the lane of `position`, as `side`.
  void drain(const model::SidePlan &side, ArrayRef<size_t> arrays,
             Position position) {
    inCtas(waitsInLeaders(side), [&] { drainHere(side, arrays, position); });
  }

private:
  Type pointer(unsigned addressSpace) {
    return LLVM::LLVMPointerType::get(builder.getContext(), addressSpace);
  }
  Value constantTrue() {
    return constants.get(builder, builder.getI1Type(), 1);
  }
  ClusterValues cluster() { return {builder, loc, plan, constants}; }

  static bool isClusters(const model::SidePlan &side) {
    return side.waitScope == model::Scope::Cluster;
  }
  /// Whether `side` leaves out the peers of leaders.
  bool waitsInLeaders(const model::SidePlan &side) {
    return !model::waitsIn(plan.cluster, side.signal, plan.cluster.v - 1);
  }
  bool signalsInLeaders(const model::SidePlan &side) {
    return !model::signalsIn(plan.cluster, side.signal, plan.cluster.v - 1);
  }

  void inIf(Value condition, function_ref<void()> build) {
    auto branch = scf::IfOp::create(builder, loc, condition);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(branch.thenYield());
    build();
  }
  /// Runs `build` in every CTA, or in the leaders of pairs.
  void inCtas(bool onlyLeaders, function_ref<void()> build) {
    if (!onlyLeaders || cluster().isInLeaders())
      return build();
    inIf(cluster().isLeader(), build);
  }

  void wait(const model::SidePlan &side, size_t array, Position position) {
    BarrierWaitOp::create(builder, loc, address(array, position.index),
                          position.phase, isClusters(side))
        ->setAttr(roundAttrName, builder.getI64IntegerAttr(plan.stages));
  }

  void arrive(const model::SidePlan &side, Position position) {
    bool leader = side.reach == model::Reach::Leader;
    BarrierArriveOp::create(
        builder, loc, address(side.signals, position.index, {}, {}, leader),
        side.signalScope == model::Scope::Cluster);
  }

  /// One lane of the warp for each CTA that is to know.
  void arriveByLanes(const model::SidePlan &side, Position position) {
    Type i32 = builder.getI32Type();
    auto op =
        ForCtasOp::create(builder, loc, cluster().destinations(side, i32));
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&op.getBodyRegion(), {}, i32, loc);
    Value rank = op.getBodyRegion().getArgument(0);
    BarrierArriveOp::create(builder, loc,
                            address(side.signals, position.index, {}, rank),
                            side.signalScope == model::Scope::Cluster);
  }

  void commit(const model::SidePlan &side, Position position) {
    bool isMulticast =
        side.reach == model::Reach::Pair || side.reach == model::Reach::Sharers;
    Value mask = isMulticast
                     ? cluster().destinations(side, builder.getI16Type())
                     : Value();
    elect([&] {
      BarrierUmmaCommitOp::create(builder, loc,
                                  address(side.signals, position.index),
                                  /*pair=*/plan.cluster.v == 2, mask);
    });
  }

  void drainHere(const model::SidePlan &side, ArrayRef<size_t> arrays,
                 Position position) {
    int64_t stride = plan.interleave.acquire;
    auto waitOnAll = [&](Position slot) {
      for (size_t array : arrays)
        wait(side, array, slot);
    };
    if (stride == plan.stages)
      return waitOnAll(position);
    auto loop = scf::ForOp::create(builder, loc, constant(0),
                                   constant(plan.stages / stride), constant(1),
                                   ValueRange{position.index, position.phase});
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Position slot(loop.getRegionIterArgs());
    waitOnAll(slot);
    Position next = advance(builder, loc, slot, stride, plan.stages, constants);
    scf::YieldOp::create(builder, loc, ValueRange{next.index, next.phase});
  }

  void armByOneLane(const model::SidePlan &side, Position position) {
    elect([&] {
      BarrierArriveExpectTxOp::create(
          builder, loc, address(side.signals, position.index), side.armBytes);
    });
  }

  /// Whether this warp is the first of those that one leader arms for.
  Value isLeader(const model::SidePlan &side) {
    auto op = TaskWarpOp::create(builder, loc, builder.getI32Type());
    Value warp = op;
    int64_t all = op->getParentOfType<TaskOp>().getCount();
    if (all != side.warpsPerLeader)
      warp = arith::RemUIOp::create(builder, loc, warp,
                                    constant(side.warpsPerLeader));
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, warp,
                                 constant(0));
  }

  template <typename RegionOp> void inRegion(function_ref<void()> build) {
    auto op = RegionOp::create(builder, loc);
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&op.getBodyRegion());
    build();
  }

  OpBuilder &builder;
  Location loc;
  const model::GroupPlan &plan;
  ConstantPool &constants;
  FlatSymbolRefAttr storage;
};

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

template <typename Op> struct ProtocolPattern : OpConversionPattern<Op> {
  ProtocolPattern(const TypeConverter &converter, MLIRContext *mlirContext,
                  Context &context)
      : OpConversionPattern<Op>(converter, mlirContext), context(context) {}

  using Adaptor = typename OpConversionPattern<Op>::OneToNOpAdaptor;

  GroupPlans::Ref resolve(Op op) const {
    return context.plans.resolve(op, op.getTarget());
  }

  Context &context;
};

/// The groups of a life op.
template <typename Op>
SmallVector<GroupPlans::Ref> groupsOf(Op op, Context &context) {
  return llvm::to_vector(llvm::map_range(
      op.getGroups().template getAsRange<SymbolRefAttr>(),
      [&](SymbolRefAttr ref) { return context.plans.resolve(op, ref); }));
}

/// True if CTAs signal each other at the barriers of one of `refs`.
bool isClusters(ArrayRef<GroupPlans::Ref> refs) {
  return llvm::any_of(refs, [](const GroupPlans::Ref &ref) {
    return ref.plan->cluster.ctas() > 1;
  });
}

/// All of `refs`, each with `build`, by one thread.
void emitForGroups(Operation *op, ArrayRef<GroupPlans::Ref> refs,
                   OpBuilder &builder, Context &context,
                   void (Emitter::*build)(), bool fence) {
  Emitter(builder, op->getLoc(), refs.front(), context.constants).once([&] {
    for (const GroupPlans::Ref &ref : refs) {
      Emitter emitter(builder, op->getLoc(), ref, context.constants);
      (emitter.*build)();
    }
    if (fence)
      FenceBarrierInitOp::create(builder, op->getLoc());
  });
}

struct LowerInit : ProtocolPattern<InitOp> {
  using ProtocolPattern::ProtocolPattern;
  LogicalResult
  matchAndRewrite(InitOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<GroupPlans::Ref> refs = groupsOf(op, context);
    emitForGroups(op, refs, rewriter, context, &Emitter::initAll,
                  /*fence=*/true);
    // The fence has released all that others have to see.
    if (isClusters(refs))
      SyncClusterOp::create(rewriter, op.getLoc(), /*relaxed=*/true);
    else
      SyncCtaOp::create(rewriter, op.getLoc());
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerInvalidate : ProtocolPattern<InvalidateOp> {
  using ProtocolPattern::ProtocolPattern;
  LogicalResult
  matchAndRewrite(InvalidateOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<GroupPlans::Ref> refs = groupsOf(op, context);
    if (isClusters(refs))
      SyncClusterOp::create(rewriter, op.getLoc(), /*relaxed=*/false);
    else
      SyncCtaOp::create(rewriter, op.getLoc());
    emitForGroups(op, refs, rewriter, context, &Emitter::invalidateAll,
                  /*fence=*/false);
    SyncCtaOp::create(rewriter, op.getLoc());
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerStart : ProtocolPattern<StartOp> {
  using ProtocolPattern::ProtocolPattern;
  LogicalResult
  matchAndRewrite(StartOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    GroupPlans::Ref ref = resolve(op);
    model::Position position =
        model::positionAfter(op.getSide(), op.getStep(), ref.plan->stages);
    Emitter emitter(rewriter, op.getLoc(), ref, this->context.constants);
    Value index = adaptor.getLane().empty() ? emitter.constant(position.index)
                                            : adaptor.getLane().front();
    Value phase = emitter.constant(position.phase);
    rewriter.replaceOpWithMultiple(op, {{index, phase}});
    return success();
  }
};

struct LowerAdvance : ProtocolPattern<AdvanceOp> {
  using ProtocolPattern::ProtocolPattern;
  LogicalResult
  matchAndRewrite(AdvanceOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Position next =
        advance(rewriter, op.getLoc(), Position(adaptor.getState()), op.getBy(),
                op.getState().getType().getStages(), context.constants);
    rewriter.replaceOpWithMultiple(op, {{next.index, next.phase}});
    return success();
  }
};

struct LowerIndex : OpConversionPattern<IndexOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(IndexOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, Position(adaptor.getState()).index);
    return success();
  }
};

/// acquire and wait.
template <typename Op> struct LowerBlocking : ProtocolPattern<Op> {
  using ProtocolPattern<Op>::ProtocolPattern;
  LogicalResult
  matchAndRewrite(Op op, typename ProtocolPattern<Op>::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    GroupPlans::Ref ref = this->resolve(op);
    Emitter emitter(rewriter, op.getLoc(), ref, this->context.constants);
    Position position(adaptor.getState());
    ValueRange token = adaptor.getToken();
    const model::SidePlan &side =
        ref.memberPlan().side(model::sideOf(op.getAction()));
    emitter.wait(side, position, token.empty() ? Value() : token.front());
    if (side.armBytes > 0 && this->context.arming.contains(op))
      emitter.arm(side, position);
    // [K8]
    if (side.fenceAfterWait)
      FenceProxyAsyncOp::create(rewriter, op.getLoc());
    // [K12]
    if (side.tensorFenceAfterWait)
      TensorFenceAfterOp::create(rewriter, op.getLoc());
    rewriter.eraseOp(op);
    return success();
  }
};

/// try_acquire and try_wait.
template <typename Op> struct LowerTry : ProtocolPattern<Op> {
  using ProtocolPattern<Op>::ProtocolPattern;
  LogicalResult
  matchAndRewrite(Op op, typename ProtocolPattern<Op>::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    GroupPlans::Ref ref = this->resolve(op);
    Emitter emitter(rewriter, op.getLoc(), ref, this->context.constants);
    rewriter.replaceOp(op, emitter.tryWait(ref.memberPlan().side(
                                               model::sideOf(op.getAction())),
                                           Position(adaptor.getState())));
    return success();
  }
};

/// commit and release.
template <typename Op> struct LowerSignal : ProtocolPattern<Op> {
  using ProtocolPattern<Op>::ProtocolPattern;
  LogicalResult
  matchAndRewrite(Op op, typename ProtocolPattern<Op>::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    GroupPlans::Ref ref = this->resolve(op);
    Emitter emitter(rewriter, op.getLoc(), ref, this->context.constants);
    const model::SidePlan &side =
        ref.memberPlan().side(model::sideOf(op.getAction()));
    // [K8]
    if (side.fenceBeforeSignal)
      FenceProxyAsyncOp::create(rewriter, op.getLoc());
    // [K12]
    if (side.tensorFenceBeforeSignal)
      TensorFenceBeforeOp::create(rewriter, op.getLoc());
    emitter.signal(side, Position(adaptor.getState()));
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerTail : ProtocolPattern<TailOp> {
  using ProtocolPattern::ProtocolPattern;
  LogicalResult
  matchAndRewrite(TailOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    GroupPlans::Ref ref = resolve(op);
    SmallVector<size_t> arrays;
    if (ref.namesMember)
      arrays.push_back(ref.memberPlan().producer.waits);
    else
      for (const model::MemberPlan &member : ref.plan->members)
        arrays.push_back(member.producer.waits);
    Emitter(rewriter, op.getLoc(), ref, context.constants)
        .drain(ref.memberPlan().producer, arrays, Position(adaptor.getState()));
    rewriter.eraseOp(op);
    return success();
  }
};

/// Whether the bytes of a CTA's loads are expected by the leader of its pair.
bool loadsForLeader(const model::MemberPlan &member) {
  return member.producer.signal == model::Signal::ExpectTx &&
         member.producer.reach == model::Reach::Leader;
}

/// full_barrier and empty_barrier.
template <typename Op> struct LowerAddress : ProtocolPattern<Op> {
  using ProtocolPattern<Op>::ProtocolPattern;
  LogicalResult
  matchAndRewrite(Op op, typename ProtocolPattern<Op>::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    GroupPlans::Ref ref = this->resolve(op);
    const model::MemberPlan &member = ref.memberPlan();
    bool isFull = std::is_same_v<Op, FullBarrierOp>;
    size_t array = isFull ? member.producer.signals : member.consumer.signals;
    bool leader = isFull && loadsForLeader(member);
    rewriter.replaceOp(
        op, Emitter(rewriter, op.getLoc(), ref, this->context.constants)
                .address(array, Position(adaptor.getState()).index,
                         op.getBarrier().getType(), /*cta=*/{}, leader));
    return success();
  }
};

struct LowerSlot : ProtocolPattern<SlotOp> {
  using ProtocolPattern::ProtocolPattern;
  LogicalResult
  matchAndRewrite(SlotOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    GroupPlans::Ref ref = resolve(op);
    size_t ring = *ref.memberPlan().ring;
    rewriter.replaceOp(op,
                       Emitter(rewriter, op.getLoc(), ref, context.constants)
                           .buffer(ref.plan->rings[ring],
                                   context.ringNames.lookup({ref.group, ring}),
                                   Position(adaptor.getState()).index,
                                   op.getBuffer().getType()));
    return success();
  }
};

/// tma_load and bulk_load.
template <typename Op> struct LowerLoad : ProtocolPattern<Op> {
  using ProtocolPattern<Op>::ProtocolPattern;
  using Adaptor = typename ProtocolPattern<Op>::Adaptor;

  LogicalResult
  matchAndRewrite(Op op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    GroupPlans::Ref ref = this->resolve(op);
    const model::MemberPlan &member = ref.memberPlan();
    Emitter emitter(rewriter, op.getLoc(), ref, this->context.constants);
    Value index = Position(adaptor.getState()).index;
    Value buffer = emitter.buffer(
        ref.plan->rings[*member.ring],
        this->context.ringNames.lookup({ref.group, *member.ring}), index);
    MemberOp memberOp = *std::next(ref.group.getMembers().begin(), ref.member);
    int64_t bytes =
        *memberOp.getMemberConfig().slotBytes / int64_t(op.getParts());
    if (Value part = one(adaptor.getPart()))
      buffer = LLVM::GEPOp::create(
          rewriter, op.getLoc(), buffer.getType(),
          LLVM::LLVMArrayType::get(rewriter.getI8Type(), bytes), buffer,
          LLVM::GEPArg(part));
    // Where the bytes of this CTA's loads are expected.
    bool isLeaders = loadsForLeader(member);
    Value full = emitter.address(member.producer.signals, index,
                                 buffer.getType(), /*cta=*/{}, isLeaders);
    emitter.elect([&] {
      load(op, adaptor, rewriter, {buffer, full, bytes, isLeaders});
    });
    rewriter.eraseOp(op);
    return success();
  }

private:
  static Value one(ValueRange values) {
    return values.empty() ? Value() : values.front();
  }
  static SmallVector<Value> all(ArrayRef<ValueRange> ranges) {
    SmallVector<Value> values;
    for (ValueRange range : ranges)
      llvm::append_range(values, range);
    return values;
  }

  struct Place {
    Value buffer, full;
    int64_t bytes;
    /// The barrier is in the leader of the pair.
    bool isLeaders;
  };

  void load(TmaLoadOp op, Adaptor adaptor, OpBuilder &builder, Place to) const {
    BarrierTmaLoadOp::create(
        builder, op.getLoc(), adaptor.getDescriptor().front(),
        all(adaptor.getCoordinates()), to.buffer, to.full,
        all(adaptor.getOffsets()), op.getGather4(), one(adaptor.getMulticast()),
        one(adaptor.getCacheHint()),
        to.isLeaders ? builder.getI64IntegerAttr(2) : IntegerAttr());
  }
  void load(BulkLoadOp op, Adaptor adaptor, OpBuilder &builder,
            Place to) const {
    Value size = one(adaptor.getSize());
    if (!size)
      size =
          this->context.constants.get(builder, builder.getI32Type(), to.bytes);
    BarrierBulkLoadOp::create(
        builder, op.getLoc(), adaptor.getSource().front(), to.buffer, to.full,
        size, one(adaptor.getMulticast()), one(adaptor.getCacheHint()));
  }
};

struct ConvertSelect : OpConversionPattern<arith::SelectOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::SelectOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> parts;
    for (auto [a, b] :
         llvm::zip_equal(adaptor.getTrueValue(), adaptor.getFalseValue()))
      parts.push_back(arith::SelectOp::create(
          rewriter, op.getLoc(), adaptor.getCondition().front(), a, b));
    rewriter.replaceOpWithMultiple(op, {parts});
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

struct MaterializeBarriers
    : pipegroup::impl::PipegroupMaterializeBarriersBase<MaterializeBarriers> {
  /// Only a symbol table holds all groups that are named inside of it.
  bool canScheduleOn(RegisteredOperationName name) const override {
    return name.hasTrait<OpTrait::SymbolTable>() &&
           name.getStringRef() != GroupOp::getOperationName();
  }

  void runOnOperation() override {
    FailureOr<GroupPlans> plans = GroupPlans::derive(getOperation());
    if (failed(plans))
      return signalPassFailure();
    Context context;
    context.plans = std::move(*plans);
    // The conversion would not visit them.
    IRRewriter rewriter(&getContext());
    (void)eraseUnreachableBlocks(rewriter, getOperation()->getRegions());
    if (failed(checkFunctions(context)))
      return signalPassFailure();
    if (context.plans.getPlans().empty())
      return;
    SharedMemory memory = SharedMemory::plan(getOperation(), context.plans);
    if (failed(memory.check()))
      return signalPassFailure();
    createBuffers(memory, context);
    if (failed(convertOps(context)))
      return signalPassFailure();
    setClusterSizes(context);
    for (auto &[group, plan] : context.plans.getPlans())
      replaceGroup(cast<GroupOp>(group), plan);
  }

private:
  LogicalResult checkFunctions(Context &context) {
    bool failed = false;
    getOperation()->walk([&](FunctionOpInterface function) {
      failed |=
          ::failed(checkKernelRules(function, context.plans, context.arming));
      if (std::optional<ClusterSize> size =
              clusterSizeOf(function, context.plans))
        context.clusterSizes.push_back({function, *size});
    });
    return failure(failed);
  }

  /// A storage behind its group for each ring of slots.
  void createBuffers(const SharedMemory &memory, Context &context) {
    for (const SharedMemory::Ring &ring : memory.getRings()) {
      GroupOp group = ring.group;
      MemberOp member = ring.member;
      const model::RingPlan &plan =
          context.plans.getPlans().find(group)->second.rings[ring.ring];
      OpBuilder builder(group->getContext());
      builder.setInsertionPointAfter(group);
      std::string name =
          (group.getSymName() + "_" + (member ? member.getSymName() : "slots"))
              .str();
      auto dynamic = ring.dynamicOffset
                         ? builder.getI64IntegerAttr(*ring.dynamicOffset)
                         : IntegerAttr();
      auto buffers = BuffersOp::create(
          builder, group.getLoc(), makeUnique(group->getParentOp(), name),
          /*sym_visibility=*/nullptr, builder.getI64IntegerAttr(plan.bytes),
          builder.getI64IntegerAttr(plan.alignment), dynamic);
      context.ringNames[{group, ring.ring}] = buffers.getSymNameAttr();
    }
  }

  /// `name` with a number of underscores that makes it new in `table`.
  static StringAttr makeUnique(Operation *table, std::string name) {
    while (SymbolTable::lookupSymbolIn(table, name))
      name += '_';
    return StringAttr::get(table->getContext(), name);
  }

  LogicalResult convertOps(Context &context) {
    TypeConverter converter;
    converter.addConversion([](Type type) { return type; });
    converter.addConversion([](StateType type, SmallVectorImpl<Type> &parts) {
      parts.append(2, IntegerType::get(type.getContext(), 32));
      return success();
    });

    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal(
        [&](Operation *op) { return converter.isLegal(op); });
    target.addLegalOp<GroupOp, MemberOp, BarriersOp, BuffersOp>();
    target.addIllegalOp<InitOp, InvalidateOp, StartOp, AdvanceOp, IndexOp,
                        AcquireOp, TryAcquireOp, CommitOp, WaitOp, TryWaitOp,
                        ReleaseOp, TailOp, FullBarrierOp, EmptyBarrierOp,
                        SlotOp, TmaLoadOp, BulkLoadOp>();

    RewritePatternSet patterns(&getContext());
    patterns.add<LowerIndex, ConvertSelect>(converter, &getContext());
    patterns.add<LowerAdvance, LowerInit, LowerInvalidate, LowerStart,
                 LowerBlocking<AcquireOp>, LowerBlocking<WaitOp>,
                 LowerTry<TryAcquireOp>, LowerTry<TryWaitOp>,
                 LowerSignal<CommitOp>, LowerSignal<ReleaseOp>, LowerTail,
                 LowerAddress<FullBarrierOp>, LowerAddress<EmptyBarrierOp>,
                 LowerSlot, LowerLoad<TmaLoadOp>, LowerLoad<BulkLoadOp>>(
        converter, &getContext(), context);
    scf::populateSCFStructuralTypeConversions(converter, patterns);
    cf::populateCFStructuralTypeConversions(converter, patterns);
    // Function by function: the driver's cost grows faster than what it holds.
    FrozenRewritePatternSet frozen(std::move(patterns));
    WalkResult walk = getOperation()->walk<WalkOrder::PreOrder>(
        [&](FunctionOpInterface function) {
          return failed(applyPartialConversion(function, target, frozen))
                     ? WalkResult::interrupt()
                     : WalkResult::skip();
        });
    return failure(walk.wasInterrupted());
  }

  /// What the launch has to be is known here; most authors leave it to us.
  /// True if `function` has an attribute that reaches the PTX: of a `gpu.func`
  /// its own one does, too.
  static bool becomesCluster(Operation *function) {
    return function->hasAttr("nvvm.cluster_dim") ||
           (function->getName().getStringRef() == "gpu.func" &&
            function->hasAttr("known_cluster_size"));
  }

  void setClusterSizes(Context &context) {
    for (auto &[function, size] : context.clusterSizes)
      if (!becomesCluster(function))
        function->setAttr("nvvm.cluster_dim",
                          DenseI32ArrayAttr::get(&getContext(), size));
  }

  void replaceGroup(GroupOp group, const model::GroupPlan &plan) {
    OpBuilder builder(group);
    BarriersOp::create(builder, group.getLoc(), group.getSymNameAttr(),
                       group.getSymVisibilityAttr(),
                       builder.getI64IntegerAttr(plan.numBarriers()),
                       group.getDynamicAttr());
    group.erase();
  }
};

} // namespace
