//===- CheckKernel.h - Prove a kernel, or show how it fails -----*- C++ -*-===//

#ifndef PIPEGROUP_ANALYSIS_CHECKKERNEL_H
#define PIPEGROUP_ANALYSIS_CHECKKERNEL_H

#include "pipegroup/Analysis/ExtractProgram.h"
#include "pipegroup/Check/Check.h"

namespace pipegroup {

/// The verdict on a kernel, with what it speaks of.
struct KernelVerdict {
  /// Nothing if the kernel is outside the model.
  std::optional<Extraction> extraction;
  model::Verdict verdict;
  /// Where the kernel leaves the model; null otherwise.
  mlir::Operation *outside = nullptr;
  /// A value whose outcomes in the witness may not be possible.
  mlir::Value doubt = {};
  /// Arguments of the kernel with numbers for which it fails.
  llvm::SmallVector<std::pair<mlir::Value, int64_t>> arguments = {};

  /// Some task uses a group: there is something to prove.
  bool hasAgents() const {
    return outside || (extraction && !extraction->program.agents.empty());
  }
};

/// Checks the tasks of `function`, which keeps the rules of kernels (C1 to C10).
KernelVerdict checkKernel(mlir::Operation *function, GroupPlans &plans,
                          const model::CheckOptions &options = {});

/// Reports an unsafe kernel as an error, with a note at every op that has a
/// part in it. If `remarks` are wanted, also says what could not be decided and
/// which fences do nothing.
mlir::LogicalResult report(const KernelVerdict &kernel, bool remarks);

/// The id of the rule that a fault breaks.
llvm::StringRef ruleOf(model::FaultKind kind);

} // namespace pipegroup

#endif // PIPEGROUP_ANALYSIS_CHECKKERNEL_H
