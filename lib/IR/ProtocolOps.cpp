//===- ProtocolOps.cpp - What tasks do with groups ------------------------===//

#include "MatrixSyntax.h"
#include "SlotUse.h"

#include "pipegroup/IR/Pipegroup.h"

#include "pipegroup/IR/StateFlow.h"
#include "pipegroup/Model/Derive.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace pipegroup;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Reports that `name` is no group, and where one of that name is.
static LogicalResult reportUnknownGroup(Operation *op, StringAttr name) {
  InFlightDiagnostic diag = op->emitOpError()
                            << "names '@" << name.getValue()
                            << "', expected a 'pipegroup.group' in the nearest "
                               "symbol table [P5]";
  Operation *table = SymbolTable::getNearestSymbolTable(op);
  for (table = table ? table->getParentOp() : nullptr; table;
       table = table->getParentOp()) {
    if (!table->hasTrait<OpTrait::SymbolTable>())
      continue;
    if (auto group = dyn_cast_if_present<GroupOp>(
            SymbolTable::lookupSymbolIn(table, name)))
      diag.attachNote(group.getLoc())
          << "a group of that name is in an enclosing symbol table";
  }
  return diag;
}

FailureOr<Addressee> pipegroup::resolveTarget(Operation *op, SymbolRefAttr ref,
                                              SymbolTableCollection &tables) {
  auto group = dyn_cast_if_present<GroupOp>(
      tables.lookupNearestSymbolFrom(op, ref.getRootReference()));
  if (!group)
    return reportUnknownGroup(op, ref.getRootReference());
  ArrayRef<FlatSymbolRefAttr> nested = ref.getNestedReferences();
  if (nested.empty())
    return Addressee{group, {}};
  MemberOp member;
  if (nested.size() == 1)
    member = dyn_cast_if_present<MemberOp>(
        tables.lookupSymbolIn(group, nested.front().getAttr()));
  if (member)
    return Addressee{group, member};
  InFlightDiagnostic diag = op->emitOpError()
                            << "names '" << ref << "', expected a member of '@"
                            << group.getSymName() << "': ";
  llvm::interleaveComma(group.getMembers(), diag, [&](MemberOp known) {
    diag << "'@" << known.getSymName() << "'";
  });
  diag << " [P5]";
  return diag;
}

LogicalResult pipegroup::verifyInFunction(Operation *op) {
  if (op->getParentOfType<FunctionOpInterface>())
    return success();
  return op->emitOpError("is outside a function, expected it inside one [P4]");
}

/// P1: `what` addresses the group or a member, as the mode demands.
static LogicalResult verifyOwner(Operation *op, SymbolRefAttr ref,
                                 Addressee target, model::Owner expected,
                                 StringRef what) {
  if (target.owner() == expected)
    return success();
  auto mode = *target.group.getResolvedMode();
  InFlightDiagnostic diag = op->emitOpError()
                            << "names the " << nameRef(target.owner()) << " '"
                            << ref << "', expected "
                            << (expected == model::Owner::Group ? "the group"
                                                                : "a member")
                            << ": in '" << nameRef(mode) << "', " << what
                            << (expected == model::Owner::Group
                                    ? " belongs to the group"
                                    : " belongs to a member")
                            << " [P1]";
  diag.attachNote(target.group.getLoc()) << "the group is here";
  return diag;
}

/// P2: the type of `state` has as many stages as the group.
static LogicalResult verifyStages(Operation *op, Addressee target,
                                  Value state) {
  // An op of the implicit form has no state yet.
  if (!state)
    return success();
  int64_t found = cast<StateType>(state.getType()).getStages();
  int64_t expected = target.group.getStages();
  if (found == expected)
    return success();
  InFlightDiagnostic diag = op->emitOpError()
                            << "has a state of " << found
                            << " stages, expected " << expected << " as '@"
                            << target.group.getSymName() << "' [P2]";
  diag.attachNote(target.group.getLoc()) << "the group is here";
  return diag;
}

/// A group that does not verify is reported there; nothing depends on it.
static bool isBroken(GroupOp group) {
  return group.getMembers().empty() || !group.getResolvedMode();
}

//===----------------------------------------------------------------------===//
// Init and invalidate
//===----------------------------------------------------------------------===//

static ParseResult parseGroupRefs(OpAsmParser &parser, ArrayAttr &groups) {
  SmallVector<Attribute> refs;
  if (parser.parseCommaSeparatedList([&] {
        StringAttr name;
        if (parser.parseSymbolName(name))
          return failure();
        refs.push_back(FlatSymbolRefAttr::get(name));
        return success();
      }))
    return failure();
  groups = parser.getBuilder().getArrayAttr(refs);
  return success();
}

static void printGroupRefs(OpAsmPrinter &printer, Operation *,
                           ArrayAttr groups) {
  llvm::interleaveComma(groups.getAsRange<FlatSymbolRefAttr>(), printer,
                        [&](FlatSymbolRefAttr ref) { printer << ref; });
}

static LogicalResult verifyGroupList(Operation *op, ArrayAttr groups) {
  if (groups.empty())
    return op->emitOpError("names no group, expected at least one [P5]");
  llvm::SmallDenseSet<Attribute> seen;
  for (Attribute ref : groups)
    if (!seen.insert(ref).second)
      return op->emitOpError()
             << "names '" << ref << "' twice, expected each group once [P5]";
  return success();
}

static LogicalResult verifyGroupSymbols(Operation *op, ArrayAttr groups,
                                        SymbolTableCollection &tables) {
  if (failed(verifyInFunction(op)))
    return failure();
  for (auto ref : groups.getAsRange<FlatSymbolRefAttr>())
    if (failed(resolveTarget(op, ref, tables)))
      return failure();
  return success();
}

static ParseResult parseTaskName(OpAsmParser &parser, StringAttr &name) {
  return parser.parseSymbolName(name);
}

static void printTaskName(OpAsmPrinter &printer, Operation *, StringAttr name) {
  printer.printSymbolName(name);
}

LogicalResult InitOp::verify() { return verifyGroupList(*this, getGroups()); }
LogicalResult InitOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyGroupSymbols(*this, getGroups(), tables);
}

LogicalResult InvalidateOp::verify() {
  return verifyGroupList(*this, getGroups());
}
LogicalResult InvalidateOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyGroupSymbols(*this, getGroups(), tables);
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

static ParseResult parseSide(OpAsmParser &parser, SideAttr &side) {
  auto value = parseModelEnum<model::Side>(parser);
  if (failed(value))
    return failure();
  side = SideAttr::get(parser.getContext(), *value);
  return success();
}

static void printSide(OpAsmPrinter &printer, Operation *, SideAttr side) {
  printer << nameRef(side.getValue());
}

/// start and current: `target` owns a state of `side`.
static LogicalResult verifyStateOf(Operation *op, SymbolRefAttr ref,
                                   model::Side side, Value state,
                                   SymbolTableCollection &tables) {
  FailureOr<Addressee> target = failure();
  if (failed(verifyInFunction(op)) ||
      failed(target = resolveTarget(op, ref, tables)))
    return failure();
  if (isBroken(target->group))
    return success();
  model::Owner owner =
      model::stateOwner(*target->group.getResolvedMode(), side);
  std::string what = ("the " + nameRef(side) + " state").str();
  if (failed(verifyOwner(op, ref, *target, owner, what)))
    return failure();
  return verifyStages(op, *target, state);
}

LogicalResult StartOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyStateOf(*this, getTarget(), getSide(), getState(), tables);
}
LogicalResult CurrentOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyStateOf(*this, getTarget(), getSide(), getState(), tables);
}

LogicalResult StartOp::verify() {
  if (getLane() && getStep() != 0)
    return emitOpError() << "has step " << getStep()
                         << " and a lane, expected one of them";
  return success();
}

model::Action CurrentOp::getAction() {
  if (getSide() == model::Side::Producer)
    return getLagging() ? model::Action::Commit : model::Action::Acquire;
  return getLagging() ? model::Action::Release : model::Action::Wait;
}

LogicalResult AdvanceOp::verify() {
  int64_t stages = getState().getType().getStages();
  int64_t by = getBy();
  if (by < 1 || by > stages)
    return emitOpError() << "moves by " << by
                         << ", expected 1 to the number of slots, " << stages
                         << " [P9]";
  return success();
}

namespace {

/// advance(start step(n)) by m is start step(n + m).
struct AdvanceStart : OpRewritePattern<AdvanceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AdvanceOp op,
                                PatternRewriter &rewriter) const override {
    auto start = op.getState().getDefiningOp<StartOp>();
    // Steps are not reduced to a lap: states of different laps stay different
    // values, which P6 to P8 take for different rounds.
    int64_t by = op.getBy();
    if (!start || start.getLane() ||
        int64_t(start.getStep()) > std::numeric_limits<int64_t>::max() - by)
      return failure();
    auto next = cast<StartOp>(rewriter.clone(*start));
    next.setStep(start.getStep() + by);
    rewriter.replaceOp(op, next);
    return success();
  }
};

} // namespace

void AdvanceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<AdvanceStart>(context);
}

OpFoldResult IndexOp::fold(FoldAdaptor) {
  auto start = getState().getDefiningOp<StartOp>();
  if (!start || start.getLane())
    return {};
  model::Position position = model::positionAfter(
      start.getSide(), start.getStep(), getState().getType().getStages());
  return IntegerAttr::get(getType(), position.index);
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

static LogicalResult verifyAction(ActionOpInterface op,
                                  SymbolTableCollection &tables) {
  FailureOr<Addressee> target = failure();
  if (failed(verifyInFunction(op)) ||
      failed(target = resolveTarget(op, op.getTarget(), tables)))
    return failure();
  if (isBroken(target->group))
    return success();
  model::Owner owner =
      model::ownerOf(*target->group.getResolvedMode(), op.getAction());
  std::string what = "'" + op->getName().stripDialect().str() + "'";
  if (failed(verifyOwner(op, op.getTarget(), *target, owner, what)))
    return failure();
  return verifyStages(op, *target, op.getState());
}

LogicalResult TryAcquireOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyAction(*this, tables);
}
LogicalResult CommitOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyAction(*this, tables);
}
LogicalResult TryWaitOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyAction(*this, tables);
}
LogicalResult ReleaseOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyAction(*this, tables);
}
LogicalResult TailOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyAction(*this, tables);
}

/// P7: a token says something only about the state that it was made for. It is
/// followed through ops that must verify first, as those of a symbol table have
/// when its uses are checked.
static LogicalResult verifyToken(Operation *op, Value token, Value state) {
  // Without a state there is nothing to compare yet.
  if (!token || !state || tokenBelongsTo(op, token, state))
    return success();
  InFlightDiagnostic diag = op->emitOpError()
                            << "has a token that was not made for this state, "
                               "expected one of 'pipegroup.try_"
                            << op->getName().stripDialect()
                            << "' on the same target and state [P7]";
  if (Operation *made = token.getDefiningOp())
    diag.attachNote(made->getLoc()) << "the token is made here";
  return diag;
}

LogicalResult AcquireOp::verifySymbolUses(SymbolTableCollection &tables) {
  if (failed(verifyAction(*this, tables)))
    return failure();
  return verifyToken(*this, getToken(), getState());
}
LogicalResult WaitOp::verifySymbolUses(SymbolTableCollection &tables) {
  if (failed(verifyAction(*this, tables)))
    return failure();
  return verifyToken(*this, getToken(), getState());
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

FailureOr<MemberOp> pipegroup::verifySlotUse(Operation *op, SymbolRefAttr ref,
                                             Value state,
                                             SymbolTableCollection &tables) {
  FailureOr<Addressee> target = failure();
  if (failed(verifyInFunction(op)) ||
      failed(target = resolveTarget(op, ref, tables)))
    return failure();
  if (isBroken(target->group))
    return MemberOp();
  if (!target->member) {
    (void)verifyOwner(op, ref, *target, model::Owner::Member, "a slot");
    return failure();
  }
  if (!target->member.getSlotType()) {
    InFlightDiagnostic diag = op->emitOpError()
                              << "uses a slot of '" << ref
                              << "', which has none, expected a member with "
                                 "'slot(...)' [P10]";
    diag.attachNote(target->member.getLoc()) << "the member is here";
    return failure();
  }
  if (failed(verifyStages(op, *target, state)))
    return failure();
  return target->member;
}

LogicalResult SlotOp::verifySymbolUses(SymbolTableCollection &tables) {
  FailureOr<MemberOp> member =
      verifySlotUse(*this, getTarget(), getState(), tables);
  if (failed(member) || !*member)
    return failure(failed(member));
  MemRefType slot = member->getSlotType();
  Type type = getBuffer().getType();
  if (!isa<MemRefType>(type) || type == slot)
    return success();
  InFlightDiagnostic diag = emitOpError()
                            << "gives " << type << ", expected the slot type "
                            << slot << " or !llvm.ptr<3> [P10]";
  diag.attachNote(member->getLoc()) << "the member is here";
  return diag;
}

//===----------------------------------------------------------------------===//
// The way out
//===----------------------------------------------------------------------===//

static LogicalResult verifyAddress(Operation *op, SymbolRefAttr ref,
                                   Value state, model::Role role,
                                   SymbolTableCollection &tables) {
  FailureOr<Addressee> target = failure();
  if (failed(verifyInFunction(op)) ||
      failed(target = resolveTarget(op, ref, tables)))
    return failure();
  if (isBroken(target->group))
    return success();
  if (!target->member &&
      !model::isShared(*target->group.getResolvedMode(), role))
    return verifyOwner(op, ref, *target, model::Owner::Member, "that array");
  return verifyStages(op, *target, state);
}

LogicalResult FullBarrierOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyAddress(*this, getTarget(), getState(), model::Role::Full,
                       tables);
}
LogicalResult EmptyBarrierOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyAddress(*this, getTarget(), getState(), model::Role::Empty,
                       tables);
}

#define GET_OP_CLASSES
#include "pipegroup/IR/PipegroupOps.cpp.inc"
