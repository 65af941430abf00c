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
  pm.addPass(createPipegroupDeriveAgents());
  pm.addPass(createPipegroupInsertTails());
  pm.addPass(createPipegroupThreadStates());
  if (options.checkProtocol)
    pm.addPass(createPipegroupCheckProtocol());
  // It does nothing for no slots, but says what is wrong with its options.
  if (options.unrollRings != 0 || options.unrollLaps != 1)
    pm.addPass(
        createPipegroupUnrollRings({options.unrollRings, options.unrollLaps}));
  pm.addPass(createPipegroupMaterializeBarriers());
  if (options.unrollRings > 0) {
    pm.addPass(createSCCPPass());
    pm.addPass(createCanonicalizerPass());
  }
  if (options.peekWaits)
    pm.addPass(createPipegroupPeekWaits());
  if (options.batchWaits)
    pm.addPass(createPipegroupBatchWaits());
  pm.addPass(createPipegroupMergeElections());
  if (options.hoistAddresses)
    pm.addPass(createPipegroupHoistAddresses());
  pm.addPass(createConvertPipegroupToNVVM({options.chip, options.ptx}));
}

/// What is left of the upstream dialects, to the LLVM and NVVM dialects.
static void addUpstreamLowering(OpPassManager &pm) {
  pm.addPass(createConvertNVGPUToNVVMPass());
  pm.addPass(createConvertVectorToSCFPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  auto &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(createConvertVectorToLLVMPass());
  kernels.addPass(createPipegroupLowerTensorMaps());
  kernels.addPass(createConvertGpuOpsToNVVMOps());
  kernels.addPass(createPipegroupExternalizeDynamicMemory());
  kernels.addPass(createPipegroupLowerTensorMaps());
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
  toNVVM.copyFrom(options);
  buildToNVVMPipeline(pm, toNVVM);
  pm.addPass(createPipegroupAttachTarget(
      {options.chip, options.ptx, options.optLevel}));
  addUpstreamLowering(pm);
  GpuModuleToBinaryPassOptions toBinary;
  toBinary.compilationTarget = options.format;
  toBinary.toolkitPath = options.toolkit;
  llvm::append_range(toBinary.linkFiles, options.libraries);
  pm.addPass(createGpuModuleToBinaryPass(toBinary));
}

/// Refuses what `gpu-module-to-binary` would pass over.
static LogicalResult
parseCompilePipeline(OpPassManager &pm, StringRef text,
                     function_ref<LogicalResult(const Twine &)> report) {
  CompileOptions options;
  if (failed(options.parseFromString(text)))
    return failure();
  if (pm.getOpAnchorName() != ModuleOp::getOperationName())
    return report("'pipegroup-compile' is anchored at '" +
                  pm.getOpAnchorName() + "', expected '" +
                  ModuleOp::getOperationName() + "'");
  if (options.format != "isa" && options.format != "bin")
    return report("found format '" + options.format +
                  "', expected 'isa' or 'bin'");
  buildCompilePipeline(pm, options);
  return success();
}

void pipegroup::registerPipegroupPipelines() {
  PassPipelineRegistration<ToNVVMOptions>(
      "pipegroup-to-nvvm", "Lower groups and protocol ops to NVVM ops.",
      buildToNVVMPipeline);
  registerPassPipeline(
      "pipegroup-compile",
      "Compile kernels with groups to PTX or a cubin in a gpu.binary.",
      parseCompilePipeline,
      [](function_ref<void(const detail::PassOptions &)> handle) {
        handle(CompileOptions());
      });
}
