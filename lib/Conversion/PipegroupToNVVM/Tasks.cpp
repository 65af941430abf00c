//===- Tasks.cpp - Tasks to branches on the warp index --------------------===//

#include "Patterns.h"

#include "pipegroup/IR/Pipegroup.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace pipegroup;

/// True if only the first dimension of the CTA of `op` has more threads than
/// one.
static bool isLinearBlock(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  for (StringRef name : {"nvvm.reqntid", "nvvm.maxntid", "known_block_size",
                         "gpu.known_block_size"})
    if (auto sizes = function->getAttrOfType<DenseI32ArrayAttr>(name))
      return llvm::all_of(sizes.asArrayRef().drop_front(),
                          [](int32_t size) { return size == 1; });
  return false;
}

Value pipegroup::createThreadIndex(OpBuilder &builder, Operation *op) {
  Location loc = op->getLoc();
  Type i32 = builder.getI32Type();
  Value thread = NVVM::ThreadIdXOp::create(builder, loc, i32);
  if (isLinearBlock(op))
    return thread;
  Value x = NVVM::BlockDimXOp::create(builder, loc, i32);
  Value y = NVVM::BlockDimYOp::create(builder, loc, i32);
  Value row = arith::AddIOp::create(
      builder, loc, NVVM::ThreadIdYOp::create(builder, loc, i32),
      arith::MulIOp::create(builder, loc, y,
                            NVVM::ThreadIdZOp::create(builder, loc, i32)));
  return arith::AddIOp::create(builder, loc, thread,
                               arith::MulIOp::create(builder, loc, x, row));
}

namespace {

/// Some warps and what they do: ask for registers, then run tasks.
struct Role {
  int64_t firstWarp, numWarps;
  std::optional<model::RegisterRequest> request;
  SmallVector<TaskOp> tasks;
};

class TaskLowering {
public:
  TaskLowering(SpecializeOp op, PatternRewriter &rewriter)
      : op(op), rewriter(rewriter), loc(op.getLoc()) {}

  void run() {
    SmallVector<Role> roles = splitRoles();
    warp = warpIndex();
    for (Role &role : roles) {
      bool isOneTask = role.tasks.size() == 1 &&
                       role.tasks.front().getFirst() == role.firstWarp &&
                       role.tasks.front().getCount() == role.numWarps;
      enterElse(branchOn(role.firstWarp, role.numWarps), [&] {
        if (role.request)
          request(*role.request);
        if (isOneTask)
          return inlineBody(role.tasks.front());
        OpBuilder::InsertionGuard guard(rewriter);
        for (TaskOp task : role.tasks)
          enterElse(branchOn(task.getFirst(), task.getCount()),
                    [&] { inlineBody(task); });
      });
    }
    rewriter.eraseOp(op);
  }

private:
  /// Warpgroups that ask for registers come as a whole, with those of their
  /// warps that have no task; other tasks stand alone.
  SmallVector<Role> splitRoles() {
    model::KernelConfig kernel = op.getKernelConfig();
    std::optional<model::RegisterPlan> plan = model::deriveRegisters(kernel);
    if (plan && !kernel.launchRegisters)
      // What a request is measured against must hold at launch.
      op->getParentOfType<FunctionOpInterface>()->setAttr(
          "nvvm.maxnreg", rewriter.getI32IntegerAttr(plan->launch));

    SmallVector<TaskOp> left(op.getTasks());
    SmallVector<Role> roles;
    if (plan)
      for (const model::RegisterRequest &request : plan->requests)
        addWarpgroup(request, left, roles);
    for (TaskOp task : left)
      roles.push_back({task.getFirst(), task.getCount(), std::nullopt, {task}});
    return roles;
  }

  /// Adds the warps of one warpgroup, or joins them to the role whose task they
  /// continue.
  void addWarpgroup(const model::RegisterRequest &request,
                    SmallVector<TaskOp> &left, SmallVector<Role> &roles) {
    int64_t first = request.warpgroup * model::warpgroupWarps;
    int64_t end = first + model::warpgroupWarps;
    for (Role &role : roles)
      if (role.request && role.request->registers == request.registers &&
          role.firstWarp + role.numWarps == first) {
        role.numWarps += model::warpgroupWarps;
        takeTasks(first, end, left, role);
        return;
      }
    roles.push_back({first, model::warpgroupWarps, request, {}});
    takeTasks(first, end, left, roles.back());
  }

  static void takeTasks(int64_t first, int64_t end, SmallVector<TaskOp> &left,
                        Role &role) {
    llvm::erase_if(left, [&](TaskOp task) {
      if (task.getFirst() < first || task.getFirst() >= end)
        return false;
      role.tasks.push_back(task);
      return true;
    });
  }

  Value constant(int64_t value) {
    return arith::ConstantIntOp::create(rewriter, loc, rewriter.getI32Type(),
                                        value);
  }

  /// Every lane takes the index from the first one, so that ptxas knows that a
  /// warp branches as one.
  Value warpIndex() {
    Type i32 = rewriter.getI32Type();
    Value thread = createThreadIndex(rewriter, op);
    Value index = arith::DivUIOp::create(rewriter, loc, thread,
                                         constant(model::warpThreads));
    return NVVM::ShflOp::create(rewriter, loc, i32, constant(-1), index,
                                constant(0), constant(model::warpThreads - 1),
                                NVVM::ShflKind::idx,
                                /*return_value_and_is_valid=*/UnitAttr());
  }

  void replaceAll(ArrayRef<TaskWarpOp> ops, Value index) {
    for (TaskWarpOp op : ops)
      rewriter.replaceOp(op, index);
  }

  /// How many warps this one comes after `first`.
  Value offsetFrom(int64_t first) {
    if (first == 0)
      return warp;
    return arith::SubIOp::create(rewriter, loc, warp, constant(first));
  }

  Value branchOn(int64_t first, int64_t count) {
    Value offset = offsetFrom(first);
    return arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult,
                                 offset, constant(count));
  }

  /// Builds `if (condition) { body } else` and goes on in the else.
  void enterElse(Value condition, function_ref<void()> buildBody) {
    auto branch = scf::IfOp::create(rewriter, loc, TypeRange(), condition,
                                    /*withElseRegion=*/true);
    rewriter.setInsertionPoint(branch.thenYield());
    buildBody();
    rewriter.setInsertionPoint(branch.elseYield());
  }

  void request(const model::RegisterRequest &request) {
    NVVM::SetMaxRegisterOp::create(rewriter, loc, request.registers,
                                   request.isIncrease
                                       ? NVVM::SetMaxRegisterAction::increase
                                       : NVVM::SetMaxRegisterAction::decrease);
  }

  void inlineBody(TaskOp task) {
    SmallVector<TaskWarpOp> indices;
    task.walk([&](TaskWarpOp index) { indices.push_back(index); });
    if (!indices.empty())
      replaceAll(indices, offsetFrom(task.getFirst()));
    rewriter.inlineBlockBefore(task.getBody(), rewriter.getInsertionBlock(),
                               rewriter.getInsertionPoint());
    markEnd(task);
  }

  /// A comment of its own at the end of every task keeps LLVM from joining the
  /// exits of their loops: a loop whose exit is not the next block ends in two
  /// branches, since the back end cannot reverse one.
  void markEnd(TaskOp task) {
    std::string comment =
        "// warps " + std::to_string(task.getFirst()) + " to " +
        std::to_string(task.getFirst() + task.getCount() - 1) +
        ": end of task ";
    for (char c : task.getName())
      comment += llvm::isAlnum(c) ? c : '_';
    NVVM::InlinePtxOp::create(rewriter, loc, TypeRange(),
                              /*readOnlyArgs=*/ValueRange(),
                              /*readWriteArgs=*/ValueRange(), comment,
                              /*predicate=*/Value());
  }

  SpecializeOp op;
  PatternRewriter &rewriter;
  Location loc;
  Value warp;
};

struct LowerSpecialize : OpRewritePattern<SpecializeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SpecializeOp op,
                                PatternRewriter &rewriter) const override {
    TaskLowering(op, rewriter).run();
    return success();
  }
};

} // namespace

void pipegroup::populateTaskPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerSpecialize>(patterns.getContext());
}
