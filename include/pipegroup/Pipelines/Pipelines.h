//===- Pipelines.h - Passes in the order that users want --------*- C++ -*-===//

#ifndef PIPEGROUP_PIPELINES_PIPELINES_H
#define PIPEGROUP_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace pipegroup {

/// Options of `pipegroup-to-nvvm`.
struct ToNVVMOptions : mlir::PassPipelineOptions<ToNVVMOptions> {
  Option<std::string> chip{*this, "chip", llvm::cl::desc("target chip"),
                           llvm::cl::init("sm_90a")};
  Option<int> ptx{*this, "ptx",
                  llvm::cl::desc("PTX ISA version, 86 for 8.6; 0 takes the "
                                 "chip's recommended one"),
                  llvm::cl::init(0)};
  Option<bool> checkProtocol{
      *this, "check-protocol",
      llvm::cl::desc("prove that tasks neither hang nor race"),
      llvm::cl::init(true)};
  Option<bool> batchWaits{
      *this, "batch-waits",
      llvm::cl::desc("let waits that follow each other try together"),
      llvm::cl::init(true)};
  Option<int> unrollRings{
      *this, "unroll-rings",
      llvm::cl::desc("unroll loops over rings of up to this many slots"),
      llvm::cl::init(0)};
  Option<bool> hoistAddresses{
      *this, "hoist-addresses",
      llvm::cl::desc("take addresses of barriers out of loops"),
      llvm::cl::init(false)};
};

/// Options of `pipegroup-compile`.
struct CompileOptions : mlir::PassPipelineOptions<CompileOptions> {
  Option<std::string> chip{*this, "chip", llvm::cl::desc("target chip"),
                           llvm::cl::init("sm_90a")};
  Option<int> ptx{*this, "ptx",
                  llvm::cl::desc("PTX ISA version, 86 for 8.6; 0 takes the "
                                 "chip's recommended one"),
                  llvm::cl::init(0)};
  Option<bool> checkProtocol{
      *this, "check-protocol",
      llvm::cl::desc("prove that tasks neither hang nor race"),
      llvm::cl::init(true)};
  Option<bool> batchWaits{
      *this, "batch-waits",
      llvm::cl::desc("let waits that follow each other try together"),
      llvm::cl::init(true)};
  Option<int> unrollRings{
      *this, "unroll-rings",
      llvm::cl::desc("unroll loops over rings of up to this many slots"),
      llvm::cl::init(0)};
  Option<bool> hoistAddresses{
      *this, "hoist-addresses",
      llvm::cl::desc("take addresses of barriers out of loops"),
      llvm::cl::init(false)};
  Option<int> optLevel{*this, "O", llvm::cl::desc("optimisation level, 0 to 3"),
                       llvm::cl::init(3)};
  Option<std::string> format{*this, "format",
                             llvm::cl::desc("isa for PTX, bin for a cubin"),
                             llvm::cl::init("isa")};
  Option<std::string> toolkit{*this, "toolkit",
                              llvm::cl::desc("path of the CUDA toolkit"),
                              llvm::cl::init("")};
  ListOption<std::string> libraries{
      *this, "libraries", llvm::cl::desc("files of LLVM bitcode to link in")};
};

/// From groups to NVVM ops: checks the target, materializes the barriers,
/// converts them.
void buildToNVVMPipeline(mlir::OpPassManager &pm, const ToNVVMOptions &options);

/// From groups, and the upstream dialects that they meet, to a `gpu.binary`
/// with PTX or a cubin.
void buildCompilePipeline(mlir::OpPassManager &pm,
                          const CompileOptions &options);

/// Registers both under their names.
void registerPipegroupPipelines();

} // namespace pipegroup

#endif // PIPEGROUP_PIPELINES_PIPELINES_H
