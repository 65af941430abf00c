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

/// Makes the lanes of the warp wait for each other, unless they just have.
void buildConverged(mlir::OpBuilder &builder, mlir::Location loc,
                    ConstantPool &constants);

/// Lets one lane of the converged warp execute what `build` makes: together
/// with what it executed before, if the other lanes have done nothing since.
void buildElected(mlir::OpBuilder &builder, mlir::Location loc,
                  ConstantPool &constants, llvm::function_ref<void()> build);

/// TMA loads, stores and prefetches.
void populateDataPatterns(mlir::RewritePatternSet &patterns,
                          ConstantPool &constants);

/// Tasks: branches on the warp index and register requests.
void populateTaskPatterns(mlir::RewritePatternSet &patterns);

/// The number of the thread in its CTA, whatever dimensions that has.
mlir::Value createThreadIndex(mlir::OpBuilder &builder, mlir::Operation *op);

/// Hopper's tensor core: wgmma and its waits.
void populateWgmmaPatterns(mlir::RewritePatternSet &patterns);

/// Stores of its fragments.
void populateFragmentPatterns(mlir::RewritePatternSet &patterns);

/// Blackwell's tensor core, and loads and stores of tensor memory.
void populateUmmaPatterns(mlir::RewritePatternSet &patterns);

/// Allocations of tensor memory; not patterns, since the address goes through a
/// global.
void lowerTensorMemory(mlir::Operation *root);

/// Reports every op below `root` that its target lacks an instruction for. The
/// target is `chip` and `ptx` where no enclosing gpu.module has one.
mlir::LogicalResult checkTarget(mlir::Operation *root, llvm::StringRef chip,
                                int ptx);

/// M13: reports every constant mask that does not fit the cluster of its
/// function, where that is known.
mlir::LogicalResult checkMasks(mlir::Operation *root);

} // namespace pipegroup

#endif // PIPEGROUP_LIB_CONVERSION_PIPEGROUPTONVVM_PATTERNS_H
