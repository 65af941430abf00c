//===- Patterns.h - From barrier ops to NVVM --------------------*- C++ -*-===//

#ifndef PIPEGROUP_LIB_CONVERSION_PIPEGROUPTONVVM_PATTERNS_H
#define PIPEGROUP_LIB_CONVERSION_PIPEGROUPTONVVM_PATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace pipegroup {

class ConstantPool;

/// Turns storage into globals in shared memory and addresses into pointers.
/// Not patterns: an address needs its storage as it was declared. Reports
/// storage outside `root`.
mlir::LogicalResult lowerStorage(mlir::Operation *root);

/// What signals a barrier: arrive, arrive.expect_tx, cp.async arrive, commit.
void populateSignalPatterns(mlir::RewritePatternSet &patterns);

/// Init, waits, fences, and who executes.
void populateSynchronizationPatterns(mlir::RewritePatternSet &patterns,
                                     ConstantPool &constants);

/// Tasks: branches on the warp index and register requests.
void populateTaskPatterns(mlir::RewritePatternSet &patterns);

/// Reports every op below `root` that its target lacks an instruction for. The
/// target is `chip` and `ptx` where no enclosing gpu.module has one.
mlir::LogicalResult checkTarget(mlir::Operation *root, llvm::StringRef chip,
                                int ptx);

/// M13: reports every constant mask that does not fit the cluster of its
/// function, where that is known.
mlir::LogicalResult checkMasks(mlir::Operation *root);

} // namespace pipegroup

#endif // PIPEGROUP_LIB_CONVERSION_PIPEGROUPTONVVM_PATTERNS_H
