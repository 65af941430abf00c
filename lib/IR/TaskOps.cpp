//===- TaskOps.cpp - Which warps do what ----------------------------------===//

#include "BlockThreads.h"

#include "pipegroup/IR/Pipegroup.h"
#include "pipegroup/Model/Tasks.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace pipegroup;

std::optional<int64_t> pipegroup::blockThreads(Attribute attr) {
  auto sizes = dyn_cast_if_present<DenseI32ArrayAttr>(attr);
  if (!sizes)
    return std::nullopt;
  int64_t product = 1;
  for (int32_t size : sizes.asArrayRef())
    if (llvm::MulOverflow(product, int64_t(size), product))
      return std::numeric_limits<int64_t>::max();
  return product;
}

SmallVector<int64_t> pipegroup::exactBlockThreads(Operation *function) {
  SmallVector<int64_t> all;
  for (StringRef name :
       {"nvvm.reqntid", "known_block_size", "gpu.known_block_size"})
    if (std::optional<int64_t> threads =
            function ? blockThreads(function->getAttr(name)) : std::nullopt)
      if (!llvm::is_contained(all, *threads))
        all.push_back(*threads);
  return all;
}

/// What the kernel's attributes and the op say that a CTA has, each once.
static SmallVector<int64_t> exactThreads(SpecializeOp op) {
  SmallVector<int64_t> all =
      exactBlockThreads(op->getParentOfType<FunctionOpInterface>());
  if (op.getThreads() && !llvm::is_contained(all, *op.getThreads()))
    all.push_back(*op.getThreads());
  return all;
}

std::optional<int64_t> SpecializeOp::getBlockThreads() {
  SmallVector<int64_t> exact = exactThreads(*this);
  if (!exact.empty())
    return exact.front();
  // An upper bound, which kernels are launched with all the same.
  auto function = (*this)->getParentOfType<FunctionOpInterface>();
  return function ? blockThreads(function->getAttr("nvvm.maxntid"))
                  : std::nullopt;
}

model::KernelConfig SpecializeOp::getKernelConfig() {
  model::KernelConfig kernel;
  for (TaskOp task : getTasks())
    kernel.tasks.push_back({task.getName().str(), task.getFirst(),
                            task.getCount(), task.getRegisters()});
  kernel.threads = getBlockThreads();
  auto function = (*this)->getParentOfType<FunctionOpInterface>();
  if (!function)
    return kernel;
  if (auto ctas = function->getAttrOfType<IntegerAttr>("nvvm.minctasm"))
    kernel.ctasPerSM = std::max<int64_t>(1, ctas.getInt());
  if (auto registers = function->getAttrOfType<IntegerAttr>("nvvm.maxnreg"))
    kernel.launchRegisters = registers.getInt();
  return kernel;
}

/// True if no other op splits the warps of the kernel.
static bool isOnlyOne(SpecializeOp op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return !function
              ->walk([&](SpecializeOp other) {
                return other == op ? WalkResult::advance()
                                   : WalkResult::interrupt();
              })
              .wasInterrupted();
}

LogicalResult TaskWarpOp::verify() {
  if ((*this)->getParentOfType<TaskOp>())
    return success();
  return emitOpError("is outside all tasks, expected it inside one");
}

LogicalResult SpecializeOp::verifyRegions() {
  for (Operation &op : *getBody())
    if (!isa<TaskOp>(op))
      return op.emitOpError() << "is inside 'pipegroup.specialize', expected "
                                 "only 'pipegroup.task'";
  if ((*this)->getParentOfType<TaskOp>())
    return emitOpError("is inside a task, expected it outside [K2]");
  std::optional<int64_t> threads = getBlockThreads();
  if (threads && (*threads < 1 || *threads > model::maxThreads))
    return emitOpError() << "is in a CTA of " << *threads
                         << " threads, expected 1 to " << model::maxThreads
                         << " [K2]";
  if (SmallVector<int64_t> exact = exactThreads(*this); exact.size() > 1)
    return emitOpError() << "is in a CTA of " << exact[1]
                         << " threads, expected " << exact[0]
                         << " as the kernel's attributes say [K2]";
  auto function = (*this)->getParentOfType<FunctionOpInterface>();
  std::optional<int64_t> most =
      function ? blockThreads(function->getAttr("nvvm.maxntid")) : std::nullopt;
  if (most && *threads > *most)
    return emitOpError() << "is in a CTA of " << *threads
                         << " threads, expected at most " << *most
                         << " as the kernel's attributes say [K2]";

  model::KernelConfig kernel = getKernelConfig();
  model::Problems problems;
  model::checkK2(kernel, problems);
  if (problems.empty())
    model::checkK5(kernel, problems);
  if (problems.empty() && model::deriveRegisters(kernel) && !isOnlyOne(*this))
    problems.push_back({"K5", "asks for registers beside another "
                              "'pipegroup.specialize', expected one in a "
                              "kernel"});
  SmallVector<TaskOp> tasks(getTasks());
  for (const model::Problem &problem : problems) {
    Operation *op =
        problem.member ? tasks[*problem.member].getOperation() : getOperation();
    InFlightDiagnostic diag = op->emitOpError();
    if (problem.member)
      diag << "'@" << tasks[*problem.member].getName() << "' ";
    diag << problem.text << " [" << problem.rule << ']';
    for (const model::Problem::Note &note : problem.notes)
      diag.attachNote(tasks[note.member].getLoc())
          << "task '@" << tasks[note.member].getName() << "' " << note.text;
  }
  return failure(!problems.empty());
}
