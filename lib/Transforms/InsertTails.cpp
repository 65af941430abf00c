//===- InsertTails.cpp - Let producers wait for remote releases (K7) ------===//

#include "pipegroup/IR/Pipegroup.h"
#include "pipegroup/Model/Derive.h"
#include "pipegroup/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace pipegroup {
#define GEN_PASS_DEF_PIPEGROUPINSERTTAILS
#include "pipegroup/Transforms/Passes.h.inc"
} // namespace pipegroup

using namespace mlir;
using namespace pipegroup;

namespace {

/// What one task, or a function outside its tasks, does as the producer of a
/// target that a tail can name.
struct Production {
  Operation *first = nullptr;
  bool hasTail = false;
  bool isImplicit = true;
};

class TailInserter {
public:
  explicit TailInserter(SymbolTableCollection &tables) : tables(tables) {}

  LogicalResult run(Operation *function) {
    function->walk([&](ActionOpInterface op) { add(op); });
    bool failed = false;
    for (auto &[key, production] : productions)
      if (!production.hasTail && production.first)
        failed |= ::failed(insert(key.first, key.second, production));
    return failure(failed);
  }

private:
  void add(ActionOpInterface op) {
    if (model::sideOf(op.getAction()) != model::Side::Producer)
      return;
    FailureOr<Addressee> addressee = resolveTarget(op, op.getTarget(), tables);
    if (failed(addressee))
      return;
    GroupOp group = addressee->group;
    if (!model::releasedRemotely(group.getGroupConfig()))
      return;
    SymbolRefAttr target = op.getTarget();
    if (model::ownerOf(*group.getResolvedMode(), model::Action::Tail) ==
        model::Owner::Group)
      target = SymbolRefAttr::get(target.getRootReference());
    Production &production =
        productions[{op->getParentOfType<TaskOp>(), target}];
    if (op.getAction() == model::Action::Tail) {
      production.hasTail = true;
      return;
    }
    if (!production.first)
      production.first = op;
    production.isImplicit &= !op.getState();
  }

  LogicalResult insert(Operation *task, SymbolRefAttr target,
                       const Production &production) {
    if (!task || !production.isImplicit)
      return production.first->emitOpError()
             << "fills slots of '" << target
             << "' that other CTAs release, expected 'pipegroup.tail' "
             << (task ? "in this task" : "in this function") << " [K7]";
    OpBuilder builder(task->getContext());
    builder.setInsertionPointToEnd(cast<TaskOp>(task).getBody());
    TailOp::create(builder, task->getLoc(), target, /*state=*/Value());
    return success();
  }

  SymbolTableCollection &tables;
  llvm::MapVector<std::pair<Operation *, SymbolRefAttr>, Production>
      productions;
};

struct InsertTails : pipegroup::impl::PipegroupInsertTailsBase<InsertTails> {
  void runOnOperation() override {
    SymbolTableCollection tables;
    bool failed = false;
    getOperation()->walk([&](FunctionOpInterface function) {
      failed |= ::failed(TailInserter(tables).run(function));
    });
    if (failed)
      signalPassFailure();
  }
};

} // namespace
