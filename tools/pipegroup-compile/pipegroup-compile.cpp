//===- pipegroup-compile.cpp - One .mlir in, PTX or a cubin out -----------===//

#include "pipegroup/Model/Target.h"
#include "pipegroup/Register.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
namespace cl = llvm::cl;

namespace {

cl::OptionCategory category("pipegroup-compile options");

cl::opt<std::string> inputName(cl::Positional, cl::desc("<input .mlir>"),
                               cl::init("-"), cl::cat(category));
cl::opt<std::string> outputName("o", cl::desc("output file"),
                                cl::value_desc("file"), cl::init("-"),
                                cl::cat(category));
cl::opt<std::string> chip("chip", cl::desc("target chip, such as sm_100a"),
                          cl::init("sm_90a"), cl::cat(category));
cl::opt<int> ptx("ptx",
                 cl::desc("PTX ISA version, 86 for 8.6; 0 takes the chip's "
                          "recommended one"),
                 cl::init(0), cl::cat(category));
cl::opt<int> optLevel("O", cl::desc("optimisation level, 0 to 3"), cl::Prefix,
                      cl::init(3), cl::cat(category));
cl::opt<std::string> toolkit("cuda-path", cl::desc("path of the CUDA toolkit"),
                             cl::value_desc("dir"), cl::cat(category));

enum class Format { isa, bin };
cl::opt<Format> format("format", cl::desc("what to write"),
                       cl::values(clEnumValN(Format::isa, "isa", "PTX"),
                                  clEnumValN(Format::bin, "bin", "a cubin")),
                       cl::init(Format::isa), cl::cat(category));

/// The directories in which a CUDA toolkit may be, in the order of preference.
SmallVector<std::string> toolkitPaths() {
  SmallVector<std::string> paths;
  if (!toolkit.empty()) {
    paths.push_back(toolkit);
    return paths;
  }
  for (const char *name : {"CUDA_ROOT", "CUDA_HOME", "CUDA_PATH"})
    if (std::optional<std::string> path = llvm::sys::Process::GetEnv(name))
      paths.push_back(*path);
  paths.push_back("/usr/local/cuda");
  return paths;
}

/// The toolkit that has ptxas; "" if it is on the PATH. Reports if none has.
FailureOr<std::string> findToolkit(Location loc) {
  if (toolkit.empty() && llvm::sys::findProgramByName("ptxas"))
    return std::string();
  SmallVector<std::string> paths = toolkitPaths();
  for (const std::string &path : paths) {
    SmallString<128> program(path);
    llvm::sys::path::append(program, "bin", "ptxas");
    if (llvm::sys::fs::can_execute(program))
      return path;
  }
  InFlightDiagnostic diag = emitError(loc)
                            << "found no ptxas, expected it "
                            << (toolkit.empty() ? "on the PATH or " : "")
                            << "in 'bin' below ";
  llvm::interleaveComma(paths, diag,
                        [&](const std::string &p) { diag << "'" << p << "'"; });
  diag << "; '--format=isa' does not need it";
  return diag;
}

/// The one gpu.module that is compiled.
FailureOr<gpu::GPUModuleOp> findKernels(ModuleOp module) {
  SmallVector<gpu::GPUModuleOp> found(module.getOps<gpu::GPUModuleOp>());
  if (found.size() == 1)
    return found.front();
  InFlightDiagnostic diag = module.emitError()
                            << "found " << found.size()
                            << " 'gpu.module' ops, expected 1";
  for (gpu::GPUModuleOp extra : found)
    diag.attachNote(extra.getLoc()) << "one is here";
  return diag;
}

FailureOr<std::string> compile(ModuleOp module) {
  FailureOr<gpu::GPUModuleOp> kernels = findKernels(module);
  if (failed(kernels))
    return failure();
  Location loc = kernels->getLoc();
  pipegroup::CompileOptions options;
  options.chip = chip;
  options.ptx = ptx;
  options.optLevel = optLevel;
  options.format = format == Format::isa ? "isa" : "bin";
  if (format == Format::bin) {
    FailureOr<std::string> path = findToolkit(loc);
    if (failed(path))
      return failure();
    options.toolkit = *path;
  }
  PassManager pm(module->getName());
  pipegroup::buildCompilePipeline(pm, options);
  if (failed(pm.run(module)))
    return failure();

  auto binaries = llvm::to_vector(module.getOps<gpu::BinaryOp>());
  if (binaries.size() != 1 || binaries.front().getObjects().size() != 1)
    return emitError(loc) << "expected one object from one target";
  auto object = cast<gpu::ObjectAttr>(binaries.front().getObjects()[0]);
  StringRef text = object.getObject().getValue();
  return (format == Format::isa ? text.rtrim('\0') : text).str();
}

LogicalResult run() {
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(inputName, &error);
  if (!input) {
    llvm::errs() << "error: " << error << '\n';
    return failure();
  }
  if (optLevel < 0 || optLevel > 3) {
    llvm::errs() << "error: found optimisation level " << optLevel
                 << ", expected 0 to 3\n";
    return failure();
  }
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  pipegroup::registerDialect(registry);
  MLIRContext context(registry);

  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return failure();
  FailureOr<std::string> object = compile(*module);
  if (failed(object))
    return failure();

  std::unique_ptr<llvm::ToolOutputFile> output =
      openOutputFile(outputName, &error);
  if (!output) {
    llvm::errs() << "error: " << error << '\n';
    return failure();
  }
  output->os() << *object;
  output->keep();
  return success();
}

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  registerPassManagerCLOptions();
  cl::ParseCommandLineOptions(argc, argv,
                              "Compiles a gpu.module with groups to PTX or a "
                              "cubin.\n");
  return failed(run()) ? EXIT_FAILURE : EXIT_SUCCESS;
}
