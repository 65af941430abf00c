//===- pipegroup-check.cpp - Whether kernels can hang or race -------------===//

#include "../Files.h"

#include "pipegroup/Analysis/CheckKernel.h"
#include "pipegroup/Analysis/KernelRules.h"
#include "pipegroup/Register.h"

#include "mlir/IR/AsmState.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace pipegroup;
namespace cl = llvm::cl;

namespace {

cl::OptionCategory category("pipegroup-check options");

cl::opt<std::string> inputName(cl::Positional, cl::desc("<input .mlir>"),
                               cl::init("-"), cl::cat(category));
cl::opt<std::string> outputName("o", cl::desc("output file"),
                                cl::value_desc("file"), cl::init("-"),
                                cl::cat(category));
cl::opt<bool> json("json", cl::desc("write a JSON document"),
                   cl::cat(category));
cl::opt<bool> printProgram("program",
                           cl::desc("write what the checker sees of the "
                                    "kernels, and check nothing"),
                           cl::cat(category));
cl::opt<uint64_t> maxRests("max-rests",
                           cl::desc("states of all tasks after which the "
                                    "verdict is unknown"),
                           cl::init(model::CheckOptions().maxRests),
                           cl::cat(category));
cl::opt<uint64_t> maxEvents("max-events",
                            cl::desc("events after which the verdict is "
                                     "unknown"),
                            cl::init(model::CheckOptions().maxEvents),
                            cl::cat(category));

/// What the tool ends with.
enum Status { allSafe = 0, someUnsafe = 1, someUnknown = 2 };

/// A kernel and what was found.
struct Kernel {
  std::string name;
  KernelVerdict verdict;
};

std::string placeOf(Operation *op) {
  if (!op)
    return "";
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (auto place = op->getLoc()->findInstanceOf<FileLineColLoc>())
    stream << place.getFilename().getValue() << ":" << place.getLine() << ":"
           << place.getColumn();
  else
    stream << op->getName();
  return text;
}

/// The place of a statement's op.
std::function<std::string(int64_t)> namerOf(const Kernel &kernel) {
  return [&kernel](int64_t location) {
    return placeOf(kernel.verdict.extraction->ops[location]);
  };
}

const model::Program &programOf(const Kernel &kernel) {
  static const model::Program none;
  return kernel.verdict.extraction ? kernel.verdict.extraction->program : none;
}

void printText(const Kernel &kernel, raw_ostream &os) {
  os << "@" << kernel.name << ": "
     << model::toText(kernel.verdict.verdict, programOf(kernel),
                      namerOf(kernel));
  if (kernel.verdict.outside)
    os << "  at " << placeOf(kernel.verdict.outside) << "\n";
}

void printAll(ArrayRef<Kernel> kernels, raw_ostream &os) {
  if (!json) {
    for (const Kernel &kernel : kernels)
      if (printProgram)
        os << "# @" << kernel.name << "\n"
           << model::toString(programOf(kernel));
      else
        printText(kernel, os);
    return;
  }
  os << "{\"kernels\": [";
  llvm::interleave(
      kernels, os,
      [&](const Kernel &kernel) {
        os << "\n  {\"name\": " << llvm::json::Value(kernel.name)
           << ", \"result\": "
           << model::toJson(kernel.verdict.verdict, programOf(kernel),
                            namerOf(kernel))
           << "}";
      },
      ",");
  os << "\n]}\n";
}

Status statusOf(ArrayRef<Kernel> kernels) {
  Status status = allSafe;
  for (const Kernel &kernel : kernels) {
    if (kernel.verdict.verdict.kind == model::Verdict::Kind::Unsafe)
      return someUnsafe;
    if (kernel.verdict.verdict.kind != model::Verdict::Kind::Safe)
      status = someUnknown;
  }
  return status;
}

/// Kernels with tasks, whose rules hold.
FailureOr<SmallVector<Kernel, 0>> checkAll(ModuleOp module) {
  PassManager pm(module->getName());
  pm.addPass(createPipegroupDeriveAgents());
  pm.addPass(createPipegroupInsertTails());
  pm.addPass(createPipegroupThreadStates());
  if (failed(pm.run(module)))
    return failure();
  FailureOr<GroupPlans> plans = GroupPlans::derive(module);
  if (failed(plans))
    return failure();
  llvm::SetVector<FunctionOpInterface> functions;
  module->walk([&](SpecializeOp op) {
    functions.insert(op->getParentOfType<FunctionOpInterface>());
  });
  model::CheckOptions options;
  options.maxRests = maxRests;
  options.maxEvents = maxEvents;
  SmallVector<Kernel, 0> kernels;
  for (FunctionOpInterface function : functions) {
    ArmingAcquires arming;
    if (failed(checkKernelRules(function, *plans, arming)))
      return failure();
    kernels.push_back(
        {function.getName().str(), checkKernel(function, *plans, options)});
  }
  return kernels;
}

/// Sets `status` if it could be found out.
LogicalResult checkAndWrite(ModuleOp module, Status &status) {
  FailureOr<SmallVector<Kernel, 0>> kernels = checkAll(module);
  if (failed(kernels))
    return failure();
  if (kernels->empty())
    return fail("found no kernel with tasks");
  status = printProgram ? allSafe : statusOf(*kernels);
  return writeFile(outputName,
                   [&](raw_ostream &os) { printAll(*kernels, os); });
}

int run() {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerDialect(registry);
  MLIRContext context(registry);
  Status status = someUnsafe;
  if (failed(useModule(inputName, context, [&](ModuleOp module) {
        return checkAndWrite(module, status);
      })))
    return someUnsafe;
  return status;
}

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  registerMLIRContextCLOptions();
  // LLVM's libraries bring hundreds of options that do nothing here.
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "Proves that the tasks of kernels neither hang nor race, or shows an\n"
      "execution that does. Exits with 0 if all are safe, 1 if one is not, "
      "and\n"
      "2 if one is not decided.\n");
  return run();
}
