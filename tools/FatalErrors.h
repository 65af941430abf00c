//===- FatalErrors.h - LLVM's fatal errors end in exit code 1 ---*- C++ -*-===//

#ifndef PIPEGROUP_TOOLS_FATALERRORS_H
#define PIPEGROUP_TOOLS_FATALERRORS_H

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

namespace pipegroup {

/// LLVM's code generator aborts on what it cannot select. That is a mistake in
/// the user's input, not a crash of the tool.
inline void exitOnLLVMFatalErrors() {
  llvm::install_fatal_error_handler([](void *, const char *reason, bool) {
    llvm::errs() << "error: LLVM cannot compile this: " << reason << '\n';
    llvm::sys::RunInterruptHandlers();
    std::_Exit(EXIT_FAILURE);
  });
}

} // namespace pipegroup

#endif // PIPEGROUP_TOOLS_FATALERRORS_H
