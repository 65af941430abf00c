//===- BlockThreads.h - Threads that a kernel's attributes state ----------===//

#ifndef PIPEGROUP_LIB_IR_BLOCKTHREADS_H
#define PIPEGROUP_LIB_IR_BLOCKTHREADS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace pipegroup {

/// Threads of a CTA that an attribute such as `[256, 1, 1]` gives.
std::optional<int64_t> blockThreads(mlir::Attribute attr);

/// How many threads attributes of `function` say that a CTA has, each number
/// once; empty if none says or there is no function.
llvm::SmallVector<int64_t> exactBlockThreads(mlir::Operation *function);

} // namespace pipegroup

#endif // PIPEGROUP_LIB_IR_BLOCKTHREADS_H
