//===- pipegroup-explain.cpp - What a group's barriers are and do ---------===//

#include "../Files.h"
#include "Explain.h"

#include "pipegroup/Register.h"

#include "mlir/IR/AsmState.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

using namespace mlir;
namespace cl = llvm::cl;
namespace explain = pipegroup::explain;

namespace {

cl::OptionCategory category("pipegroup-explain options");

cl::opt<std::string> inputName(cl::Positional, cl::desc("<input .mlir>"),
                               cl::init("-"), cl::cat(category));
cl::opt<std::string> outputName("o", cl::desc("output file"),
                                cl::value_desc("file"), cl::init("-"),
                                cl::cat(category));
cl::opt<bool> json("json", cl::desc("write a JSON document"),
                   cl::cat(category));
cl::opt<bool> dot("dot", cl::desc("write a Graphviz graph"), cl::cat(category));

void print(ArrayRef<explain::Group> groups, raw_ostream &os) {
  if (json)
    explain::printJson(groups, os);
  else if (dot)
    explain::printDot(groups, os);
  else
    explain::printText(groups, os);
}

LogicalResult explainAll(ModuleOp module) {
  // Agents that are left out are those of the tasks.
  PassManager pm(module->getName());
  pm.addPass(pipegroup::createPipegroupDeriveAgents());
  if (failed(pm.run(module)))
    return failure();
  FailureOr<pipegroup::GroupPlans> plans =
      pipegroup::GroupPlans::derive(module);
  if (failed(plans))
    return failure();
  if (plans->getPlans().empty())
    return emitError(module.getLoc()) << "found no 'pipegroup.group'";
  pipegroup::SharedMemory memory =
      pipegroup::SharedMemory::plan(module, *plans);
  if (failed(memory.check()))
    return failure();
  SmallVector<explain::Group> groups;
  for (const auto &[op, plan] : plans->getPlans())
    groups.emplace_back(cast<pipegroup::GroupOp>(op), plan, memory);

  return pipegroup::writeFile(outputName,
                              [&](raw_ostream &os) { print(groups, os); });
}

LogicalResult run() {
  if (json && dot)
    return pipegroup::fail(
        "found '--json' and '--dot', expected at most one of them");
  DialectRegistry registry;
  registerAllDialects(registry);
  pipegroup::registerDialect(registry);
  MLIRContext context(registry);
  return pipegroup::useModule(inputName, context, explainAll);
}

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  registerMLIRContextCLOptions();
  // LLVM's libraries bring hundreds of options that do nothing here.
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "Explains groups: the layout of their barriers, "
                              "counts, who signals and who waits.\n");
  return failed(run()) ? 1 : 0;
}
