//===- ExtractProgram.h - What a kernel does, for the checker ---*- C++ -*-===//

#ifndef PIPEGROUP_ANALYSIS_EXTRACTPROGRAM_H
#define PIPEGROUP_ANALYSIS_EXTRACTPROGRAM_H

#include "pipegroup/Analysis/GroupPlans.h"
#include "pipegroup/Model/Program.h"

#include <variant>

namespace pipegroup {

/// Why a kernel is outside the model.
struct Outside {
  mlir::Operation *op;
  std::string reason;
};

/// A kernel as the checker's model has it (docs/CheckerModel.md): one agent for
/// every warp that takes part, in every CTA of a cluster.
struct Extraction {
  model::Program program;
  /// Statement::location is a position here. The first one is the kernel.
  llvm::SmallVector<mlir::Operation *> ops;
  /// Of each decision.
  struct Decision {
    mlir::Value value;
    /// The values that it is computed from, by number, and one of each.
    /// Decisions with a common number may depend on each other.
    llvm::SmallVector<std::pair<unsigned, mlir::Value>> leaves;
    /// It is the same each time that it is asked.
    bool isConstant;
    /// Nothing that the checker does not see decides its outcomes.
    bool isFree;
  };
  llvm::SmallVector<Decision> decisions;
  /// What arrays of barriers and buffers are, such as "full of '@ab::@a'" and
  /// "'@ab::@a'".
  llvm::SmallVector<std::string> barrierNames, bufferNames;
  /// The number of slots of each buffer with several elements for a slot.
  llvm::DenseMap<size_t, int64_t> slotsInParts;
  /// The tasks in which each agent does something.
  llvm::SmallVector<llvm::SmallVector<TaskOp>> tasks;
  /// Something that may wait for operations of engines which the program does
  /// not wait for. It is then too strict.
  std::optional<Outside> unseenWait;
};

/// Values that are taken to be known.
using KnownValues = llvm::DenseMap<mlir::Value, int64_t>;

/// What the tasks of `function` do with the groups of `plans`. Takes it that
/// the rules of kernels hold. An empty program if no task uses a group. What
/// follows from the `known` values needs no decisions. With `onlyCluster` the
/// grid is one cluster, so that block indices are known too.
std::variant<Extraction, Outside>
extractProgram(mlir::Operation *function, GroupPlans &plans,
               const KnownValues &known = KnownValues(),
               bool onlyCluster = false);

} // namespace pipegroup

#endif // PIPEGROUP_ANALYSIS_EXTRACTPROGRAM_H
