//===- Pipelines.h - Passes in the order that users want --------*- C++ -*-===//

#ifndef PIPEGROUP_PIPELINES_PIPELINES_H
#define PIPEGROUP_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace pipegroup {

/// Options of every pipeline that lowers groups.
template <typename Derived>
struct LoweringOptions : mlir::PassPipelineOptions<Derived> {
  using Base = mlir::PassPipelineOptions<Derived>;

  typename Base::template Option<std::string> chip{
      *this, "chip", llvm::cl::desc("target chip"), llvm::cl::init("sm_90a")};
  typename Base::template Option<int> ptx{
      *this, "ptx",
      llvm::cl::desc("PTX ISA version, 86 for 8.6; 0 takes the "
                     "chip's recommended one"),
      llvm::cl::init(0)};
  typename Base::template Option<bool> checkProtocol{
      *this, "check-protocol",
      llvm::cl::desc("prove that tasks neither hang nor race"),
      llvm::cl::init(true)};
  typename Base::template Option<bool> batchWaits{
      *this, "batch-waits",
      llvm::cl::desc("let waits that follow each other try together"),
      llvm::cl::init(true)};
  typename Base::template Option<bool> peekWaits{
      *this, "peek-waits",
      llvm::cl::desc("test the barriers of the next wait before it is time"),
      llvm::cl::init(false)};
  typename Base::template Option<int> unrollRings{
      *this, "unroll-rings",
      llvm::cl::desc("unroll loops over rings of up to this many slots"),
      llvm::cl::init(0)};
  typename Base::template Option<int> unrollLaps{
      *this, "unroll-laps",
      llvm::cl::desc("laps per iteration of an unrolled loop, 1 or 2; with 2 "
                     "parities are constants"),
      llvm::cl::init(1)};
  typename Base::template Option<bool> hoistAddresses{
      *this, "hoist-addresses",
      llvm::cl::desc("take addresses of barriers out of loops"),
      llvm::cl::init(false)};

  /// Takes over the values of the options that all such pipelines have.
  template <typename Other> void copyFrom(const LoweringOptions<Other> &other) {
    chip = other.chip;
    ptx = other.ptx;
    checkProtocol = other.checkProtocol;
    batchWaits = other.batchWaits;
    peekWaits = other.peekWaits;
    unrollRings = other.unrollRings;
    unrollLaps = other.unrollLaps;
    hoistAddresses = other.hoistAddresses;
  }
};

/// Options of `pipegroup-to-nvvm`.
struct ToNVVMOptions : LoweringOptions<ToNVVMOptions> {};

/// Options of `pipegroup-compile`.
struct CompileOptions : LoweringOptions<CompileOptions> {
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
