//===- Passes.h - Conversions to other dialects -----------------*- C++ -*-===//

#ifndef PIPEGROUP_CONVERSION_PASSES_H
#define PIPEGROUP_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace pipegroup {

#define GEN_PASS_DECL
#include "pipegroup/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "pipegroup/Conversion/Passes.h.inc"

} // namespace pipegroup

#endif // PIPEGROUP_CONVERSION_PASSES_H
