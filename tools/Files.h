//===- Files.h - What tools read and write ----------------------*- C++ -*-===//

#ifndef PIPEGROUP_TOOLS_FILES_H
#define PIPEGROUP_TOOLS_FILES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

namespace pipegroup {

inline mlir::LogicalResult fail(const llvm::Twine &message) {
  llvm::errs() << "error: " << message << '\n';
  return mlir::failure();
}

/// Parses the file `name`, or standard input for "-", and hands it to `use`.
/// Diagnostics show the lines that they are about.
inline mlir::LogicalResult
useModule(llvm::StringRef name, mlir::MLIRContext &context,
          llvm::function_ref<mlir::LogicalResult(mlir::ModuleOp)> use) {
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> input = mlir::openInputFile(name, &error);
  if (!input)
    return fail(error);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  mlir::SourceMgrDiagnosticHandler handler(sources, &context);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceFile<mlir::ModuleOp>(sources, &context);
  return module ? use(*module) : mlir::failure();
}

/// Writes what `print` prints to the file `name`, or to standard output for
/// "-". Nothing is left of a file that cannot be written to its end.
inline mlir::LogicalResult
writeFile(llvm::StringRef name,
          llvm::function_ref<void(llvm::raw_ostream &)> print) {
  std::string error;
  std::unique_ptr<llvm::ToolOutputFile> output =
      mlir::openOutputFile(name, &error);
  if (!output)
    return fail(error);
  print(output->os());
  output->os().flush();
  if (std::error_code code = output->os().error()) {
    output->os().clear_error();
    return fail("cannot write output file '" + name + "': " + code.message());
  }
  output->keep();
  return mlir::success();
}

} // namespace pipegroup

#endif // PIPEGROUP_TOOLS_FILES_H
