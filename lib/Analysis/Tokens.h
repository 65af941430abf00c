//===- Tokens.h - Answers of tests that spare waits -------------*- C++ -*-===//

#ifndef PIPEGROUP_LIB_ANALYSIS_TOKENS_H
#define PIPEGROUP_LIB_ANALYSIS_TOKENS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace pipegroup::extraction {

/// True if `value` is made from the answer of a `barrier_try_wait` or a
/// `barrier_test_wait`.
bool dependsOnToken(mlir::Value value);

/// True if `region` waits at most, as it does where a token spares a wait.
bool onlyWaits(mlir::Region &region);

/// Of waits, the test whose answer spares them.
using TestsOfWaits = llvm::DenseMap<mlir::Operation *, mlir::Operation *>;

/// The region of `branch` that waits for what the tests which spare it have
/// asked for, and for nothing else. Null if that is not certain, or if
/// `testsOfWaits`, to which these are added, has other ones.
mlir::Region *sparedRegion(mlir::scf::IfOp branch, TestsOfWaits &testsOfWaits);

} // namespace pipegroup::extraction

#endif // PIPEGROUP_LIB_ANALYSIS_TOKENS_H
