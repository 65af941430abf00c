//===- Register.h - Everything that a tool registers ------------*- C++ -*-===//

#ifndef PIPEGROUP_REGISTER_H
#define PIPEGROUP_REGISTER_H

#include "pipegroup/Conversion/Passes.h"
#include "pipegroup/IR/Pipegroup.h"
#include "pipegroup/Pipelines/Pipelines.h"
#include "pipegroup/Transforms/Passes.h"

namespace pipegroup {

/// Adds the dialect to `registry`.
inline void registerDialect(mlir::DialectRegistry &registry) {
  registry.insert<PipegroupDialect>();
}

/// Registers all passes and pipelines; harmless when repeated.
inline void registerPassesAndPipelines() {
  registerPipegroupTransformsPasses();
  registerPipegroupConversionPasses();
  registerPipegroupPipelines();
}

} // namespace pipegroup

#endif // PIPEGROUP_REGISTER_H
