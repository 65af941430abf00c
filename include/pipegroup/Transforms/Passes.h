//===- Passes.h - Passes over groups and barriers ---------------*- C++ -*-===//

#ifndef PIPEGROUP_TRANSFORMS_PASSES_H
#define PIPEGROUP_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace pipegroup {

#define GEN_PASS_DECL
#include "pipegroup/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "pipegroup/Transforms/Passes.h.inc"

} // namespace pipegroup

#endif // PIPEGROUP_TRANSFORMS_PASSES_H
