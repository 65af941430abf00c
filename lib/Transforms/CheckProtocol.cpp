//===- CheckProtocol.cpp - Prove every kernel, or show how it fails -------===//

#include "pipegroup/Analysis/CheckKernel.h"
#include "pipegroup/Analysis/KernelRules.h"
#include "pipegroup/Transforms/Passes.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace pipegroup {
#define GEN_PASS_DEF_PIPEGROUPCHECKPROTOCOL
#include "pipegroup/Transforms/Passes.h.inc"
} // namespace pipegroup

using namespace mlir;
using namespace pipegroup;

namespace {

struct CheckProtocol
    : pipegroup::impl::PipegroupCheckProtocolBase<CheckProtocol> {
  using PipegroupCheckProtocolBase::PipegroupCheckProtocolBase;

  bool canScheduleOn(RegisteredOperationName name) const override {
    return name.hasTrait<OpTrait::SymbolTable>() &&
           name.getStringRef() != GroupOp::getOperationName();
  }

  void runOnOperation() override {
    llvm::SetVector<FunctionOpInterface> kernels;
    getOperation()->walk([&](SpecializeOp op) {
      kernels.insert(op->getParentOfType<FunctionOpInterface>());
    });
    if (kernels.empty())
      return;
    FailureOr<GroupPlans> plans = GroupPlans::derive(getOperation());
    if (failed(plans))
      return signalPassFailure();
    model::CheckOptions options;
    options.maxRests = maxRests;
    options.maxEvents = maxEvents;
    bool failed = false;
    for (FunctionOpInterface kernel : kernels) {
      ArmingAcquires arming;
      if (::failed(checkKernelRules(kernel, *plans, arming)) ||
          ::failed(report(checkKernel(kernel, *plans, options), remarks)))
        failed = true;
    }
    if (failed)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
