//===- Passes.td - Conversions to other dialects ----------*- tablegen -*-===//

#ifndef PIPEGROUP_CONVERSION_PASSES_TD
#define PIPEGROUP_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def PipegroupCheckTarget : Pass<"pipegroup-check-target"> {
  let summary = "check that the chip has what groups and barriers need";
  let description = [{
    Reports every member, and every barrier op, that needs an instruction which
    the chip or the PTX version lacks. Changes nothing.

    The target is the `nvvm.target` of the enclosing `gpu.module` where there is
    one, and otherwise what the options say.
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_90a\"", "target chip">,
    Option<"ptx", "ptx", "int", "0",
           "PTX ISA version, 86 for 8.6; 0 takes the chip's recommended one">,
  ];
}

def PipegroupAttachTarget : Pass<"pipegroup-attach-target"> {
  let summary = "give every gpu.module without a target one";
  let description = [{
    Attaches an `nvvm.target` for the chip and PTX version to every `gpu.module`
    that has none.
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_90a\"", "target chip">,
    Option<"ptx", "ptx", "int", "0",
           "PTX ISA version, 86 for 8.6; 0 takes the chip's recommended one">,
    Option<"optLevel", "O", "int", "3", "optimisation level, 0 to 3">,
  ];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect"];
}

def PipegroupExternalizeDynamicMemory
    : Pass<"pipegroup-externalize-dynamic-memory"> {
  let summary = "make dynamic shared memory external";
  let description = [{
    Gives arrays of no elements in shared memory external linkage, with which
    they begin where dynamic shared memory does. `convert-gpu-to-nvvm` makes an
    internal one of `gpu.dynamic_shared_memory`; LLVM takes that for one byte of
    static shared memory, and what lies behind it, such as barriers, would be
    overwritten. Runs after that conversion.
  }];
}

def ConvertPipegroupToNVVM : Pass<"convert-pipegroup-to-nvvm"> {
  let summary = "turn barrier ops into NVVM ops";
  let description = [{
    Replaces storage by globals in shared memory and every barrier op by NVVM
    ops; a blocking wait becomes an `scf.while` around a try_wait. Consumes all
    barrier ops. Fails before it changes anything if the chip or the PTX version
    lacks an instruction, since LLVM would abort on it, or if a constant mask does
    not fit the cluster of its function [M13].

    The target is the `nvvm.target` of the enclosing `gpu.module` where there is
    one, and otherwise what the options say.
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_90a\"", "target chip">,
    Option<"ptx", "ptx", "int", "0",
           "PTX ISA version, 86 for 8.6; 0 takes the chip's recommended one">,
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def PipegroupLowerTensorMaps
    : Pass<"pipegroup-lower-tensor-maps", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Pass tensor maps to kernels by value";
  let description = [{
    Gives the arguments of kernels that are marked `pipegroup.tensor_map` the
    attributes of a `const __grid_constant__ CUtensorMap`: 128 bytes by value,
    aligned to 64 bytes, which TMA reads where they are. Only an `llvm.func` can
    carry them, so that the pass runs before and after `convert-gpu-to-nvvm`: on
    a `gpu.func` it keeps the marks in an attribute of the kernel, as the
    conversion drops those of arguments.
  }];
}

#endif // PIPEGROUP_CONVERSION_PASSES_TD
