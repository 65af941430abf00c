//===- pipegroup-compile.cpp - One .mlir in, PTX or a cubin out -----------===//

#include "../FatalErrors.h"
#include "../Files.h"

#include "pipegroup/Model/Target.h"
#include "pipegroup/Register.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/AsmState.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

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
cl::opt<bool> checkProtocol("check-protocol",
                            cl::desc("prove that tasks neither hang nor race"),
                            cl::init(true), cl::cat(category));
cl::opt<bool> batchWaits("batch-waits",
                         cl::desc("let waits that follow each other try "
                                  "together"),
                         cl::init(true), cl::cat(category));
cl::opt<bool> peekWaits("peek-waits",
                        cl::desc("test the barriers of the next wait before it "
                                 "is time"),
                        cl::init(false), cl::cat(category));
cl::opt<int> unrollRings("unroll-rings",
                         cl::desc("unroll loops over rings of up to this many "
                                  "slots"),
                         cl::init(0), cl::cat(category));
cl::opt<int> unrollLaps("unroll-laps",
                        cl::desc("laps per iteration of an unrolled loop, 1 or "
                                 "2; with 2 parities are constants"),
                        cl::init(1), cl::cat(category));
cl::opt<bool>
    hoistAddresses("hoist-addresses",
                   cl::desc("take addresses of barriers out of loops"),
                   cl::init(false), cl::cat(category));
cl::opt<std::string> toolkit("cuda-path", cl::desc("path of the CUDA toolkit"),
                             cl::value_desc("dir"), cl::cat(category));

enum class Format { isa, bin };
cl::opt<Format> format("format", cl::desc("what to write"),
                       cl::values(clEnumValN(Format::isa, "isa", "PTX"),
                                  clEnumValN(Format::bin, "bin", "a cubin")),
                       cl::init(Format::isa), cl::cat(category));

constexpr const char *toolkitVariables[] = {"CUDA_ROOT", "CUDA_HOME",
                                            "CUDA_PATH"};

/// The directories in which a CUDA toolkit may be, in the order of preference.
SmallVector<std::string> toolkitPaths() {
  SmallVector<std::string> paths;
  if (!toolkit.empty()) {
    paths.push_back(toolkit);
    return paths;
  }
  for (const char *name : toolkitVariables)
    if (std::string path = llvm::sys::Process::GetEnv(name).value_or("");
        !path.empty())
      paths.push_back(path);
  paths.push_back("/usr/local/cuda");
  return paths;
}

std::string below(StringRef directory, StringRef file) {
  SmallString<128> path(directory);
  llvm::sys::path::append(path, file);
  return path.str().str();
}

/// The file with CUDA's mathematical functions, if there is one. Kernels that
/// call none compile without.
std::optional<std::string> findLibrary() {
  for (const std::string &path : toolkitPaths()) {
    std::string file = below(path, "nvvm/libdevice/libdevice.10.bc");
    if (llvm::sys::fs::exists(file))
      return file;
  }
  return std::nullopt;
}

/// Puts the ptxas of a toolkit on the PATH, unless one is. Reports if none is
/// found.
LogicalResult findAssembler(Location loc) {
  if (toolkit.empty() && llvm::sys::findProgramByName("ptxas"))
    return success();
  SmallVector<std::string> paths = toolkitPaths();
  for (const std::string &path : paths) {
    std::string bin = below(path, "bin");
    if (!llvm::sys::fs::can_execute(below(bin, "ptxas")))
      continue;
    std::string rest = llvm::sys::Process::GetEnv("PATH").value_or("");
    std::string all = bin + llvm::sys::EnvPathSeparator + rest;
    ::setenv("PATH", all.c_str(), /*overwrite=*/1);
    return success();
  }
  InFlightDiagnostic diag = emitError(loc)
                            << "found no ptxas, expected it "
                            << (toolkit.empty() ? "on the PATH or " : "")
                            << "in 'bin' below ";
  llvm::interleaveComma(paths, diag,
                        [&](const std::string &p) { diag << "'" << p << "'"; });
  return diag << "; '--format=isa' does not need it";
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

/// One object has one target: ours, or the one that the gpu.module names.
LogicalResult checkTargets(gpu::GPUModuleOp kernels) {
  ArrayAttr targets = kernels.getTargetsAttr();
  if (!targets)
    return success();
  auto target = targets.size() == 1 ? dyn_cast<NVVM::NVVMTargetAttr>(targets[0])
                                    : NVVM::NVVMTargetAttr();
  if (!target)
    return kernels.emitOpError() << "has the targets " << targets
                                 << ", expected none or one '#nvvm.target'";
  std::string error;
  if (!pipegroup::model::Target::getOldest(target.getChip().str(), error))
    return kernels.emitError() << error << " [T1]";
  return success();
}

FailureOr<std::string> compile(ModuleOp module) {
  FailureOr<gpu::GPUModuleOp> kernels = findKernels(module);
  if (failed(kernels))
    return failure();
  Location loc = kernels->getLoc();
  if (kernels->getTargetsAttr() && chip.getNumOccurrences())
    return emitError(loc) << "found '--chip=" << chip
                          << "' for a 'gpu.module' with a target of its own, "
                             "expected only one of them";
  if (failed(checkTargets(*kernels)))
    return failure();
  pipegroup::CompileOptions options;
  options.chip = chip;
  options.ptx = ptx;
  options.optLevel = optLevel;
  options.checkProtocol = checkProtocol;
  options.batchWaits = batchWaits;
  options.peekWaits = peekWaits;
  options.unrollRings = unrollRings;
  options.unrollLaps = unrollLaps;
  options.hoistAddresses = hoistAddresses;
  options.format = format == Format::isa ? "isa" : "bin";
  if (std::optional<std::string> library = findLibrary())
    options.libraries = {*library};
  if (format == Format::bin && failed(findAssembler(loc)))
    return failure();
  // Nothing but what was found: upstream would report what is missing in a
  // toolkit, needed or not.
  for (const char *name : toolkitVariables)
    ::unsetenv(name);
  PassManager pm(module->getName());
  pipegroup::buildCompilePipeline(pm, options);
  // Some upstream errors do not make a pass fail.
  bool reported = false;
  ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &diag) {
    reported |= diag.getSeverity() == DiagnosticSeverity::Error;
    return failure();
  });
  if (failed(pm.run(module)) || reported)
    return failure();

  auto binaries = llvm::to_vector(module.getOps<gpu::BinaryOp>());
  if (binaries.size() != 1 || binaries.front().getObjects().size() != 1)
    return emitError(loc) << "expected one object from one target";
  auto object = cast<gpu::ObjectAttr>(binaries.front().getObjects()[0]);
  StringRef text = object.getObject().getValue();
  return (format == Format::isa ? text.rtrim('\0') : text).str();
}

LogicalResult compileAndWrite(ModuleOp module) {
  FailureOr<std::string> object = compile(module);
  if (failed(object))
    return failure();
  return pipegroup::writeFile(outputName,
                              [&](raw_ostream &os) { os << *object; });
}

LogicalResult run() {
  if (optLevel < 0 || optLevel > 3)
    return pipegroup::fail("found optimisation level " + Twine(optLevel) +
                           ", expected 0 to 3");
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  pipegroup::registerDialect(registry);
  MLIRContext context(registry);
  // What an error is about stands in the input; half-lowered IR does not help.
  context.printOpOnDiagnostic(false);
  return pipegroup::useModule(inputName, context, compileAndWrite);
}

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  pipegroup::exitOnLLVMFatalErrors();
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  registerPassManagerCLOptions();
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "Compiles a gpu.module with groups to PTX or a "
                              "cubin.\n");
  return failed(run()) ? EXIT_FAILURE : EXIT_SUCCESS;
}
