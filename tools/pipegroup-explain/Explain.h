//===- Explain.h - The facts that every output format shows -----*- C++ -*-===//

#ifndef PIPEGROUP_TOOLS_PIPEGROUP_EXPLAIN_EXPLAIN_H
#define PIPEGROUP_TOOLS_PIPEGROUP_EXPLAIN_EXPLAIN_H

#include "pipegroup/IR/Pipegroup.h"
#include "pipegroup/Model/Derive.h"

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

/// A group that has a plan.
class Group {
public:
  Group(GroupOp op, const model::GroupPlan &plan)
      : op(op), config(op.getGroupConfig()), plan(plan) {}

  /// The party's name: plain, and spelled as in IR, `@a`.
  llvm::StringRef nameOf(Party party) const;
  std::string symbolOf(Party party) const;
  /// The names of the symbols around the group, outermost first.
  llvm::SmallVector<mlir::StringAttr> getScope() const;
  /// `group @ab in @kernels`.
  std::string getTitle() const;

  /// The side that signals `array`, and the one that waits on it.
  model::Side signallingSide(const model::BarrierArray &array) const;
  model::Side waitingSide(const model::BarrierArray &array) const;
  /// Who signals the array at `position`, and whom ops name to wait on it.
  llvm::SmallVector<Signaller> signallersOf(size_t position) const;
  llvm::SmallVector<Party> waitersOf(size_t position) const;

  GroupOp op;
  model::GroupConfig config;
  const model::GroupPlan &plan;
};

/// A symbol as IR spells it, `@a` or `@"a b"`.
std::string spellSymbol(mlir::StringAttr name);

void printText(llvm::ArrayRef<Group> groups, llvm::raw_ostream &os);
void printJson(llvm::ArrayRef<Group> groups, llvm::raw_ostream &os);
void printDot(llvm::ArrayRef<Group> groups, llvm::raw_ostream &os);

} // namespace pipegroup::explain

#endif // PIPEGROUP_TOOLS_PIPEGROUP_EXPLAIN_EXPLAIN_H
