//===- Pipelines.cpp - Passes in the order that users want ----------------===//

#include "pipegroup/Pipelines/Pipelines.h"

#include "pipegroup/Conversion/Passes.h"
#include "pipegroup/Transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace pipegroup;

void pipegroup::buildToNVVMPipeline(OpPassManager &pm,
                                    const ToNVVMOptions &options) {
  pm.addPass(createPipegroupCheckTarget({options.chip, options.ptx}));
  pm.addPass(createPipegroupMaterializeBarriers());
  pm.addPass(createConvertPipegroupToNVVM({options.chip, options.ptx}));
}

/// What is left of the upstream dialects, to the LLVM and NVVM dialects.
static void addUpstreamLowering(OpPassManager &pm) {
  pm.addPass(createConvertNVGPUToNVVMPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  auto &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(createConvertGpuOpsToNVVMOps());
  kernels.addPass(createConvertNVVMToLLVMPass());
  kernels.addPass(createConvertIndexToLLVMPass());
  kernels.addPass(createArithToLLVMConversionPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
}

void pipegroup::buildCompilePipeline(OpPassManager &pm,
                                     const CompileOptions &options) {
  ToNVVMOptions toNVVM;
  toNVVM.chip = options.chip;
  toNVVM.ptx = options.ptx;
  buildToNVVMPipeline(pm, toNVVM);
  pm.addPass(createPipegroupAttachTarget(
      {options.chip, options.ptx, options.optLevel}));
  addUpstreamLowering(pm);
  GpuModuleToBinaryPassOptions toBinary;
  toBinary.compilationTarget = options.format;
  toBinary.toolkitPath = options.toolkit;
  pm.addPass(createGpuModuleToBinaryPass(toBinary));
}

void pipegroup::registerPipegroupPipelines() {
  PassPipelineRegistration<ToNVVMOptions>(
      "pipegroup-to-nvvm", "Lower groups and protocol ops to NVVM ops.",
      buildToNVVMPipeline);
  PassPipelineRegistration<CompileOptions>(
      "pipegroup-compile",
      "Compile kernels with groups to PTX or a cubin in a gpu.binary.",
      buildCompilePipeline);
}
