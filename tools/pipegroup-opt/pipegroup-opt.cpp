//===- pipegroup-opt.cpp - mlir-opt with the pipegroup dialect ------------===//

#include "../FatalErrors.h"

#include "pipegroup/Register.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  pipegroup::exitOnLLVMFatalErrors();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  // gpu-module-to-binary translates to LLVM IR.
  mlir::registerAllToLLVMIRTranslations(registry);
  pipegroup::registerDialect(registry);
  mlir::registerAllPasses();
  pipegroup::registerPassesAndPipelines();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "pipegroup optimiser driver\n", registry));
}
