//===- AgentBuilder.h - What one warp does, statement by statement -*- C++ -*-//

#ifndef PIPEGROUP_LIB_ANALYSIS_AGENTBUILDER_H
#define PIPEGROUP_LIB_ANALYSIS_AGENTBUILDER_H

#include "pipegroup/Analysis/ExtractProgram.h"
#include "pipegroup/Analysis/KernelRules.h"

#include "ClusterPlaces.h"
#include "SlotAccesses.h"
#include "Tokens.h"
#include "ValueNumbers.h"

#include "llvm/ADT/MapVector.h"

#include <map>
#include <set>

namespace pipegroup::extraction {

using model::Expr;
using model::Statement;
using Statements = std::vector<Statement>;

/// The barriers and buffers of a group in the program, those of one CTA after
/// those of the one before.
struct Rings {
  size_t firstBarrier, barriersPerCta;
  /// Of each member: its first buffer, one for each of its writers.
  llvm::SmallVector<size_t> firstBuffer, writers;
  /// Of each member, the parts of a slot, which are elements of their own.
  llvm::SmallVector<int64_t> parts;
  size_t buffersPerCta;
};

/// What all agents share.
struct Shared {
  Shared(mlir::Operation *function, GroupPlans &plans, const KnownValues &known,
         bool onlyCluster)
      : function(function), plans(plans), known(known),
        onlyCluster(onlyCluster) {
    result.ops.push_back(function);
  }

  mlir::Operation *function;
  GroupPlans &plans;
  const KnownValues &known;
  /// The grid is taken to be one cluster.
  bool onlyCluster;
  /// The CTAs that run together: those of the largest group.
  ClusterSize cluster = {1, 1, 1};
  ArmingAcquires arming;
  Extraction result;
  ValueNumbers numbers;
  /// Ops with an event inside, and the values that positions are made from.
  llvm::DenseSet<mlir::Operation *> relevant;
  llvm::DenseSet<mlir::Value> needed;
  /// Values that may spare a wait of the protocol, and what they come from.
  llvm::DenseSet<mlir::Value> tokens;
  /// Those of barrier ops, and all tests among them.
  TestsOfWaits testsOfWaits;
  llvm::DenseSet<mlir::Operation *> tests;
  llvm::DenseMap<mlir::Operation *, Rings> rings;
  llvm::DenseMap<mlir::Operation *, int64_t> locations;
  /// By the number of the value and its use: trips, a condition, or a case
  /// whose value follows.
  llvm::DenseMap<std::pair<unsigned, int64_t>, size_t> decisions;
  /// By the decision: the loops around what it decides, and the block that
  /// splits into the tasks if that matters.
  llvm::DenseMap<size_t, std::pair<std::string, mlir::Block *>> nests;
  /// The offsets of the loops whose trips have a number.
  llvm::DenseMap<unsigned, std::set<int64_t>> offsets;
  /// Arrays of barrier ops, by their storage and their first barrier.
  llvm::DenseMap<std::pair<mlir::Attribute, int64_t>, size_t> arrays;
  /// The buffer that stands for the barriers of a storage, which their
  /// initialisation writes and the tasks read.
  llvm::MapVector<mlir::Attribute, size_t> storages;
  /// The storages whose barriers other CTAs signal.
  llvm::DenseSet<mlir::Attribute> remoteStorages;
  /// By the CTA, -1 for all of the cluster, and the id of a named barrier; -1
  /// is the barrier of all warps.
  llvm::DenseMap<std::pair<int64_t, int64_t>, size_t> rendezvous;
  llvm::SmallVector<SlotAccess> slotAccesses;
  /// What the warps of a consuming task write into slots, a buffer for each
  /// warp of each CTA.
  struct Changes {
    int64_t firstWarp, warps;
    size_t firstBuffer;
  };
  /// By the group and the member's number, where the async proxy reads it.
  llvm::DenseMap<std::pair<mlir::Operation *, size_t>,
                 llvm::SmallVector<Changes>>
      changes;
  /// By what the walk over a task comes to.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<SlotAccess>> accessesAt;
  /// The parts in which the slots of a member are loaded, by the group and the
  /// member's number, if the kernel says when.
  llvm::DenseMap<std::pair<mlir::Operation *, size_t>, int64_t> loadParts;
  std::optional<Outside> outside;

  /// The smallest and the largest offset of the loops that share the trips:
  /// those of the longest and of the shortest one.
  std::pair<int64_t, int64_t>
  offsetsAround(const ValueNumbers::Trips &trips) const;

  /// The barriers that `op` makes (AgentBarriers.cpp).
  void declare(BarrierInitOp op);

  // What the kernel says of slots (AgentSlots.cpp).
  void noteLoads();
  /// The member that stands for all that share slots: the first of a fork.
  static GroupPlans::Ref ringOf(GroupPlans::Ref ref);
  std::optional<int64_t> partsOf(GroupPlans::Ref ref) const;
  /// Declares what consumers change of slots that the async proxy reads.
  void noteChanges();
  void declareChanges(SlotOp slot, int64_t stages);
  void placeAccesses();
  bool copiesByCommit(mlir::Operation *wait);

  int64_t ctas() const { return clusterCtas(cluster); }
  /// Finds the CTAs that groups of the kernel couple (AgentCluster.cpp).
  void findCluster();
  /// What a CTA's buffer of a member's slot has: one for each warp that fills
  /// it, in whichever CTA.
  size_t writersOf(GroupPlans::Ref ref, size_t member, int64_t warps);
  /// What ends the names of a CTA in the program: nothing for the first one.
  static std::string programSuffix(int64_t cta) {
    return cta == 0 ? "" : ".cta" + std::to_string(cta);
  }
  /// "of CTA 1", where there are several.
  std::string suffixOf(int64_t cta) const {
    return ctas() == 1 ? "" : " of CTA " + std::to_string(cta);
  }

  void noteUnseenWait(mlir::Operation *op, const llvm::Twine &reason) {
    if (!result.unseenWait)
      result.unseenWait = Outside{op, reason.str()};
  }
  void fail(mlir::Operation *op, const llvm::Twine &reason) {
    if (!outside)
      outside = Outside{op, reason.str()};
  }
};

/// The id and the number of threads of a barrier of some warps.
struct NamedBarrier {
  int64_t id, threads;
};

/// True for a barrier of a number of threads that is given.
bool isNamedBarrier(mlir::Operation *op);
/// None if its id or its number of threads is not constant.
std::optional<NamedBarrier> namedBarrier(mlir::Operation *op);
/// True for ops that make an event of the model, or that a loop may poll by.
bool isEvent(mlir::Operation *op);

inline Expr add(Expr a, Expr b) {
  return Expr::binary(Expr::Op::Add, std::move(a), std::move(b));
}
inline Expr remainder(Expr a, int64_t b) {
  return Expr::binary(Expr::Op::Rem, std::move(a), Expr::integer(b));
}
/// The number of a part among those of all slots: the first parts of all slots,
/// then the second ones. A part that no slot has is outside the buffer.
inline Expr inPart(Expr slot, int64_t stages, Expr part) {
  if (part == Expr::integer(0))
    return slot;
  return add(
      Expr::binary(Expr::Op::Mul, std::move(part), Expr::integer(stages)),
      std::move(slot));
}
inline Expr flip(Expr a) {
  return Expr::binary(Expr::Op::Xor, std::move(a), Expr::integer(1));
}

/// Writes down what one warp does.
class AgentBuilder {
public:
  AgentBuilder(Shared &shared, int64_t warp, int64_t cta)
      : shared(shared), warp(warp), cta(cta) {
    agent.cta = cta;
  }

  /// The agent, which may do nothing.
  model::Program::Agent run();

  llvm::ArrayRef<TaskOp> getTasks() const { return tasks; }

private:
  /// Uses of a value that no case of a switch can be.
  static constexpr int64_t tripsUse = std::numeric_limits<int64_t>::min();
  static constexpr int64_t conditionUse = tripsUse + 1;

  using Kind = Statement::Kind;
  using Operation = mlir::Operation;
  using Value = mlir::Value;

  /// A loop body, or all of it, with the flags that are chosen at its start.
  struct Scope {
    Operation *loop;
    Statements prefix;
    llvm::SmallSet<size_t, 4> chosen;
    /// By a number and its use: how often an iteration decides it, and which
    /// of these times it is for the flags of this loop.
    std::map<std::pair<unsigned, int64_t>, unsigned> times, time;
  };

  void inScope(Operation *loop, Statements &out,
               llvm::function_ref<void(Statements &)> build);
  Statement make(Kind kind, Operation *op);
  Statement set(size_t variable, Expr value, Operation *op);

  // Values (AgentValues.cpp).
  size_t variableOf(Value value);
  size_t freshVariable();
  /// What `value` is, if that is known.
  std::optional<Expr> exprOf(Value value);
  std::optional<int64_t> maskOf(Operation *op);
  /// True if the expression may have a value that is another one as an unsigned
  /// number.
  bool mayBeNegative(const Expr &expr) const;
  std::optional<int64_t> foldedOf(Operation *op);
  std::optional<Expr> castOf(Operation *op);
  /// What `op` tells of the place of the CTA, where it is one of several.
  std::optional<int64_t> placeOf(Operation *op);
  /// The number that `value` is.
  std::optional<int64_t> constantOf(Value value);
  std::optional<Expr> binaryOf(Operation *op);
  std::optional<Expr> compareOf(mlir::arith::CmpIOp op);
  std::optional<Expr> select3(mlir::arith::SelectOp select);
  /// A condition, with a flag for whatever is not known of it.
  Expr conditionOf(Value value);
  Expr flagFor(ValueNumbers::Number number, Value value,
               int64_t use = conditionUse);
  size_t decisionFor(const ValueNumbers::Number &number, Value value,
                     int64_t use);
  /// `number`, as it is decided at this place: what one iteration decides
  /// several times are decisions of their own, as another task may have them in
  /// several iterations.
  ValueNumbers::Number atPlace(ValueNumbers::Number number, int64_t use);
  /// That the n-th outcome of a decision on `number`, which is made at `loop`,
  /// belongs to the same iterations in all tasks.
  void checkNest(size_t decision, const ValueNumbers::Number &number,
                 Operation *loop);
  /// Takes the outcome of `decision` at the start of `loop`'s body.
  void choose(size_t decision, Operation *loop, Value value);

  // Tokens (Tokens.cpp).
  size_t freshToken();
  size_t tokenFor(Value value);
  /// The token that `value` is; none if it is false.
  mlir::FailureOr<std::optional<size_t>> tokenOf(Value value);
  /// Lets `token`, if there is one, spare a wait.
  void spare(Statement &wait, Value token);
  /// Gives those of `values` that are tokens what `from` is.
  void passTokens(mlir::ValueRange values, mlir::ValueRange from, Operation *op,
                  Statements &out);
  void emitTokenChoice(mlir::arith::SelectOp select, Statements &out);

  // Control flow (AgentBuilder.cpp).
  void emitBlock(mlir::Block &block, Statements &out);
  void emitOp(Operation *op, Statements &out);
  void emitAdvance(AdvanceOp op, Statements &out);
  void emitTask(SpecializeOp op, Statements &out);
  /// Gives those of `values` that are needed variables that get what `from` is.
  void assign(mlir::ValueRange values, mlir::ValueRange from, Operation *op,
              Statements &out);
  void emitFor(mlir::scf::ForOp loop, Statements &out);
  /// The number of trips, if it is known.
  std::optional<int64_t> constantTrips(mlir::scf::ForOp loop);
  void checkUniform(Operation *op, mlir::ValueRange decisions);
  /// A loop without its body.
  Statement tripsOf(mlir::scf::ForOp loop);
  /// Iterations that the longest loop which shares the trips has more.
  Expr skippedTrips(mlir::scf::ForOp loop);
  /// How many trips `loop` has at least, with those that it skips.
  int64_t certainTrips(mlir::scf::ForOp loop);
  void emitWhile(mlir::scf::WhileOp loop, Statements &out);
  void emitIf(mlir::scf::IfOp branch, Statements &out);
  void emitCase(Operation *branch, mlir::Region &region, Statements &out);
  void emitSwitch(mlir::scf::IndexSwitchOp branch, Statements &out);
  void emitNamedBarrier(Operation *op, Statements &out);
  /// The barrier `id` of this CTA, or of the whole cluster.
  void emitSync(Operation *op, int64_t id, bool isCluster, Statements &out);

  // Barrier ops (AgentBarriers.cpp).
  /// True if `op` initialises barriers or makes that known to the CTA.
  bool emitInit(Operation *op, Statements &out);
  void emitStorageReads(Operation *op, Statements &out);
  /// True if `op` acts on a barrier.
  bool emitBarrierOp(Operation *op, Statements &out);
  Statement atPointer(Kind kind, Operation *op, Value pointer, Expr value);
  size_t loadedBuffer(Operation *op, size_t array);
  void emitForCtas(ForCtasOp op, Statements &out);
  void emitUmmaCommit(BarrierUmmaCommitOp op, Statements &out);
  /// The CTA in which the barrier is.
  std::optional<int64_t> ctaOf(BarrierOp barrier);
  std::optional<llvm::SmallVector<int64_t>> ctasOf(Value mask);

  // Protocol ops (AgentEvents.cpp).
  void emitAction(ActionOpInterface op, Statements &out);
  void emitTry(ActionOpInterface op, GroupPlans::Ref ref, const Expr &state,
               Statements &out);
  void emitAcquire(Operation *op, GroupPlans::Ref ref, const Expr &state,
                   Statements &out);
  void emitCommit(Operation *op, GroupPlans::Ref ref, const Expr &state,
                  Statements &out);
  void emitWait(Operation *op, GroupPlans::Ref ref, const Expr &state,
                Statements &out);
  void emitRelease(Operation *op, GroupPlans::Ref ref, const Expr &state,
                   Statements &out);
  void emitTail(Operation *op, GroupPlans::Ref ref, const Expr &state,
                Statements &out);
  Statement atBarrier(Kind kind, Operation *op, GroupPlans::Ref ref,
                      size_t array, const Expr &state, Expr value);
  Statement atBarrier(Kind kind, Operation *op, GroupPlans::Ref ref,
                      size_t array, const Expr &state, Expr value,
                      int64_t inCta);
  /// Waits on `array`, whose phases a producer counts one behind.
  Statement waitOn(Operation *op, GroupPlans::Ref ref, size_t array,
                   const Expr &state, model::Side side);
  /// The number of this warp among those that signal a slot.
  int64_t rankOf(Operation *op, int64_t warps);
  /// The warps that act on one slot for `side` of the member.
  int64_t warpsOf(GroupPlans::Ref ref, model::Side side);
  model::ElementRef elementOf(size_t array, const Expr &state,
                              int64_t stages) const;
  /// What this warp writes of the slot.
  model::ElementRef ownBuffer(Operation *op, GroupPlans::Ref ref,
                              const Expr &state);
  /// Every buffer of the slots that a release frees.
  std::vector<model::ElementRef> freedBuffers(GroupPlans::Ref ref,
                                              const Expr &state);
  std::vector<model::ElementRef> freedBuffers(GroupPlans::Ref ref,
                                              const Expr &state, int64_t inCta);

  // Slots (AgentSlots.cpp).
  void emitAccesses(Operation *op, Statements &out);
  void emitAccess(const SlotAccess &access, Statements &out);
  void emitDrain(const SlotAccess &access, model::Engine engine,
                 Statements &out);
  /// The parts of what this warp writes of the slot.
  std::vector<model::ElementRef> ownParts(Operation *op, GroupPlans::Ref ref,
                                          const Expr &state);
  void emitOwnAccess(const SlotAccess &access,
                     std::vector<model::ElementRef> buffers, Statements &out);
  /// What the warps of this CTA, or only this one, change of a slot that they
  /// consume.
  std::vector<model::ElementRef>
  changedBuffers(GroupPlans::Ref ref, const Expr &state, bool onlyOwn);
  void emitConsumerAccess(const SlotAccess &access, GroupPlans::Ref ref,
                          const Expr &state, Statements &out);
  void emitUses(const SlotAccess &access,
                std::vector<model::ElementRef> buffers, Statements &out);
  std::optional<llvm::SmallVector<int64_t>> loadedCtas(LoadOpInterface op,
                                                       GroupPlans::Ref ref);
  void emitLoad(LoadOpInterface op, Statements &out);

  // Clusters (AgentCluster.cpp).
  /// The CTA's rank in the cluster of the group: 0 where that is one CTA.
  int64_t placeIn(GroupPlans::Ref ref) const;
  bool waitsHere(GroupPlans::Ref ref, const model::SidePlan &side) const;
  bool signalsHere(GroupPlans::Ref ref, const model::SidePlan &side) const;
  /// The CTAs of `mask`, which is one of the group's cluster.
  llvm::SmallVector<int64_t> ctasOf(GroupPlans::Ref ref,
                                    model::CtaMask mask) const;
  llvm::SmallVector<int64_t> destinations(GroupPlans::Ref ref,
                                          const model::SidePlan &side) const;
  /// The pair, whose slots the tensor core reads and writes together.
  llvm::SmallVector<int64_t> pairHere(GroupPlans::Ref ref) const;
  /// Starts this warp's loads of a round, in all CTAs that they write to.
  void emitLoads(Operation *op, GroupPlans::Ref ref, const Expr &state,
                 Statements &out);

  Shared &shared;
  int64_t warp, cta;
  model::Program::Agent agent;
  llvm::SmallVector<TaskOp> tasks;
  llvm::SmallVector<Scope> scopes;
  llvm::DenseMap<Value, Expr> environment;
  /// The tokens that values are.
  llvm::DenseMap<Value, size_t> tokens;
  llvm::DenseMap<Value, size_t> variables;
  llvm::DenseSet<size_t> negativeVariables;
  /// By the op that arms.
  llvm::DenseMap<Operation *, size_t> loaded;
};

} // namespace pipegroup::extraction

#endif // PIPEGROUP_LIB_ANALYSIS_AGENTBUILDER_H
