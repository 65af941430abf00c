//===- Explain.h - The facts that every output format shows -----*- C++ -*-===//

#ifndef PIPEGROUP_TOOLS_PIPEGROUP_EXPLAIN_EXPLAIN_H
#define PIPEGROUP_TOOLS_PIPEGROUP_EXPLAIN_EXPLAIN_H

#include "pipegroup/Analysis/SharedMemory.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace pipegroup::explain {

inline constexpr std::array<model::Side, 2> sides = {model::Side::Producer,
                                                     model::Side::Consumer};

/// A member by its position; none for the group.
using Party = std::optional<size_t>;

/// A party that signals an array, and how.
struct Signaller {
  Party party;
  const model::SidePlan *plan;
};

/// An op that tasks use, as it is spelled, and what it does.
struct ActionName {
  llvm::StringRef name;
  model::Action action;
};
extern const std::array<ActionName, 7> actionNames;

/// The names of the symbols around `op`, outermost first.
llvm::SmallVector<mlir::StringAttr> scopeOf(mlir::Operation *op);

/// The slots of a member, or those that all members of a fork share.
struct Slots {
  Party member;
  /// Of one slot.
  int64_t bytes;
  const model::RingPlan *plan;
  /// Where they are; null if nobody uses them.
  const SharedMemory::Ring *place;
};

/// A group that has a plan.
class Group {
public:
  Group(GroupOp op, const model::GroupPlan &plan, const SharedMemory &memory)
      : op(op), config(op.getGroupConfig()), plan(plan), memory(memory) {}

  /// The party's name: plain, and spelled as in IR, `@a`.
  llvm::StringRef nameOf(Party party) const;
  std::string symbolOf(Party party) const;
  /// `group @ab in @kernels`.
  std::string getTitle() const;

  /// The side that signals `array`, and the one that waits on it.
  model::Side signallingSide(const model::BarrierArray &array) const;
  model::Side waitingSide(const model::BarrierArray &array) const;
  /// Who signals the array at `position`, and whom ops name to wait on it.
  llvm::SmallVector<Signaller> signallersOf(size_t position) const;
  llvm::SmallVector<Party> waitersOf(size_t position) const;

  llvm::SmallVector<Slots> getSlots() const;
  /// The functions that use the group, each with all that it takes.
  llvm::SmallVector<std::pair<mlir::Operation *, model::KernelStorage>>
  getKernels() const;

  GroupOp op;
  model::GroupConfig config;
  const model::GroupPlan &plan;
  const SharedMemory &memory;
};

/// A symbol as IR spells it, `@a` or `@"a b"`.
std::string spellSymbol(mlir::StringAttr name);
/// All of `names`, `@a::@b`.
std::string spellSymbols(llvm::ArrayRef<mlir::StringAttr> names);

void printText(llvm::ArrayRef<Group> groups, llvm::raw_ostream &os);
void printJson(llvm::ArrayRef<Group> groups, llvm::raw_ostream &os);
void printDot(llvm::ArrayRef<Group> groups, llvm::raw_ostream &os);

} // namespace pipegroup::explain

#endif // PIPEGROUP_TOOLS_PIPEGROUP_EXPLAIN_EXPLAIN_H
